// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// Takes what a plan decides, in the plan's order.
package protocol PlanSink: AnyObject {
    /// What comes next is about another customer; about what nobody is said to hold where it is nil.
    func begin(customer: Int?) throws

    /// What becomes of an ID of the source.
    func take(_ id: PlannedID) throws

    /// Something to be written by one of the target's writers.
    func take(_ values: FieldValues, writer: Int) throws

    /// What becomes of a purchase or a grant, after it was written if it was.
    func decided(_ decision: PlanDecision, _ values: FieldValues) throws
}

/// What becomes of an ID of the source; its texts are good until the sink returns.
package struct PlannedID {
    /// The ID.
    package var text: UnsafeRawBufferPointer
    /// The ID at the target, where there is one.
    package var target: UnsafeRawBufferPointer?
    /// What becomes of it.
    package var disposition: Disposition
    /// The rule behind that.
    package var rule: UnsafeBufferPointer<UInt8>
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
    /// Why the import alone gives nobody access to it; nil where it does.
    package var obstacle: FindingCode?
    /// Whether it gives access under the source.
    package var givesAccess: Bool
    /// Whether it begins after the plan's instant, and gives access from then on.
    package var beginsLater: Bool

    /// What a sink is told of a purchase besides what decides and what its writer takes.
    static let fieldsOfPurchases: PlanFieldSet = [
        PlanField(.transactionID), PlanField(.originalTransactionID), PlanField(.purchaseToken),
        PlanField(.purchaseID),
    ]
}

/// What a plan comes to, beside what its sinks were given.
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
    /// For each of the target's writers as many things as it was given.
    package let taken: [Int]
    /// The map of products as it was used: a table of CSV.
    package let products: [[String]]
}
