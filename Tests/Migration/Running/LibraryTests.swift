// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import AllonymTestSupport
import Foundation
import Testing

/// A migration in code: as an app makes it: by names, with one function that hashes.
@Suite struct LibraryTests {
    /// All that a caller has to give.
    private struct Hashes: Hashing {
        func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }
    }

    /// A fixture as a file on disk.
    private func file(_ name: String, in folder: TemporaryFolder) throws -> Input {
        let end = name.split(separator: ".").last ?? ""
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        let path = "\(folder.path)/export.\(end)"
        try Fixtures.text(name).write(toFile: path, atomically: true, encoding: .utf8)
        return .file(path)
    }

    @Test
    func `A plan by names has typed counts, findings with an action, and its files`() throws {
        let (inputs, folder) = (TemporaryFolder(), TemporaryFolder())
        let input = try file("revenuecat/export-v5.csv", in: inputs)
        let migration = try Migration(from: "RevenueCat", to: "qonversion", hashing: Hashes())
        let report = try migration.plan([input], into: folder.path)
        #expect(report.from == "revenuecat" && report.to == "qonversion")
        let ids = report.counts.ids
        #expect(ids.read > 0 && report.counts.customers.read > 0)
        #expect(Disposition.allCases.reduce(0) { $0 + ids[$1] } == ids.read)
        #expect(try folder.text("ids.csv").split(separator: "\n").count == ids.read + 1)
        #expect(!report.findings.isEmpty)
        for finding in report.findings {
            #expect(finding.count > 0 && !finding.subjects.isEmpty && finding.subjects.count <= 5)
            #expect(!finding.action.isEmpty && !finding.source.isEmpty && !finding.rule.isEmpty)
        }
        let names = try folder.contents().keys.filter { $0 != "manifest.json" }.sorted()
        #expect(report.files.map(\.name) == names)
        for file in report.files {
            #expect(try folder.contents()[file.name]?.count == file.bytes)
        }
        let verified = try Migration.verify(folder.path, hashing: Hashes())
        #expect(verified.holds, "\(verified.lines)")
        #expect(verified.unexplained == 0 && verified.ids >= ids.read)
        #expect(verified.readAgain == ids.read)
    }

    @Test(arguments: FilesToPlanTests.fixtures)
    func `What every fixture says of access is read again the same way`(key: String, name: String)
        throws
    {
        let (inputs, folder) = (TemporaryFolder(), TemporaryFolder())
        let input = try file(name, in: inputs)
        _ = try Migration(from: key, to: "neutral", hashing: TestHashing())
            .plan([input], into: folder.path)
        let verified = try Migration.verify(folder.path, hashing: TestHashing())
        #expect(verified.objections == 0 && verified.holds, "\(verified.lines)")
    }

    @Test
    func `Whether files are hashed in pieces or as a whole, the plan is the same`() throws {
        let (inputs, one, other) = (TemporaryFolder(), TemporaryFolder(), TemporaryFolder())
        let input = try file("revenuecat/export-v5.csv", in: inputs)
        _ = try Migration(from: "revenuecat", to: "nami", hashing: Hashes())
            .plan([input], into: one.path)
        _ = try Migration(from: "revenuecat", to: "nami", hashing: TestHashing())
            .plan([input], into: other.path)
        #expect(try one.contents() == other.contents())
    }

    @Test
    func `Settings are those of either side, and decide what goes over`() throws {
        let input = input(
            #"{"allonym":1,"type":"customer","ids":[{"id":"ada","kind":"custom"}]}"# + "\n")
        func rule(_ settings: [String: String]) throws -> String? {
            let folder = TemporaryFolder()
            let migration = try Migration(
                from: "neutral", to: "nami", settings: settings, hashing: Hashes())
            _ = try migration.plan([input], into: folder.path)
            return try folder.text("ids.csv").split(separator: "\n").last.map(String.init)
        }
        #expect(try rule(["nami.external-ids": "sha256-uuid"]) != rule([:]))
    }

    /// What is refused, and what its error says.
    private static let refused: [(from: String, to: String, setting: String, says: String)] = [
        ("adapty", "nami", "", #"provider "adapty": unknown; expected nami, "#),
        ("nami", "", "", #"provider "": unknown; expected nami, "#),
        ("nami", "neutral", "nami.colour=red", "setting \"nami.colour\": unknown; "),
        (
            "nami", "neutral", "nami.external-ids=red",
            "value of nami.external-ids \"red\": unknown; expected sha256"
        ),
        (
            "nami", "neutral", "qonversion.restore=copy",
            "setting of qonversion: it is neither the source nor the target; remove the setting"
        ),
    ]

    @Test(arguments: refused)
    func `A provider or a setting that there is not is refused by name`(
        from: String, to: String, setting: String, says: String
    ) throws {
        let words = setting.split(separator: "=").map(String.init)
        let settings = words.count == 2 ? [words[0]: words[1]] : [:]
        let error = error {
            _ = try Migration(from: from, to: to, settings: settings, hashing: Hashes())
        }
        #expect(error?.description.hasPrefix(says) == true, "\(error?.description ?? "nothing")")
    }

    @Test
    func `A table of products, a record, a folder: each fault has its kind and its index`() throws {
        let line = #"{"allonym":1,"type":"customer","ids":[{"id":"ada","kind":"custom"}]}"# + "\n"
        var migration = try Migration(from: "neutral", to: "nami", hashing: Hashes())
        migration.products = input("source_product,price\na,1\n", name: "products.csv")
        let table = error { _ = try migration.plan([input(line)], into: TemporaryFolder().path) }
        #expect(table?.input?.code == .malformed && table?.input?.position == "products.csv:1:16")
        migration.products = .file("/no/such/table.csv")
        let missing = error { _ = try migration.plan([input(line)], into: TemporaryFolder().path) }
        #expect(missing?.input?.code == .unreadable)
        migration.products = nil
        migration.isStrict = true
        let record = error {
            _ = try migration.plan(
                [input(line + #"{"allonym":1,"type":"#)], into: TemporaryFolder().path)
        }
        #expect(record?.input?.code == .refusedRecord && record?.input?.line == 2)
        let folder = error { _ = try migration.plan([input(line)], into: "/proc/nothing") }
        #expect(folder?.output != nil)
        let plan = error { _ = try Migration.verify("/no/such/plan", hashing: Hashes()) }
        guard case .plan(let broken) = plan else {
            Issue.record("\(String(describing: plan))")
            return
        }
        #expect(broken.file == "/no/such/plan" && broken.line == nil)
    }
}
