// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

extension Migration {
    /// Makes the plan of some files.
    ///
    /// - Parameters:
    ///   - inputs: The source's files, or what stands for them.
    ///   - folder: Where the plan goes; it is made if it is not there.
    /// - Returns: What the plan comes to.
    /// - Throws: ``MigrationError/input(_:)`` for input that cannot be read or has no record that
    ///   can, and for a record that is refused while that ends the run; ``MigrationError/output(_:)``
    ///   for a folder that cannot be written or holds something else.
    public func plan(
        _ inputs: [Input], into folder: String
    ) throws(MigrationError) -> MigrationReport {
        do {
            try checkIsNotExcepted(folder)
            let tables = try GivenTables(products: products, entitlements: entitlements)
            let directory = try OutputDirectory(
                folder, sparing: inputs + GivenTables.inputs(self) + (only.map { [$0] } ?? []),
                makeDigest: hashing.makeDigest)
            do {
                let selection = try CohortSelection(
                    only: only, sample, except: except, from: source, to: target,
                    digest: directory.digest)
                return try plan(inputs, directory, in: folder, selection, tables)
            } catch {
                directory.abandon()
                throw error
            }
        } catch {
            throw MigrationError(error)
        }
    }

    /// Refuses to write a plan over one whose customers it leaves out: nobody would know any more who
    /// these were.
    private func checkIsNotExcepted(_ folder: String) throws(OutputError) {
        guard let there = FileIdentity(folder, followingLinks: true) else { return }
        if except.contains(where: { FileIdentity($0, followingLinks: true) == there }) {
            throw OutputError(
                folder, "the plan there is one whose customers are left out; give another folder")
        }
    }

    private func plan(
        _ inputs: [Input], _ directory: OutputDirectory, in folder: String,
        _ selection: CohortSelection, _ tables: GivenTables
    ) throws -> MigrationReport {
        let spill = try directory.spill(keeping: target.longTexts)
        let readers = source.formats.readers
        let intake = Intake(
            rules: source.rules, readers: readers,
            at: at.map { Instant(milliseconds: $0) } ?? .none, spill: spill,
            namesakes: tables.products?.namesakes ?? [],
            unlockingNothing: tables.products?.unlockingNothing ?? [])
        let log = try ReadingLog(
            in: directory, isStrict: isStrict, from: source, beside: beside,
            inputs: inputs.map(\.name), mappings.findings)
        var scan = Scan(readers, beside: readersBeside, threads: threads)
        scan.others = Migration.formats(otherThan: source, mappings)
        scan.columns = .compare(tables.columns)
        scan.makeDigest = { [hashing] in hashing.makeDigest() }
        if let progress { scan.progress = { progress(.reading(bytes: $0)) } }
        let (records, unstated) = (ReadRecords(), UnstatedProducts(tables.products))
        let files = try scan.run(inputs) { batch in
            try log.take(batch)
            records.take(batch)
            unstated.take(batch)
            intake.add(batch)
        }
        try checkIsExport(files)
        try records.check(files)
        try unstated.check()
        let population = intake.finish()
        try tables.check(population)
        try spill?.check()
        let options = PlanOptions(
            at: population.at.known, preferredRoute: preferredRoute, products: tables.products,
            entitlements: tables.entitlements)
        let (cohort, unmet) = try selection.cohort(of: population)
        let people = PlannedPopulation(population, cohort) { location, field, body in
            spill?.withText(of: location, field, body)
        }
        if let only { try log.note(unmet: unmet, in: only.name) }
        var reading = try log.reading(
            files, population, cohort, isOlder: intake.isOlderThanMoment,
            farAhead: at == nil && intake.latest.isFarAhead ? intake.latest : nil,
            unfinished: ExportedFiles.unfinished(inputs))
        if !selection.isEverybody {
            reading.choices = selection.options
            reading.part = selection.part(people.planned.customers, of: people.customerCount)
        }
        for (number, input) in inputs.enumerated() {
            reading.inputs[number].path = input.path.map { InputFiles.path(of: $0, from: folder) }
        }
        let given = tables.files(in: folder, digest: directory.digest(of:))
        return try write(
            people, reading, options, products: given.products, entitlements: given.entitlements,
            to: directory
        ) {
            try spill?.check()
        }
    }
}
