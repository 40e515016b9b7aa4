// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Whether the outputs of a plan give each ID what it had, but for what the report explains.
///
/// The target's own files are read back and replayed under its rules in a ledger that knows nothing
/// else; what each ID sees then is compared with `access.csv`.
package struct Verification {
    private let folder: String
    private let target: MigrationSide
    private let makeDigest: OutputDirectory.MakeDigest

    /// A verification of a plan.
    ///
    /// - Parameters:
    ///   - folder: The plan's folder.
    ///   - target: The target under the settings that the manifest names.
    ///   - makeDigest: Makes SHA-256 hashes.
    package init(
        folder: String, target: MigrationSide, makeDigest: @escaping OutputDirectory.MakeDigest
    ) {
        self.folder = folder
        self.target = target
        self.makeDigest = makeDigest
    }

    /// Checks the files, replays the import and compares.
    ///
    /// - Throws: ``BrokenPlan``, which names a file that was changed, is missing, or cannot be read.
    package func run() throws(BrokenPlan) -> Outcome {
        let folder = try PlanFolder(folder)
        let manifest = folder.manifest
        guard manifest.to.provider == target.key else {
            throw BrokenPlan(
                OutputDirectory.manifest,
                "the plan is for \(manifest.to.provider), not for \(target.key)")
        }
        guard manifest.to == Manifest.Side(target) else {
            throw BrokenPlan(
                OutputDirectory.manifest,
                "the plan was made under other settings, or other data, of \(target.name); "
                    + "make it again")
        }
        let at = try manifest.moment()
        try folder.check(makeDigest)
        var reader = ImportReader(folder, target, try StoreRecords(folder), at: at)
        try reader.run()
        var after = AccessAfter(reader.imported, target)
        return try compare(folder, &after)
    }

    private func compare(
        _ folder: PlanFolder, _ after: inout AccessAfter
    ) throws(BrokenPlan) -> Outcome {
        var outcome = Outcome(name: target.name, isToBeReplaced: folder.isToBeReplaced)
        var ids = try TableReader(
            "ids.csv", folder.bytes(of: "ids.csv"),
            columns: ["source_id", "target_id", "change", "rule"])
        var access = try TableReader(
            "access.csv", folder.bytes(of: "access.csv"),
            columns: ["source_id", "target_id", "access", "explained"])
        var hasRow = try access.next()
        while try ids.next() {
            let (source, target) = (ids.cells[0], ids.cells[1])
            let isNext =
                hasRow && access.cells[0].utf8.elementsEqual(source.utf8)
                && access.cells[1].utf8.elementsEqual(target.utf8)
            outcome.count(
                source, target, before: isNext ? AccessNames.names(access.cells[2]) : [],
                after: after.names(of: target),
                explained: isNext ? AccessNames.explanations(access.cells[3]) : [])
            if isNext { hasRow = try access.next() }
        }
        if hasRow {
            throw BrokenPlan(
                "access.csv", line: access.line,
                "«\(access.cells[0])» does not follow in ids.csv")
        }
        for (id, names) in after.strangers {
            outcome.count("", id, before: [], after: names, explained: [])
        }
        return outcome
    }
}
