// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymMappings

/// What is different between two plans of one migration: by customer, and by finding.
public struct PlanDifference: Sendable {
    /// Something that is different about one customer.
    public struct Change: Hashable, Sendable {
        /// What is different.
        public enum Aspect: String, CaseIterable, Sendable {
            /// What becomes of the access.
            case outcome
            /// The newer plan does not have the customer.
            case removed
            /// The former plan does not have the customer.
            case added
            /// What an ID becomes at the target.
            case target
            /// What the customer has access to now.
            case access
        }

        /// An ID at the source.
        public let sourceID: String
        /// What is different.
        public let aspect: Aspect
        /// What the former plan says; empty where it says nothing.
        public let before: String
        /// What the newer plan says; empty where it says nothing.
        public let after: String
    }

    /// How many a finding is about.
    public struct FindingCount: Hashable, Sendable {
        /// The finding.
        public let code: FindingCode
        /// How much it weighs.
        public let severity: FindingSeverity
        /// In the former plan.
        public let before: Int
        /// In the newer plan.
        public let after: Int
    }

    /// What becomes of the customers with access by the former plan.
    public internal(set) var before = Stakes.Outcomes()
    /// What becomes of them by the newer plan.
    public internal(set) var after = Stakes.Outcomes()
    /// As many customers as either plan has.
    public internal(set) var customers = (before: 0, after: 0)
    /// How many changes there are of each aspect.
    public internal(set) var changes: [Change.Aspect: Int] = [:]
    /// The findings that are about other numbers, by weight.
    public internal(set) var findings: [FindingCount] = []

    /// Whether both plans say the same of everybody.
    public var isEmpty: Bool { changes.isEmpty && findings.isEmpty }
}

extension PlanDifference {
    /// Compares two plans.
    ///
    /// - Parameters:
    ///   - former: The folder of the former plan.
    ///   - newer: The folder of the newer one.
    ///   - guide: What findings mean for access.
    ///   - take: Takes the changes, those of customers of the newer plan first, in its order.
    /// - Throws: ``BrokenPlan`` where one of them is no whole plan, or both are of other providers, and
    ///   what `take` throws.
    init(
        from former: PlanFolder, to newer: PlanFolder, _ guide: FindingGuide,
        _ take: (Change) throws -> Void
    ) throws {
        let sides = [former, newer].map(\.manifest).map { [$0.from.provider, $0.to.provider] }
        guard sides[0] == sides[1] else {
            throw BrokenPlan(
                "\(newer.path)/\(OutputDirectory.manifest)",
                "the plan is from \(sides[1][0]) to \(sides[1][1]), and the other one from "
                    + "\(sides[0][0]) to \(sides[0][1]); compare plans of one migration")
        }
        findings = try PlanDifference.findings(former, newer)
        var old = try FormerPlan(former, guide)
        before = old.outcomes
        var reader = try CustomerReader(newer, guide)
        while let customer = try reader.next() {
            customers.after += 1
            for change in PlanDifference.changes(of: customer, since: &old) {
                changes[change.aspect, default: 0] += 1
                try take(change)
            }
        }
        (after, customers.before) = (reader.outcomes, old.customers.count)
        for customer in old.customers where !customer.isMet {
            changes[.removed, default: 0] += 1
            try take(
                Change(
                    sourceID: customer.id, aspect: .removed,
                    before: customer.outcome?.word ?? "", after: ""))
        }
    }

    private static func changes(
        of customer: CustomerReader.Customer, since old: inout FormerPlan
    ) -> [Change] {
        let first = customer.ids[0].source
        let met = customer.ids.map { old.meet($0.source) }
        guard let known = met.lazy.compactMap({ $0?.customer }).first else {
            return [
                Change(
                    sourceID: first, aspect: .added, before: "",
                    after: customer.outcome?.word ?? "")
            ]
        }
        let former = old.customers[known]
        var changes: [Change] = []
        if former.outcome != customer.outcome {
            changes.append(
                Change(
                    sourceID: first, aspect: .outcome, before: former.outcome?.word ?? "",
                    after: customer.outcome?.word ?? ""))
        }
        let access = old.names[former.access]
        if access != customer.access {
            changes.append(
                Change(
                    sourceID: first, aspect: .access, before: access.joined(separator: "; "),
                    after: customer.access.joined(separator: "; ")))
        }
        for (id, met) in zip(customer.ids, met) {
            guard let met, !met.target.utf8.elementsEqual(id.target.utf8) else { continue }
            changes.append(
                Change(
                    sourceID: id.source, aspect: .target, before: met.target, after: id.target))
        }
        return changes
    }
}
