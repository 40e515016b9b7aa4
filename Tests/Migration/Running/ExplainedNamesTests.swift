// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymInput
import AllonymMappings
import AllonymSamples
import Foundation
import Testing

import AllonymMigration

/// Every rule, code, limit, note and writer that an output of a plan names can be asked for.
@Suite struct ExplainedNamesTests {
    /// The names in a plan's files.
    private struct Names {
        var all: Set<String> = []

        init(_ folder: TemporaryFolder) throws {
            for name in try folder.contents().keys.sorted() {
                switch name {
                case "report.json": try take(report: folder.object(name))
                case "ids.csv": try take(folder, name, columns: ["rule", "change"])
                case "purchases.csv": try take(folder, name, columns: ["code", "change"])
                case "access.csv": try takeAccess(folder)
                case "findings.csv":
                    try take(folder, name, columns: ["code", "severity", "rule"])
                case "calls.json": try take(sheet: folder.object(name))
                case "rejected.jsonl", "unknown-columns.jsonl", "neutral.jsonl": continue
                case _ where name.hasSuffix(".jsonl"):
                    for call in try folder.objects(name) { take(call: call) }
                default: continue
                }
            }
            for file in ["report.json", "report.md"] { take(text: try folder.text(file)) }
            all.remove("")
        }

        private mutating func take(report: [String: Any]) throws {
            for (list, members) in [
                ("findings", ["rule", "code", "severity"]), ("written", ["writer", "route"]),
                ("times", ["limit"]), ("support", ["id"]), ("rollback", ["id"]),
                ("lasting", ["writer"]),
            ] {
                for entry in try #require(report[list] as? [[String: Any]]) {
                    for member in members { all.insert(try #require(entry[member] as? String)) }
                }
            }
        }

        private mutating func take(
            _ folder: TemporaryFolder, _ name: String, columns: [String]
        ) throws {
            let text = try folder.text(name)
            var rows = try TableReader(
                name, FileBytes(Data(text.utf8)), delimiter: UInt8(ascii: ","))
            let indices = rows.header.indices.filter { columns.contains(rows.header[$0]) }
            #expect(indices.count == columns.count)
            while try rows.next() {
                for index in indices { all.insert(rows.cells[index]) }
            }
        }

        private mutating func takeAccess(_ folder: TemporaryFolder) throws {
            let data = Data(try folder.text("access.csv").utf8)
            var rows = try TableReader("access.csv", FileBytes(data), delimiter: UInt8(ascii: ","))
            while try rows.next() {
                all.formUnion(AccessNames.explanations(rows.cells[3]).map(\.code))
            }
        }

        private mutating func take(sheet: [String: Any]) throws {
            let writers = try #require(sheet["writers"] as? [String: [String: Any]])
            all.formUnion(writers.keys)
            all.formUnion(try #require(sheet["limits"] as? [String: Any]).keys)
            for facts in [
                writers.values.map(\.self),
                writers.values.compactMap { $0["undo"] as? [String: Any] },
            ].joined() {
                for member in ["limit", "route"] { all.insert(facts[member] as? String ?? "") }
            }
        }

        private mutating func take(call: [String: Any]) {
            for member in ["writer", "id", "undoes"] {
                if let name = call[member] as? String { all.insert(name) }
            }
            all.formUnion(call["after"] as? [String] ?? [])
        }

        /// Whatever in sentences has the form of a provider's or the tool's own rule.
        private mutating func take(text: String) {
            let keys = (everySide + ["scan", "population"]).joined(separator: "|")
            guard let rule = try? Regex("\\b(\(keys))\\.[a-z][a-z0-9-]*(\\.[a-z0-9*-]+)*") else {
                return
            }
            for match in text.matches(of: rule) {
                let name = String(text[match.range])
                if !name.hasSuffix(".jsonl"), !name.hasSuffix(".json") { all.insert(name) }
            }
        }
    }

    private func unknown(_ names: Set<String>) throws -> [String] {
        let explanation = Explanation(try mappings())
        return names.sorted().filter { (try? explanation.subject($0)) == nil }
    }

    @Test(arguments: everySide)
    func `Everything that plans of samples name, for every target`(source: String) throws {
        for reader in try Sample.readers(of: side(source).formats) {
            let text = try sample(source, reader.id, customers: 50 * foldOfRun)
            for target in everySide {
                let folder = TemporaryFolder()
                var migration = try migration(from: source, to: target)
                migration.at = testMoment
                _ = try migration.plan([input(text, name: reader.id)], into: folder.path)
                let names = try Names(folder).all
                #expect(names.count > 3)
                #expect(try unknown(names) == [], "\(reader.id) to \(target)")
            }
        }
    }

    @Test func `Everything that plans of damaged and documented files name`() throws {
        var names: Set<String> = []
        for (key, file) in FilesToPlanTests.fixtures {
            for target in everySide {
                let folder = TemporaryFolder()
                let migration = try migration(from: key, to: target)
                _ = try migration.plan([fixture(file)], into: folder.path)
                names.formUnion(try Names(folder).all)
            }
        }
        #expect(try unknown(names) == [])
        #expect(names.contains { $0.hasPrefix("population.") })
    }

    @Test func `Every rule about reading, with the findings that it leads to`() throws {
        let guide = try mappings().findings
        for rule in Rejection.Rule.allCases {
            let codes = guide.rule(rule.rawValue)?.codes
            #expect(codes == ["rejected-\(rule.rawValue.dropFirst("scan.".count))"])
        }
        for (rule, code) in [
            ("scan.word.store", "unknown-value"), ("scan.several.product", "several-values"),
            ("scan.beside.price", "several-values"), ("scan.range.price", "wrong-value"),
            ("population.superseded", "superseded"), ("products", "product-not-mapped"),
        ] {
            let sheet = try Explanation(mappings()).subject(rule)
            #expect(sheet.sections[0].rows.contains { $0[0] == code }, "\(rule)")
        }
    }

    @Test func `A name that no output has is not explained`() throws {
        #expect(
            try unknown([
                "missing-receipt", "missing-parcel", "behaviour-state-grace", "scan.word.parcel",
                "behaviour-state-parcel", "qonversion.rest-user.1.2", "qonversion.rest-parcel.1",
                "revenuecat.export-v5.1", "population.parcel", "revenuecat.limits.99",
            ]) == [
                "behaviour-state-parcel", "missing-parcel", "population.parcel",
                "qonversion.rest-parcel.1", "revenuecat.export-v5.1", "revenuecat.limits.99",
                "scan.word.parcel",
            ])
    }
}
