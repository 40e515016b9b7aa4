// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// A purchase, or an entitlement that was given by hand, at the moment of the population.
///
/// Instants are none, and texts ``PackedText/none``, where they are not known.
package struct Purchase: Sendable {
    /// The place among all purchases and grants.
    package var number: PurchaseNumber
    /// The ID that it belongs to; none if nobody is said to hold it.
    package var user: IDNumber
    /// Whether it was given by hand.
    package var isGrant: Bool
    /// Whether another customer holds it too, and owns it.
    package var isCopy: Bool

    /// Where it was bought, what kind of product it is, and what was paid for the period.
    package var store: NeutralStore?
    package var kind: NeutralKind?
    package var period: NeutralPeriod?
    /// Which period it is, from 1.
    package var renewal: Int?

    /// How it stands.
    package var state: NeutralState
    /// How it was said to stand.
    package var stateSaid: NeutralState?
    /// Whether it cannot be any more what it was said to be.
    package var isContradicted: Bool
    /// Whether it gives access.
    package var givesAccess: Bool
    /// What was said of it.
    package var renews: Bool?
    package var isFamilyShared: Bool?
    package var isSandbox: Bool?

    /// The first purchase, and the current period.
    package var firstPurchased: Instant
    package var purchased: Instant
    package var expires: Instant
    /// When this was so, or was written down.
    package var version: Instant
    /// What has happened to it.
    package var cancelled = Instant.none
    package var billingProblem = Instant.none
    package var graceExpires = Instant.none
    package var paused = Instant.none
    package var resumes = Instant.none
    package var refunded = Instant.none
    package var ended = Instant.none

    /// What it is.
    package var product: PackedText
    package var storeProduct: PackedText
    /// The number of the list of entitlements.
    var entitlementList: UInt32
    /// What was paid where.
    package var country: PackedText
    package var currency: PackedText
    package var price: PackedText
    /// What it is known by.
    package var transaction: PackedText
    package var originalTransaction = PackedText.none
    package var orderID = PackedText.none
    package var purchaseID = PackedText.none
    package var token = PackedText.none
    /// Where the record with the receipt is; nil if there is none.
    package var receipt: RecordPlace?

    /// The event that told of it last.
    package var eventID = PackedText.none
    package var eventName = PackedText.none
    package var eventTime = Instant.none
}

extension Population {
    /// A purchase or grant.
    package func purchase(_ number: PurchaseNumber) -> Purchase {
        let row = purchaseRows[number.index]
        let (product, storeProduct, entitlements) = stored.triple(row.article)
        let (country, currency, price) = stored.triple(row.sale)
        var purchase = Purchase(
            number: number, user: row.user, isGrant: row.traits.contains(.grant),
            isCopy: row.traits.contains(.copy), store: NeutralStore(place: row.store),
            kind: NeutralKind(place: row.kind), period: NeutralPeriod(place: row.period),
            renewal: purchaseFacts.renewal(row),
            state: NeutralState(place: row.state) ?? .pending,
            stateSaid: NeutralState(place: row.stateSaid),
            isContradicted: row.traits.contains(.contradicted),
            givesAccess: row.traits.contains(.givesAccess), renews: row[.renews],
            isFamilyShared: row[.familyShared], isSandbox: row[.sandbox],
            firstPurchased: purchaseFacts.firstPurchase(row), purchased: row.purchased,
            expires: row.expires, version: row.version, product: stored.word(product),
            storeProduct: stored.word(storeProduct),
            entitlementList: entitlements,
            country: stored.word(country), currency: stored.word(currency),
            price: stored.word(price), transaction: row.transactionText)
        if row.keyKind == PurchaseKey.Kind.transaction.rawValue {
            purchase.originalTransaction = row.keyText
        }
        if row.facts != 0 { add(row, to: &purchase) }
        return purchase
    }

    /// Hands over what a purchase or grant unlocks.
    @inline(__always)
    package func forEachEntitlement(of purchase: Purchase, _ body: (PackedText) -> Void) {
        stored.forEachWord(ofList: purchase.entitlementList, body)
    }

    /// Adds what few purchases have.
    private func add(_ row: PurchaseRow, to purchase: inout Purchase) {
        let facts = purchaseFacts
        purchase.cancelled = facts.instant(.cancelled, row.facts)
        purchase.billingProblem = facts.instant(.billingProblem, row.facts)
        purchase.graceExpires = facts.instant(.graceExpires, row.facts)
        purchase.paused = facts.instant(.paused, row.facts)
        purchase.resumes = facts.instant(.resumes, row.facts)
        purchase.refunded = facts.instant(.refunded, row.facts)
        purchase.ended = facts.instant(.ended, row.facts)
        purchase.eventTime = facts.instant(.eventTime, row.facts)
        purchase.orderID = text(.orderID, row)
        purchase.purchaseID = text(.purchaseID, row)
        purchase.token = text(.token, row)
        purchase.eventID = text(.eventID, row)
        purchase.eventName = stored.word(UInt32(facts.value(.eventName, row.facts) ?? 0))
        purchase.receipt = facts.value(.receipt, row.facts).map { texts.places[Int($0)] }
    }

    private func text(_ fact: PurchaseFact, _ row: PurchaseRow) -> PackedText {
        guard let place = purchaseFacts.value(fact, row.facts) else { return .none }
        return PackedText(low: place, form: .arena)
    }
}
