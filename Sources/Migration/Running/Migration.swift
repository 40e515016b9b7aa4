// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
public import AllonymMappings
import Foundation

/// A migration from one provider's files to another's: reads them, decides, and writes a plan.
///
/// Whatever ends it early, the folder of its outputs holds what it held before.
public struct Migration: Sendable {
    /// What a run has got to.
    public enum Progress: Sendable {
        /// So many bytes of all inputs are read.
        case reading(bytes: Int)
        /// Everything is decided about so many customers.
        case planning(customers: Int, of: Int)
    }

    /// The provider that the files are of.
    public var source: MigrationEndpoint
    /// The provider that is written for.
    public var target: MigrationEndpoint
    /// The instant at which states are looked at, in milliseconds since 1970; nil for the latest one
    /// at which an input says that something happened.
    public var at: Int64?
    /// Writers of this route come first, if there are any.
    public var preferredRoute: FormatWriter.Route?
    /// The bytes of the table of products, and what it is called in errors.
    public var products: (name: String, table: [UInt8])?
    /// Whether a record that is not taken, or a value that nobody knows, ends the run.
    public var isStrict = false
    /// Whether the outputs of another plan may be written over.
    public var isForced = false
    /// How many threads read and decide.
    public var threads = ProcessInfo.processInfo.activeProcessorCount
    /// Is told now and then how far the run is; from any thread, one call at a time.
    public var progress: (@Sendable (Progress) -> Void)?

    private let placeholders: PlaceholderIDs
    private let sha256: IdentifierCheck.Hash
    private let makeDigest: @Sendable () -> any ByteDigest

    /// A migration.
    ///
    /// - Parameters:
    ///   - source: The provider that the files are of.
    ///   - target: The provider that is written for.
    ///   - placeholders: Placeholder IDs, of any provider and of other systems.
    ///   - sha256: The SHA-256 of some bytes: for IDs that go over as their hash.
    ///   - makeDigest: Begins a SHA-256 of a whole file.
    public init(
        from source: MigrationEndpoint, to target: MigrationEndpoint, placeholders: PlaceholderIDs,
        sha256: @escaping IdentifierCheck.Hash,
        makeDigest: @escaping @Sendable () -> any ByteDigest
    ) {
        self.source = source
        self.target = target
        self.placeholders = placeholders
        self.sha256 = sha256
        self.makeDigest = makeDigest
    }

    /// Makes the plan of some files.
    ///
    /// - Parameters:
    ///   - inputs: The source's files, or what stands for them.
    ///   - folder: Where the plan goes; it is made if it is not there.
    /// - Returns: What the plan comes to.
    /// - Throws: `InputError` for input that cannot be read, ``RefusedRecord`` for one that is
    ///   refused while that ends the run, ``ProductMapError`` for a table that is no map of products,
    ///   `OutputError` for a folder that cannot be written or holds something else.
    public func plan(_ inputs: [Input], into folder: String) throws -> PlanSummary {
        let map = try products.map { products in
            do throws(ProductMap.Fault) {
                return try ProductMap(csv: products.table)
            } catch {
                throw ProductMapError(file: products.name, fault: error)
            }
        }
        let directory = try OutputDirectory(folder, makeDigest: makeDigest)
        do {
            return try plan(inputs, directory, in: folder, map)
        } catch {
            directory.abandon()
            throw error
        }
    }

    private func plan(
        _ inputs: [Input], _ directory: OutputDirectory, in folder: String, _ map: ProductMap?
    ) throws -> PlanSummary {
        let spill = try directory.spill(keeping: target.longTexts)
        let readers = source.formats.readers
        // Batches are taken one at a time.
        nonisolated(unsafe) let intake = Intake(
            rules: source.rules, readers: readers,
            at: at.map { Instant(milliseconds: $0) } ?? .none, spill: spill)
        nonisolated(unsafe) let log = try ReadingLog(
            in: directory, isStrict: isStrict, from: source, inputs: inputs.map(\.name))
        var scan = Scan(readers, threads: threads)
        scan.makeDigest = makeDigest
        if let progress { scan.progress = { progress(.reading(bytes: $0)) } }
        let files = try scan.run(inputs) { batch in
            try log.take(batch)
            intake.add(batch)
        }
        let population = intake.finish()
        try spill?.check()
        let options = PlanOptions(
            at: population.at.known, preferredRoute: preferredRoute, products: map)
        var plan = MigrationPlan(
            from: source, to: target, options, productTable: products?.table,
            placeholders: placeholders,
            sha256: sha256)
        plan.threads = threads
        if let progress {
            let count = population.customerCount
            plan.progress = { progress(.planning(customers: $0, of: count)) }
        }
        let people = PopulationSource(population) { place, field, body in
            spill?.withText(of: place, field, body)
        }
        var reading = log.reading(
            files, population, isOlder: intake.isOlderThanMoment,
            farAhead: at == nil && intake.latest.isFarAhead ? intake.latest : nil)
        for (number, input) in inputs.enumerated() {
            reading.inputs[number].path = input.path.map { InputFiles.path(of: $0, from: folder) }
        }
        plan.productPath = products.map { InputFiles.path(of: $0.name, from: folder) }
        let outcome = try plan.write(
            people, reading, to: directory, isForced: isForced
        ) { try spill?.check() }
        return PlanSummary(outcome)
    }
}

/// What a plan has come to.
public struct PlanSummary: Sendable {
    /// The lines that matter, for the terminal.
    public let lines: [String]
    /// The weight of the heaviest finding; nil where there is none.
    public let worst: Finding.Severity?

    init(_ outcome: MigrationPlan.Outcome) {
        lines = outcome.lines
        worst = outcome.report.worst
    }
}

/// A table that is no map of products.
public struct ProductMapError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the table is called.
    public let file: String
    /// Where it is at fault, and why.
    public let fault: ProductMap.Fault

    /// File, line, column where there is one, and reason.
    public var description: String { "\(file):\(fault.place): \(fault.reason)" }
}
