// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// How records that say how a purchase stands become rows.
extension PurchaseTable {
    /// What became of a record.
    enum Outcome {
        case new
        /// Another period of a purchase that is known.
        case renewal
        /// The period that is known.
        case again
        /// An event that spoke of nothing that a later one had not spoken of.
        case late
    }

    /// Takes a record that says how a purchase of a customer stands.
    ///
    /// The newest record of a purchase counts; an older one gives only what the newest does not say
    /// of product, entitlements and token, and an earlier first purchase.
    ///
    /// - Parameters:
    ///   - update: What it says.
    ///   - key: What the purchase is known by.
    ///   - byPeriod: Whether the latest period is the newest record, whenever it was written down;
    ///     else the latest date of the record counts.
    /// - Returns: What became of it.
    func take(
        _ update: PurchaseUpdate, _ key: PurchaseKey, byPeriod: Bool
    ) -> Outcome {
        let found = find(key, user: update.user)
        guard let found,
            found.isUsers || !update.user.isPresent || !rows[found.row].user.isPresent
        else {
            let row = append(key, first: found?.row)
            write(.all, update, &rows[row])
            rows[row].version = update.time
            noteWhole(update, &rows[row])
            setFirstPurchase(min(of: update, .none), &rows[row], isNew: true)
            if byPeriod { rows[row].traits.insert(.byPeriod) }
            return .new
        }
        let row = found.row
        let first = min(of: update, firstPurchase(rows[row]))
        let purchased = update.record.instant(.purchaseDate)
        let isSamePeriod = purchased == rows[row].purchased
        let isPart = key.kind == .article && isSamePeriod && isAsAccessible(update, rows[row])
        let article = rows[row].article
        // Where events have told of the purchase, each facet has a time of its own to compare.
        let isNewer =
            byPeriod && !isSamePeriod
            ? purchased > rows[row].purchased
            : rows[row].traits.contains(.timed) || update.time >= rows[row].version
        if isNewer {
            let facets = Facets.all.subtracting(silent(update))
            write(taken(facets, at: update.spoken, &rows[row]), update, &rows[row])
            // Of another period only its own records are compared by when they were written down.
            rows[row].version =
                byPeriod && !isSamePeriod ? update.time : max(rows[row].version, update.time)
        } else {
            write(missing(rows[row]).intersection(restated(by: update)), update, &rows[row])
        }
        if isPart { joinEntitlements(of: article, update, &rows[row]) }
        noteWhole(update, &rows[row])
        setFirstPurchase(first, &rows[row], isNew: false)
        return isSamePeriod ? .again : .renewal
    }

    /// The facets that stay as they are when a record says nothing of them.
    private func silent(_ update: PurchaseUpdate) -> Facets {
        Facets([.product, .entitlement, .proof, .owner])
            .subtracting(restated(by: update))
            .subtracting(update.user.isPresent ? .owner : [])
    }

    /// The facets of which a row says nothing.
    func missing(_ row: PurchaseRow) -> Facets {
        var facets: Facets = []
        let (product, storeProduct, entitlements) = texts.triple(row.article)
        if product | storeProduct == 0 { facets.insert(.product) }
        if entitlements == 0, !row.traits.contains(.unlocksNothing) {
            facets.insert(.entitlement)
        }
        let hasProof = [PurchaseFact.token, .purchaseID, .receipt]
            .contains { facts.value($0, row.facts) != nil }
        if !hasProof { facets.insert(.proof) }
        return facets
    }

    /// Of these facets those of which no event has spoken since.
    func taken(
        _ facets: Facets, at time: SpokenTime, isWeak: Bool = false, _ row: inout PurchaseRow
    ) -> Facets {
        guard row.traits.contains(.timed), let number = facts.value(.times, row.facts) else {
            return facets
        }
        return times[Int(number)].take(facets, at: time, isWeak: isWeak)
    }
}

// MARK: - What holds of all records of a purchase

extension PurchaseTable {
    private static let sandbox = NeutralEnvironment.sandbox.code
    private static let promotional = NeutralStore.promotional.code

    /// Takes what does not change in the life of a purchase.
    @inline(__always)
    func noteWhole(_ update: PurchaseUpdate, _ row: inout PurchaseRow) {
        let record = update.record
        let store = record.code(.store)
        if row.store == 0 { row.store = store }
        // Should records contradict each other, the same one wins in any order.
        let kind = record.code(.kind)
        if kind != 0, row.kind == 0 || kind < row.kind { row.kind = kind }
        if let isShared = record.flag(.familyShared), row[.familyShared] != true {
            row[.familyShared] = isShared
        }
        let environment = record.code(.environment)
        if environment != 0, row[.sandbox] != true {
            row[.sandbox] = environment == PurchaseTable.sandbox
        }
        if record.kind == .grant || store == PurchaseTable.promotional {
            row.traits.insert(.grant)
        }
    }

    /// When a purchase was first bought, as far as is known.
    @inline(__always)
    func firstPurchase(_ row: PurchaseRow) -> Instant { facts.firstPurchase(row) }

    /// The earliest of a moment and the record's dates of purchase.
    @inline(__always)
    func min(of update: PurchaseUpdate, _ known: Instant) -> Instant {
        earlier(
            earlier(known, update.record.instant(.purchaseDate)),
            update.record.instant(.originalPurchaseDate))
    }

    /// The earlier of two moments; none is no moment.
    @inline(__always)
    private func earlier(_ one: Instant, _ other: Instant) -> Instant {
        other.isPresent && !(one.isPresent && one < other) ? other : one
    }

    /// Keeps when a purchase was first bought, if that is not when the period was.
    @inline(__always)
    func setFirstPurchase(_ first: Instant, _ row: inout PurchaseRow, isNew: Bool) {
        if first != row.purchased {
            facts.set(.firstPurchased, first, &row.facts)
        } else if !isNew {
            facts.set(.firstPurchased, Instant.none, &row.facts)
        }
    }
}

extension FactLists<PurchaseFact> {
    /// Sets which period a purchase is in, from 1; 0 where that is not said.
    @inline(__always)
    mutating func set(renewal number: Int64, _ row: inout PurchaseRow) {
        let isFact = !(0..<Int64(UInt8.max)).contains(number)
        row.renewal = isFact ? .max : UInt8(truncatingIfNeeded: number)
        let bits = UInt64(UInt32(bitPattern: Int32(clamping: number)))
        set(.renewal, isFact ? bits : nil, &row.facts)
    }
}

extension FactLists<PurchaseFact> {
    /// Which period a purchase is in; nil where that is not said.
    @inline(__always)
    func renewal(_ row: PurchaseRow) -> Int? {
        if row.renewal == 0 { return nil }
        guard row.renewal == .max, let bits = value(.renewal, row.facts) else {
            return Int(row.renewal)
        }
        return Int(Int32(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// When a purchase was first bought, as far as is known.
    @inline(__always)
    func firstPurchase(_ row: PurchaseRow) -> Instant {
        let first = instant(.firstPurchased, row.facts)
        return first.isPresent ? first : row.purchased
    }
}
