// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// Tables of entitlements.
@Suite struct EntitlementTableTests {
    private static let people = """
        {"allonym":1,"type":"customer","ids":[{"id":"ada","kind":"custom"}]}
        {"allonym":1,"type":"purchase","user-id":"ada","product":"pro","store-product":"com.x.pro",\
        "store":"play_store","kind":"subscription","state":"active","purchase-token":"token",\
        "entitlement":["gold","silver"],"expiry-date":"2026-12-20T00:00:00Z"}
        {"allonym":1,"type":"customer","ids":[{"id":"bob","kind":"custom"}]}
        {"allonym":1,"type":"grant","user-id":"bob","entitlement":["gold","a b"],\
        "expiry-date":"2026-12-20T00:00:00Z"}

        """

    private func run(
        _ table: String, products: String? = nil, to target: String = "revenuecat"
    ) throws -> (TemporaryFolder, files: TemporaryFolder) {
        let (files, folder) = (TemporaryFolder(), TemporaryFolder())
        try FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws -> Input {
            try text.write(toFile: "\(files.path)/\(name)", atomically: true, encoding: .utf8)
            return .file("\(files.path)/\(name)")
        }
        var migration = try migration(from: "neutral", to: target)
        migration.at = testMoment
        migration.entitlements = try write(table, "entitlements.csv")
        if let products { migration.products = try write(products, "products.csv") }
        _ = try migration.plan([write(Self.people, "people.jsonl")], into: folder.path)
        return (folder, files)
    }

    private func verify(_ folder: TemporaryFolder) throws -> VerificationReport {
        try Migration.verify(folder.path, hashing: TestHashing(), mappings: mappings())
    }

    // MARK: - Tables

