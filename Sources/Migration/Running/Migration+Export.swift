// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import AllonymMappings

extension Migration {
    /// Compares what the target itself exports after an import with what a plan expects there.
    ///
    /// - Parameters:
    ///   - exports: The target's files, in any format that it can be read in.
    ///   - folder: The folder of the plan that was carried out.
    ///   - hashing: Makes SHA-256 hashes.
    ///   - mappings: What is known of the providers; without it what comes with the package.
    ///   - take: Takes each customer who is missing, different, waiting or unexpected.
    /// - Returns: The numbers.
    /// - Throws: ``MigrationError/plan(_:)`` where the folder holds no whole plan,
    ///   ``MigrationError/input(_:)`` for an export that cannot be read; and what `take` throws.
    public static func compare(
        _ exports: [Input], with folder: String, hashing: any Hashing, mappings: Mappings? = nil,
        _ take: (ExportReport.Row) throws -> Void
    ) throws -> ExportReport {
        let mappings = try loaded(mappings)
        do {
            let plan = try PlanFolder(folder)
            let side = plan.manifest.to
            let target = try MigrationEndpoint(
                side.provider, [side.provider: side.settings], mappings)
            let stores = try StoreRecords(plan)
            let expected = try ExpectedCustomers(plan, target, stores, mappings.findings)
            var notes: [String] = []
            let others = formats(
                otherThan: target, mappings,
                advice: "the plan is for \(target.name): give what \(target.name) exports")
            let population = try read(exports, of: target, hashing, others: others, &notes)
            let planned = try plan.manifest.moment()
            let found = FoundCustomers(
                PlannedPopulation(population) { _, _, _ in }, of: target,
                at: population.at.known ?? planned, stores)
            var comparison = ExportComparison(expected, population, found)
            try comparison.run(take)
            var report = comparison.report
            report.notes += notes
            let written = try PlanReport(plan).rowsByWriter
            report.makesCustomers = target.writers.contains { writer in
                [.customer, .identity].contains(writer.subject) && writer.isImport
                    && written[writer.id, default: 0] > 0
            }
            return report
        } catch let error as BrokenPlan {
            throw MigrationError.plan(error)
        } catch let error as InputError {
            throw MigrationError.input(error)
        }
    }

    /// Reads a provider's files.
    static func read(
        _ exports: [Input], of target: MigrationEndpoint, _ hashing: any Hashing,
        others: OtherFormats, spill: SpillFile? = nil, _ notes: inout [String]
    ) throws -> Population {
        let readers = target.formats.readers
        let intake = Intake(rules: target.rules, readers: readers, spill: spill)
        var scan = Scan(readers, threads: 2)
        scan.others = others
        scan.columns = .refuse
        scan.makeDigest = { hashing.makeDigest() }
        var rejections: [Rejection] = []
        var count = 0
        _ = try scan.run(exports) { batch in
            count += batch.rejections.count
            if rejections.isEmpty { rejections += batch.rejections.prefix(1) }
            intake.add(batch)
        }
        if let first = rejections.first {
            notes.append(
                "Records of the export that are not read: \(count.grouped), the first one in "
                    + "\(first.file), line \(first.line): \(first.reason)")
        }
        return intake.finish()
    }
}
