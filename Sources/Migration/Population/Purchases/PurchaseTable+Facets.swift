// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// A record as facts about a purchase.
struct PurchaseUpdate {
    let record: Record
    let batch: RecordBatch
    /// The ID that it names as the holder; none where it names none.
    var user: IDNumber
    /// Since when what it says is so.
    let time: Instant
    /// From when an event takes effect; else none.
    var effective = Instant.none
    /// Whether it is an event: what has no date of its own happened when it takes effect.
    var isEvent: Bool { effective.isPresent }
    /// What happened, of an event.
    var event: NeutralEvent?
    /// Whether its product need not be the one that is on: it is the one that is turned off, or one
    /// that is announced.
    var isOfAnyProduct = false
    /// Whether records such as this one name all that a purchase unlocks.
    var namesEntitlements = false

    /// The same, to the microsecond.
    var spoken: SpokenTime { record.spoken(at: time) }

    /// Whether it says that the purchase unlocks nothing.
    var unlocksNothing: Bool {
        namesEntitlements && record.list(.entitlement).count == 0
            && (record.kind == .purchase || record.has(.product) || record.has(.storeProduct)
                || record.has(.purchaseID))
    }

    /// The date of a field; of an event, if it is missing, when that takes effect.
    func date(_ field: NeutralField) -> Instant {
        let date = record.instant(field)
        return date.isPresent ? date : effective
    }
}

/// How a record's facts get into a row, facet by facet.
extension PurchaseTable {
    /// The facets that a record restates; an end that is absent is not restated.
    func restated(by update: PurchaseUpdate) -> Facets {
        let record = update.record
        var facets: Facets = []
        if record.has(.purchaseDate) { facets.insert(.period) }
        if record.has(.expiryDate) { facets.insert(.expiry) }
        if record.has(.product) || record.has(.storeProduct) { facets.insert(.product) }
        if record.list(.entitlement).count > 0 || update.unlocksNothing {
            facets.insert(.entitlement)
        }
        if record.has(.purchaseToken) || record.has(.receipt) || record.has(.purchaseID) {
            facets.insert(.proof)
        }
        if record.has(.graceExpiryDate) { facets.insert(.grace) }
        if record.has(.resumeDate) { facets.insert(.resumption) }
        if record.has(.state) || record.has(.givesAccess) { facets.insert(.state) }
        return facets
    }

    /// Writes what a record says of these facets; what it does not say of them is not known.
    @inline(__always)
    func write(_ facets: Facets, _ update: PurchaseUpdate, _ row: inout PurchaseRow) {
        let record = update.record
        if facets.contains(.period) { writePeriod(update, &row) }
        if facets.contains(.expiry) {
            row.expires = record.instant(.expiryDate)
            facts.set(.periodEnds, unexplainedEnd(record), &row.facts)
        }
        if facets.contains(.sale) {
            row.sale = texts.triple(
                texts.word(record.text(.country), update.batch),
                texts.word(record.text(.currency), update.batch),
                texts.word(record.text(.price), update.batch))
        }
        if !facets.isDisjoint(with: [.product, .entitlement]) {
            writeArticle(facets, update, &row)
        }
        if facets.contains(.proof) { writeProof(update, &row) }
        if facets.contains(.owner) { row.user = update.user }
        if facets.contains(.state) {
            row.stateSaid = record.code(.state)
            row[.givesAccess] = record.flag(.givesAccess)
        }
        if facets.contains(.event), record.has(.eventName) || row.facts != 0 {
            set(.eventID, record.text(.eventID), update.batch, &row)
            let name = texts.word(record.text(.eventName), update.batch)
            facts.set(.eventName, name == 0 ? nil : UInt64(name), &row.facts)
            facts.set(.eventTime, record.instant(.eventTime), &row.facts)
        }
        writeCourse(facets, update, &row)
    }

    /// When the period of a record ends, if its access ends at another time, and neither because it
    /// was given back nor because of grace.
    private func unexplainedEnd(_ record: Record) -> Instant {
        let (period, access) = (record.instant(.periodEndDate), record.instant(.expiryDate))
        let isExplained =
            access == record.instant(.refundedDate) || access == record.instant(.graceExpiryDate)
        return period.isPresent && access.isPresent && period != access && !isExplained
            ? period : .none
    }

    @inline(__always)
    private func writePeriod(_ update: PurchaseUpdate, _ row: inout PurchaseRow) {
        let record = update.record
        row.purchased = record.instant(.purchaseDate)
        setTransaction(record.text(.transactionID), update.batch, &row)
        facts.set(renewal: record.integer(.renewalNumber) ?? 0, &row)
        row.period = record.code(.periodType)
        if row.period == 0, update.event == .trialStarted { row.period = NeutralPeriod.trial.code }
        if record.has(.orderID) || row.facts != 0 {
            set(.orderID, record.text(.orderID), update.batch, &row)
        }
    }

