// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymSimulation
    import Foundation

    extension StoreRecord {
        /// The store's record of a purchase that a project begins with.
        ///
        /// Where nobody says when it was made, that was a period before its end, or that of its trial,
        /// at the latest now.
        ///
        /// - Parameters:
        ///   - purchase: What is known of it.
        ///   - product: What was bought.
        ///   - owner: Of a family member's share: the number of the purchase that it is a share of.
        ///   - now: What time it is.
        ///   - number: The number of its transaction, where the store's own ID is not known.
        init(
            _ purchase: ProjectBeginning.Purchase, of product: CatalogueProduct,
            sharedFrom owner: Int?, now: Date, number: Int
        ) {
            let end = StoreRecord.end(of: purchase, product, now)
            let period = (purchase.isTrial ? product.trial : nil) ?? product.period
            let before = end.flatMap { end in period?.start(before: end) }
            let began = purchase.began ?? min(before ?? now, now)
            // What comes next is counted from the end that is known, whatever was paid for before.
            var dates = Dates(anchor: end ?? began)
            dates.expiration = end
            switch purchase.state {
            case .active, .expired: break
            case .cancelled: dates.cancellation = began
            case .grace:
                dates.billingIssue = min(end ?? now, now)
                dates.graceEnd =
                    purchase.graceEnds ?? product.gracePeriod.end(from: max(end ?? now, now))
            case .billingRetry: dates.billingIssue = end
            case .paused: dates.pause = end
            case .refunded: dates.refund = end ?? now
            }
            let transaction = TransactionRecord(
                id: purchase.transaction ?? StoreRecord.id(number), date: began,
                expirationDate: end, offer: purchase.isTrial ? .free : nil,
                price: purchase.isTrial || owner != nil ? 0 : product.price, isRenewal: false)
            self.init(
                product, at: purchase.account.store, transactions: [transaction], dates: dates,
                sharedFrom: owner, isUnshared: false, isSandbox: purchase.isSandbox,
                hadIntroduction: purchase.isTrial, offer: nil, periods: end == nil ? 1 : 0)
        }

        /// When a purchase ends: before now, where its state says that it is over.
        private static func end(
            of purchase: ProjectBeginning.Purchase, _ product: CatalogueProduct, _ now: Date
        ) -> Date? {
            let isOver =
                switch purchase.state {
                case .active, .cancelled, .grace: false
                case .expired, .refunded, .billingRetry, .paused: true
                }
            guard isOver else { return purchase.ends }
            let before = now.addingTimeInterval(-1)
            return min(purchase.ends ?? before, before)
        }
    }
#endif
