// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Reads from a provider's export who its customers are, and what they have.
struct ExportRehearsal {
    private let people: PlannedPopulation
    private let access: GivenAccess
    private let values = FieldValues()
    private(set) var rehearsal: Rehearsal
    private var leftOut = LeftOut()
    private var products = RehearsedProducts()
    private var known: [Sale: Int] = [:]

    /// A purchase that several customers can have.
    private struct Sale: Hashable {
        let store: Store
        let transaction: String
        let product: String
    }

    init(_ people: PlannedPopulation, _ provider: MigrationEndpoint, at: Int64?) {
        self.people = people
        access = GivenAccess(provider.rules, at: at)
        rehearsal = Rehearsal(provider: provider.key, settings: [:], at: at)
    }

    /// Reads everything.
    mutating func run() {
        for customer in 0..<people.customerCount {
            take(customer)
            for purchase in people.purchases(of: customer) { take(purchase, of: customer) }
        }
        for purchase in people.purchases(of: nil) { take(purchase, of: nil) }
        products.standForThemselves()
        rehearsal.products = products.priced
        rehearsal.notes = leftOut.notes
    }

    // MARK: Customers

    private mutating func take(_ customer: Int) {
        let original = people.original(of: customer)
        let all = Array(people.ids(of: customer))
        let ids = all.filter { $0 == original } + all.filter { $0 != original }
        var found = Rehearsal.Customer(ids: ids.map { people.withText(of: $0) { $0.text } })
        found.anonymous = Set(
            ids.filter(people.isAnonymous).map { people.withText(of: $0) { $0.text } })
        values.clear()
        people.fill(
            values, customer: customer,
            [
                PlanField(.attributes), PlanField(.reservedAttributes), PlanField(.firstSeenDate),
            ])
        found.firstSeen = instant(.firstSeenDate)
        found.attributes = [NeutralField.reservedAttributes, .attributes].compactMap {
            values.string(PlanField($0))
        }
        for grant in people.grants(of: customer) {
            values.clear()
            people.fill(values, purchase: grant, [PlanField(.entitlement)])
            guard access.isGiven(values) else { continue }
            for name in values.strings(PlanField(.entitlement)) {
                found.grants.append(
                    Rehearsal.Grant(
                        entitlement: name, since: instant(.purchaseDate),
                        until: instant(.expiryDate)))
            }
        }
        rehearsal.customers.append(found)
    }

    private func instant(_ field: NeutralField) -> Int64? {
        values.has(PlanField(field)) ? values.number(PlanField(field)) : nil
    }

    // MARK: Purchases

    private static let fields: PlanFieldSet = [
        PlanField(.product), PlanField(.storeProduct), PlanField(.entitlement),
        PlanField(.transactionID), PlanField(.originalTransactionID), PlanField(.purchaseToken),
        PlanField(.receipt), PlanField(.price), PlanField(.currency),
    ]

