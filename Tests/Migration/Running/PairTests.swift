// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymSamples
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Every pair of providers.
@Suite struct PairTests {
    /// A sample of each format that a provider exports purchases in, as inputs.
    private static func samples(_ key: String) throws -> [(reader: String, input: Input)] {
        try Sample.readers(of: side(key).formats).map { reader in
            let text = try sample(key, reader.id, customers: 70 * foldOfRun)
            return (reader.id, input(text, name: reader.id))
        }
    }

    /// Plans an input, and verifies the plan.
    private func verified(
        _ input: Input, from source: String, to target: String, in folder: TemporaryFolder
    ) throws -> VerificationReport {
        var migration = try migration(from: source, to: target)
        migration.at = testMoment
        _ = try migration.plan([input], into: folder.path)
        let verification = try Verification(
            folder: folder.path, target: try side(target), guide: findingGuide()
        ) { SHA256() }
        return try verification.run()
    }

    @Test(arguments: everySide)
    func `What goes over gives the access that there was, or the report says why not`(
        source: String
    ) throws {
        for (reader, input) in try Self.samples(source) {
            for target in everySide {
                let folder = TemporaryFolder()
                let outcome = try verified(input, from: source, to: target, in: folder)
                #expect(outcome.unexplained == 0, "\(reader) to \(target): \(outcome.lines)")
                #expect(outcome.ids == outcome.equal + outcome.explained)
                let counts = try folder.object("report.json")["counts"] as? [String: [String: Int]]
                for name in ["ids", "purchases", "grants"] {
                    let words = try #require(counts?[name])
                    let dispositions = words.filter { $0.key != "read" }.values.reduce(0, +)
                    #expect(words["read"] == dispositions, "\(reader) to \(target): \(name)")
                }
                // Each finding, if there is any, says its rule and where that comes from.
                _ = try folder.findings()
                try expectStakes(outcome, in: folder, "\(reader) to \(target)")
                // Each ID stands in ids.csv once, with one of the five words.
                let ids = try folder.text("ids.csv").split(separator: "\n").dropFirst()
                #expect(ids.count == counts?["ids"]?["read"])
            }
        }
    }

    /// Expects that the report, the lists and the verification say the same of those who have access.
    private func expectStakes(
        _ outcome: VerificationReport, in folder: TemporaryFolder, _ pair: Comment
    ) throws {
        let report = try folder.object("report.json")
        let counts = report["counts"] as? [String: [String: Int]]
        let customers = try #require(counts?["customers"])
        for word in AccessOutcome.allCases {
            #expect(customers[word.word] == outcome.customers[word], pair)
        }
        #expect(outcome.unexplainedCustomers == 0, pair)
        // Counted once more, by nothing but who has a row in access.csv.
        let access = Set(try folder.rows("access.csv").filter { !$0[2].isEmpty }.map { $0[0] })
        let withAccess = try folder.customers().count { !access.isDisjoint(with: $0) }
        #expect(customers["withAccess"] == withAccess, pair)
        #expect(AccessOutcome.allCases.reduce(0) { $0 + (customers[$1.word] ?? 0) } == withAccess)
        // Every subject of a finding has a row, and each says what to do.
        var rows: [String: Int] = [:]
        for row in try folder.rows("findings.csv") {
            rows["\(row[0]) \(row[1]) \(row[10])", default: 0] += 1
            #expect(!row[11].isEmpty, "\(row[0])")
        }
        var counted: [String: Int] = [:]
        for finding in report["findings"] as? [[String: Any]] ?? [] {
            let code = finding["code"] as? String ?? ""
            if code.hasPrefix("behaviour-") { continue }
            let key = "\(code) \(finding["severity"] ?? "") \(finding["rule"] ?? "")"
            counted[key, default: 0] += finding["count"] as? Int ?? 0
        }
        #expect(rows == counted, pair)
    }

    @Test func `Every fixture goes to the neutral format and is verified there`() throws {
        for (key, file) in FilesToPlanTests.fixtures {
            let folder = TemporaryFolder()
            let outcome = try verified(fixture(file), from: key, to: "neutral", in: folder)
            #expect(outcome.unexplained == 0, "\(file): \(outcome.lines)")
            for (number, line) in try folder.text("ids.csv").split(separator: "\n").enumerated()
            where number > 0 {
                #expect(!line.isEmpty)
            }
        }
    }

