// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymMappings

/// Decides what of a source goes to a target, and how.
///
/// One pass over the customers for their IDs, and one in which everything is handed to a sink, both
/// in the order of the source: the same source, rules and options give the same plan. Nothing of a
/// customer is kept but two bytes an ID and four for the customer.
package struct Planner<Source: PlanSource> {
    let source: Source
    let sides: (source: MigrationSide, target: MigrationSide)
    let options: PlanOptions
    let choice: WriterChoice
    let sentences: Sentences
    let judge: PurchaseJudge
    let ids: IDPlan
    let access: GivenAccess
    /// Whether a writer of customers takes their attributes.
    let takesAttributes: Bool
    /// The forms that IDs have at the target, where only some are taken.
    let formats: [IdentifierFormat]

    var findings: PlanFindings
    var result = PlanResult()
    var traits = Traits()
    let products = ProductTally()
    var shape = CustomerShape()
    /// For each kind of verdict on IDs its finding; -1 for none.
    var idFindings: [Int] = []

    let values = FieldValues()
    /// For each writer as much as it has taken for the customer.
    var counts: [Int]
    var owner = PurchaseJudge.Owner.unknown

    /// Decides about all IDs.
    ///
    /// - Parameters:
    ///   - source: Who is moved.
    ///   - from: The provider that has them.
    ///   - target: The provider that gets them.
    ///   - options: What the plan is made under.
    ///   - nobody: What stands for nobody.
    ///   - sha256: What hashes are made with.
    package init(
        _ source: Source, from: MigrationSide, to target: MigrationSide, _ options: PlanOptions,
        nobody: Nobody, sha256: @escaping IdentifierCheck.Hash
    ) {
        self.source = source
        sides = (from, target)
        self.options = options
        choice = WriterChoice(target, options, purchaseCount: source.purchaseCount)
        sentences = Sentences(
            source: from, target: target, claim: target.rules.flatMap(DeviceClaim.init))
        judge = PurchaseJudge(sentences, options, choice)
        takesAttributes = choice.fields(for: .customer).intersects([
            PlanField(.attributes), PlanField(.reservedAttributes),
        ])
        access = GivenAccess(from.rules, at: options.at)
        var findings = FindingList()
        let idJudge = IDJudge(source: from, target: target, nobody: nobody, sha256: sha256)
        ids = IDPlan(source, idJudge, &findings)
        formats = (target.rules?.identifiers.rules ?? []).flatMap { rule in
            if case .refuseAllBut(let formats) = rule.kind { return formats }
            return [IdentifierFormat]()
        }
        self.findings = PlanFindings(findings, target)
        counts = [Int](repeating: 0, count: choice.writers.count)
        result.taken = counts
    }

    /// Hands everything to a sink, customer by customer.
    ///
    /// - Parameters:
    ///   - sink: Takes everything.
    ///   - progress: Is told now and then of how many customers all is decided.
    /// - Returns: What the plan comes to.
    /// - Throws: What the sink throws.
    package consuming func run(
        into sink: some PlanSink, progress: ((Int) -> Void)? = nil
    ) throws -> PlanResult {
        for customer in 0..<source.customerCount {
            if customer & 0xFFFF == 0 { progress?(customer) }
            shape = CustomerShape()
            for number in counts.indices { counts[number] = 0 }
            try sink.begin(customer: customer)
            try planIDs(of: customer, sink)
            begin(customer)
            owner = owner(customer)
            let purchases = source.purchases(of: customer)
            shape.purchases = purchases.count
            shape.losesAttributes = !takesAttributes && source.hasAttributes(customer)
            try planCustomer(customer, sink)
            for purchase in purchases { try plan(.purchase, purchase, sink) }
            for grant in source.grants(of: customer) {
                try plan(.grant, grant, sink)
            }
            traits.count(customer: shape)
        }
        // What nobody is said to hold comes last.
        try sink.begin(customer: nil)
        begin(nil)
        owner = .unsaid
        for purchase in source.purchases(of: nil) { try plan(.purchase, purchase, sink) }
        for grant in source.grants(of: nil) { try plan(.grant, grant, sink) }
        result.customers = source.customerCount
        result.products = products.table(options.products)
        noteUnusedProducts()
        precondition(
            result.ids.read == source.idCount && result.purchases.read == source.purchaseCount
                && result.grants.read == source.grantCount,
            "Everything that was read has met one fate.")
        result.findings = PlanOutlook(sides.source, sides.target).findings(
            findings.list, traits)
        return result
    }
}

// MARK: - Purchases and grants

extension Planner {
    /// Names the products of the map that nothing is of.
    private mutating func noteUnusedProducts() {
        guard let map = options.products else { return }
        let number = findings.number(.productUnused, .note, rule: "products") {
            "The map of products has a product that no purchase is of: look whether its name is right."
        }
        for name in products.unused(of: map) { findings.count(number) { name } }
    }

    private mutating func plan(
        _ subject: FormatWriter.Subject, _ number: Int, _ sink: some PlanSink
    ) throws {
        values.revert()
        var fields = choice.fields(for: subject)
        fields.formUnion(PurchaseJudge.fields)
        var isCopy = false
        if subject == .purchase {
            source.fill(values, purchase: number, fields)
            products.note(values)
            isCopy = source.isCopy(number)
            traits.count(
                purchase: values.word(.state, of: NeutralState.self),
                store: values.word(.store, of: NeutralStore.self), isCopy: isCopy)
        } else {
            source.fill(values, grant: number, fields)
        }
        let answer = judge.answer(
            values, subject, owner, isCopy: isCopy, counts, &findings)
        if let writer = answer.writer { try write(with: writer, sink) }
        if subject == .purchase {
            result.purchases.count(answer.fate)
        } else {
            result.grants.count(answer.fate)
        }
        try sink.decided(
            PlanDecision(
                subject: subject, number: number, fate: answer.fate, writer: answer.writer,
                obstacle: answer.obstacle, givesAccess: access.isGiven(values),
                beginsLater: values.begins(after: options.at)), values)
    }
}