    private mutating func take(_ number: Int, of customer: Int?) {
        values.clear()
        people.fill(values, purchase: number, ExportRehearsal.fields)
        let word = values.word(.store, of: NeutralStore.self)?.rawValue
        // Where no file says where it was bought, it counts as bought where most are.
        guard let store = Store(rawValue: word ?? Store.appStore.rawValue) else {
            leftOut.count("purchases at a store that is not simulated, \"\(word ?? "")\"")
            return
        }
        let names = [NeutralField.storeProduct, .product].compactMap {
            values.string(PlanField($0))
        }
        let entitlements = values.strings(PlanField(.entitlement))
        guard let product = names.first ?? entitlements.first else {
            leftOut.count("purchases of which neither product nor entitlement is known")
            return
        }
        guard let state = state() else {
            leftOut.count("purchases that are not paid yet")
            return
        }
        products.add(product, values.word(.kind, of: NeutralKind.self), entitlements)
        products.call(product, names.last ?? product)
        if let period = period() { products.set(period: period, of: product) }
        let transaction =
            values.string(PlanField(.originalTransactionID))
            ?? values.string(PlanField(.transactionID))
        let sale = transaction.map { Sale(store: store, transaction: $0, product: product) }
        if let sale, let other = known[sale] {
            if let customer { rehearsal.purchases[other].holders.append(customer) }
            return
        }
        var purchase = Rehearsal.Purchase(
            store: store,
            account: customer.map { rehearsal.customers[$0].ids[0] } ?? "purchase \(number)",
            product: product, state: state)
        purchase.began = instant(.originalPurchaseDate) ?? instant(.purchaseDate)
        purchase.ends = instant(.expiryDate)
        purchase.graceEnds = instant(.graceExpiryDate)
        purchase.transaction = transaction
        let environment = values.word(.environment, of: NeutralEnvironment.self)
        purchase.isSandbox = environment == .sandbox
        let periodType = values.word(.periodType, of: NeutralPeriod.self)
        purchase.isTrial = periodType == .trial
        if isShare { purchase.sharedFrom = addOwner(of: purchase, "family \(number)") }
        if ExportRehearsal.usual.contains(periodType), !isShare {
            let price = values.string(PlanField(.price))
            let currency = values.string(PlanField(.currency))
            products.count(Rehearsal.Price(price, currency), for: product)
        }
        if let periodType, ExportRehearsal.reduced.contains(periodType) {
            leftOut.count("reduced prices of periods, sold at the product's price")
        }
        let proofs: [NeutralField] = [.purchaseToken, .transactionID, .originalTransactionID]
        var seen: Set<String> = []
        purchase.tokens = (proofs + [.receipt]).compactMap { values.string(PlanField($0)) }
            .filter { seen.insert($0).inserted }
        purchase.holders = customer.map { [$0] } ?? []
        if let sale { known[sale] = rehearsal.purchases.count }
        rehearsal.purchases.append(purchase)
    }

    /// Whether it is a family member's share.
    private var isShare: Bool {
        let field = PlanField(.familyShared)
        return values.has(field) && values.number(field) != 0
    }

    /// Adds what a family member's share is a share of: who has bought it no file says, so it is of a
    /// store account that is nobody's.
    ///
    /// - Parameters:
    ///   - share: The share, without what its holder presents.
    ///   - account: The name of the account.
    /// - Returns: Its number.
    private mutating func addOwner(of share: Rehearsal.Purchase, _ account: String) -> Int {
        var owner = share
        (owner.account, owner.transaction) = (account, nil)
        rehearsal.purchases.append(owner)
        return rehearsal.purchases.count - 1
    }

    /// What is paid at the product's own price.
    private static let usual: Set<NeutralPeriod?> = [.normal, nil]

    /// The periods whose price no file says how it is paid.
    private static let reduced: Set<NeutralPeriod> = [.introductory, .promotional, .offer]

    /// How it stands: over, where it gives no access though its state would.
    private func state() -> PurchaseState? {
        let isGiven = access.isGiven(values)
        guard let word = values.word(.state, of: NeutralState.self) else {
            return isGiven ? .active : .expired
        }
        guard let state = PurchaseState(word) else { return nil }
        return state.isActive && !isGiven ? .expired : state
    }

    /// How long it runs, by its dates; nil for what is not a usual period, such as a trial.
    private func period() -> String? {
        guard ExportRehearsal.usual.contains(values.word(.periodType, of: NeutralPeriod.self)),
            let start = instant(.purchaseDate), let end = instant(.expiryDate), end > start
        else { return nil }
        switch (end - start + 43_200_000) / 86_400_000 {
        case 7: return "P1W"
        case 28...31: return "P1M"
        case 59...62: return "P2M"
        case 89...92: return "P3M"
        case 181...184: return "P6M"
        case 365...366: return "P1Y"
        default: return nil
        }
    }
}
