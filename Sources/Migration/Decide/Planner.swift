// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymMappings

/// Decides what of a source goes to a target, and how.
///
/// One pass over the customers for their IDs, and one in which everything is handed to sinks, both
/// in the order of the source: the same source, rules and options give the same plan. Nothing of a
/// customer is kept but two bytes an ID and four for the customer.
package struct Planner {
    let people: PlannedPopulation
    let sides: (source: MigrationEndpoint, target: MigrationEndpoint)
    let options: PlanOptions
    let guide: FindingGuide
    let ids: IDPlan

    /// Decides about all IDs.
    ///
    /// - Parameters:
    ///   - people: Who is moved.
    ///   - from: The provider that has them.
    ///   - target: The provider that gets them.
    ///   - options: What the plan is made under.
    ///   - guide: What findings mean for access.
    ///   - placeholders: IDs that stand for nobody; they are never hashed.
    ///   - sha256: What hashes are made with.
    ///   - threads: On how many threads IDs are decided about; two are the most that are used.
    package init(
        _ people: PlannedPopulation, from: MigrationEndpoint, to target: MigrationEndpoint,
        _ options: PlanOptions, _ guide: FindingGuide,
        placeholders: PlaceholderIDs, sha256: @escaping IdentifierCheck.Hash, threads: Int = 2
    ) {
        self.people = people
        sides = (from, target)
        self.options = options
        self.guide = guide
        let judge = IDJudge(
            source: from, target: target, placeholders: placeholders, sha256: sha256)
        ids = IDPlan(people, judge, threads: threads)
    }

    /// Decides about everything, customer by customer.
    ///
    /// - Parameter take: Takes the steps.
    /// - Returns: What the plan comes to.
    /// - Throws: What that throws.
    package func run(_ take: PlanStep.Taking) throws -> PlanResult {
        let worker = PlanWorker(self)
        try worker.decide(0..<people.customerCount, take)
        // What nobody is said to hold comes last.
        try worker.decideOwnerless(take)
        return result([worker.tally])
    }

    /// What a plan comes to of which each share was counted apart.
    func result(_ shares: [PlanTally]) -> PlanResult {
        var tally = PlanTally(writerCount: sides.target.writers.count)
        for share in shares { tally.add(share) }
        let unused = noteUnusedProducts(&tally)
        precondition(
            tally.ids.read == people.planned.ids
                && tally.purchases.read == people.planned.purchases
                && tally.grants.read == people.planned.grants,
            "Everything that was read of the cohort has one disposition.")
        return PlanResult(
            customers: people.planned.customers, ids: tally.ids, purchases: tally.purchases,
            grants: tally.grants,
            findings: PlanOutlook(sides.source, sides.target).findings(
                tally.findings, tally.traits),
            unusedProducts: unused, taken: tally.taken,
            products: tally.products.table(options.products, options.entitlements))
    }

    /// Names the products of the map that nothing is of.
    private func noteUnusedProducts(_ tally: inout PlanTally) -> [String] {
        // A part of all customers says nothing of what nobody has.
        guard let map = options.products, people.cohort.isEverybody else { return [] }
        let rule = "products"
        let number = tally.findings.number(
            .productUnused, .note, rule: rule, source: sides.target.source(of: rule),
            message:
                "The table of products has a product without purchases: check its name."
        )
        let unused = tally.products.unused(of: map)
        for name in unused { tally.findings.count(number, subject: name) }
        return unused
    }
}
