// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymMigration
import AllonymTestSupport
import Foundation
import Testing

/// The built-in mappings, loaded once.
private let builtIn = Result { try Mappings.load() }

/// The built-in mappings.
func mappings() throws -> Mappings { try builtIn.get() }

/// A provider as one side of a migration.
func side(_ key: String, _ settings: [String: String] = [:]) throws -> MigrationEndpoint {
    let mappings = try builtIn.get()
    return MigrationEndpoint(
        key: key, formats: try #require(mappings.formats[key] ?? mappings.neutralFormats),
        rules: try mappings.provider(key)?.rules(settings))
}

/// The placeholder IDs of all providers.
func placeholders() throws -> PlaceholderIDs {
    let mappings = try builtIn.get()
    return PlaceholderIDs(mappings.providers, mappings.blocklists)
}

/// The keys of all providers, and that of the neutral format.
let everySide = EveryProvider.keysWithFormats + ["neutral"]

/// The moment of all these plans: 2026-11-21.
let testMoment: Int64 = 1_795_219_200_000

/// A folder that is gone with the test.
final class TemporaryFolder {
    let path: String

    init() {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-plan-\(UUID().uuidString)").path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Begins outputs in it.
    func begin() throws -> OutputDirectory {
        try OutputDirectory(path) { SHA256() }
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/\(name)")
    }

    /// All files by name, with their bytes.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            contents[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
        }
        return contents
    }
}

/// Writes a plan of these people.
@discardableResult
func plan(
    _ people: People, from source: MigrationEndpoint, to target: MigrationEndpoint,
    _ options: PlanOptions = PlanOptions(at: testMoment), in folder: TemporaryFolder,
    isForced: Bool = false, threads: Int = 2, blockSize: Int? = nil
) throws -> MigrationReport {
    var plan = MigrationPlan(
        from: source, to: target, options, placeholders: try placeholders(),
        guide: try mappings().findings, sha256: SHA256.hash)
    plan.threads = threads
    if let blockSize { plan.blockSize = blockSize }
    let reading = PlanReading(inputs: [], readers: [], counts: [:], findings: [])
    return try plan.write(people, reading, to: folder.begin(), isForced: isForced)
}

/// What a plan tells a sink.
final class Recorder: PlanSink {
    struct PlannedID: Equatable {
        var id: String
        var target: String?
        var disposition: Disposition
        var rule: String
    }

    private(set) var ids: [PlannedID] = []
    /// The writers, in the order in which they were used.
    private(set) var writers: [String] = []
    private(set) var dispositions: [Disposition] = []
    private let target: MigrationEndpoint

    init(_ target: MigrationEndpoint) { self.target = target }

    func begin(customer: Int?) {}

    func take(_ id: AllonymMigration.PlannedID) {
        ids.append(
            PlannedID(
                id: String(decoding: id.text, as: UTF8.self),
                target: id.target.map { String(decoding: $0, as: UTF8.self) },
                disposition: id.disposition,
                rule: String(decoding: id.rule, as: UTF8.self)))
    }

    func take(_ values: FieldValues, writer: Int) {
        writers.append(target.writers[writer].id)
    }

    func decided(_ decision: PlanDecision, _ values: FieldValues) {
        dispositions.append(decision.disposition)
    }
}

/// Plans without writing anything.
func decide(
    _ people: People, from source: MigrationEndpoint, to target: MigrationEndpoint,
    _ options: PlanOptions = PlanOptions(at: testMoment)
) throws -> (result: PlanResult, recorder: Recorder) {
    let recorder = Recorder(target)
    let planner = Planner(
        people, from: source, to: target, options, placeholders: try placeholders(),
        sha256: SHA256.hash)
    return (try planner.run(into: recorder), recorder)
}
