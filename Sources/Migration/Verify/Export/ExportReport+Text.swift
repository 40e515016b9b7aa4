// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension ExportReport {
    /// As many rows as a terminal is shown.
    package static let mostShown = 20
    /// The columns of the list of all rows.
    package static let columns = [
        "what", "source_id", "target_id", "expected", "found", "note",
    ]

    /// What the export comes to, for a terminal.
    ///
    /// - Parameter shown: The first of the rows.
    /// - Returns: The numbers, then the rows.
    package func lines(_ shown: [Row]) -> [String] {
        func count(_ matter: Row.Matter) -> String { (matters[matter] ?? 0).grouped }
        var lines = [
            "The export is \(at.map { "of \($0)" } ?? "of no known moment").",
            "Customers to whom the import gives something: \(expected.grouped). There with it: "
                + "\(present.grouped), of these until it ended: \(ended.grouped); missing: "
                + "\(count(.missing)); different: \(count(.different)).",
            "Customers for whom something waits for the new app: "
                + "\((arrived + (matters[.waiting] ?? 0)).grouped). There with it: "
                + "\(arrived.grouped). Not of this plan: \(count(.unexpected)).",
        ]
        if absent > 0 {
            lines.append(
                "Of those who wait for the new app the export has no ID of \(absent.grouped).")
        }
        if isOfOthers {
            lines.append(
                "The export has nobody of this plan: it is of another project, or the import was not "
                    + "made.")
        }
        if uncompared > 0 {
            lines.append(
                "Customers who are there, with nothing that is compared: \(uncompared.grouped).")
        }
        lines += notes
        lines += shown.map { "  \(ShownText.escaped($0.says))" }
        let listed = (matters[.missing] ?? 0) + (matters[.different] ?? 0)
        if listed > shown.count {
            lines.append("  \((listed - shown.count).grouped) more: --format csv lists all.")
        }
        return lines
    }
}

extension ExportReport.Row {
    /// Whether the row is shown on a terminal: what has to be looked at.
    package var isFault: Bool { matter == .missing || matter == .different }

    /// The cells of the list of all rows.
    package var cells: [String] {
        [
            matter.rawValue, sourceID, targetID, expected.joined(separator: "; "),
            found.joined(separator: "; "), note,
        ]
    }

    /// The row in words.
    fileprivate var says: String {
        let target = targetID.isEmpty ? "without an ID at the target" : "as \(targetID)"
        let what = note.isEmpty ? "" : ": \(note)"
        return "\(matter.rawValue): \(sourceID), \(target), should have "
            + expected.joined(separator: ", ") + what
    }
}
