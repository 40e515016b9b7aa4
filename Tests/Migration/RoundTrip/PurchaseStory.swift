// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

import AllonymMigration
import AllonymSamples

/// What a provider tells of a purchase or a grant that it has: how it is, or what has happened.
///
/// What the source did not know the store has told; it is made up here, and not compared.
struct PurchaseStory {
    /// When purchases began of which nobody knows when they did.
    static let start = testMoment - 30 * 86_400_000
    private var facts: Facts
    private let isGrant: Bool
    private let number: Int

    init(_ held: TargetBooks.Held, _ number: Int) {
        (facts, self.number) = (held.facts, number)
        isGrant = held.purchase == nil
        let expiry = facts[.expiryDate]?.instant
        let start = min(PurchaseStory.start, (expiry ?? testMoment) - 86_400_000)
        let own = "own-\(number)"
        let defaults: Facts = [
            .transactionID: .text(own), .originalTransactionID: .text(own),
            .purchaseID: .text(own), .orderID: .text(own), .purchaseToken: .text(own),
            .product: .text(own), .storeProduct: facts[.product] ?? .text(own),
            .purchaseDate: .instant(start), .originalPurchaseDate: .instant(start),
            .renewalNumber: .number(1), .familyShared: .flag(false), .country: .text("DE"),
            .currency: .text("EUR"), .price: .text("9.99"),
        ]
        facts.merge(defaults) { said, _ in said }
        facts[.versionDate] = .instant(testMoment)
        var words = Facts()
        words.say(NeutralEnvironment.production, .environment)
        words.say(NeutralPeriod.normal, .periodType)
        words.say(NeutralState.active, .state)
        words.say(expiry == nil ? NeutralKind.nonConsumable : .subscription, .kind)
        if isGrant { words.say(NeutralStore.promotional, .store) }
        facts.merge(words) { said, _ in said }
        let state = facts.state ?? .active
        if facts[.givesAccess] == nil {
            facts[.givesAccess] = .flag([.active, .cancelled, .grace].contains(state))
        }
        if facts[.renews] == nil {
            facts[.renews] = .flag(![.cancelled, .expired, .refunded].contains(state))
        }
    }

    /// How it is.
    var record: SampleRecord {
        var record = SampleRecord(isGrant ? .grant : .purchase, facts)
        if isGrant { record.event = .granted }
        return record
    }

    /// What has happened, the purchase first.
    var events: [SampleRecord] {
        if isGrant { return [event(.granted, at: facts[.purchaseDate]?.instant ?? 0, facts)] }
        let start = facts[.purchaseDate]?.instant ?? PurchaseStory.start
        let isTrial = facts[.periodType]?.word == NeutralPeriod.allCases.firstIndex(of: .trial)
        var first = facts
        first.say(NeutralState.active, .state)
        first[.givesAccess] = .flag(true)
        for field in [
            NeutralField.cancelledDate, .refundedDate, .billingProblemDate, .graceExpiryDate,
            .resumeDate,
        ] { first[field] = nil }
        var events = [event(isTrial ? .trialStarted : .purchased, at: start, first)]
        let expiry = facts[.expiryDate]?.instant
        func then(_ event: NeutralEvent, _ field: NeutralField, or other: Int64?) {
            let time = facts[field]?.instant ?? other ?? start + 60_000
            events.append(self.event(event, at: min(time, testMoment), facts))
        }
        switch facts.state {
        case .cancelled: then(.cancelled, .cancelledDate, or: nil)
        case .expired: then(isTrial ? .trialExpired : .expired, .expiryDate, or: nil)
        case .refunded: then(.refunded, .refundedDate, or: nil)
        case .grace, .billingRetry, .onHold: then(.billingProblem, .billingProblemDate, or: expiry)
        case .paused: then(.paused, .expiryDate, or: nil)
        case .active, .pending, nil: break
        }
        return events
    }

    private func event(_ event: NeutralEvent, at time: Int64, _ facts: Facts) -> SampleRecord {
        var record = SampleRecord(.event, facts)
        record.event = event
        record[.eventTime] = .instant(time)
        record[.versionDate] = .instant(time)
        record[.eventID] = .text("event-\(number)-\(event.rawValue)")
        return record
    }
}
