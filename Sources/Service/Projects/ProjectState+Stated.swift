// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    package import AllonymSimulation
    package import Foundation

    // Purchases of which somebody says what they are: a real store, which has signed it, or whoever
    // presents them.

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

        /// Takes over what somebody says was paid last for a purchase.
        ///
        /// It is kept if it is in the currency that the project sells the product in, since no rate
        /// is known here. What a store has signed, a free trial, and a family member's share stay as
        /// they are.
        ///
        /// - Parameters:
        ///   - amount: A decimal number, such as `9.99`.
        ///   - currency: The ISO 4217 code.
        ///   - purchase: The purchase.
        package mutating func take(
            price amount: String, _ currency: String, of purchase: PurchaseHandle
        ) {
            let record = world.records[Int(purchase.index)]
            guard amount.utf8.count <= ProjectState.longestAmount,
                amount.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }),
                let price = Decimal(string: amount), currency == record.product.currencyCode,
                !record.isStated,
                record.sharedFrom == nil, record.transactions.last?.isTrial == false
            else { return }
            world.paid(price, for: purchase)
            note()
        }

        /// More digits than this are no price.
        private static let longestAmount = 20

        /// Sells to an ID what is presented by its sale alone.
        ///
        /// - Parameters:
        ///   - item: The product.
        ///   - purchase: What its store knows of it already: the sale is of that transaction.
        ///   - actor: To whom.
        ///   - now: When.
        /// - Returns: What came of it.
        package mutating func sell(
            _ item: Product, presenting purchase: PurchaseHandle, by actor: Actor, now: Date
        ) -> Decision {
            let count = ledger.purchases.count
            let decision = world.perform(.buy(item), by: actor, now: now).decision
            if ledger.purchases.count > count {
                world.copyRecord(of: purchase, to: PurchaseHandle(count))
            }
            note()
            return decision
        }
    }
#endif
