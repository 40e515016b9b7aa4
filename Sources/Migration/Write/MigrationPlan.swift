// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymMappings
import Foundation

/// Makes a whole plan: decides about everything that was read, and writes the outputs.
package struct MigrationPlan {
    /// The provider that is read from.
    package var source: MigrationEndpoint
    /// The provider that is written for.
    package var target: MigrationEndpoint
    /// What the plan is made under.
    package var options: PlanOptions
    /// The map of products as it was read.
    package var productTable: [UInt8]?
    /// Where the map of products lies, as seen from the plan's folder; nil where that is not known.
    package var productPath: String?
    /// IDs that stand for nobody; they are never hashed.
    package var placeholders: PlaceholderIDs
    /// What to do about findings.
    package var guide: FindingGuide
    /// What hashes of IDs are made with.
    package var sha256: IdentifierCheck.Hash
    /// How many threads decide; the files do not depend on it.
    package var threads = ProcessInfo.processInfo.activeProcessorCount
    /// As many customers are decided about before their rows are written, unless these are long.
    package var blockSize = 2_048
    /// Is told now and then of how many customers all is decided; from any thread, one call at a time.
    package var progress: ((Int) -> Void)?

    /// A plan.
    package init(
        from source: MigrationEndpoint, to target: MigrationEndpoint, _ options: PlanOptions,
        productTable: [UInt8]? = nil, placeholders: PlaceholderIDs, guide: FindingGuide,
        sha256: @escaping IdentifierCheck.Hash
    ) {
        self.source = source
        self.target = target
        self.options = options
        self.productTable = productTable
        self.placeholders = placeholders
        self.guide = guide
        self.sha256 = sha256
    }

    /// Writes the plan of a source into a folder, in which rejected records may stand already.
    ///
    /// - Parameters:
    ///   - people: Who is moved.
    ///   - reading: What came of reading them.
    ///   - directory: The folder.
    ///   - isForced: Whether the outputs of another plan may be written over.
    ///   - check: Is called when everything is decided, before anything is put in place.
    /// - Returns: What the plan comes to.
    /// - Throws: `OutputError` where the folder cannot be written, or holds something else.
    package func write(
        _ people: PlannedPopulation, _ reading: PlanReading, to directory: OutputDirectory,
        isForced: Bool, check: () throws -> Void = {}
    ) throws -> MigrationReport {
        var manifest = Manifest(
            from: source, to: target, options, products: productTable.map(directory.digest),
            inputs: reading.inputs, digest: directory.digest)
        manifest.products = productTable.map { table in
            var file = Manifest.File(
                name: "products", bytes: table.count, sha256: directory.digest(of: table),
                records: 0)
            file.path = productPath
            return file
        }
        if !isForced { try directory.checkIsFree(for: manifest.plan) }
        let files = try TargetFiles(target, in: directory)
        let planner = Planner(
            people, from: source, to: target, options, placeholders: placeholders, sha256: sha256,
            threads: threads)
        let run = PlanRun(planner, into: files, blockSize: blockSize, progress: progress)
        let (result, written) = try run.run(threads: threads)
        try check()
        var report = MigrationReport(
            result, written: written, from: source, to: target, reading, at: options.at, guide)
        try ProductMap.write(result.products, to: directory.file("products.csv"))
        try directory.write(report.encoded, to: "report.json")
        try directory.write(Array(ReportPage(report).text.utf8), to: "report.md")
        report.files = try directory.finish(manifest, isForced: isForced).map {
            MigrationReport.File(name: $0.name, bytes: $0.bytes, records: $0.records)
        }
        return report
    }
}
