// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Makes the records of customers that nobody has.
struct SamplePeople {
    private let seed: UInt64
    private var generator: SampleGenerator
    private var ids: SampleIDMaker
    private let scope: SampleScope
    /// The moment at which everything has happened, in milliseconds since 1970.
    private let now: Int64
    private var purchases = 0

    /// In ten purchases: the indices of the stores, and of the products, the usual more often.
    private static let storeOrder = [0, 0, 0, 0, 0, 1, 1, 1, 1, 2]
    private static let productOrder = [0, 0, 0, 0, 1, 1, 2, 2, 3, 4]
    /// As many purchases a customer has.
    private static let mostPurchases = 3

    init(seed: UInt64, _ ids: SampleIDMaker, _ scope: SampleScope, now: Int64) {
        self.seed = seed
        generator = SampleGenerator(seed: seed, part: 0)
        (self.ids, self.scope) = (ids, scope)
        self.now = now / 1_000 * 1_000
    }

    /// Goes to a part of the sample, which is the same whatever was made before.
    ///
    /// - Parameters:
    ///   - part: Which one, from 0.
    ///   - customer: How many customers are before it.
    mutating func begin(part: Int, at customer: Int) {
        generator = SampleGenerator(seed: seed, part: part)
        ids.begin(at: customer)
        purchases = customer * SamplePeople.mostPurchases
    }

    /// The next customer's records: the customer, the purchases, the grants; of events all in the
    /// order of their times.
    mutating func next() -> [SampleRecord] {
        let ids = ids.next(&generator)
        let country = generator.one(of: SampleShop.countries)
        var records: [SampleRecord] = []
        let count = purchaseCount()
        // From one product on, so that no customer has the same twice.
        let first = generator.below(10)
        for number in 0..<count { records += purchase(number, first, country) }
        if generator.chance(3), !scope.holdsOnePurchase { records.append(grant()) }
        var oldest = now
        for record in records { oldest = min(oldest, record.first ?? now) }
        let seen = oldest - Int64(generator.below(86_400)) * 1_000
        for index in records.indices {
            name(ids, index, &records[index])
            records[index][.firstSeenDate] = .instant(seen)
        }
        if scope.isEvents {
            records.sort { ($0.start ?? 0) < ($1.start ?? 0) }
            for index in records.indices { records[index][.eventID] = .text(generator.uuid()) }
        } else if scope.hasCustomers {
            records.insert(contentsOf: customer(ids, country, seen), at: 0)
        }
        return records
    }

    private mutating func purchaseCount() -> Int {
        if scope.holdsOnePurchase { return scope.hasCustomers && generator.chance(10) ? 0 : 1 }
        let number = generator.below(100)
        if number < 6, scope.hasCustomers { return 0 }
        return number < 85 ? 1 : number < 96 ? 2 : SamplePeople.mostPurchases
    }

    // MARK: - Customers

    /// The customer, and each of the other IDs for files that list these.
    private mutating func customer(
        _ ids: SampleIDs, _ country: SampleShop.Country, _ seen: Int64
    ) -> [SampleRecord] {
        var record = SampleRecord(.customer)
        name(ids, 0, &record)
        record[.country] = .text(country.code)
        record[.platform] = .text(generator.chance(60) ? "iOS" : "Android")
        record[.device] = .text(generator.hexadecimal(length: 16))
        record[.firstSeenDate] = .instant(seen)
        record[.versionDate] = .instant(now)
        record[.lastSeenDate] = .instant(now - Int64(generator.below(86_400)) * 1_000)
        record.say(NeutralEnvironment.production, .environment)
        if generator.chance(20) {
            record[.attributes] = .text("{\"cohort\":\"\(generator.one(of: ["a", "b"]))\"}")
        }
        let used = record.text(.userID)
        let others = ids.all.filter { $0 != used }
        return [record]
            + others.map { other in
                var alias = SampleRecord(.alias, of: record)
                alias[.aliases] = .list([other])
                return alias
            }
    }

