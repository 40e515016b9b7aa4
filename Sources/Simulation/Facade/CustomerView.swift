// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

/// A purchase as the provider's server reports it.
package struct HeldPurchase: Sendable {
    /// Its number in the world, by order of purchase.
    package let number: Int
    /// Of its ``parts``: which one it is, from 0.
    package internal(set) var part = 0
    /// Of its ``parts``: whether another has begun in its place.
    package internal(set) var isEnded = false
    /// What it is for, as the provider knows it.
    package internal(set) var product: CatalogueProduct
    /// Where.
    package let store: Store
    /// As the provider knows it.
    package internal(set) var state: PurchaseState
    /// Whether it gives access, by the rulebook.
    package internal(set) var givesAccess: Bool
    /// Whether the installation's own store account bought it.
    package let isOfThisAccount: Bool
    /// Whether it is a family member's share, or was one.
    package let isFamilyShared: Bool
    /// Whether it was a family member's share that was taken back.
    package let isUnshared: Bool
    /// Whether it was made in the store's sandbox.
    package let isSandbox: Bool
    /// Whether it began with the product's introductory offer.
    package let hadIntroduction: Bool
    /// The country of the account's store, in three letters of ISO 3166.
    package let storefront: String
    /// Oldest first, at least one.
    package internal(set) var transactions: [TransactionRecord]
    /// When the store lets it end; nil for never.
    package internal(set) var expirationDate: Date?
    /// While the store retries a payment: until when it does.
    package internal(set) var gracePeriodExpirationDate: Date?
    /// When renewal was switched off.
    package internal(set) var cancellationDate: Date?
    /// When a payment failed.
    package internal(set) var billingIssueDate: Date?
    /// When the money was returned.
    package internal(set) var refundDate: Date?
    /// When it was paused.
    package internal(set) var pauseDate: Date?
    /// Whether a pause begins instead of its next renewal.
    package internal(set) var pausesAtRenewal: Bool
    /// When a pause that is set, or runs, ends by itself.
    package internal(set) var resumeDate: Date?
    /// The subscriptions that it was before, the oldest first.
    var ended: [EndedSubscription]
    /// When access ends or ended: the date of expiration or of the grace period.
    ///
    /// The rulebook has the last word: it is not before the answer's date while the purchase
    /// gives access, and not after it when it does not. The two are equal at the instant at which a
    /// period ends by itself.
    package internal(set) var accessEnd: Date?

    /// The newest transaction's ID.
    package var transactionID: String { transactions[transactions.count - 1].id }
    /// The first transaction's ID.
    package var originalTransactionID: String { transactions[0].id }
    /// When it was paid last.
    package var purchaseDate: Date { transactions[transactions.count - 1].date }
    /// When it was bought first.
    package var originalPurchaseDate: Date { transactions[0].date }
    /// How the offer that runs is paid; nil at the product's own price.
    package var offer: CatalogueOffer.Payment? { transactions[transactions.count - 1].offer }
    /// What was paid last.
    package var price: Decimal { transactions[transactions.count - 1].price }
    /// Whether a free trial runs.
    package var isTrial: Bool { transactions[transactions.count - 1].isTrial }
    /// Whether its newest payment is the first one after a free trial.
    package var convertsTrial: Bool {
        transactions.count > 1 && !isTrial && transactions[transactions.count - 2].isTrial
    }
    /// How often it was renewed.
    ///
    /// The first payment after a free trial is none, nor is going over to another product at once.
    package var renewals: Int { transactions.count(where: \.isRenewal) }

    init(
        _ record: StoreRecord, number: Int, product: CatalogueProduct, state: PurchaseState,
        givesAccess: Bool, isOfThisAccount: Bool, storefront: String, now: Date
    ) {
        self.number = number
        self.product = product
        store = record.store
        self.state = state
        self.givesAccess = givesAccess
        self.isOfThisAccount = isOfThisAccount
        isFamilyShared = record.sharedFrom != nil
        isUnshared = record.isUnshared
        isSandbox = record.isSandbox
        hadIntroduction = record.hadIntroduction
        self.storefront = storefront
        transactions = record.transactions
        expirationDate = record.expirationDate
        gracePeriodExpirationDate = state == .grace ? record.graceEnd : nil
        cancellationDate = record.cancellationDate
        billingIssueDate = record.billingIssueDate
        refundDate = record.refundDate
        pauseDate = record.pauseDate
        pausesAtRenewal = record.pausesAtRenewal && state == .active
        resumeDate = record.resumeDate
        ended = record.ended
        if product.id != record.product.id {
            // The provider has not heard yet that it is for another one.
            let last = ended.lastIndex { $0.product.id == product.id }
            ended.removeSubrange((last ?? ended.count)...)
        }
        let end = gracePeriodExpirationDate ?? record.expirationDate
        if givesAccess {
            accessEnd = end.map { max($0, now) }
        } else if let end, end <= now {
            accessEnd = end
        } else {
            let before = now.addingTimeInterval(-1)
            accessEnd = end == nil ? min(record.transactions[0].date, before) : before
        }
    }

    /// The promotional offer that one of its transactions was under; nil for none.
    ///
    /// The store's record has how it was paid and not the offer's ID, so of two offers that are paid
    /// alike the catalogue's first is taken.
    package func promotionalOffer(of transaction: TransactionRecord) -> CatalogueOffer? {
        guard !hadIntroduction, let payment = transaction.offer else { return nil }
        return product.promotionalOffers.first { offer in
            guard offer.payment == payment, offer.price == transaction.price else { return false }
            // Each further payment is counted from the first, and ends a little earlier or later.
            return payment == .asYouGo
                || offer.end(ofPayment: 1, from: transaction.date) == transaction.expirationDate
        }
    }
}