    @inline(__always)
    private func writeArticle(
        _ facets: Facets, _ update: PurchaseUpdate, _ row: inout PurchaseRow
    ) {
        var (product, storeProduct, entitlements) = texts.triple(row.article)
        if facets.contains(.product) {
            product = texts.word(update.record.text(.product), update.batch)
            storeProduct = texts.word(update.record.text(.storeProduct), update.batch)
        }
        if facets.contains(.entitlement) {
            entitlements = texts.list(update.record.list(.entitlement), update.batch)
            row.traits.set(.unlocksNothing, to: update.unlocksNothing)
        }
        row.article = texts.triple(product, storeProduct, entitlements)
    }

    /// Whether a record gives access as the row does.
    @inline(__always)
    func isAsAccessible(_ update: PurchaseUpdate, _ row: PurchaseRow) -> Bool {
        update.record.flag(.givesAccess) == row[.givesAccess]
    }

    /// Makes the entitlements of a purchase those that it had and those that a record says.
    ///
    /// Where files have a record for each entitlement, a purchase that unlocks several has as many.
    ///
    /// - Parameters:
    ///   - article: What was known of the product and the entitlements before the record was taken.
    ///   - update: What the record says.
    ///   - row: The purchase.
    func joinEntitlements(of article: UInt32, _ update: PurchaseUpdate, _ row: inout PurchaseRow) {
        let before = texts.triple(article).2
        let said = texts.list(update.record.list(.entitlement), update.batch)
        if before == 0 || said == 0 || before == said { return }
        var all = texts.numbers(ofList: before)
        for word in texts.numbers(ofList: said) where !all.contains(word) { all.append(word) }
        let (product, storeProduct, _) = texts.triple(row.article)
        row.article = texts.triple(product, storeProduct, texts.list(of: all))
    }

    @inline(__always)
    private func writeProof(_ update: PurchaseUpdate, _ row: inout PurchaseRow) {
        let record = update.record
        let isSaid = record.has(.purchaseToken) || record.has(.receipt) || record.has(.purchaseID)
        if row.facts == 0, !isSaid { return }
        set(.token, record.text(.purchaseToken), update.batch, &row)
        set(.purchaseID, record.text(.purchaseID), update.batch, &row)
        let location = record.has(.receipt) ? location(of: record, update.batch, [.receipt]) : nil
        facts.set(.receipt, location, &row.facts)
    }

    /// What may go wrong with a purchase.
    @inline(__always)
    private func writeCourse(_ facets: Facets, _ update: PurchaseUpdate, _ row: inout PurchaseRow) {
        let record = update.record
        if facets.contains(.renewal) {
            row[.renews] = update.isEvent ? false : record.flag(.renews)
            facts.set(.cancelled, update.date(.cancelledDate), &row.facts)
        }
        if facets.contains(.billing) {
            facts.set(.billingProblem, update.date(.billingProblemDate), &row.facts)
        }
        if facets.contains(.grace) {
            facts.set(.graceExpires, record.instant(.graceExpiryDate), &row.facts)
        }
        if facets.contains(.pause) { facts.set(.paused, update.effective, &row.facts) }
        if facets.contains(.resumption) {
            facts.set(.resumes, record.instant(.resumeDate), &row.facts)
        }
        if facets.contains(.refund) {
            facts.set(.refunded, update.date(.refundedDate), &row.facts)
            let word = update.isEvent ? texts.word(record.text(.transactionID), update.batch) : 0
            facts.set(.refundedTransaction, word == 0 ? nil : UInt64(word), &row.facts)
            facts.set(
                .refundedBegan, word == 0 ? .none : record.instant(.purchaseDate), &row.facts)
            facts.set(.refundedEnded, word == 0 ? .none : record.instant(.expiryDate), &row.facts)
        }
        if facets.contains(.end) {
            // An event that comes after the end tells of it all the same.
            let end = record.instant(.expiryDate)
            let isBefore = end.isPresent && end < update.effective
            facts.set(.ended, isBefore ? end : update.effective, &row.facts)
        }
    }

    /// The facets that are one date each.
    private static let dates: [(Facets, PurchaseFact)] = [
        (.billing, .billingProblem), (.grace, .graceExpires), (.pause, .paused),
        (.resumption, .resumes), (.refund, .refunded), (.end, .ended),
    ]

    /// Ends what these facets told of.
    func clear(_ facets: Facets, _ row: inout PurchaseRow) {
        if facets.contains(.renewal) {
            row[.renews] = nil
            facts.set(.cancelled, Instant.none, &row.facts)
        }
        for (facet, fact) in PurchaseTable.dates where facets.contains(facet) {
            facts.set(fact, Instant.none, &row.facts)
        }
        if facets.contains(.state) {
            row.stateSaid = 0
            row[.givesAccess] = nil
        }
    }
}
