// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymMigration
import AllonymTestSupport

/// Everything that some files say, in neutral words, and what plans decide about it.
final class NeutralView {
    /// An ID of a customer.
    struct ID: Hashable {
        var text: String
        var isAnonymous: Bool
    }

    /// A purchase or a grant, by its number at the source.
    struct Key: Hashable {
        var isGrant: Bool
        var number: Int
    }

    /// What is known of a purchase or a grant.
    struct Thing {
        var key: Key
        /// Who holds it; nil for nobody.
        var customer: Int?
        var facts: Facts
    }

    private let folder = TemporaryFolder()
    private let key: String
    private let source: PlannedPopulation
    private(set) var customers: [[ID]] = []
    private(set) var things: [Thing] = []

    /// What files of a provider say at a moment.
    init(_ inputs: [Input], of key: String) throws {
        self.key = key
        let side = try side(key)
        let spill = try folder.begin().spill(keeping: [.receipt])
        // One thread takes batches at a time.
        nonisolated(unsafe) let intake = Intake(
            rules: side.rules, readers: side.formats.readers,
            at: Instant(milliseconds: testMoment), spill: spill)
        _ = try Scan(side.formats.readers, threads: 1).run(inputs) { intake.add($0) }
        let population = intake.finish()
        try spill?.check()
        source = PlannedPopulation(population) { index, field, body in
            spill?.withText(of: index, field, body)
        }
        customers = (0..<source.customerCount).map { customer in
            source.ids(of: customer).map { id in
                let text = source.withText(of: id) { $0.text }
                return ID(text: text, isAnonymous: source.isAnonymous(id))
            }
        }
        things = try decisions(for: "neutral").things.map(\.thing)
    }

    /// How many customers have attributes.
    var withAttributes: Int {
        customers.indices.count { source.hasAttributes($0) }
    }

    /// A purchase or a grant by its number.
    func thing(_ key: Key) -> Thing {
        guard let thing = things.first(where: { $0.key == key }) else {
            preconditionFailure("Everything is decided about in every plan.")
        }
        return thing
    }

    /// What a plan decides.
    struct Decisions {
        /// What becomes of an ID.
        struct IDFate {
            var customer: Int
            var target: String?
            var disposition: Disposition
            var rule: String
        }

        /// What becomes of a purchase or a grant.
        struct ThingFate {
            var thing: Thing
            var disposition: Disposition
            var writer: CompiledWriter?
            var code: FindingCode?
        }

        fileprivate(set) var ids: [String: IDFate] = [:]
        fileprivate(set) var things: [ThingFate] = []
        private let writers: [CompiledWriter]
        private var customer: Int?

        fileprivate init(_ writers: [CompiledWriter]) { self.writers = writers }

        fileprivate mutating func take(_ step: PlanStep, _ values: FieldValues) {
            switch step {
            case .customer(let customer): self.customer = customer
            case .id(let id):
                ids[values.string(PlanField(.sourceID)) ?? ""] = IDFate(
                    customer: customer ?? -1, target: values.string(PlanField(.targetID)),
                    disposition: id.disposition, rule: values.string(PlanField(.rule)) ?? "")
            case .row, .finding: break
            case .decided(let decision):
                let key = Key(isGrant: decision.subject == .grant, number: decision.number)
                things.append(
                    ThingFate(
                        thing: Thing(key: key, customer: customer, facts: values.facts),
                        disposition: decision.disposition,
                        writer: decision.writer.map { writers[$0] }, code: decision.obstacle))
            }
        }
    }

    /// What a plan for a target decides; its facts are those that the target's writers ask for.
    func decisions(for target: String) throws -> Decisions {
        let target = try side(target)
        var decisions = Decisions(target.writers)
        let planner = Planner(
            source, from: try side(key), to: target, PlanOptions(at: testMoment),
            try findingGuide(), placeholders: try placeholders(), sha256: SHA256.hash)
        _ = try planner.run { decisions.take($0, $1) }
        return decisions
    }
}
