// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// What a plan comes to, step by step; what is known of the thing that a step is about stands in the
/// field values that come along.
package enum PlanStep {
    /// What comes next is about another customer; about what nobody is said to hold where it is nil.
    case customer(Int?)
    /// What becomes of an ID of the source: it stands with the rule behind that, and with the ID at
    /// the target where there is one.
    case id(PlannedID)
    /// Something that one of the target's writers writes.
    case row(writer: Int)
    /// Something that a finding is about: it was written, if it goes over, and is decided about next.
    case finding(PlannedFinding)
    /// What becomes of a purchase or a grant, after it was written if it was.
    case decided(PlanDecision)

    /// Takes the steps, in the plan's order.
    package typealias Taking = (PlanStep, FieldValues) throws -> Void
}

/// What becomes of an ID of the source.
package struct PlannedID {
    /// What becomes of it.
    package var disposition: Disposition
    /// Why nobody who goes by it has at the target what its customer had; nil where the ID itself
    /// stands in nobody's way.
    package var obstacle: FindingCode?
}

/// What becomes of a purchase or a grant.
package struct PlanDecision {
    /// What it is.
    package var subject: FormatWriter.Subject
    /// Its number at the source.
    package var number: Int
    /// What becomes of it.
    package var disposition: Disposition
    /// The writer that has taken it; nil for none.
    package var writer: Int?
    /// Why the import alone does not lead its owner to it; nil where it does.
    package var obstacle: FindingCode?
    /// What was said of it with that code; nil for none, or where that is about the whole plan.
    package var finding: PlannedFinding?
    /// What becomes of the access that it gives under the source; nil where it gives none.
    package var outcome: AccessOutcome?
    /// Whether it begins after the plan's instant, and gives access from then on.
    package var beginsLater: Bool
    /// What it does not unlock at the target, while it unlocks something else there.
    var withheld: [WithheldName] = []

    /// What is told of a purchase or a grant besides what decides and what its writer takes.
    static let fields: PlanFieldSet = [
        PlanField(.transactionID), PlanField(.originalTransactionID), PlanField(.purchaseToken),
        PlanField(.purchaseID), PlanField(.currency), PlanField(.price),
    ]
}

/// What a plan comes to, beside its steps.
package struct PlanResult: Sendable {
    /// As many customers as there were.
    package let customers: Int
    /// What has become of the IDs.
    package let ids: DispositionCounts
    /// What has become of the purchases.
    package let purchases: DispositionCounts
    /// What has become of the grants.
    package let grants: DispositionCounts
    /// What there is to say, by weight.
    package let findings: [Finding]
    /// The products of the table that nothing is of.
    let unusedProducts: [String]
    /// For each of the target's writers as many things as it was given.
    package let taken: [Int]
    /// The map of products as it was used: a table of CSV.
    package let products: [[String]]
}