    @Test(arguments: [(["m"], ["1001"], 1), (["m", "m"], ["1001"], 1), (["m", "g"], ["1001"], 0)])
    func `A transaction of a Nami event is its purchase's where there is one product alone`(
        products: [String], transactions: [String], known: Int
    ) throws {
        let held = products.enumerated().map { number, product in
            """
            {"entitlement_ref_id":"e\(number)","expiration":"2026-12-1\(number)T00:00:00+00:00",\
            "purchase_platform":"apple","sku_ref_id":"\(product)"}
            """
        }
        let ids = transactions.map {
            #"{"key":"original_transaction_id","type":"original_transaction_id","value":"\#($0)"}"#
        }
        let text = """
            {"created_date":"2026-11-01T00:00:00.123456+00:00","id":"n1","event_platform":"apple",\
            "event_type":"user.subscription.purchased","user_id":"00000000-0000-4000-8000-000000000007",\
            "external_ids":[{"key":"external_id","type":"uuid","value":"20071"},\(ids.joined(separator: ","))],\
            "customer_journey_state":{"is_cancelled":false,"in_grace_period":false},\
            "active_entitlements":[\(held.joined(separator: ","))],"devices":[]}

            """
        let folder = TemporaryFolder()
        _ = try migration(from: "nami", to: "neutral").plan([input(text)], into: folder.path)
        let purchases = try folder.objects("neutral.jsonl").filter {
            $0["type"] as? String == "purchase"
        }
        #expect(Set(purchases.compactMap { $0["product"] as? String }) == Set(products))
        #expect(purchases.count { $0["original-transaction-id"] != nil } == known)
        let entitlements = purchases.flatMap { $0["entitlement"] as? [String] ?? [] }
        #expect(Set(entitlements) == Set(products.indices.map { "e\($0)" }))
    }

    @Test func `An untouched table of products changes nothing, whatever entitlements are called`()
        throws
    {
        let text = """
            {"allonym":1,"type":"customer","ids":[{"id":"u1","kind":"custom","original":true}]}
            {"allonym":1,"type":"purchase","user-id":"u1","product":"p","store":"play_store",\
            "state":"active","entitlement":["Pro Access","100 %"],"transaction-id":"t"}

            """
        var migration = try migration(from: "neutral", to: "neutral")
        let table = try migration.productTable([input(text)])
        migration.products = input(table, name: "products.csv")
        let folder = TemporaryFolder()
        _ = try migration.plan([input(text)], into: folder.path)
        #expect(try folder.findings()["product-mapped"] == nil)
        #expect(try folder.text("access.csv").contains("100 %25;Pro Access"))
    }

    @Test func `Neutral customers go to every provider, and only what the report says changes`()
        throws
    {
        let text = try sample("neutral", "neutral.lines", customers: 300)
        for target in everySide where target != "neutral" {
            let folder = TemporaryFolder()
            let outcome = try verified(
                input(text), from: "neutral", to: target, in: folder)
            #expect(outcome.unexplained == 0, "\(target): \(outcome.lines)")
            let ids = try folder.text("ids.csv").split(separator: "\n").dropFirst()
            for row in ids where row.contains(",kept,") && !row.contains("\"") {
                let cells = row.split(separator: ",", omittingEmptySubsequences: false)
                #expect(cells[0] == cells[1])
            }
        }
    }

    @Test
    func
        `What Purchasely is given comes back from its own files, or the report says what is not in them`()
        throws
    {
        let target = "purchasely"
        let (there, back) = (TemporaryFolder(), TemporaryFolder())
        var away = try migration(from: "neutral", to: target)
        away.at = testMoment
        away.preferredRoute = .bulkImport
        _ = try away.plan(
            [input(try sample("neutral", "neutral.lines", customers: 300))], into: there.path)
        let names = try there.contents().keys.filter {
            $0.hasPrefix(target) && $0.hasSuffix(".csv") && !$0.contains("client")
        }.sorted()
        #expect(names.count > 1)
        var migration = try migration(from: target, to: "neutral")
        migration.at = testMoment
        _ = try migration.plan(
            names.map { input(try there.text($0), name: $0) }, into: back.path)
        #expect(try back.text("rejected.jsonl").isEmpty)
        // Each row that left is a purchase that has come back, under the same ID.
        let rows = try names.reduce(0) {
            $0 + (try there.text($1).split(separator: "\n").count - 1)
        }
        let lines = try back.objects("neutral.jsonl")
        let purchases = lines.filter { $0["type"] as? String == "purchase" }
        let counts = try back.object("report.json")["counts"] as? [String: [String: Int]]
        #expect(counts?["purchases"]?["read"] == rows)
        #expect(counts?["purchases"]?["kept"] == purchases.count)
        // StoreKit 2 is imported by transactions alone, so what comes back names no product.
        #expect(try back.findings()["missing-product"] == rows - purchases.count)
        var targets = Set<String>()
        for row in try there.text("ids.csv").split(separator: "\n").dropFirst() {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            if cells.count == 4 { targets.insert(String(cells[1])) }
        }
        for purchase in purchases {
            let user = try #require(purchase["user-id"] as? String)
            #expect(targets.contains(user) || user.contains(","), "\(user)")
        }
    }
}
