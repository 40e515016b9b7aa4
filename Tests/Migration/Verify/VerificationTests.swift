// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// What verifying a plan finds.
@Suite struct VerificationTests {
    private static let anonymous = "$RCAnonymousID:" + String(repeating: "a", count: 32)

    private static func play(_ product: String, _ token: String, _ more: Fields = [:]) -> Fields {
        var fields: Fields = [
            "product": product, "store-product": product, "store": "play_store",
            "kind": "subscription", "state": "active", "purchase-token": token,
            "environment": "production", "expiry-date": "2026-12-01T00:00:00Z",
        ]
        for name in ["entitlement", "state", "expiry-date", "family-shared", "gives-access"] {
            if let member = more[name] { fields[name] = member }
        }
        return fields
    }

    /// A few customers, of whom each is another case.
    private func people() -> People {
        let gold: Fields = ["entitlement": ["gold"]]
        return People([
            .init(
                ids: [.init(text: "ada_1"), .init(text: Self.anonymous, isAnonymous: true)],
                purchases: [
                    Self.play("yearly", "token.one", ["entitlement": ["pro", "a=b;c"]]),
                    Self.play("plain", "token.two"),
                ]),
            .init(
                ids: [.init(text: "guest")], purchases: [Self.play("yearly", "token.three", gold)]),
            .init(
                ids: [.init(text: "bob_2")],
                purchases: [
                    Self.play(
                        "yearly", "token.four",
                        ["state": "expired", "expiry-date": "2026-11-10T00:00:00Z"])
                ]),
            .init(
                ids: [.init(text: "cleo_3")],
                purchases: [
                    Self.play("yearly", "token.five", gold),
                    [
                        "product": "monthly", "store-product": "monthly", "store": "app_store",
                        "kind": "subscription", "state": "cancelled", "entitlement": ["pro"],
                        "environment": "production", "expiry-date": "2026-12-01T00:00:00Z",
                    ],
                ],
                grants: [["entitlement": ["vip"], "state": "active"]]),
        ])
    }

