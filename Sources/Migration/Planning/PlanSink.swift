// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// Takes what a plan decides, in the plan's order.
package protocol PlanSink: AnyObject {
    /// What comes next is about another customer.
    func begin(customer: Int) throws

    /// What becomes of an ID of the source, its ID at the target where there is one, and the rule
    /// behind that.
    func take(
        id: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer?, _ fate: Fate, rule: String
    ) throws

    /// Something to be written by one of the target's writers.
    func take(_ values: FieldValues, writer: Int) throws

    /// What becomes of a purchase or a grant, by its number, after it was written if it was.
    func decided(_ subject: FormatWriter.Subject, _ number: Int, _ fate: Fate) throws
}

/// What a plan comes to, beside what its sink was given.
public struct PlanResult: Sendable {
    /// As many customers as there were.
    public internal(set) var customers = 0
    /// What has become of the IDs.
    public internal(set) var ids = FateCounts()
    /// What has become of the purchases.
    public internal(set) var purchases = FateCounts()
    /// What has become of the grants.
    public internal(set) var grants = FateCounts()
    /// What there is to say, by weight.
    public internal(set) var findings: [Finding] = []
    /// For each of the target's writers as many things as it was given.
    public internal(set) var taken: [Int] = []
}
