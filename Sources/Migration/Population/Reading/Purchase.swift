// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// A purchase, or an entitlement that was given by hand, at the moment of the population.
///
/// Instants are none, and texts ``StoredText/none``, where they are not known.
package struct Purchase: Sendable {
    /// The index among all purchases and grants.
    package let number: PurchaseNumber
    private let row: PurchaseRow
    private let population: Population

    init(_ number: PurchaseNumber, _ population: Population) {
        (self.number, self.population) = (number, population)
        row = population.purchaseRows[number.index]
    }

    private func instant(_ fact: PurchaseFact) -> Instant {
        population.purchaseFacts.instant(fact, row.facts)
    }

    private func text(_ fact: PurchaseFact) -> StoredText {
        population.purchaseFacts.value(fact, row.facts).map { StoredText(offset: $0) } ?? .none
    }

    private var article: (product: UInt32, storeProduct: UInt32, entitlements: UInt32) {
        population.texts.triple(row.article)
    }

    private var sale: (country: UInt32, currency: UInt32, price: UInt32) {
        population.texts.triple(row.sale)
    }
}

extension Purchase {
    /// The ID that it belongs to; none if nobody is said to hold it.
    package var user: IDNumber { row.user }
    /// Whether it was given by hand.
    package var isGrant: Bool { row.traits.contains(.grant) }
    /// Whether another customer holds it too, and owns it.
    package var isCopy: Bool { row.traits.contains(.copy) }

    /// Where it was bought, what kind of product it is, and what was paid for the period.
    package var store: NeutralStore? { NeutralStore(code: row.store) }
    package var kind: NeutralKind? { NeutralKind(code: row.kind) }
    package var period: NeutralPeriod? { NeutralPeriod(code: row.period) }
    /// Which period it is, from 1.
    package var renewal: Int? { population.purchaseFacts.renewal(row) }

    /// How it stands.
    package var state: NeutralState { NeutralState(code: row.state) ?? .pending }
    /// How it was said to stand.
    package var stateSaid: NeutralState? { NeutralState(code: row.stateSaid) }
    /// Whether it cannot be any more what it was said to be.
    package var isContradicted: Bool { row.traits.contains(.contradicted) }
    /// Whether it gives access.
    package var givesAccess: Bool { row.traits.contains(.givesAccess) }
    /// What was said of it.
    package var renews: Bool? { row[.renews] }
    package var isFamilyShared: Bool? { row[.familyShared] }
    package var isSandbox: Bool? { row[.sandbox] }

    /// The first purchase, and the current period.
    package var firstPurchased: Instant { population.purchaseFacts.firstPurchase(row) }
    package var purchased: Instant { row.purchased }
    package var expires: Instant { row.expires }
    /// When this was so, or was written down.
    package var version: Instant { row.version }
    /// What has happened to it.
    package var cancelled: Instant { instant(.cancelled) }
    package var billingProblem: Instant { instant(.billingProblem) }
    package var graceExpires: Instant { instant(.graceExpires) }
    package var paused: Instant { instant(.paused) }
    package var resumes: Instant { instant(.resumes) }
    package var refunded: Instant { instant(.refunded) }
    package var ended: Instant { instant(.ended) }

    /// What it is.
    package var product: StoredText { population.texts.word(article.product) }
    package var storeProduct: StoredText { population.texts.word(article.storeProduct) }
    /// What was paid where.
    package var country: StoredText { population.texts.word(sale.country) }
    package var currency: StoredText { population.texts.word(sale.currency) }
    package var price: StoredText { population.texts.word(sale.price) }
    /// What it is known by.
    package var transaction: StoredText { row.transaction }
    package var originalTransaction: StoredText {
        row.keyKind == PurchaseKey.Kind.transaction.rawValue ? row.key : .none
    }
    package var orderID: StoredText { text(.orderID) }
    package var purchaseID: StoredText { text(.purchaseID) }
    package var token: StoredText { text(.token) }
    /// Where the record with the receipt is; nil if there is none.
    package var receipt: RecordLocation? {
        population.purchaseFacts.value(.receipt, row.facts).map { population.locations[Int($0)] }
    }

    /// The event that told of it last.
    package var eventID: StoredText { text(.eventID) }
    package var eventName: StoredText {
        population.texts.word(
            UInt32(population.purchaseFacts.value(.eventName, row.facts) ?? 0))
    }
    package var eventTime: Instant { instant(.eventTime) }

    /// Hands over what it unlocks.
    @inline(__always)
    fileprivate func forEachEntitlement(_ body: (StoredText) -> Void) {
        population.texts.forEachWord(ofList: article.entitlements, body)
    }
}

extension Population {
    /// A purchase or grant.
    package func purchase(_ number: PurchaseNumber) -> Purchase { Purchase(number, self) }

    /// Hands over what a purchase or grant unlocks.
    @inline(__always)
    package func forEachEntitlement(of purchase: Purchase, _ body: (StoredText) -> Void) {
        purchase.forEachEntitlement(body)
    }

    /// The entitlements that purchases and grants are said to unlock.
    package var entitlementNames: Set<[UInt8]> {
        let lists = Set(
            purchaseRows.filter { !$0.traits.contains(.gone) }.map { texts.triple($0.article).2 })
        var names: Set<[UInt8]> = []
        for list in lists {
            texts.forEachWord(ofList: list) { word in names.insert(withText(word) { $0.array }) }
        }
        return names
    }
}
