// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// `findings.csv` while it is written by one thread, before and after the plan.
final class FindingFile {
    /// Its name.
    static let name = "findings.csv"

    private let file: OutputFile
    private let rows: FindingRows
    private let values = FieldValues()

    /// Goes on with the file, or begins it.
    init(in directory: OutputDirectory, _ guide: FindingGuide) throws(OutputError) {
        if let begun = directory.begun(FindingFile.name) {
            file = begun
        } else {
            file = try directory.file(FindingFile.name)
            file.bytes.append(FindingRows.columns.joined(separator: ",") + "\n")
        }
        rows = FindingRows(page: RowPage(most: 1 << 16), FindingActions(guide))
    }

    /// Something that a finding is about.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - location: Where to look, such as a file and a line; nil for nowhere else than here.
    ///   - fill: Sets what is known of it.
    /// - Throws: `OutputError` where the file cannot be written.
    func append(
        _ finding: PlannedFinding, location: String? = nil,
        _ fill: (FieldValues) -> Void = { _ in }
    ) throws(OutputError) {
        values.clear()
        fill(values)
        rows.take(finding, values, location: location)
        try file.append(rows.page)
        rows.page.empty()
    }

    /// Appends what is found of the plan as a whole, and checks that nothing is left out.
    func finish(_ result: PlanResult, _ load: PlanLoad, _ reading: PlanReading) throws(OutputError)
    {
        let all = result.findings + load.findings + reading.findings
        for (number, finding) in result.findings.enumerated() where finding.code == .productUnused {
            let planned = PlannedFinding(finding, number: number)
            for name in result.unusedProducts {
                try append(planned) { $0.set(PlanField(.product), name) }
            }
        }
        for (number, finding) in load.findings.enumerated() {
            let planned = PlannedFinding(finding, number: result.findings.count + number)
            try append(planned, location: finding.subjects.joined(separator: ", "))
        }
        let counted = all.filter(\.hasRows).reduce(0) { $0 + $1.count }
        precondition(
            file.rowCount == counted, "Everything that a finding counts has a row of its own.")
    }
}
