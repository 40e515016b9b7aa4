// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// The plans of exports, and what the second opinion says of them.
extension SecondCheckTests {
    /// An export by its provider and number.
    static func export(_ name: String) throws -> DocumentedExport? {
        try exports.get().first { "\($0.provider)/\($0.name.prefix(2))" == name }
    }

    /// The plan of an export, and the folder in which the export's files lie.
    func planned(
        _ export: DocumentedExport, to target: String = "neutral", products: String? = nil
    ) throws -> (folder: TemporaryFolder, inputs: TemporaryFolder) {
        let (folder, inputs) = (TemporaryFolder(), TemporaryFolder())
        try FileManager.default.createDirectory(
            atPath: inputs.path, withIntermediateDirectories: true)
        for file in export.files {
            try Data(file.text.utf8).write(to: URL(fileURLWithPath: "\(inputs.path)/\(file.name)"))
        }
        var migration = Migration(
            from: try side(export.provider, export.settings), to: try side(target),
            hashing: TestHashing(), mappings: try mappings())
        migration.at = export.moment
        if let products {
            let path = "\(inputs.path)/products.csv"
            try Data(products.utf8).write(to: URL(fileURLWithPath: path))
            migration.products = .file(path)
        }
        let files = export.files.map { Input.file("\(inputs.path)/\($0.name)") }
        _ = try migration.plan(files, into: folder.path)
        return (folder, inputs)
    }

    func plannedIfPossible(
        _ export: DocumentedExport
    ) throws -> (folder: TemporaryFolder, inputs: TemporaryFolder)? {
        do {
            return try planned(export)
        } catch is InputError {
            return nil
        }
    }

    func verification(
        _ folder: TemporaryFolder, _ target: String, _ inputs: TemporaryFolder,
        given: [String] = []
    ) throws -> VerificationReport {
        try withExtendedLifetime(inputs) {
            try Verification(
                folder: folder.path, target: side(target), guide: findingGuide(), inputs: given
            ) { SHA256() }.run()
        }
    }

    /// What the second opinion says against a plan, by IDs.
    func objections(
        _ folder: TemporaryFolder, _ inputs: TemporaryFolder
    ) throws -> [String: String] {
        let target = try Manifest.read(folder.path).to.provider
        let outcome = try verification(folder, target, inputs)
        #expect(outcome.readAgain != nil && outcome.notes.isEmpty, "\(outcome.notes)")
        var objections: [String: String] = [:]
        for row in outcome.rows { objections[row.sourceID] = row.objection }
        return objections
    }
}

extension TemporaryFolder {
    /// What `access.csv` says, by the IDs at the source.
    func access() throws -> [String: [String]] {
        var access: [String: [String]] = [:]
        for row in try text("access.csv").split(separator: "\n").dropFirst() {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            access[String(cells[0])] = cells[2].split(separator: ";").map(String.init)
        }
        return access
    }

    /// Writes `access.csv` with other names, in the order of `ids.csv`.
    func rewriteAccess(_ change: (String, [String]) -> [String]) throws {
        let access = try access()
        let ids = try text("ids.csv").split(separator: "\n").dropFirst()
        let rows = ids.compactMap { row -> String? in
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            let names = change(String(cells[0]), access[String(cells[0])] ?? [])
            return names.isEmpty
                ? nil : "\(cells[0]),\(cells[1]),\(names.sorted().joined(separator: ";")),"
        }
        try rewrite("access.csv") { [$0[0]] + rows }
    }
}
