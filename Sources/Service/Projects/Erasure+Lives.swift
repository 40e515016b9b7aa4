// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal

    extension Erasure {
        /// The customers that had one of the IDs and were erased before: what was said of them is
        /// still in the journal.
        func earlierLives(_ journal: any Journal) throws(JournalFault) -> Set<CustomerHandle> {
            var lives = Lives(of: Set(users.keys))
            var sequence = 0
            while true {
                let entries = try journal.entries(after: sequence, limit: Erasure.step)
                if entries.isEmpty { return lives.ended }
                for entry in entries {
                    sequence += 1
                    var reader = EntryReader(entry.body, entry.texts)
                    do throws(EntryFault) {
                        for use in try reader.uses() { lives.add(use) }
                    } catch {
                        throw .damaged(
                            "the journal: entry \(sequence) is damaged (\(error)); restore a copy "
                                + "of it")
                    }
                }
            }
        }

        /// Whose each of some IDs has been.
        private struct Lives {
            /// The customers that had one of them when they were erased.
            private(set) var ended: Set<CustomerHandle> = []
            private let users: Set<UserHandle>
            private var customers: [UserHandle: CustomerHandle] = [:]
            private var (userCount, customerCount) = (0, 0)

            init(of users: Set<UserHandle>) { self.users = users }

            private mutating func newCustomer() -> CustomerHandle {
                customerCount += 1
                return CustomerHandle(customerCount - 1)
            }

            private mutating func move(_ user: UserHandle, to customer: CustomerHandle) {
                if users.contains(user) { customers[user] = customer }
            }

            mutating func add(_ use: TextUse) {
                switch use {
                case .user(_, _, let customer):
                    let customer = customer ?? newCustomer()
                    move(UserHandle(userCount), to: customer)
                    userCount += 1
                case .return(let user): move(user, to: newCustomer())
                case .split(let customer, let users):
                    for user in users { move(user, to: customer) }
                case .merge(let absorbed, let survivor):
                    for (user, customer) in customers where customer == absorbed {
                        customers[user] = survivor
                    }
                case .erase(let customer):
                    if customers.values.contains(customer) { ended.insert(customer) }
                case .actor, .account, .attribute, .owner, .transaction: return
                }
            }
        }
    }
#endif
