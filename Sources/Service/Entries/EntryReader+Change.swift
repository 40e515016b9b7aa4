// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore

    // Changes from bytes. What a change names has to be in the ledger that it is for: a damaged entry
    // is an error, never a crash. Without a ledger a change is only read, not to be applied.

    extension EntryReader {
        mutating func change(for ledger: Ledger?) throws(EntryFault) -> Change {
            let number = try number()
            switch number {
            case 1...8: return try storeChange(number, ledger)
            case 9...15: return try identityChange(number, ledger)
            case 16...23: return try installationChange(number, ledger)
            case 24: return .owner(try purchase(ledger), try customer(ledger))
            case 25: return .copy(try purchase(ledger), try customer(ledger))
            case 26: return .uncopy(try purchase(ledger), try customer(ledger))
            case 27: return .known(try purchase(ledger), try value())
            case 28: return .knownProduct(try purchase(ledger))
            case 29: return .grant(EntitlementID(unchecked: try text()), try customer(ledger))
            case 30: return .revoke(EntitlementID(unchecked: try text()), try customer(ledger))
            case 31: return .lapse(EntitlementID(unchecked: try text()), try customer(ledger))
            default: throw EntryFault("there is no change \(number), before byte \(offset)")
            }
        }

        private mutating func storeChange(
            _ number: Int, _ ledger: Ledger?
        ) throws(EntryFault) -> Change {
            switch number {
            case 1:
                let text = try text()
                guard let account = StoreAccount(text) else {
                    throw EntryFault("\"\(text)\" is no store account")
                }
                guard ledger?.accountNames.index(of: text) == nil else {
                    throw EntryFault("the store account is known before it appears")
                }
                return .account(account)
            case 2:
                let id = try text()
                guard ledger?.productNames.index(of: id) == nil else {
                    throw EntryFault("the product \"\(id)\" is known before it appears")
                }
                let kind: ProductKind = try value()
                let entitlements = try list { reader throws(EntryFault) in
                    EntitlementID(unchecked: try reader.text())
                }
                return .product(Product(ProductID(unchecked: id), kind, unlocks: entitlements))
            case 3: return .purchase(try product(ledger), try account(ledger), inApp: try flag())
            case 4: return .share(try purchase(ledger), try account(ledger))
            case 5: return .unshare(try purchase(ledger))
            case 6: return .state(try purchase(ledger), try value(), isTransaction: try flag())
            case 7: return .productChange(try purchase(ledger), try product(ledger))
            default:
                return .waiting(
                    try purchase(ledger),
                    try optional { reader throws(EntryFault) in try reader.product(ledger) })
            }
        }

        private mutating func identityChange(
            _ number: Int, _ ledger: Ledger?
        ) throws(EntryFault) -> Change {
            switch number {
            case 9:
                let (id, kind) = try newUser(ledger)
                return .customer(id, kind)
            case 10:
                let (id, kind) = try newUser(ledger)
                return .user(id, kind, try customer(ledger))
            case 11: return .merge(try customer(ledger), into: try customer(ledger))
            case 12: return .original(try user(ledger), try customer(ledger))
            case 13: return .erase(try customer(ledger))
            case 14: return .return(try user(ledger))
            default:
                return .split(
                    try customer(ledger), from: try customer(ledger),
                    try list { reader throws(EntryFault) in try reader.user(ledger) })
            }
        }

        private mutating func newUser(
            _ ledger: Ledger?
        ) throws(EntryFault) -> (id: UserID, kind: UserIDKind) {
            let id = UserID(unchecked: try text())
            let kind: UserIDKind = try value()
            guard ledger?.knows(id, as: kind) != true else {
                throw EntryFault("a user ID is known before it appears, before byte \(offset)")
            }
            return (id: id, kind: kind)
        }

        private mutating func installationChange(
            _ number: Int, _ ledger: Ledger?
        ) throws(EntryFault) -> Change {
            switch number {
            case 16:
                return .install(
                    DeviceID(unchecked: try text()), try account(ledger),
                    own: try optional { reader throws(EntryFault) in try reader.user(ledger) },
                    current: try user(ledger))
            case 17: return .current(try installation(ledger), try user(ledger))
            case 18: return .own(try installation(ledger), try user(ledger))
            case 19: return .caughtUp(try installation(ledger))
            case 20: return .synced(try installation(ledger))
            case 21: return .use(try installation(ledger), try account(ledger))
            case 22:
                return .posted(
                    try installation(ledger), try purchase(ledger),
                    renews: try optional { reader throws(EntryFault) in try reader.flag() })
            default:
                return .backup(
                    try installation(ledger),
                    try optional { reader throws(EntryFault) in try reader.user(ledger) })
            }
        }

        mutating func user(_ ledger: Ledger?) throws(EntryFault) -> UserHandle {
            try handle(below: ledger?.users.count ?? Int(Int32.max))
        }

        mutating func customer(_ ledger: Ledger?) throws(EntryFault) -> CustomerHandle {
            try handle(below: ledger?.customers.count ?? Int(Int32.max))
        }

        mutating func purchase(_ ledger: Ledger?) throws(EntryFault) -> PurchaseHandle {
            try handle(below: ledger?.purchases.count ?? Int(Int32.max))
        }

        private mutating func product(_ ledger: Ledger?) throws(EntryFault) -> ProductHandle {
            try handle(below: ledger?.products.count ?? Int(Int32.max))
        }

        private mutating func account(_ ledger: Ledger?) throws(EntryFault) -> AccountHandle {
            try handle(below: ledger?.accounts.count ?? Int(Int32.max))
        }

        private mutating func installation(_ ledger: Ledger?) throws(EntryFault)
            -> InstallationHandle
        {
            try handle(below: ledger?.installations.count ?? Int(Int32.max))
        }
    }
#endif
