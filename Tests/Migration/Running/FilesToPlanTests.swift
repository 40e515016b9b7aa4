// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Migrations from files to a plan.
@Suite struct FilesToPlanTests {
    /// Every fixture, with the provider that has written it.
    static let fixtures: [(key: String, file: String)] = everySide.flatMap { key in
        ((try? Fixtures.names(key)) ?? []).sorted().map { (key, "\(key)/\($0)") }
    }

    @Test func `Everything that was read is counted once, whatever the files and the target`()
        throws
    {
        #expect(FilesToPlanTests.fixtures.count > 30)
        for (key, file) in FilesToPlanTests.fixtures {
            for target in everySide {
                let folder = TemporaryFolder()
                let migration = try migration(from: key, to: target)
                _ = try migration.plan([fixture(file)], into: folder.path)
                let counts = try #require(
                    try folder.object("report.json")["counts"] as? [String: [String: Int]])
                try checkRecords(counts, "\(file) to \(target)")
                for (name, words) in counts
                where ["ids", "purchases", "grants"].contains(name) {
                    let dispositions = words.filter { $0.key != "read" }.values.reduce(0, +)
                    #expect(words["read"] == dispositions, "\(file) to \(target): \(name)")
                }
            }
        }
    }

    /// Each record is one of those that the report counts, and what tells of purchases is held or
    /// said to be otherwise.
    private func checkRecords(_ counts: [String: [String: Int]], _ label: String) throws {
        let records = try #require(counts["records"])
        func sum(_ words: [String]) -> Int { words.reduce(0) { $0 + (records[$1] ?? .min / 32) } }
        let told = sum(["purchases", "grants", "events"])
        #expect(records["read"] == told + sum(["customers", "aliases", "names"]), "\(label)")
        let held = ["purchases", "grants"].compactMap { counts[$0]?["read"] }.reduce(0, +)
        let others = sum([
            "ignored", "repeated", "late", "later", "unplaced", "identities", "transfers",
            "renewals", "merged", "superseded",
        ])
        #expect(told == held + others, "\(label)")
    }

    @Test func `The manifest has the digests and sizes of what was read and written`() throws {
        let folder = TemporaryFolder()
        let migration = try migration(from: "revenuecat", to: "qonversion")
        let files = ["revenuecat/export-v5.csv", "revenuecat/rest-v2-pages.json"]
        _ = try migration.plan(files.map(fixture), into: folder.path)
        let manifest = try folder.object("manifest.json")
        let inputs = try #require(manifest["inputs"] as? [[String: Any]])
        #expect(inputs.map { $0["name"] as? String } == ["export-v5.csv", "rest-v2-pages.json"])
        for (file, input) in zip(files, inputs) {
            let bytes = Array(try Fixtures.text(file).utf8)
            #expect(input["sha256"] as? String == hexadecimal(SHA256.hash(bytes)))
            #expect(input["bytes"] as? Int == bytes.count)
            #expect(input["records"] as? Int ?? 0 > 0)
        }
        let outputs = try #require(manifest["outputs"] as? [[String: Any]])
        let contents = try folder.contents()
        #expect(contents.count == outputs.count + 1)
        for output in outputs {
            let data = try #require(contents[output["name"] as? String ?? ""])
            #expect(output["bytes"] as? Int == data.count)
            #expect(output["sha256"] as? String == hexadecimal(SHA256.hash(Array(data))))
        }
        let text = try folder.text("manifest.json") + folder.text("report.json")
        #expect(!text.contains(folder.path))
    }

    @Test(arguments: [
        (["/home/me/export.csv"], ["export.csv"]),
        (["a/x.csv", "b/y.csv"], ["x.csv", "y.csv"]),
        (["a/x.csv", "b/x.csv"], ["a/x.csv", "b/x.csv"]),
        (["/home/me/a/x.csv", "/home/me/b/x.csv"], ["a/x.csv", "b/x.csv"]),
        (["a/in/x.csv", "b/in/x.csv", "y.csv"], ["a/in/x.csv", "b/in/x.csv", "y.csv"]),
        (["x.csv", "./a/x.csv", "../x.csv"], ["x.csv", "a/x.csv", "../x.csv"]),
        (["x.csv", "./x.csv"], ["x.csv", "x.csv"]), (["/", ""], ["", ""]),
    ])
    func `Inputs are called as briefly as tells them apart, and never by an absolute path`(
        paths: [String], names: [String]
    ) {
        #expect(InputNames(paths).all == names)
    }

    @Test func `Two inputs of one name are told apart in everything that names them`() throws {
        let folder = TemporaryFolder()
        let text = try Fixtures.text("purchasely/storekit-1.csv")
        let inputs = ["a", "b"].map { input(text + "x\n", name: "/home/me/\($0)/export.csv") }
        _ = try migration(from: "purchasely", to: "revenuecat").plan(inputs, into: folder.path)
        let rejected = try folder.objects("rejected.jsonl").map { $0["file"] as? String }
        #expect(rejected == ["a/export.csv", "b/export.csv"])
        let manifest = try Manifest.read(folder.path)
        #expect(manifest.inputs.map(\.name) == ["a/export.csv", "b/export.csv"])
        let report = try folder.text("report.json")
        #expect(report.contains("a/export.csv:") && report.contains("b/export.csv:"))
        #expect(report.contains("\"a/export.csv, b/export.csv\""))
        #expect(!report.contains("/home"))
    }

    @Test func `All outputs can be read by their owner alone`() throws {
        let folder = TemporaryFolder()
        _ = try migration(from: "purchasely", to: "revenuecat")
            .plan([fixture("purchasely/storekit-1.csv")], into: folder.path)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder.path) == 0o700)
        for name in try folder.contents().keys {
            #expect(try mode("\(folder.path)/\(name)") == 0o600, "\(name)")
        }
    }

    @Test func `Receipts go over whole, and stand in no report beyond six characters`() throws {
        let folder = TemporaryFolder()
        _ = try migration(from: "purchasely", to: "revenuecat")
            .plan([fixture("purchasely/storekit-1.csv")], into: folder.path)
        let rows = try Fixtures.text("purchasely/storekit-1.csv").split(separator: "\n")
        let receipts = rows.dropFirst().compactMap { $0.split(separator: ";").first }
        let contents = try folder.contents().mapValues { String(decoding: $0, as: UTF8.self) }
        let targets = contents.filter { $0.key.hasPrefix("revenuecat") }.values.joined()
        #expect(!receipts.isEmpty)
        for receipt in Set(receipts) {
            #expect(targets.contains(receipt))
            for name in ["report.json", "report.md", "manifest.json", "ids.csv"] {
                #expect(contents[name]?.contains(receipt.prefix(7)) == false, "\(name)")
            }
        }
    }

    @Test func `A neutral population with receipts and attributes comes back as it was`() throws {
        let first = TemporaryFolder()
        let again = TemporaryFolder()
        let migration = try migration(from: "neutral", to: "neutral")
        _ = try migration.plan([fixture("neutral/population.jsonl")], into: first.path)
        let lines = try first.text("neutral.jsonl")
        #expect(lines.contains(#""attributes":{"note":"two\nlines"#))
        #expect(try first.findings()["attributes-not-carried"] == nil)
        let given = try Fixtures.text("neutral/population.jsonl")
        #expect(lines.contains("\"receipt\"") == given.contains("\"receipt\""))
        _ = try migration.plan([input(lines)], into: again.path)
        #expect(try again.text("neutral.jsonl") == lines)
    }

    @Test func `The number of threads changes no byte`() throws {
        let (one, many) = (TemporaryFolder(), TemporaryFolder())
        var migration = try migration(from: "revenuecat", to: "purchasely")
        migration.threads = 1
        _ = try migration.plan([fixture("revenuecat/webhooks.jsonl")], into: one.path)
        migration.threads = 5
        _ = try migration.plan([fixture("revenuecat/webhooks.jsonl")], into: many.path)
        #expect(try one.contents() == many.contents())
    }

    @Test func `The plan's instant is the latest at which something happened, unless it is said`()
        throws
    {
        let folder = TemporaryFolder()
        var migration = try migration(from: "revenuecat", to: "nami")
        _ = try migration.plan([fixture("revenuecat/export-v5.csv")], into: folder.path)
        #expect(try folder.object("report.json")["at"] as? String == "2026-11-20T11:00:05.000Z")
        let early = TemporaryFolder()
        migration.at = Migration.milliseconds(of: "2026-01-01")
        _ = try migration.plan([fixture("revenuecat/export-v5.csv")], into: early.path)
        #expect(try early.object("report.json")["at"] as? String == "2026-01-01T00:00:00.000Z")
        #expect(Migration.milliseconds(of: "yesterday") == nil)
        #expect(Migration.milliseconds(of: "2026-02-30") == nil)
    }

    @Test func `Files without any moment are reported as such, and no date stands for it`() throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "purchasely", to: "revenuecat")
        let summary = try migration.plan([fixture("purchasely/storekit-1.csv")], into: folder.path)
        #expect(summary.lines[0].hasPrefix("From Purchasely to RevenueCat, at no known moment: "))
        #expect(try folder.findings()["moment-unknown"] == 1)
        #expect(try folder.object("report.json")["at"] == nil)
        #expect(try folder.object("manifest.json")["at"] == nil)
        #expect(
            try folder.text("report.md").contains(
                "\nNo date is known, so nothing counts as expired"))
        let target = try side("revenuecat")
        #expect(
            try Verification(
                folder: folder.path, target: target, guide: findingGuide()
            ) { SHA256() }.run().holds)
        let said = TemporaryFolder()
        migration.at = testMoment
        _ = try migration.plan([fixture("purchasely/storekit-1.csv")], into: said.path)
        #expect(try said.findings()["moment-unknown"] == nil)
    }
}
