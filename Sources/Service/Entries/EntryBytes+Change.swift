// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore

    // Changes as bytes. A change's number is for good: one that is not used any more is not given to
    // another.

    extension EntryBytes {
        mutating func put(_ change: Change) {
            switch change {
            case .account(let account):
                put(1)
                put(account.text, as: .account)
            case .product(let product):
                put(2, product.id.text)
                put(word: product.kind.rawValue)
                put(each: product.entitlements) { $0.put($1.text) }
            case .purchase(let product, let account, let inApp):
                put(3, product, account)
                put(inApp)
            case .share(let purchase, let account): put(4, purchase, account)
            case .unshare(let purchase): put(5, purchase)
            case .state(let purchase, let state, let isTransaction):
                put(6, purchase)
                put(Int(state.rawValue))
                put(isTransaction)
            case .productChange(let purchase, let product): put(7, purchase, product)
            case .waiting(let purchase, let product):
                put(8, purchase)
                put(product) { $0.put($1) }
            case .customer(let id, let kind):
                put(9)
                put(id.text, as: .user(kind))
                put(Int(kind.rawValue))
            case .user(let id, let kind, let customer):
                put(10)
                put(id.text, as: .user(kind))
                put(Int(kind.rawValue))
                put(customer)
            case .merge(let absorbed, let survivor): put(11, absorbed, survivor)
            case .original(let user, let customer): put(12, user, customer)
            case .erase(let customer): put(13, customer)
            case .return(let user): put(14, user)
            case .split(let customer, let other, let users):
                put(15, customer, other)
                put(each: users) { $0.put($1) }
            case .install(let device, let account, let own, let current):
                put(16, device.text)
                put(account)
                put(own) { $0.put($1) }
                put(current)
            case .current(let installation, let user): put(17, installation, user)
            case .own(let installation, let user): put(18, installation, user)
            case .caughtUp(let installation): put(19, installation)
            case .synced(let installation): put(20, installation)
            case .use(let installation, let account): put(21, installation, account)
            case .posted(let installation, let purchase, let renews):
                put(22, installation, purchase)
                put(renews) { $0.put($1) }
            case .backup(let installation, let user):
                put(23, installation)
                put(user) { $0.put($1) }
            case .owner(let purchase, let customer): put(24, purchase, customer)
            case .copy(let purchase, let customer): put(25, purchase, customer)
            case .uncopy(let purchase, let customer): put(26, purchase, customer)
            case .known(let purchase, let state):
                put(27, purchase)
                put(Int(state.rawValue))
            case .knownProduct(let purchase): put(28, purchase)
            case .grant(let entitlement, let customer): put(29, entitlement, customer)
            case .revoke(let entitlement, let customer): put(30, entitlement, customer)
            case .lapse(let entitlement, let customer): put(31, entitlement, customer)
            }
        }

        private mutating func put(_ number: Int, _ text: String) {
            put(number)
            put(text)
        }

        private mutating func put<Named>(_ number: Int, _ handle: Handle<Named>) {
            put(number)
            put(handle)
        }

        private mutating func put<Named, Other>(
            _ number: Int, _ handle: Handle<Named>, _ other: Handle<Other>
        ) {
            put(number, handle)
            put(other)
        }

        private mutating func put(
            _ number: Int, _ entitlement: EntitlementID, _ customer: CustomerHandle
        ) {
            put(number, entitlement.text)
            put(customer)
        }
    }
#endif