    /// Says whose a record is; where anonymous IDs stand apart, each purchase is of another one.
    private func name(_ ids: SampleIDs, _ index: Int, _ record: inout SampleRecord) {
        let minted = ids.anonymous.isEmpty ? nil : ids.anonymous[index % ids.anonymous.count]
        if let minted { record[.anonymousID] = .text(minted) }
        if scope.isShared {
            record[.originalID] = (ids.anonymous.first ?? ids.custom.first).map { .text($0) }
            record[.userID] = (ids.custom.last ?? ids.anonymous.last).map { .text($0) }
            record[.aliases] = .list(ids.all)
            record[.anonymousAliases] = .list(ids.anonymous)
        } else {
            record[.userID] = ids.custom.last.map { .text($0) }
        }
    }

    // MARK: - Purchases

    private mutating func state(_ store: NeutralStore, _ kind: NeutralKind) -> NeutralState {
        let state: NeutralState =
            switch (generator.below(100), kind) {
            case (0..<4, _): .refunded
            case (_, .nonConsumable), (_, .consumable): .active
            case (4..<8, _): .grace
            case (8..<12, _): .billingRetry
            case (12..<18, _): store == .playStore ? .paused : .active
            case (18..<32, _): .cancelled
            case (32..<52, _): .expired
            default: .active
            }
        guard let states = scope.states, !states.contains(state) else { return state }
        return states.min { $0.rawValue < $1.rawValue } ?? state
    }

    private mutating func product(_ number: Int, _ first: Int) -> SampleShop.Product {
        if scope.takesOneTime, first == 0 || number == 2 {
            return SampleShop.single[(first + number) % SampleShop.single.count]
        }
        let index = SamplePeople.productOrder[first]
        return SampleShop.subscriptions[(index + number) % SampleShop.subscriptions.count]
    }

    private mutating func purchase(
        _ number: Int, _ first: Int, _ country: SampleShop.Country
    ) -> [SampleRecord] {
        purchases += 1
        let product = product(number, first)
        let store = scope.stores[SamplePeople.storeOrder[generator.below(10)] % scope.stores.count]
        let state = state(store, product.kind)
        let course = SampleCourse(of: product, state: state, now: now, &generator)
        var teller = SampleTeller(course, product, store, country, now: now, purchases, &generator)
        if scope.takesSandbox, generator.below(200) < 3 { teller.makeSandbox() }
        if store == .appStore, generator.below(200) < 3 { teller.makeFamilyShared() }
        if scope.extendsGrace { teller.extendGrace() }
        if scope.isEvents { return teller.events() }
        return scope.hasPeriods ? teller.periods() : [teller.last()]
    }

    private mutating func grant() -> SampleRecord {
        let start = now - Int64(1 + generator.below(20 * 86_400)) * 1_000
        var record = SampleRecord(.grant, event: .granted)
        record.say(NeutralStore.promotional, .store)
        record.say(NeutralState.active, .state)
        record.say(NeutralEnvironment.production, .environment)
        record.say(NeutralPeriod.promotional, .periodType)
        record[.givesAccess] = .flag(true)
        record[.entitlement] = .list(["pro"])
        record[.entitlementIDs] = .list(["entl_pro"])
        record[.product] = .text("granted_pro")
        record[.transactionID] = .text(generator.hexadecimal(length: 32))
        record[.originalTransactionID] = record[.transactionID]
        record[.purchaseID] = record[.transactionID]
        record[.renewalNumber] = .number(1)
        for field in [NeutralField.purchaseDate, .originalPurchaseDate, .eventTime, .versionDate] {
            record[field] = .instant(start)
        }
        record[.expiryDate] = .instant(start + 365 * SampleCourse.day)
        return record
    }
}

extension SampleRecord {
    /// When what it tells of was.
    fileprivate var start: Int64? { instant(.eventTime) ?? instant(.purchaseDate) }

    /// When what it tells of began.
    fileprivate var first: Int64? { instant(.originalPurchaseDate) ?? start }

    private func instant(_ field: NeutralField) -> Int64? {
        if case .instant(let instant) = self[field] { instant } else { nil }
    }
}
