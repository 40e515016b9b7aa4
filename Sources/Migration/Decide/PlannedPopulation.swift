// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// A population as a plan asks it: customers and their IDs, each known by its number from 0,
/// purchases and grants.
///
/// Each thread asks for everything in order of the customers, and may ask for it again. An object,
/// and not a value, because copying it would count references.
package final class PlannedPopulation: Sendable {
    /// Reads a field of a record again that the population has not kept: a receipt, or attributes.
    ///
    /// It hands over the bytes of the field, or does nothing where there is none.
    package typealias Reread =
        @Sendable (
            RecordLocation, NeutralField, (Span<UInt8>) -> Void
        ) -> Void

    private let population: Population
    private let reread: Reread
    /// Whom the plan is for.
    let cohort: Cohort
    /// How many customers, IDs, purchases and grants are in the cohort.
    package let planned: Counts

    /// How much there is of a part of a population.
    package struct Counts: Hashable, Sendable {
        /// The customers.
        package var customers = 0
        /// Their IDs.
        package var ids = 0
        /// What they have bought, each holder's counted.
        package var purchases = 0
        /// What they were given by hand, each holder's counted.
        package var grants = 0
    }

    /// A population, of which a part is planned for, and what reads again what it has not kept.
    package init(
        _ population: Population, _ cohort: Cohort = .everybody, reread: @escaping Reread
    ) {
        self.population = population
        self.cohort = cohort
        self.reread = reread
        planned = PlannedPopulation.counts(population, cohort)
    }

    private static func counts(_ population: Population, _ cohort: Cohort) -> Counts {
        if cohort.isEverybody {
            return Counts(
                customers: population.customerCount, ids: population.idCount,
                purchases: population.purchaseCount, grants: population.grantCount)
        }
        var counts = Counts()
        for customer in 0..<population.customerCount where cohort.contains(customer) {
            counts.customers += 1
            counts.ids += population.ids(of: customer).count
            counts.purchases += population.purchases(of: customer).count
            counts.grants += population.grants(of: customer).count
        }
        if cohort.hasOwnerless {
            counts.purchases += population.ownerless.purchases.count
            counts.grants += population.ownerless.grants.count
        }
        return counts
    }

    /// How many IDs there are.
    package var idCount: Int { population.idCount }
    /// How many customers there are.
    package var customerCount: Int { population.customerCount }

    /// An ID as people are shown it: in quotes where nothing would be seen of it.
    func name(of id: Int) -> String {
        let text = withText(of: id) { $0.text }
        return text.allSatisfy(\.isWhitespace) ? "\"\(text)\"" : text
    }

    private func view(_ customer: Int) -> CustomerView {
        population.customer(CustomerNumber(rawValue: Int32(customer)))
    }

    /// A customer's IDs, in order of their first appearance.
    package func ids(of customer: Int) -> some RandomAccessCollection<Int> {
        population.ids(of: customer).lazy.map { $0.index }
    }

    /// What a customer has bought; of nil what nobody is said to hold.
    package func purchases(of customer: Int?) -> LazyMapCollection<Members<PurchaseNumber>, Int> {
        (customer.map { population.purchases(of: $0) } ?? population.ownerless.purchases)
            .lazy.map { $0.index }
    }

    /// What a customer was given; of nil what nobody is said to hold.
    package func grants(of customer: Int?) -> LazyMapCollection<Members<PurchaseNumber>, Int> {
        (customer.map { population.grants(of: $0) } ?? population.ownerless.grants)
            .lazy.map { $0.index }
    }

    /// The customer's original ID, where that is known.
    package func original(of customer: Int) -> Int? {
        PlannedPopulation.index(view(customer).original)
    }

    /// The ID under which the customer was seen last, where that is known.
    package func lastSeen(of customer: Int) -> Int? {
        PlannedPopulation.index(view(customer).lastUsed)
    }

    private static func index(_ id: IDNumber) -> Int? { id.isPresent ? id.index : nil }

    /// Whose an ID is.
    package func customer(of id: Int) -> Int {
        population.customer(of: IDNumber(id)).index
    }

    /// Whether an ID was minted by the source.
    package func isAnonymous(_ id: Int) -> Bool {
        population.idRows[id].traits.contains(.anonymous)
    }

    /// Lends the bytes of an ID, which are valid UTF-8.
    @inline(__always)
    package func withText<Result>(
        of id: Int, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        population.withText(of: IDNumber(id), body)
    }

    /// Whether a purchase has another holder, who held it before.
    package func isCopy(_ purchase: Int) -> Bool {
        population.purchaseRows[purchase].traits.contains(.copy)
    }

    /// The ID that holds a purchase; nil where nobody is said to.
    package func holder(of purchase: Int) -> Int? {
        let user = population.purchaseRows[purchase].user
        return user.isPresent ? user.index : nil
    }

    /// The IDs that held a purchase before this holder of it, the first one first.
    package func earlierHolders(of purchase: Int) -> [Int] {
        population.earlierHolders(of: PurchaseNumber(purchase)).map(\.index)
    }

    /// Whether a customer has attributes.
    package func hasAttributes(_ customer: Int) -> Bool {
        population.ids(of: customer).contains { population.hasAttributes($0) }
    }

    private func facts(of purchase: Int) -> Purchase {
        population.purchase(PurchaseNumber(rawValue: Int32(purchase)))
    }
}

