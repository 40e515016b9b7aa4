// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymSimulation

    /// What an entry or a snapshot says of persons, with the indices of the texts that it says it in.
    enum TextUse: Hashable {
        /// Somebody acts under a user ID.
        case actor(Int)
        /// A store account is named.
        case account(Int)
        /// A user ID is new: of a customer, or with one of its own.
        case user(Int, UserIDKind, CustomerHandle?)
        /// Something is said of a customer; without a value it is taken back.
        case attribute(CustomerHandle, name: Int, value: Int?)
        /// A purchase is a customer's from now on.
        case owner(PurchaseHandle, CustomerHandle)
        /// The ID of a transaction that a real store has signed, and the number of its purchase.
        case transaction(Int, purchase: Int)
        /// What was said of the first customer is said of the second from now on.
        case merge(CustomerHandle, into: CustomerHandle)
        /// User IDs go back to a customer that a merge had absorbed.
        case split(CustomerHandle, [UserHandle])
        /// A customer is erased.
        case erase(CustomerHandle)
        /// A user ID that was nobody's has a customer of its own again.
        case `return`(UserHandle)
    }

    extension EntryReader {
        /// Reads an entry to its end without applying it.
        ///
        /// - Returns: What it says of persons, in order.
        mutating func uses() throws(EntryFault) -> [TextUse] {
            var uses: [TextUse] = []
            while !isAtEnd {
                let number = try number()
                guard let part = EntryDraft.Part(rawValue: number) else {
                    throw EntryFault("there is no part \(number), before byte \(offset)")
                }
                switch part {
                case .occurrence: try readOccurrence(&uses)
                case .record:
                    _ = try self.number()
                    try passRecord()
                case .transactions, .stated: _ = try self.number()
                case .signed: _ = try signed { uses.append($0) }
                case .ended: _ = try ended { CatalogueProduct($0, .subscription) }
                case .pause: _ = try pause()
                case .attribute:
                    let customer = try customer(nil)
                    _ = try text()
                    let name = lastText
                    let hasValue = try flag()
                    if hasValue { _ = try text() }
                    uses.append(
                        .attribute(customer, name: name, value: hasValue ? lastText : nil))
                    _ = try self.number()
                case .token:
                    _ = try text()
                    _ = try purchase(nil)
                case .setup: _ = try text()
                case .clock:
                    _ = try optional { reader throws(EntryFault) in try reader.date() }
                }
            }
            return uses
        }

        private mutating func readOccurrence(_ uses: inout [TextUse]) throws(EntryFault) {
            _ = try date()
            _ = try actor { uses.append($0) }
            _ = try optional { reader throws(EntryFault) in try reader.date() }
            _ = try word()
            let _: Outcome = try value()
            try each { reader throws(EntryFault) in _ = try reader.word() }
            for _ in 0..<(try count()) {
                switch try change(for: nil) {
                case .account: uses.append(.account(lastText))
                case .customer(_, let kind): uses.append(.user(lastText, kind, nil))
                case .user(_, let kind, let customer):
                    uses.append(.user(lastText, kind, customer))
                case .split(let customer, _, let users): uses.append(.split(customer, users))
                case .erase(let customer): uses.append(.erase(customer))
                case .return(let user): uses.append(.return(user))
                case .owner(let purchase, let customer): uses.append(.owner(purchase, customer))
                case .merge(let absorbed, let survivor):
                    uses.append(.merge(absorbed, into: survivor))
                case .product, .purchase, .share, .unshare, .state, .productChange, .waiting,
                    .original, .install, .current, .own, .caughtUp, .synced, .use, .posted,
                    .backup, .copy, .uncopy, .known, .knownProduct, .grant, .revoke,
                    .lapse:
                    continue
                }
            }
        }
    }
#endif
