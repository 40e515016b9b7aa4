// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Files in the neutral format beside an export.
@Suite struct AddedFilesTests {
    /// An export as a provider makes it, and what a plan of it lacks.
    struct Trial: Sendable, CustomTestStringConvertible {
        let source: String
        let reader: String
        let target: String
        let code: String

        var testDescription: String { "\(source) to \(target): \(code)" }
    }

    private static let trials = [
        Trial(
            source: "revenuecat", reader: "revenuecat.export-v5", target: "qonversion",
            code: "missing-receipt"),
        Trial(
            source: "revenuecat", reader: "revenuecat.export-v5", target: "qonversion",
            code: "missing-purchase-token"),
        Trial(
            source: "purchasely", reader: "purchasely.webhook-v3", target: "qonversion",
            code: "missing-receipt"),
        Trial(
            source: "purchasely", reader: "purchasely.webhook-v3", target: "revenuecat",
            code: "missing-receipt"),
        Trial(
            source: "qonversion", reader: "qonversion.webhooks", target: "revenuecat",
            code: "brought-by-app"),
        Trial(
            source: "nami", reader: "nami.webhooks", target: "revenuecat", code: "brought-by-app"),
    ]

    /// A folder with an export in it.
    func workspace(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        for (name, text) in files {
            try text.write(
                toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
        }
        return folder
    }

    func plan(
        _ names: [String], in files: TemporaryFolder, from source: String, to target: String
    ) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var migration = try migration(from: source, to: target)
        migration.at = testMoment
        _ = try migration.plan(names.map { .file("\(files.path)/\($0)") }, into: folder.path)
        return folder
    }

    func verify(_ folder: TemporaryFolder) throws -> VerificationReport {
        try Migration.verify(folder.path, hashing: TestHashing(), mappings: mappings())
    }

    /// A line of the neutral format.
    func line(_ type: String, _ members: [String: Any]) throws -> String {
        let object = members.merging(["allonym": 1, "type": type]) { member, _ in member }
        let data = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    // MARK: - Receipts and tokens

    @Test(arguments: trials)
    func `What an export lacks is added by a file beside it, and stands in the calls`(trial: Trial)
        throws
    {
        let text = try sample(trial.source, trial.reader, customers: 150)
        let files = try workspace(["export": text])
        let before = try plan(["export"], in: files, from: trial.source, to: trial.target)
        let lacking = try before.rows("findings.csv").filter { $0[0] == trial.code }
        #expect(!lacking.isEmpty)
        var (lines, secrets): (String, [String]) = ("", [])
        for (number, row) in lacking.enumerated() where !["", "null"].contains(row[2]) {
            var members: [String: Any] = [
                "user-id": row[2], "product": row[4], "store": row[6], "kind": "subscription",
                "price": 9.99, "currency": "USD",
            ]
            if trial.source == "revenuecat" { members["store-product"] = "com.\(row[4])" }
            if !row[7].isEmpty { members["original-transaction-id"] = row[7] }
            let secret = "secret\(10_000 + number)"
            switch row[6] {
            case "play_store": members["purchase-token"] = secret
            case "app_store", "mac_app_store", "amazon": members["receipt"] = secret
            default: continue
            }
            lines += try line("purchase", members)
            secrets.append(secret)
        }
        #expect(!secrets.isEmpty)
        try lines.write(
            toFile: "\(files.path)/receipts.jsonl", atomically: true, encoding: .utf8)
        // In any order.
        for names in [["export", "receipts.jsonl"], ["receipts.jsonl", "export"]] {
            let after = try plan(names, in: files, from: trial.source, to: trial.target)
            let findings = try after.findings()
            let counts = try after.object("report.json")["counts"] as? [String: Any]
            let records = counts?["records"] as? [String: Int]
            #expect(records?["added"] == secrets.count)
            let added = findings.keys.filter { $0.hasPrefix("added-") }
            #expect(added.isEmpty, "\(findings)")
            #expect((findings[trial.code] ?? 0) <= lacking.count - secrets.count)
            let written = try after.contents().filter { $0.key.hasPrefix("\(trial.target)-") }
                .map { String(decoding: $0.value, as: UTF8.self) }.joined()
            for secret in secrets { #expect(written.contains(secret), "\(secret)") }
            let report = try after.text("report.json") + after.text("findings.csv")
            #expect(!report.contains("secret1"))
            let verified = try verify(after)
            #expect(verified.holds && verified.objections == 0, "\(verified.lines)")
            #expect(try #require(verified.readAgain) > 0)
        }
    }

    // MARK: - IDs

    @Test(arguments: EveryProviderKeys.all)
    func `Customers whom an added file makes one have what each of them had, in verify as well`(
        source: String
    ) throws {
        for reader in try readers(of: source) {
            let text = try sample(source, reader, customers: 60)
            let files = try workspace(["export": text])
            let before = try plan(["export"], in: files, from: source, to: "neutral")
            let customers = try before.customers()
            var access: [String: Set<String>] = [:]
            for row in try before.rows("access.csv") {
                access[row[0]] = Set(AccessNames.names(row[2]))
            }
            var lines = ""
            var expected: [[String]: Set<String>] = [:]
            for pair in stride(from: 0, to: min(40, customers.count - 2), by: 3) {
                let (one, other) = (customers[pair], customers[pair + 1])
                guard let first = one.first, let second = other.first else { continue }
                let ids = [first, "new-\(pair)", second]
                lines += try line("customer", ["ids": ids.map { ["id": $0, "kind": "custom"] }])
                let names = (one + other).reduce(into: Set<String>()) {
                    $0.formUnion(access[$1] ?? [])
                }
                expected[one + other + [ids[1]]] = names
            }
            lines += try line("customer", ["ids": [["id": "nobody-at-all", "kind": "custom"]]])
            try lines.write(
                toFile: "\(files.path)/ids.jsonl", atomically: true, encoding: .utf8)
            let after = try plan(["export", "ids.jsonl"], in: files, from: source, to: "neutral")
            let findings = try after.findings()
            #expect(findings["added-unknown-id"] == 1)
            #expect((findings["added-merged"] ?? 0) > 0, "\(reader): \(findings)")
            var now: [String: Set<String>] = [:]
            for row in try after.rows("access.csv") { now[row[0]] = Set(AccessNames.names(row[2])) }
            let groups = try after.customers()
            for (ids, names) in expected {
                let group = try #require(groups.first { $0.contains(ids[0]) })
                #expect(Set(ids).isSubset(of: group), "\(reader): \(ids)")
                for id in ids { #expect(now[id] ?? [] == names, "\(reader): \(id)") }
            }
            let verified = try verify(after)
            #expect(verified.holds && verified.objections == 0, "\(reader): \(verified.lines)")
        }
    }

    private func readers(of source: String) throws -> [String] {
        let all = [
            "revenuecat": ["revenuecat.export-v5", "revenuecat.webhooks"],
            "qonversion": ["qonversion.rest-v4-entitlements", "qonversion.webhooks"],
            "purchasely": ["purchasely.webhook-v3"], "nami": ["nami.webhooks"],
        ]
        return all[source] ?? []
    }

    private enum EveryProviderKeys {
        static let all = ["nami", "purchasely", "qonversion", "revenuecat"]
    }
}
