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

/// What findings mean.
func findingGuide() throws -> FindingGuide { try builtIn.get().findings }

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

    /// Its name in the folder of temporary files.
    var name: String { URL(fileURLWithPath: path).lastPathComponent }

    /// Begins outputs in it.
    func begin() throws -> OutputDirectory {
        try OutputDirectory(path) { SHA256() }
    }

    /// Begins outputs in it as a run does that is killed then.
    func killed(_ body: (OutputDirectory) throws -> Void) throws {
        try body(begin())
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/\(name)")
    }

    /// Writes a file into it, with the folders around it, and returns it as an input.
    func written(_ text: String, to name: String) throws -> Input {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return .file(file.path)
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
    var plan = Migration(
        from: source, to: target, hashing: TestHashing(), mappings: try mappings())
    (plan.threads, plan.isForced) = (threads, isForced)
    if let blockSize { plan.blockSize = blockSize }
    let reading = PlanReading(inputs: [], readers: [], counts: [:], findings: [])
    let directory = try folder.begin()
    return try plan.write(
        people.population(of: source, at: options.at, in: directory), reading, options,
        to: directory)
}

/// What a plan decides, without files.
struct Decisions {
    struct DecidedID: Equatable {
        var id: String
        var target: String?
        var disposition: Disposition
        var rule: String
    }

    var ids: [DecidedID] = []
    /// The writers, in the order in which they were used.
    var writers: [String] = []
    var dispositions: [Disposition] = []
}

/// Plans without writing anything.
func decide(
    _ people: People, from source: MigrationEndpoint, to target: MigrationEndpoint,
    _ options: PlanOptions = PlanOptions(at: testMoment)
) throws -> (result: PlanResult, recorder: Decisions) {
    let folder = TemporaryFolder()
    let directory = try folder.begin()
    defer { directory.abandon() }
    let planner = Planner(
        try people.population(of: source, at: options.at, in: directory), from: source, to: target,
        options, try findingGuide(), placeholders: try placeholders(), sha256: SHA256.hash)
    var decisions = Decisions()
    let result = try planner.run { step, values in
        switch step {
        case .customer: break
        case .id(let id):
            decisions.ids.append(
                .init(
                    id: values.string(PlanField(.sourceID)) ?? "",
                    target: values.string(PlanField(.targetID)), disposition: id.disposition,
                    rule: values.string(PlanField(.rule)) ?? ""))
        case .row(let writer): decisions.writers.append(target.writers[writer].id)
        case .finding: break
        case .decided(let decision): decisions.dispositions.append(decision.disposition)
        }
    }
    return (result, decisions)
}
