// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

extension Migration {
    /// Decides about everybody who was read, and writes the plan into a folder, in which rejected
    /// records may stand already.
    ///
    /// - Parameters:
    ///   - people: Who is moved.
    ///   - reading: What came of reading them.
    ///   - options: What the plan is made under.
    ///   - products: The table of products as it was read.
    ///   - entitlements: The table of entitlements as it was read.
    ///   - directory: The folder.
    ///   - check: Is called when everything is decided, before anything is put in place.
    /// - Returns: What the plan comes to.
    /// - Throws: `OutputError` where the folder cannot be written, or holds something else.
    package func write(
        _ people: PlannedPopulation, _ reading: PlanReading, _ options: PlanOptions,
        products: Manifest.File? = nil, entitlements: Manifest.File? = nil,
        to directory: OutputDirectory,
        check: () throws -> Void = {}
    ) throws -> MigrationReport {
        var manifest = Manifest(
            from: source, to: target, options, products: products?.sha256,
            entitlements: entitlements?.sha256, inputs: reading.inputs, choices: reading.choices,
            digest: directory.digest)
        (manifest.products, manifest.entitlements) = (products, entitlements)
        if !isForced { try directory.checkIsFree(for: manifest.plan) }
        let files = try TargetFiles(target, in: directory)
        let planner = Planner(
            people, from: source, to: target, options, mappings.findings,
            placeholders: PlaceholderIDs(mappings.providers, mappings.blocklists),
            sha256: { [hashing] in hashing.sha256($0) }, threads: threads)
        let run = PlanRun(planner, into: files, blockSize: blockSize) { [progress] customers in
            progress?(.planning(customers: customers, of: people.customerCount))
        }
        let (result, written, stakes) = try run.run(threads: threads)
        try check()
        let load = PlanLoad(
            from: source, readers: reading.readers, customers: result.customers, to: target,
            written: written)
        try FindingFile(in: directory, mappings.findings).finish(result, load, reading)
        var report = MigrationReport(
            result, written: written, stakes, load, from: source, to: target, reading,
            at: options.at, mappings.findings)
        report.reversible = files.undoCount
        report.required = MigrationReport.Required.list(run.required)
        try ProductMap.write(result.products, to: directory.file("products.csv"))
        if let names = options.entitlements { try names.write(to: directory) }
        try CallSheet(target, written: written).write(to: directory)
        let shown = isRedacted ? report.redacted(mappings.findings) : report
        try ReportFiles(shown) { directory.begun($0) != nil }.write(to: directory)
        report.files = try directory.finish(manifest, isForced: isForced).map {
            MigrationReport.File(name: $0.name, bytes: $0.bytes, records: $0.records)
        }
        return report
    }
}