// MARK: - Filling in

extension PlannedPopulation {
    /// Fills in what is known of a customer, of the fields that are asked for.
    package func fill(_ values: FieldValues, customer: Int, _ fields: PlanFieldSet) {
        let wanted: PlanFieldSet = [
            PlanField(.country), PlanField(.platform), PlanField(.device),
            PlanField(.firstSeenDate), PlanField(.lastSeenDate), PlanField(.attributes),
            PlanField(.reservedAttributes),
        ]
        guard fields.intersects(wanted) else { return }
        var (first, last) = (Instant.none, Instant.none)
        for id in population.ids(of: customer) {
            let facts = population.facts(of: id)
            if facts.firstSeen.isPresent, !first.isPresent || facts.firstSeen < first {
                first = facts.firstSeen
            }
            last = max(last, facts.lastSeen)
            setFirst(.country, facts.country, values, fields)
            setFirst(.platform, facts.platform, values, fields)
            setFirst(.device, facts.device, values, fields)
            if let location = facts.attributes {
                rereadFirst(.attributes, location, values, fields)
                rereadFirst(.reservedAttributes, location, values, fields)
            }
        }
        set(.firstSeenDate, first, values)
        set(.lastSeenDate, last, values)
    }

    /// Fills in what is known of a purchase or a grant, of the fields that are asked for.
    package func fill(_ values: FieldValues, purchase: Int, _ fields: PlanFieldSet) {
        let facts = facts(of: purchase)
        set(.store, facts.store, values)
        set(.kind, facts.kind, values)
        set(.periodType, facts.period, values)
        set(.state, facts.state, values)
        set(
            .environment, facts.isSandbox.map { $0 ? .sandbox : .production }, values,
            NeutralEnvironment.self)
        set(.renews, facts.renews, values)
        set(.familyShared, facts.isFamilyShared, values)
        set(.givesAccess, facts.givesAccess, values)
        if let renewal = facts.renewal {
            values.set(PlanField(.renewalNumber), number: Int64(renewal))
        }
        set(.product, facts.product, values, fields)
        set(.storeProduct, facts.storeProduct, values, fields)
        set(.transactionID, facts.transaction, values, fields)
        set(.originalTransactionID, facts.originalTransaction, values, fields)
        set(.purchaseToken, facts.token, values, fields)
        set(.orderID, facts.orderID, values, fields)
        set(.purchaseID, facts.purchaseID, values, fields)
        set(.country, facts.country, values, fields)
        set(.currency, facts.currency, values, fields)
        set(.price, facts.price, values, fields)
        set(.eventID, facts.eventID, values, fields)
        set(.eventName, facts.eventName, values, fields)
        fillInstants(values, facts)
        if fields.contains(PlanField(.entitlement)) {
            population.forEachEntitlement(of: facts) { text in
                population.withText(text) { values.append(PlanField(.entitlement), $0) }
            }
        }
        if fields.contains(PlanField(.receipt)), let location = facts.receipt {
            reread(location, .receipt) { values.set(PlanField(.receipt), $0) }
        }
    }

    private func fillInstants(_ values: FieldValues, _ facts: Purchase) {
        set(.purchaseDate, facts.purchased, values)
        set(.originalPurchaseDate, facts.firstPurchased, values)
        set(.expiryDate, facts.expires, values)
        set(.graceExpiryDate, facts.graceExpires, values)
        set(.resumeDate, facts.resumes, values)
        set(.cancelledDate, facts.cancelled, values)
        set(.billingProblemDate, facts.billingProblem, values)
        set(.refundedDate, facts.refunded, values)
        set(.versionDate, facts.version, values)
        set(.eventTime, facts.eventTime, values)
    }

    private func set(
        _ field: NeutralField, _ text: StoredText, _ values: FieldValues, _ fields: PlanFieldSet
    ) {
        guard text.isPresent, fields.contains(PlanField(field)) else { return }
        population.withText(text) { values.set(PlanField(field), $0) }
    }

    /// Sets what no earlier ID has said.
    private func setFirst(
        _ field: NeutralField, _ text: StoredText, _ values: FieldValues, _ fields: PlanFieldSet
    ) {
        if !values.has(PlanField(field)) { set(field, text, values, fields) }
    }

    /// Sets what no earlier ID has said.
    private func rereadFirst(
        _ field: NeutralField, _ location: RecordLocation, _ values: FieldValues,
        _ fields: PlanFieldSet
    ) {
        guard fields.contains(PlanField(field)), !values.has(PlanField(field)) else { return }
        reread(location, field) { values.set(PlanField(field), $0) }
    }

    private func set(_ field: NeutralField, _ flag: Bool?, _ values: FieldValues) {
        if let flag { values.set(PlanField(field), flag: flag) }
    }

    private func set(_ field: NeutralField, _ instant: Instant, _ values: FieldValues) {
        guard instant.isPresent else { return }
        values.set(PlanField(field), number: instant.milliseconds)
    }

    private func set<Word: NeutralWord>(
        _ field: NeutralField, _ word: Word?, _ values: FieldValues, _ type: Word.Type = Word.self
    ) {
        guard let word, let number = Word.allCases.firstIndex(of: word) else { return }
        values.set(PlanField(field), number: Int64(number))
    }
}
