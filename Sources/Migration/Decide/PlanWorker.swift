// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Decides about customers, one after the other: what one thread does of a plan.
///
/// An object, and not a value, because it is large.
final class PlanWorker {
    let people: PlannedPopulation
    let target: MigrationEndpoint
    let options: PlanOptions
    let choice: WriterChoice
    let sentences: Sentences
    let judge: PurchaseJudge
    let ids: IDPlan
    let targets: TargetIDs
    /// The kinds of verdicts on IDs.
    let kinds: [IDVerdict]
    /// The rules behind them.
    let rules: [[UInt8]]
    let access: GivenAccess
    private let guide: FindingGuide
    @exclusivity(unchecked) private var outcomes: [FindingCode: AccessOutcome] = [:]
    /// Whether a writer of customers takes their attributes.
    let takesAttributes: Bool
    /// The forms that IDs have at the target, where only some are taken.
    let formats: [IdentifierFormat]

    @exclusivity(unchecked) var findings: PlanFindings
    /// What was counted, but for the findings.
    @exclusivity(unchecked) var counted: PlanTally
    @exclusivity(unchecked) var shape = CustomerShape()
    /// For each kind of verdict on IDs its finding; -1 for none.
    @exclusivity(unchecked) var idFindings: [Int] = []

    let values = FieldValues()
    /// As much as was taken for the customer.
    @exclusivity(unchecked) var counts: [Int]
    @exclusivity(unchecked) var owner = PurchaseJudge.Owner.unknown

    /// Begins a share of a plan.
    init(_ planner: Planner) {
        people = planner.people
        target = planner.sides.target
        options = planner.options
        ids = planner.ids
        targets = TargetIDs(ids)
        kinds = ids.verdicts.kinds.map(\.copy)
        rules = kinds.map { Array($0.rule.utf8) }
        choice = WriterChoice(target, options, purchaseCount: people.planned.purchases)
        sentences = Sentences(
            source: planner.sides.source, target: target,
            claim: target.rules.flatMap(DeviceClaim.init))
        guide = planner.guide
        judge = PurchaseJudge(sentences, options, choice, guide)
        takesAttributes = choice.fields(for: .customer).intersects([
            PlanField(.attributes), PlanField(.reservedAttributes),
        ])
        access = GivenAccess(planner.sides.source.rules, at: options.at)
        formats = (target.rules?.identifiers.rules ?? []).flatMap { rule in
            if case .refuseAllBut(let formats) = rule.kind { return formats }
            return [IdentifierFormat]()
        }
        findings = PlanFindings(FindingList(), target)
        counts = choice.noCounts
        counted = PlanTally(writerCount: choice.writers.count)
    }

    /// What was counted.
    var tally: PlanTally {
        var tally = counted
        tally.findings = findings.list
        return tally
    }

    /// Decides about some customers.
    ///
    /// The customers of one worker come in their order.
    func decide(_ customers: Range<Int>, _ take: PlanStep.Taking) throws {
        for customer in customers {
            findings.begin(customer)
            targets.begin()
            shape = CustomerShape()
            forgetCounts()
            try take(.customer(customer), values)
            guard people.cohort.contains(customer) else { continue }
            try planIDs(of: customer, take)
            begin(customer)
            owner = owner(customer)
            let purchases = people.purchases(of: customer)
            shape.purchases = purchases.count
            try planCustomer(customer, take)
            for purchase in purchases { try plan(.purchase, purchase, take) }
            for grant in longestFirst(people.grants(of: customer)) {
                try plan(.grant, grant, take)
            }
            counted.traits.count(customer: shape)
        }
    }

    /// Decides about what nobody is said to hold.
    func decideOwnerless(_ take: PlanStep.Taking) throws {
        findings.begin(people.customerCount)
        forgetCounts()
        try take(.customer(nil), values)
        guard people.cohort.hasOwnerless else { return }
        begin(nil)
        owner = .unsaid
        for purchase in people.purchases(of: nil) { try plan(.purchase, purchase, take) }
        for grant in people.grants(of: nil) { try plan(.grant, grant, take) }
    }

    /// Grants in the order of their ends, those without one first: at a target that keeps the first of
    /// several grants of one entitlement that is the one that lasts.
    private func longestFirst(_ grants: some Collection<Int>) -> [Int] {
        if grants.count < 2 { return Array(grants) }
        let expiry = PlanField(.expiryDate)
        let ends = grants.map { grant in
            values.revert()
            people.fill(values, purchase: grant, [expiry])
            return (grant: grant, end: values.has(expiry) ? values.number(expiry) : .max)
        }
        // Those that end together stay in their order.
        return ends.enumerated().sorted {
            ($1.element.end, $0.offset) < ($0.element.end, $1.offset)
        }.map(\.element.grant)
    }

    private func forgetCounts() {
        choice.forgetCustomer()
        for number in counts.indices { counts[number] = 0 }
    }

    private func plan(
        _ subject: FormatWriter.Subject, _ number: Int, _ take: PlanStep.Taking
    ) throws {
        values.revert()
        var fields = choice.fields(for: subject)
        fields.formUnion(PurchaseJudge.fields)
        fields.formUnion(PlanDecision.fields)
        var isCopy = false
        if subject == .purchase {
            people.fill(values, purchase: number, fields)
            counted.products.note(values)
            isCopy = people.isCopy(number)
            counted.traits.count(purchase: values, isCopy: isCopy)
            // Where the first holder stays behind, the next one has it.
            let earlier = isCopy ? people.earlierHolders(of: number) : []
            if isCopy { isCopy = earlier.contains { goesOver(people.customer(of: $0)) } }
            nameHolder(of: number, owner: earlier.first)
        } else {
            people.fill(values, purchase: number, fields)
        }
        findings.beginThing()
        let answer = judge.answer(
            values, subject, owner, isCopy: isCopy, counts, &findings)
        if let writer = answer.writer { try write(with: writer, take) }
        if subject == .grant { nameHolder(of: number, owner: nil) }
        try tell(take)
        if subject == .purchase {
            counted.purchases.count(answer.disposition)
        } else {
            counted.grants.count(answer.disposition)
        }
        let outcome = access.isGiven(values) ? outcome(of: answer.obstacle) : nil
        let finding = answer.obstacle.flatMap(findings.said(of:))
        let withheld = try withhold(answer.withheld, take)
        let decision = PlanDecision(
            subject: subject, number: number, disposition: answer.disposition,
            writer: answer.writer, obstacle: answer.obstacle,
            finding: finding, outcome: outcome,
            beginsLater: values.begins(after: options.at), withheld: withheld)
        try take(.decided(decision), values)
    }

    /// What becomes of access for a reason that stands in its way; kept where there is none.
    func outcome(of obstacle: FindingCode?) -> AccessOutcome {
        guard let obstacle else { return .kept }
        if let known = outcomes[obstacle] { return known }
        let outcome = guide.outcome(of: obstacle)
        outcomes[obstacle] = outcome
        return outcome
    }

    /// Hands over what was said of the thing that was decided about.
    func tell(_ take: PlanStep.Taking) throws {
        for finding in findings.said { try take(.finding(finding), values) }
    }

    /// Sets by which ID a purchase is held, and whose it is: the owner's, or the holder's own.
    private func nameHolder(of purchase: Int, owner: Int?) {
        guard let holder = people.holder(of: purchase) else { return }
        people.withText(of: holder) { values.set(PlanField(.sourceID), $0) }
        people.withText(of: owner ?? holder) { values.set(PlanField(.ownerID), $0) }
    }
}
