// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What came of reading, before anything was planned.
package struct PlanReading: Sendable {
    /// What was read.
    package var inputs: [Manifest.File]
    /// The IDs of the readers that were used.
    package var readers: [String]
    /// How many records there were, and what became of them.
    package var counts: [String: Int]
    /// What was found.
    package var findings: [Finding]
    /// The part of all customers that the plan is for; nil for everybody.
    var part: MigrationReport.Part?
    /// How that part was chosen, for the manifest.
    var choices: [String: String] = [:]

    /// What came of reading.
    package init(
        inputs: [Manifest.File], readers: [String], counts: [String: Int], findings: [Finding]
    ) {
        self.inputs = inputs
        self.readers = readers
        self.counts = counts
        self.findings = findings
    }
}
