// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension MigrationReport {
    /// As many names as `report.md` has; `report.json` has all.
    private static let mostRequired = 50

    /// The section of `report.md` about what has to be at the target before the import; none where
    /// nothing has to.
    ///
    /// - Parameter plain: Makes a text one that Markdown shows as it is.
    /// - Returns: The lines.
    func requiredLines(_ plain: (String) -> String) -> [String] {
        if required.isEmpty { return [] }
        var lines = [
            "## Before the import", "",
            "These have to be at the target, under these names, before any row or call is used.",
            "",
            "| kind | name | rows and calls |", "|---|---|---:|",
        ]
        for each in required.prefix(MigrationReport.mostRequired) {
            lines.append("| \(each.kind.rawValue) | \(plain(each.name)) | \(each.count.grouped) |")
        }
        let more = required.count - MigrationReport.mostRequired
        if more > 0 { lines += ["", "\(more.grouped) more are in `report.json`."] }
        return lines + [""]
    }
}
