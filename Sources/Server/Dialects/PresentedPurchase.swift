// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation

    extension ProjectState {
        /// Lets an ID claim what a token stands for.
        ///
        /// A consumable or non-renewing purchase is presented by its sale alone. So the sale is made
        /// for the ID the first time, the token stands for it from then on, and comes to nothing
        /// where it is presented again.
        ///
        /// - Parameters:
        ///   - purchase: The purchase.
        ///   - token: What was presented of it.
        ///   - actor: By whom, with the account that made the purchase.
        ///   - now: When.
        ///   - claim: What presents a purchase that its account still shows; given the product.
        /// - Returns: What came of it; nil where the token was presented before.
        mutating func present(
            _ purchase: PurchaseHandle, token: String, by actor: Actor, now: Date,
            as claim: (Product) -> Action
        ) -> Decision? {
            let item = world.product(ledger.product(of: purchase)).product
            switch item.kind {
            case .subscription, .nonConsumable:
                return perform(claim(item), by: actor, now: now)
            case .consumable, .nonRenewing:
                guard ledger.purchases[Int(purchase.index)].owner.handle == nil else { return nil }
                // What its store has taken back is nobody's to claim.
                guard ledger.state(of: purchase).isActive else { return nil }
                let count = ledger.purchases.count
                let decision = sell(item, presenting: purchase, by: actor, now: now)
                if ledger.purchases.count > count {
                    setToken(token, for: PurchaseHandle(count))
                }
                return decision
            }
        }

        /// The same for a user ID.
        mutating func present(
            _ purchase: PurchaseHandle, token: String, by id: String, now: Date,
            as claim: (Product) -> Action
        ) -> Decision? {
            let actor = Actor.user(UserID(unchecked: id), ledger.account(of: purchase))
            return present(purchase, token: token, by: actor, now: now, as: claim)
        }
    }
#endif
