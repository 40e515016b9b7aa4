// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal

    /// Finds where a journal keeps what it knows of an erased customer: its user IDs, and whatever
    /// was said of it under this or another name.
    ///
    /// The journal is read from its end to its start, since a merge says only afterwards whose the
    /// attributes before it have become.
    struct Erasure {
        /// What is to be blanked.
        private(set) var found = JournalErasure()
        /// Those whose attributes, at the entry that was reached, are the erased customer's in the end.
        private var customers: Set<CustomerHandle>
        /// What stands in the place of each user ID, by the name under which the ledger keeps it.
        private var blanks: [String: String] = [:]
        private(set) var users: [UserHandle: String] = [:]
        /// Whether one of the IDs was nobody's before: then there is more under it.
        private var hasReturned = false
        /// The kinds of user ID that there are of each text, at the entry that was reached.
        private var kinds: [String: Set<UserIDKind>] = [:]
        /// The same customers, at the snapshot.
        private var customersThen: Set<CustomerHandle> = []
        /// What real stores have signed of its purchases.
        private var signed: SignedPurchases

        /// What stands in the place of a value.
        static let blank = "erased"

        /// What stands in the place of an ID, and of no other.
        static func newBlank() -> String {
            "\(blank):\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        }

        /// So many entries are read at once.
        static let step = 5_000

        /// Of a customer in the ledger, which is erased there.
        init(of customer: CustomerHandle, in state: ProjectState) {
            let ledger = state.ledger
            customers = [customer]
            signed = SignedPurchases(in: state)
            for user in ledger.aliases(of: customer) {
                let text = ledger.id(of: user).text
                let blank = Erasure.newBlank()
                users[user] = blank
                blanks[ledger.userNames[Int(user.index)]] = blank
                found.users[text] = blank
                kinds[text] = Set(
                    [.custom, .anonymousApart].filter {
                        ledger.knows(UserID(unchecked: text), as: $0)
                    })
            }
        }

        /// Reads a whole journal.
        ///
        /// - Throws: ``JournalFault``.
        mutating func read(_ journal: any Journal) throws(JournalFault) {
            let start = (customers: customers, kinds: kinds)
            try readBackwards(journal)
            if hasReturned {
                customers = start.customers.union(try earlierLives(journal))
                kinds = start.kinds
                found.texts = [:]
                signed.forget()
                try readBackwards(journal)
            }
            signed.blank(&found)
        }

        private mutating func readBackwards(_ journal: any Journal) throws(JournalFault) {
            let snapshot = try journal.snapshot()
            var end = try journal.head().sequence
            while end > 0 {
                let start = max(0, end - Erasure.step)
                for (index, entry) in try journal.entries(after: start, limit: end - start)
                    .enumerated().reversed()
                {
                    let sequence = start + index + 1
                    if sequence == snapshot?.sequence { customersThen = customers }
                    do throws(EntryFault) {
                        try read(entry, sequence)
                    } catch {
                        throw .damaged(
                            "the journal: entry \(sequence) is damaged (\(error)); restore a copy "
                                + "of it")
                    }
                }
                end = start
            }
        }

        private mutating func read(_ entry: JournalEntry, _ sequence: Int) throws(EntryFault) {
            var reader = EntryReader(entry.body, entry.texts)
            var places: [Int: String] = [:]
            var names: (own: Set<Int>, others: Set<Int>) = ([], [])
            // Of this occurrence, which names its actor before it makes new IDs.
            var made: [String: Set<UserIDKind>] = [:]
            for use in try reader.uses().reversed() {
                switch use {
                case .merge(let absorbed, let survivor):
                    if customers.contains(survivor) {
                        customers.insert(absorbed)
                    } else {
                        customers.remove(absorbed)
                    }
                case .attribute(let customer, let name, let value):
                    guard customers.contains(customer) else {
                        names.others.insert(name)
                        continue
                    }
                    names.own.insert(name)
                    if let value { places[value] = Erasure.blank }
                case .split, .erase: continue
                case .owner(let purchase, let customer):
                    if customers.contains(customer) { signed.note(owned: purchase) }
                case .transaction(let number, let purchase):
                    signed.note(
                        transaction: entry.texts[number], of: purchase, at: (sequence, number))
                case .return(let user): hasReturned = hasReturned || users[user] != nil
                case .user(let number, let kind, _):
                    let text = entry.texts[number]
                    places[number] = blanks[Ledger.key(UserID(unchecked: text), kind)]
                    guard kinds[text] != nil else { continue }
                    let kind = kind == .anonymousApart ? kind : .custom
                    kinds[text]?.remove(kind)
                    made[text, default: []].insert(kind)
                case .account(let number):
                    places[number] = blank(account: entry.texts[number])
                    signed.note(account: entry.texts[number], at: (sequence, number))
                case .actor(let number):
                    let text = entry.texts[number]
                    if let before = kinds[text] {
                        let known = before.isEmpty ? made[text] ?? [] : before
                        let kind = known.contains(.custom) ? UserIDKind.custom : .anonymousApart
                        places[number] = blanks[Ledger.key(UserID(unchecked: text), kind)]
                    }
                    made = [:]
                }
            }
            for name in names.own.subtracting(names.others) { places[name] = Erasure.blank }
            if !places.isEmpty { found.texts[sequence] = places }
        }

        /// What stands in the place of a store account that is called as the customer is, such as
        /// those that the Test Store makes.
        private func blank(account text: String) -> String? {
            if let blank = signed.blank(account: text) { return blank }
            guard let account = StoreAccount(text),
                let blank = found.users[String(text.dropFirst(account.store.rawValue.count + 1))]
            else { return nil }
            return StoreAccount(account.store, blank).text
        }

        /// Reads the newest snapshot; to be called after the journal was read.
        ///
        /// - Parameters:
        ///   - snapshot: The snapshot.
        ///   - state: A state that nothing has happened to, which becomes what the snapshot is of.
        /// - Throws: ``JournalFault``.
        mutating func read(
            _ snapshot: JournalSnapshot, into state: inout ProjectState
        ) throws(JournalFault) {
            var uses: [TextUse] = []
            do throws(EntryFault) {
                try state.restore(snapshot) { [customersThen] use in
                    if case .attribute(let customer, _, _) = use, !customersThen.contains(customer)
                    {
                        return
                    }
                    uses.append(use)
                }
            } catch {
                throw .damaged(
                    "the journal: the snapshot of entry \(snapshot.sequence) is damaged "
                        + "(\(error)); restore a copy of it")
            }
            for use in uses {
                switch use {
                case .attribute(_, let name, let value):
                    found.snapshot[name] = Erasure.blank
                    if let value { found.snapshot[value] = Erasure.blank }
                case .account(let number):
                    found.snapshot[number] = blank(account: snapshot.texts[number])
                case .actor(let number):
                    let user = state.ledger.user(UserID(unchecked: snapshot.texts[number]))
                    found.snapshot[number] = user.flatMap { users[$0] }
                case .transaction(let number, let purchase):
                    guard signed.areBlank(purchase) else { continue }
                    found.snapshot[number] = found.words[snapshot.texts[number]]
                case .user, .owner, .merge, .split, .erase, .return: continue
                }
            }
            let names = state.ledger.accountNames
            let first =
                ProjectState.firstUser + state.ledger.users.count + state.ledger.deviceNames.count
            for index in 0..<names.count {
                found.snapshot[first + index] = blank(account: names[index])
            }
            for (user, blank) in users where Int(user.index) < state.ledger.users.count {
                let isApart =
                    state.ledger.userNames[Int(user.index)]
                    == Ledger.key(state.ledger.id(of: user), .anonymousApart)
                found.snapshot[ProjectState.firstUser + Int(user.index)] = Ledger.key(
                    UserID(unchecked: blank), isApart ? .anonymousApart : .custom)
            }
        }
    }
#endif
