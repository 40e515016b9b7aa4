// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

import AllonymMigration

/// A population in dictionaries, made the plain way: all records first, then customers, then each
/// purchase by its records in the order of their times.
struct PlainPopulation {
    /// A purchase as far as it is compared.
    struct Holding: Hashable {
        var user: Set<String>
        var key: String
        var state: NeutralState
        var isCopy: Bool
        var firstPurchased: Instant
        var purchased: Instant
        var expires: Instant
        var product: String?
    }

    private(set) var customers: [Set<String>] = []
    private(set) var holdings: Set<Holding> = []

    /// The population of records by readers of these orders.
    init(_ records: [TestRecord], orders: [FormatReader.Order], at: Instant) {
        for record in records { join(record) }
        let events = records.filter { $0.kind == .event }
        let rows = records.filter { $0.kind == .purchase }
        for key in Set(rows.compactMap(\.key)) {
            holdings.formUnion(
                held(rows.filter { $0.key == key }, key, orders[rows[0].reader], at))
        }
        // The same event twice is one.
        var seen: Set<String> = []
        let once = events.filter { seen.insert($0.text(.eventID) ?? "").inserted }
        let ordered = once.sorted { $0.instant(.eventTime) < $1.instant(.eventTime) }
        for key in Set(ordered.compactMap(\.key)) {
            var story = Story(customers: customers)
            for event in ordered where event.key == key || event.key == nil { story.tell(event) }
            holdings.insert(story.holding(key, at))
        }
    }

    private mutating func join(_ record: TestRecord) {
        for side in [NeutralField.transferredFrom, .transferredTo] {
            for id in record.list(side) { merge([id]) }
        }
        merge(Set([.userID, .originalID].compactMap { record.text($0) } + record.list(.aliases)))
    }

    private mutating func merge(_ ids: Set<String>) {
        if ids.isEmpty { return }
        let parts = customers.filter { !$0.isDisjoint(with: ids) }
        customers.removeAll { !$0.isDisjoint(with: ids) }
        customers.append(parts.reduce(ids) { $0.union($1) })
    }

    private func customer(_ id: String) -> Set<String> { customers.first { $0.contains(id) } ?? [] }

    /// Who holds a purchase, by the rows of its key.
    private func held(
        _ rows: [TestRecord], _ key: String, _ order: FormatReader.Order, _ at: Instant
    ) -> [Holding] {
        var holdings: [Holding] = []
        for row in rows {
            let user = customer(row.text(.userID) ?? "")
            if holdings.contains(where: { $0.user == user }) { continue }
            let own = rows.filter { customer($0.text(.userID) ?? "") == user }
            guard
                let newest = own.max(by: { one, other in
                    let byPeriod = order == .latestPeriod
                    return byPeriod && one.instant(.purchaseDate) != other.instant(.purchaseDate)
                        ? one.instant(.purchaseDate) < other.instant(.purchaseDate)
                        : one.instant(.versionDate) < other.instant(.versionDate)
                })
            else { continue }
            var standing = Standing(expires: newest.instant(.expiryDate))
            standing.refunded = newest.instant(.refundedDate)
            holdings.append(
                Holding(
                    user: user, key: key, state: standing.verdict(at: at).state, isCopy: true,
                    firstPurchased: own.map { $0.instant(.purchaseDate) }.min() ?? .none,
                    purchased: newest.instant(.purchaseDate),
                    expires: newest.instant(.expiryDate), product: newest.text(.product)))
        }
        let live = holdings.filter { ![.expired, .refunded].contains($0.state) }
        let latest = holdings.map(\.purchased).max()
        var kept = live.isEmpty ? holdings.filter { $0.purchased == latest } : live
        kept.sort {
            ($0.firstPurchased, $0.user.min() ?? "") < ($1.firstPurchased, $1.user.min() ?? "")
        }
        kept[0].isCopy = false
        return kept
    }
}

/// What has happened to one purchase so far, told in order.
private struct Story {
    let customers: [Set<String>]
    var owner: Set<String> = []
    var store: String?
    var standing = Standing()
    var first = Instant.none
    var purchased = Instant.none
    var product: String?
    /// Whether something else than a loss of access, or a refund, has named the product.
    var isProductOn = false
    /// Whether something else than a refund has named the period.
    var isPeriodOn = false
    /// Who lost access, and to which product.
    var lostAccess: [(user: Set<String>, product: String?)] = []

    init(customers: [Set<String>]) { self.customers = customers }

    mutating func tell(_ event: TestRecord) {
        guard event.key != nil else { return transfer(event) }
        guard let what = event.event else { return }
        let time = event.instant(.eventTime)
        let user = customers.first { $0.contains(event.text(.userID) ?? "") } ?? []
        store = event.text(.store)
        let isOfAnyProduct = what == .accessEnded || what == .refunded
        if !isOfAnyProduct || !isProductOn { product = event.text(.product) }
        if !isOfAnyProduct { isProductOn = true }
        if what != .refunded || !isPeriodOn {
            purchased = event.instant(.purchaseDate)
            standing.expires = event.instant(.expiryDate)
        }
        if what != .refunded { isPeriodOn = true }
        let began = event.instant(.purchaseDate)
        if !first.isPresent || began < first { first = began }
        if what != .accessEnded { owner = user }
        switch what {
        case .purchased, .renewed, .trialConverted:
            standing = Standing(expires: standing.expires)
            lostAccess = []
        case .recovered:
            standing.billingProblem = .none
            standing.ended = .none
            lostAccess = []
        case .cancelled: standing.cancelled = time
        case .uncancelled: standing.cancelled = .none
        case .billingProblem: standing.billingProblem = time
        case .paused: standing.paused = time
        case .resumed:
            standing.paused = .none
            standing.ended = .none
            lostAccess = []
        case .expired:
            standing.ended = min(time, standing.expires)
            lostAccess = []
        case .refunded: standing.refunded = time
        case .refundReversed: standing.refunded = .none
        case .accessStarted:
            standing.ended = .none
            standing.paused = .none
            standing.refunded = .none
            lostAccess = []
        case .accessEnded: lostAccess.append((user, event.text(.product)))
        default: break
        }
    }

    private mutating func transfer(_ event: TestRecord) {
        let losers = Set(event.list(.transferredFrom))
        let isMeant = event.text(.store) == nil || event.text(.store) == store
        if isMeant, !losers.isDisjoint(with: owner) {
            owner = customers.first { $0.contains(event.list(.transferredTo)[0]) } ?? []
        }
    }

    func holding(_ key: String, _ at: Instant) -> PlainPopulation.Holding {
        var standing = standing
        if lostAccess.contains(where: { $0.user == owner && $0.product == product }) {
            standing.accessEnded = at
        }
        return PlainPopulation.Holding(
            user: owner, key: key, state: standing.verdict(at: at).state, isCopy: false,
            firstPurchased: first, purchased: purchased, expires: standing.expires,
            product: product)
    }
}

extension TestRecord {
    func text(_ field: NeutralField) -> String? {
        if case .text(let text) = says[field] { text } else { nil }
    }

    func list(_ field: NeutralField) -> [String] {
        if case .list(let texts) = says[field] { texts } else { [] }
    }

    func instant(_ field: NeutralField) -> Instant {
        if case .number(let hour) = says[field] { .hour(hour) } else { .none }
    }

    /// Store and original transaction; nil without the latter.
    fileprivate var key: String? {
        text(.originalTransactionID).map { "\(text(.store) ?? "") \($0)" }
    }
}
