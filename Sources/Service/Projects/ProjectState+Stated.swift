// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    package import AllonymSimulation
    package import Foundation

    // Purchases of a real store, which has signed what they are.

    extension ProjectState {
        /// Takes over what the App Store has signed of a transaction.
        ///
        /// Everything that was signed of one purchase is of one store account, named by the
        /// transaction that it began with: who else paid with the same Apple account, no transaction
        /// says.
        ///
        /// - Parameters:
        ///   - stated: What was signed.
        ///   - now: When it was presented.
        /// - Returns: The purchase; nil where the project sells no such product.
        package mutating func take(_ stated: StatedTransaction, now: Date) -> PurchaseHandle? {
            let account = StoreAccount(.appStore, stated.originalID)
            let purchase = world.take(stated, of: account, now: now)
            note()
            return purchase
        }

        /// Sells to an ID what is presented by its sale alone.
        ///
        /// - Parameters:
        ///   - item: The product.
        ///   - purchase: What its store knows of it already: where that was signed, the sale is of
        ///     that transaction.
        ///   - actor: To whom.
        ///   - now: When.
        /// - Returns: What came of it.
        package mutating func sell(
            _ item: Product, presenting purchase: PurchaseHandle, by actor: Actor, now: Date
        ) -> Decision {
            let count = ledger.purchases.count
            let decision = world.perform(.buy(item), by: actor, now: now).decision
            if ledger.purchases.count > count, world.records[Int(purchase.index)].isStated {
                world.copyStatement(of: purchase, to: PurchaseHandle(count))
            }
            note()
            return decision
        }
    }
#endif
