// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Tells of one purchase, in as many records as a kind of file has for it.
struct SampleTeller {
    private let course: SampleCourse
    private let now: Int64
    private let first: String
    private let store: NeutralStore
    private let price: String
    private var extendsGrace = false
    /// What is so at all times.
    private var fixed = SampleRecord(.purchase)

    init(
        _ course: SampleCourse, _ product: SampleShop.Product, _ store: NeutralStore,
        _ country: SampleShop.Country, now: Int64, _ number: Int,
        _ generator: inout SampleGenerator
    ) {
        (self.course, self.now, self.store) = (course, now, store)
        price = product.price(in: country)
        first = SampleTeller.transaction(number, store, &generator)
        fixed[.product] = .text(product.id)
        fixed[.storeProduct] = .text(product.storeID)
        fixed[.entitlement] = .list(product.entitlements)
        fixed[.entitlementIDs] = .list(product.entitlementIDs)
        fixed[.purchaseID] = .text("sub" + generator.hexadecimal(length: 24))
        fixed[.originalTransactionID] = .text(first)
        fixed[.originalPurchaseDate] = course.periods.first.map { .instant($0.start) }
        fixed[.country] = .text(country.code)
        fixed[.currency] = .text(country.currency)
        fixed[.familyShared] = .flag(false)
        fixed[.platform] = .text(
            store == .appStore ? "iOS" : store == .playStore ? "Android" : "Web")
        fixed[.device] = .text(generator.hexadecimal(length: 16))
        fixed.say(store, .store)
        fixed.say(product.kind, .kind)
        fixed.say(NeutralEnvironment.production, .environment)
        switch store {
        case .appStore: fixed[.receipt] = .text("MII" + generator.token(length: 61))
        case .playStore:
            fixed[.purchaseToken] = .text(
                "\(generator.token(length: 24)).AO-J1O\(generator.token(length: 48))")
            fixed[.orderID] = .text(first)
        default: fixed[.receipt] = .text(first)
        }
    }

    mutating func makeSandbox() { fixed.say(NeutralEnvironment.sandbox, .environment) }

    mutating func makeFamilyShared() { fixed[.familyShared] = .flag(true) }

    /// Says of grace periods only that the period ends with them.
    mutating func extendGrace() { extendsGrace = true }

    // MARK: - Records

    /// The purchase as it is.
    func last() -> SampleRecord { record(.purchase, course.periods.count - 1) }

    /// Every period, the oldest first.
    func periods() -> [SampleRecord] {
        course.periods.indices.map { number in
            var record = record(.purchase, number)
            record[.purchaseID] = record.text(.purchaseID).map { .text("\($0)-\(number + 1)") }
            return record
        }
    }

    /// Everything that has happened, in order.
    func events() -> [SampleRecord] {
        course.events.map { event, time, period in
            let isLast = period == course.periods.count - 1
            let hasHappened =
                switch event {
                case .cancelled, .refunded, .billingProblem, .paused, .expired, .trialExpired: true
                default: isLast && course.state == .active
                }
            var record = record(.event, period, hasHappened: hasHappened)
            record.event = event
            // A cancelled period runs on until it is over.
            if event == .cancelled { stand(.cancelled, &record) }
            record[.eventTime] = .instant(time)
            record[.versionDate] = .instant(time)
            return record
        }
    }

    /// A period; of the last one also what has happened to it.
    private func record(
        _ kind: RecordKind, _ number: Int, hasHappened: Bool = true
    ) -> SampleRecord {
        let period = course.periods[number]
        var record = SampleRecord(kind, of: fixed)
        record[.transactionID] = .text(transaction(number))
        record[.purchaseDate] = .instant(period.start)
        record[.expiryDate] = period.end.map { .instant($0) }
        record[.renewalNumber] = .number(number + 1)
        record[.price] = .text(period.isTrial ? "0.00" : price)
        record[.versionDate] = .instant(min(now, period.start + 5_000))
        record.say(period.isTrial ? NeutralPeriod.trial : .normal, .periodType)
        if number < course.periods.count - 1 {
            // At the time of an event its period runs; of a row about an old one it is over.
            if kind == .event { stand(.active, &record) } else { stand(.expired, &record) }
            return record
        }
        guard hasHappened else {
            stand(.active, &record)
            return record
        }
        stand(course.state, &record)
        settle(&record)
        return record
    }

    /// Says what has happened to the last period.
    private func settle(_ record: inout SampleRecord) {
        let happened = SampleRecord.Value.instant(course.happened)
        switch course.state {
        case .cancelled, .expired: record[.cancelledDate] = happened
        case .refunded: record[.refundedDate] = happened
        case .grace, .billingRetry: record[.billingProblemDate] = happened
        default: break
        }
        record[.graceExpiryDate] = course.graceEnd.map { .instant($0) }
        if extendsGrace, let end = course.graceEnd { record[.expiryDate] = .instant(end) }
        record[.resumeDate] = course.resumption.map { .instant($0) }
        record[.versionDate] = .instant(min(now, course.happened + 5_000))
    }

    private func stand(_ state: NeutralState, _ record: inout SampleRecord) {
        record.say(state, .state)
        record[.givesAccess] = .flag(state.runs)
        if course.periods.last?.end != nil {
            record[.renews] = .flag(state != .cancelled && state != .expired && state != .refunded)
        }
    }

    // MARK: - Transactions

    /// The ID of the first transaction, in the store's form.
    private static func transaction(
        _ number: Int, _ store: NeutralStore, _ generator: inout SampleGenerator
    ) -> String {
        switch store {
        case .playStore:
            let groups = (0..<3).map { _ in 1_000 + generator.below(9_000) }
            return "GPA.\(groups[0])-\(groups[1])-\(groups[2])-\(10_000 + generator.below(90_000))"
        case .stripe: return "sub_" + generator.token(length: 24)
        default:
            // Far enough apart for all periods.
            return String(200_000_000_000_000 + number * 1_000 + generator.below(900))
        }
    }

    private func transaction(_ period: Int) -> String {
        switch store {
        case .playStore where period > 0: "\(first)..\(period - 1)"
        case .appStore: String((Int(first) ?? 0) + period)
        default: first
        }
    }
}