/// An entitlement given by hand.
package struct Grant: Hashable, Sendable {
    /// The entitlement.
    package let entitlement: String
    /// When.
    package let date: Date
    /// When it ends by itself; nil for never.
    package let expirationDate: Date?

    /// An entitlement since a date.
    package init(entitlement: String, date: Date, expirationDate: Date?) {
        self.entitlement = entitlement
        self.date = date
        self.expirationDate = expirationDate
    }
}

/// What the provider's server says of an installation's customer.
package struct CustomerView: Sendable {
    /// When it said so.
    package let date: Date
    /// The ID in use.
    package let userID: String
    /// Whether the provider counts that ID as anonymous.
    package let isAnonymous: Bool
    /// Whether the provider takes that ID; if not, no customer has it, and every call is refused.
    package let isTaken: Bool
    /// The installation's own anonymous ID.
    package let ownID: String?
    /// The customer's original ID, by the provider's rule; where nobody has the ID in use, that ID.
    package let originalID: String
    /// When that ID came into being; where nobody has it, when it is asked for.
    package let firstSeen: Date
    /// What the installation sees, or would see if it gave access, by order of purchase.
    package let purchases: [HeldPurchase]
    /// What was given by hand.
    package let grants: [Grant]
    /// What is unlocked now, in byte order.
    package let entitlements: [String]
    /// Whether the stores sell in their sandboxes now.
    package let isSandbox: Bool
    /// When the installation's store account first loaded the app, where the world was told.
    package let firstDownload: AppDownload?
}

/// A purchase that went from one ID to another.
package struct MovedPurchase: Hashable, Sendable {
    /// The product.
    package let product: String
    /// The ID that spoke for its customer before; nil when it had no owner.
    package let from: String?
    /// The ID that speaks for its customer now.
    package let to: String
}

/// What came of a call.
package struct Reply: Sendable {
    /// What the action came to.
    package let outcome: Outcome
    /// With ``AllonymCore/Outcome/refused``: why.
    package let refusal: Refusal?
    /// Of a log-in: whether the ID did not exist before.
    package let isNewID: Bool
    /// Every purchase that changed hands.
    package let moves: [MovedPurchase]
    /// Afterwards; nil where the app is not installed.
    package let view: CustomerView?
}

/// What came of a link with which a web purchase is redeemed.
package enum RedemptionReply: Sendable {
    /// No link has this token.
    case unknownToken
    /// It is too late; with the name of the account that bought.
    case expired(String)
    /// It was used before; with the name of the account that bought.
    case used(by: String)
    /// This is what the provider made of it.
    case answered(Reply)
}

/// What came of a purchase.
package enum PurchaseReply: Sendable {
    /// The person changed their mind.
    case cancelled
    /// Somebody else has to allow it.
    case pending
    /// The store could not.
    case failed
    /// The stores sell no such product.
    case unknownProduct
    /// The store sold it, and this is what the provider made of it.
    case answered(Reply, CatalogueProduct)
}