    @Test(arguments: [
        ("", 1, 0), ("source,target\n", 1, 1), ("target_entitlement\ngold\n", 1, 0),
        ("source_entitlement\ngold\n", 1, 0),
        ("source_entitlement,target_entitlement,kind\n", 1, 39),
        ("source_entitlement,source_entitlement\n", 1, 20),
        ("source_entitlement,target_entitlement\ngold\n", 2, 0),
        ("source_entitlement,target_entitlement\n,gold\n", 2, 1),
        ("target_entitlement,source_entitlement\nGold,\n", 2, 6),
        ("source_entitlement,target_entitlement\ngold,Gold\ngold,Gold\n", 3, 1),
        ("source_entitlement,target_entitlement\n\"gold\n", 2, 0),
        ("source_entitlement,target_entitlement\ngold,Gold\ngolf,Golf\n", 3, 1),
        ("target_entitlement,source_entitlement\nGold,Gold\n", 2, 6),
    ])
    func `A table that is none, or names what no file does, is refused where it is wrong`(
        table: String, line: Int, column: Int
    ) throws {
        let error = error { _ = try run(table) }
        #expect(error?.input?.code == .malformed)
        let position = column == 0 ? ":\(line)" : ":\(line):\(column)"
        #expect(
            error?.input?.position.hasSuffix("entitlements.csv\(position)") == true,
            "\(error?.description ?? "")")
    }

    @Test func `A refused table leaves nothing behind`() throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: "nami")
        migration.entitlements = input("source_entitlement,target_entitlement\ngolf,x\n")
        let error = error {
            _ = try migration.plan([input(Self.people)], into: folder.path)
        }
        #expect(error?.description.contains("\"a b\", \"gold\", \"silver\"") == true)
        #expect(!folder.exists("ids.csv") && !folder.exists(".unfinished"))
    }

    @Test func `The table to begin with has each entitlement of purchases and grants once`() throws
    {
        let migration = try migration(from: "neutral", to: "neutral")
        let tables = try migration.startingTables([input(Self.people)])
        #expect(
            tables.entitlements == """
                source_entitlement,target_entitlement
                a b,a b
                gold,gold
                silver,silver

                """)
        #expect(tables.products == (try migration.productTable([input(Self.people)])))
        let (folder, _) = try run(tables.entitlements)
        let codes = try folder.findings().keys.filter { $0.hasPrefix("entitlement-") }
        #expect(codes.isEmpty)
    }

    // MARK: - What it does

    @Test(arguments: everySide)
    func `Names are mapped in whatever is written, and verify agrees`(target: String) throws {
        let (folder, _) = try run(
            "source_entitlement,target_entitlement\ngold,Gold\nsilver,\na b,A/B\n", to: target)
        var access: [String: String] = [:]
        for row in try folder.rows("access.csv") { access[row[0]] = row[2] }
        #expect(access == ["ada": "Gold;silver", "bob": "A/B;Gold"])
        let explained = try folder.rows("access.csv").first?[3]
        #expect(explained?.contains("silver=entitlement-dropped") == true)
        let findings = try folder.findings()
        #expect(findings["entitlement-dropped"] == 1)
        let dropped = try folder.rows("findings.csv").first { $0[0] == "entitlement-dropped" }
        #expect(dropped?[1] == "dropped" && dropped?[5] == "silver")
        let verified = try verify(folder)
        #expect(verified.holds, "\(verified.lines)")
        #expect(verified.customers[.lost] >= 1)
        let stakes = try folder.object("report.json")["stakes"] as? [String: Any]
        let names = (stakes?["entitlements"] as? [String: Any])?.keys.sorted()
        #expect(names == ["A/B", "Gold", "silver"])
        #expect(try folder.text("entitlements.csv").contains("a b,A/B\n"))
        let manifest = try Manifest.read(folder.path)
        #expect(manifest.entitlements?.path?.hasSuffix("entitlements.csv") == true)
        #expect(manifest.options["entitlements"] == manifest.entitlements?.sha256)
    }

    @Test func `A grant is made under the target's name, and what the table lacks is not`() throws {
        let (folder, _) = try run(
            "source_entitlement,target_entitlement\ngold,Gold\nsilver,Silver\n")
        let grants = try folder.objects("revenuecat-grants.jsonl")
        #expect(grants.count == 1)
        #expect((grants[0]["path"] as? String)?.contains("/Gold/") == true)
        let rows = try folder.rows("findings.csv").filter { $0[0] == "entitlement-not-mapped" }
        #expect(rows.count == 1 && rows[0][1] == "needs-decision" && rows[0][5] == "a b")
        let required = try #require(
            try folder.object("report.json")["required"] as? [[String: Any]])
        #expect(required.contains { $0["kind"] as? String == "entitlement" })
        let gold = required.first { $0["name"] as? String == "Gold" }
        #expect(gold?["count"] as? Int == 1)
        #expect(try folder.text("report.md").contains("Entitlements: Gold"))
        #expect(try verify(folder).holds)
    }

    @Test func `A grant of which no name is left is not made`() throws {
        for (row, code) in [("gold,\n", "entitlement-dropped"), ("", "entitlement-not-mapped")] {
            let (folder, _) = try run(
                "source_entitlement,target_entitlement\nsilver,Silver\na b,\n" + row)
            #expect(!folder.exists("revenuecat-grants.jsonl"))
            #expect((try folder.findings()[code] ?? 0) > 0)
            let customers = try folder.text("revenuecat-customers.jsonl")
            #expect(customers.contains("bob"))
            let verified = try verify(folder)
            #expect(verified.holds, "\(verified.lines)")
        }
    }

    @Test func `Names that the table of products gives are targets already`() throws {
        let (folder, _) = try run(
            "source_entitlement,target_entitlement\ngold,Gold\nsilver,Silver\na b,A\nextra,E\n",
            products: "source_product,entitlements\npro,Gold extra\n")
        let ada = try folder.rows("access.csv").first { $0[0] == "ada" }
        #expect(ada?[2] == "E;Gold")
        #expect(try verify(folder).holds)
    }

    // MARK: - Verify

    @Test func `A call or a row with a name that no table has fails, with what to do`() throws {
        let (folder, _) = try run(
            "source_entitlement,target_entitlement\ngold,Gold\nsilver,Silver\na b,A\n",
            products: "source_product,target_product\npro,premium\n")
        #expect(try verify(folder).holds)
        try folder.rewrite("revenuecat-grants.jsonl") { lines in
            lines.map { $0.replacing("/Gold/", with: "/Golf/") }
        }
        let verified = try verify(folder)
        let unknown = try #require(verified.unknownNames.first)
        #expect(!verified.holds && verified.unknownNames.count == 1)
        #expect(unknown.kind == .entitlement && unknown.name == "Golf" && unknown.rows == 1)
        #expect(
            verified.lines.contains {
                $0.contains("\"Golf\"") && $0.contains("target_entitlement and plan again")
            })
        let (neutral, _) = try run(
            "source_entitlement,target_entitlement\ngold,Gold\nsilver,Silver\na b,A\n",
            products: "source_product,target_product,target_store_product\npro,premium,com.x.pro\n",
            to: "neutral")
        #expect(try verify(neutral).holds)
        try neutral.rewrite("neutral.jsonl") { lines in
            lines.map {
                $0.replacing("\"premium\"", with: "\"basic\"")
                    .replacing("com.x.pro", with: "com.x.basic")
            }
        }
        #expect(
            try verify(neutral).unknownNames.map(\.kind) == [.product, .storeProduct])
    }

    @Test func `Without tables every name is known`() throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: "revenuecat")
        migration.at = testMoment
        _ = try migration.plan([input(Self.people)], into: folder.path)
        try folder.rewrite("revenuecat-grants.jsonl") { lines in
            lines.map { $0.replacing("/gold/", with: "/golf/") }
        }
        let verified = try verify(folder)
        #expect(verified.unknownNames.isEmpty && !verified.holds)
        #expect(!folder.exists("entitlements.csv"))
    }
}