    @discardableResult
    func planned(
        _ target: String = "revenuecat", products: ProductMap? = nil
    ) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try plan(
            people(), from: side("neutral"), to: side(target),
            PlanOptions(at: testMoment, products: products), in: folder)
        return folder
    }

    // MARK: - What the plan writes

    @Test(arguments: everySide)
    func `What nobody takes is missed, whatever was written for its customer`(target: String) throws
    {
        let people = People([
            .init(
                ids: [.init(text: "ada_1")],
                purchases: [
                    ["product": "p", "store": "roku", "state": "active", "entitlement": ["pro"]]
                ])
        ])
        let folder = TemporaryFolder()
        try plan(people, from: side("neutral"), to: side(target), in: folder)
        let row = try folder.text("access.csv").split(separator: "\n").last
        #expect(row?.contains(",pro,") == true, "\(row ?? "")")
        let verification = try Verification(
            folder: folder.path, target: try side(target), guide: findingGuide()
        ) { SHA256() }
        let outcome = try verification.run()
        #expect(outcome.holds)
        #expect(outcome.explained == (target == "neutral" ? 0 : 1), "\(outcome.lines)")
    }

    @Test func `access.csv says for each ID what it had, and what the import alone does not give`()
        throws
    {
        #expect(
            try planned().text("access.csv") == """
                source_id,target_id,access,explained
                ada_1,ada_1,a%3db%3bc;plain;pro,
                \(Self.anonymous),\(Self.anonymous),a%3db%3bc;plain;pro,
                guest,,gold,gold=blocked-value;gold=owner-undecided
                cleo_3,cleo_3,gold;pro;vip,pro=brought-by-app

                """)
    }

    @Test
    func `The map of products says what entitlements are called, and what is not decided about`()
        throws
    {
        var yearly = ProductMap.Entry()
        (yearly.product, yearly.entitlements) = ("annual", ["premium", "extra"])
        let folder = try planned(products: ProductMap(["yearly": yearly, "plain": .init()]))
        let rows = try folder.text("access.csv").split(separator: "\n")
        #expect(rows[1] == "ada_1,ada_1,extra;plain;premium,")
        #expect(rows[4] == "cleo_3,cleo_3,extra;premium;pro;vip,pro=product-not-mapped")
        #expect(
            try folder.text("products.csv") == """
                source_product,target_product,target_store_product,kind,entitlements
                plain,plain,plain,subscription,
                yearly,annual,yearly,subscription,premium extra

                """)
        #expect(try verify(folder, "revenuecat").lines.count == 6)
    }

    @Test func `products.csv has what was seen of each product, and is a map of products itself`()
        throws
    {
        let text = try planned().text("products.csv")
        #expect(
            text == """
                source_product,target_product,target_store_product,kind,entitlements
                monthly,monthly,monthly,subscription,pro
                plain,plain,plain,subscription,
                yearly,yearly,yearly,subscription,a=b;c gold pro

                """)
        #expect(try ProductMap(csv: Array(text.utf8))["yearly"]?.entitlements.count == 3)
    }

    @Test(arguments: everySide)
    func `No token, receipt or transaction stands in what is compared`(target: String) throws {
        var random = RandomPeople(seed: seedOfRun)
        let folder = TemporaryFolder()
        try plan(
            random.people(customers: 80), from: side("revenuecat"), to: side(target), in: folder)
        for name in ["access.csv", "stores.csv", "products.csv"] {
            let text = try folder.text(name)
            for secret in ["MIIT", "tokens", "token.", "sub_"] {
                #expect(!text.contains(secret), "\(name), ALLONYM_SEED=\(seedOfRun)")
            }
        }
    }

    // MARK: - What comes of it

    @Test func `Who has less has it by a finding, and the lines say how many there are of each`()
        throws
    {
        let outcome = try verify(planned(), "revenuecat")
        #expect((outcome.ids, outcome.equal, outcome.explained) == (5, 3, 2))
        #expect(outcome.codes == ["blocked-value": 1, "brought-by-app": 1, "owner-undecided": 1])
        #expect(outcome.holds)
        #expect(
            outcome.lines == [
                "3 customers have access today. At RevenueCat 1 keeps it with the import, 1 gets it "
                    + "back when the new app first starts, 1 loses it until you decide, 0 lose it for "
                    + "good, 0 unexplained.",
                "5 IDs were compared: 3 see the same, 2 see less or more for a reason that the plan "
                    + "gives, 0 without one.", "  1 ID: blocked-value", "  1 ID: brought-by-app",
                "  1 ID: owner-undecided",
                "  An ID can have several reasons, and counts under each of them.",
            ])
    }

    @Test func `One ID that is compared is spoken of in the singular`() {
        var report = VerificationReport(name: "Nami", isToBeReplaced: false)
        report.count("a", "b", before: ["pro"], after: [], explained: [("pro", "brought-by-app")])
        #expect(
            report.lines.dropFirst() == [
                "1 ID was compared: 0 see the same, 1 sees less or more for a reason that the plan "
                    + "gives, 0 without one.", "  1 ID: brought-by-app",
            ])
    }

    @Test(arguments: [
        ("revenuecat", "revenuecat-import-google.csv", "token.one", ["ada_1", Self.anonymous]),
        ("revenuecat", "revenuecat-import-google.csv", "token.five", ["cleo_3"]),
        ("revenuecat", "revenuecat-grants.jsonl", "cleo_3", ["cleo_3"]),
        ("revenuecat", "revenuecat-aliases.jsonl", "ada_1", [Self.anonymous]),
        ("qonversion", "qonversion-calls.jsonl", "/entitlements\"", ["cleo_3"]),
        ("purchasely", "purchasely-receipts.jsonl", "token.two", ["ada_1"]),
        ("neutral", "neutral.jsonl", "token.three", ["guest"]),
    ])
    func `A row that is gone is missed by those whom it was for, and by nobody else`(
        target: String, file: String, row: String, ids: [String]
    ) throws {
        let folder = try planned(target)
        #expect(try verify(folder, target).unexplained == 0)
        try folder.rewrite(file) { rows in rows.filter { !$0.contains(row) } }
        let outcome = try verify(folder, target)
        #expect(outcome.rows.map(\.sourceID) == ids)
        #expect(outcome.unexplained == ids.count && !outcome.holds)
        #expect(outcome.rows.allSatisfy { !$0.lost.isEmpty && $0.gained.isEmpty })
    }

    @Test(arguments: [
        ("ada_1,plain,token.two", "bob_2,plain,token.two", "bob_2", ["plain"]),
        ("bob_2,yearly,token.four", "bob_2,yearly,token.five", "bob_2", ["gold"]),
        ("bob_2,yearly,token.four", "eve_9,yearly,token.five", "", ["gold"]),
    ])
    func `What somebody has who had it not is unexplained too`(
        row: String, other: String, id: String, names: [String]
    ) throws {
        let folder = try planned()
        try folder.rewrite("revenuecat-import-google.csv") { rows in
            rows.map { $0 == row ? other : $0 }
        }
        let outcome = try verify(folder, "revenuecat")
        let row = try #require(outcome.rows.first { $0.sourceID == id })
        #expect(row.gained == names && row.before.isEmpty)
        #expect(outcome.lines.last?.contains("gains \(names[0])") == true)
    }

    @Test func `A row for another product brings what that product unlocks`() throws {
        let folder = try planned()
        try folder.rewrite("revenuecat-import-google.csv") { rows in
            rows.map { $0 == "cleo_3,yearly,token.five" ? "cleo_3,plain,token.five" : $0 }
        }
        let row = try #require(try verify(folder, "revenuecat").rows.first)
        #expect(row.lost == ["gold"] && row.gained == ["plain"])
    }

}

extension TemporaryFolder {
    /// Changes the rows of an output, and the manifest with it.
    func rewrite(
        _ name: String, end: String = "\n", _ change: ([String]) -> [String]
    ) throws {
        let rows = try text(name).split(separator: "\n").map(String.init)
        let changed = change(rows)
        let text = changed.joined(separator: "\n") + (changed.isEmpty ? "" : end)
        let path = "\(path)/\(name)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        var manifest = try Manifest.read(self.path)
        let index = try #require(manifest.outputs.firstIndex { $0.name == name })
        manifest.outputs[index].bytes = text.utf8.count
        manifest.outputs[index].sha256 = Hexadecimal.text(of: SHA256.hash(Array(text.utf8)))
        try Data(manifest.encoded).write(to: URL(fileURLWithPath: "\(self.path)/manifest.json"))
    }
}
