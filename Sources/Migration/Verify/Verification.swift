// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymMappings

/// Whether the outputs of a plan give each ID what it had, but for what the report explains.
///
/// The target's own files are read back and replayed under its rules in a ledger that knows nothing
/// else; what each ID sees then is compared with `access.csv`. What stands there is held against the
/// plan's inputs, which are read again by a ``SecondOpinion``; and whoever is named in the target's
/// files has to stand in `ids.csv`.
package struct Verification {
    private let folder: String
    private let target: MigrationEndpoint
    private let inputs: [String]
    private let guide: FindingGuide
    private let makeDigest: OutputDirectory.MakeDigest
    /// Is told now and then how many IDs of how many are compared.
    var progress: ((Int, Int) -> Void)?

    /// A verification of a plan.
    ///
    /// - Parameters:
    ///   - folder: The plan's folder.
    ///   - target: The target under the settings that the manifest names.
    ///   - guide: What findings mean for access.
    ///   - inputs: Where inputs of the plan lie that are no more where they were.
    ///   - makeDigest: Makes SHA-256 hashes.
    package init(
        folder: String, target: MigrationEndpoint, guide: FindingGuide, inputs: [String] = [],
        makeDigest: @escaping OutputDirectory.MakeDigest
    ) {
        self.inputs = inputs
        self.guide = guide
        self.folder = folder
        self.target = target
        self.makeDigest = makeDigest
    }

    /// Checks the files, replays the import and compares.
    ///
    /// - Throws: ``BrokenPlan``, which names a file that was changed, is missing, or cannot be read.
    package func run() throws(BrokenPlan) -> VerificationReport {
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
        let (imports, second) = read(folder, at: at)
        var (after, named, unknown) = try imports.get()
        var check = try second.get()
        var report = try compare(folder, &after, &check, named)
        report.unknownNames = unknown
        return report
    }

    /// What each ID sees after the import, who is named that nobody has read, and what no map knows.
    private typealias Imports = (
        after: AccessAfter, named: [NamedIDs.Stranger], unknown: [VerificationReport.UnknownName]
    )

    /// Reads the target's files and the plan's inputs at the same time: neither needs the other.
    private func read(
        _ folder: PlanFolder, at: Int64?
    ) -> (Result<Imports, BrokenPlan>, Result<SecondCheck, BrokenPlan>) {
        TwoThreads.both(
            { Result { () throws(BrokenPlan) in try readImports(folder, at: at) } },
            {
                Result { () throws(BrokenPlan) in
                    try SecondCheck(folder, given: inputs, makeDigest)
                }
            })
    }

    private func readImports(_ folder: PlanFolder, at: Int64?) throws(BrokenPlan) -> Imports {
        try folder.check(makeDigest)
        var reader = ImportReader(
            folder, target, try StoreRecords(folder), try NamedIDs(folder, target, makeDigest),
            try KnownNames(folder, target), at: at)
        try reader.run()
        let (named, unknown) = (reader.named.strangers, reader.known.found)
        return (AccessAfter(reader.imported, target), named, unknown)
    }

    private func compare(
        _ folder: PlanFolder, _ after: inout AccessAfter, _ second: inout SecondCheck,
        _ named: [NamedIDs.Stranger]
    ) throws(BrokenPlan) -> VerificationReport {
        var outcome = VerificationReport(name: target.name, isToBeReplaced: folder.isToBeReplaced)
        var ids = try PlannedAccess.reading(folder)
        let all = folder.manifest.records(of: "ids.csv")
        var customers = try CustomerCheck(folder, guide)
        while try ids.next() {
            let seen = after.names(of: ids.target)
            outcome.count(
                ids.source, ids.target, before: ids.before, after: seen, explained: ids.explained,
                objection: second.objection(to: ids.source, having: ids.before))
            customers.take(before: ids.before, after: seen, explained: ids.explained)
            _ = customers.end(at: ids.offset)
            if let progress, outcome.ids & 4095 == 0 { progress(outcome.ids, all) }
        }
        let strangers = after.strangers
        let known = Set(strangers.map(\.id))
        for row in named where !known.contains(row.id) {
            outcome.count(
                "", row.id, before: [], after: [], explained: [], objection: row.reason)
        }
        for id in second.withoutRow {
            outcome.count(
                id, "", before: [], after: [], explained: [],
                objection: "the inputs name \"\(id)\", but ids.csv has no row for it")
        }
        for (id, names) in strangers {
            outcome.count("", id, before: [], after: names, explained: [])
        }
        outcome.note(second)
        outcome.note(customers)
        outcome.rejected = folder.manifest.records(of: RejectedRecords.name)
        return outcome
    }
}
