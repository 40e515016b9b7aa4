// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The files that people read of a plan, and `report.json`.
struct ReportFiles {
    /// A file of a plan's folder.
    struct Entry {
        let name: String
        /// What it holds.
        let says: String
    }

    /// What a plan comes to.
    let report: MigrationReport
    /// The files that plans have, those of the target left out; of those that only some have, the ones
    /// that this one has.
    let entries: [Entry]

    /// The files of a plan.
    ///
    /// - Parameters:
    ///   - report: What it comes to.
    ///   - hasFile: Whether the plan has a file of a name, of those that only some plans have.
    init(_ report: MigrationReport, hasFile: (String) -> Bool) {
        self.report = report
        entries = ReportFiles.known.filter {
            !ReportFiles.optional.contains($0.name) || hasFile($0.name)
        }
    }

    /// Writes them.
    func write(to directory: OutputDirectory) throws(OutputError) {
        try directory.write(report.encoded, to: "report.json")
        try directory.write(Array(ReportPage(self).text.utf8), to: "report.md")
        try directory.write(Array(ReportHTML(self).text.utf8), to: "report.html")
        try directory.write(Array(StepsPage(report).text.utf8), to: "steps.md")
    }

    /// What a plan has only where there is something to say in it.
    private static let optional: Set = ["calls.json", RejectedRecords.name, UnknownColumnFile.name]

    private static let known = [
        Entry(name: "steps.md", says: "what to do, step by step"),
        Entry(name: FindingFile.name, says: "everybody and everything that each finding is about"),
        Entry(name: "ids.csv", says: "what becomes of every ID; keep it"),
        Entry(name: "purchases.csv", says: "what becomes of every purchase"),
        Entry(name: "access.csv", says: "who has access to what today, and why not at the import"),
        Entry(name: "products.csv", says: "what every product is called at the target"),
        Entry(name: RejectedRecords.name, says: "records that could not be read"),
        Entry(name: UnknownColumnFile.name, says: "columns that the format does not know"),
        Entry(name: "calls.json", says: "what the calls of each writer have in common"),
        Entry(name: "undo.jsonl", says: "the calls that undo other calls"),
        Entry(name: "report.json", says: "this report, for programs"),
        Entry(name: "manifest.json", says: "what the plan was made of, and a digest of every file"),
    ]
}
