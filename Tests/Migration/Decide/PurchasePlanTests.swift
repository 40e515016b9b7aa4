// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymMigration
import Testing

/// What becomes of purchases and grants.
@Suite struct PurchasePlanTests {
    /// A running subscription at the App Store.
    static var running: Fields {
        [
            "product": "pro", "store-product": "com.example.pro", "store": "app_store",
            "kind": "subscription", "state": "active", "environment": "production",
            "transaction-id": "2000000000000002", "original-transaction-id": "2000000000000001",
            "purchase-date": "2026-11-01T00:00:00Z", "expiry-date": "2026-12-01T00:00:00Z",
        ]
    }

    /// What is different about a purchase, and what becomes of it.
    struct Row: CustomTestStringConvertible, @unchecked Sendable {
        // Unchecked because the values are texts, numbers and lists of texts.
        var differs: [String: Any]
        var target: String
        var disposition: Disposition
        var codes: [String]

        init(
            _ differs: [String: Any], _ target: String, _ disposition: Disposition,
            _ codes: [String] = []
        ) {
            (self.differs, self.target, self.disposition) = (differs, target, disposition)
            self.codes = codes
        }

        var testDescription: String {
            "\(differs.keys.sorted().joined(separator: " ")) to \(target): \(disposition.rawValue)"
        }
    }

    @Test(arguments: [
        Row(["receipt": "MIIT123456"], "revenuecat", .kept),
        Row([:], "revenuecat", .changed, ["brought-by-app"]),
        Row(["receipt": "MIIT123456", "period-type": "trial"], "revenuecat", .kept, ["trial"]),
        Row(["receipt": "MIIT123456", "state": "grace"], "revenuecat", .kept, ["grace"]),
        Row(
            ["store": "play_store", "state": "paused"], "revenuecat", .needsDecision,
            ["missing-purchase-token"]),
        Row(
            ["store": "play_store", "state": "expired", "expiry-date": "2026-11-10T00:00:00Z"],
            "revenuecat", .dropped, ["not-running"]),
        Row(
            ["state": "expired", "expiry-date": "2026-11-10T00:00:00Z"], "purchasely", .dropped,
            ["not-running"]),
        // Whatever says that it is over, its period has not ended.
        Row(["state": "expired"], "purchasely", .dropped, ["flag-against-dates"]),
        Row(["state": "paused"], "purchasely", .needsDecision, ["paused"]),
        Row(["state": "refunded"], "nami", .dropped, ["not-running"]),
        Row(["environment": "sandbox"], "purchasely", .dropped, ["sandbox"]),
        Row(["family-shared": true], "nami", .changed, ["brought-by-app", "family-shared"]),
        Row(["kind": "consumable"], "purchasely", .needsDecision, ["not-taken"]),
        Row(["store": "stripe"], "nami", .needsDecision, ["not-taken"]),
        Row([:], "purchasely", .kept),
        Row(
            ["receipt": "MIIT123456", "price": "9.99", "currency": "USD"], "qonversion", .kept,
            ["column-empty"]),
        Row([:], "neutral", .kept),
        Row(
            [
                "store": "external", "state": "pending", "gives-access": false,
            ], "revenuecat", .dropped, ["not-running"]),
    ])
    func `A purchase goes over, is brought by the app, or is said to be left`(row: Row) throws {
        var fields = PurchasePlanTests.running
        for (name, value) in row.differs { fields[name] = value }
        let people = People([.init(ids: [.init(text: "user_42")], purchases: [fields])])
        let (result, recorder) = try decide(people, from: side("neutral"), to: side(row.target))
        #expect(recorder.dispositions == [row.disposition])
        let codes = result.findings.filter { $0.subjects.first?.hasPrefix("pro of") == true }
            .map(\.code.rawValue).sorted()
        #expect(codes == row.codes.sorted())
    }

    @Test func `A token of what ended longer ago than the stricter limit is not sent`() throws {
        var fields = PurchasePlanTests.running
        fields["store"] = "play_store"
        fields["purchase-token"] = "token.AO-J1"
        fields["state"] = "expired"
        for (expiry, disposition) in [
            ("2026-09-20T00:00:00Z", Disposition.dropped), ("2026-10-01T00:00:00Z", .kept),
        ] {
            fields["expiry-date"] = expiry
            let people = People([.init(ids: [.init(text: "user_42")], purchases: [fields])])
            let (result, recorder) = try decide(
                people, from: side("neutral"), to: side("revenuecat"))
            #expect(recorder.dispositions == [disposition])
            #expect(
                result.findings.contains { $0.code == "token-too-old" } == (disposition == .dropped)
            )
        }
    }

    @Test(
        arguments: [
            (NeutralState.active, true, nil), (.cancelled, false, nil), (.grace, true, nil),
            (.billingRetry, true, nil), (.onHold, true, 1), (.pending, true, 1),
        ] as [(NeutralState, Bool, Int?)])
    func `A state that the target has no word of its own for is told as another, and that is said`(
        state: NeutralState, renews: Bool, count: Int?
    ) throws {
        let people = People([
            .init(
                ids: [.init(text: "ada_1")],
                purchases: [
                    [
                        "product": "pro", "store-product": "pro", "store": "external",
                        "kind": "subscription", "original-transaction-id": "I-1",
                        "expiry-date": "2026-12-20T00:00:00Z", "gives-access": true,
                        "state": state.rawValue, "renews": renews,
                    ]
                ])
        ])
        let (result, _) = try decide(people, from: side("neutral"), to: side("revenuecat"))
        let taken = state == .pending ? nil : count
        #expect(result.findings.first { $0.code == "state-not-carried" }?.count == taken)
    }

    @Test func `The map of products changes names, and what it lacks waits for a decision`() throws
    {
        let map = try ProductMap(
            csv: Array(
                """
                source_product,target_product,target_store_product,kind,entitlements
                pro,premium,,,"gold silver"
                same,same,,,
                """.utf8))
        var same = PurchasePlanTests.running
        same["product"] = "same"
        var other = PurchasePlanTests.running
        other["product"] = "other"
        let people = People([
            .init(
                ids: [.init(text: "user_42")],
                purchases: [PurchasePlanTests.running, same, other])
        ])
        let folder = TemporaryFolder()
        try plan(
            people, from: side("neutral"), to: side("neutral"),
            PlanOptions(at: testMoment, products: map), in: folder)
        let lines = try folder.text("neutral.jsonl").split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].contains("\"entitlement\":[\"gold\",\"silver\"]"))
        #expect(lines[1].contains("\"product\":\"premium\""))
        let (result, recorder) = try decide(
            people, from: side("neutral"), to: side("neutral"),
            PlanOptions(at: testMoment, products: map))
        #expect(recorder.dispositions == [.changed, .kept, .needsDecision])
        #expect(result.findings.map(\.code.rawValue) == ["product-not-mapped", "product-mapped"])
        var names: [String: ProductMap.Entry] = ["pro": .init(), "same": .init(), "other": .init()]
        for number in 1...7 { names["p\(number)"] = .init() }
        let (unused, _) = try decide(
            people, from: side("neutral"), to: side("neutral"),
            PlanOptions(at: testMoment, products: ProductMap(names)))
        let finding = try #require(unused.findings.first)
        #expect(finding.code == "product-unused" && finding.severity == .note)
        #expect(finding.count == 7 && finding.subjects == ["p1", "p2", "p3", "p4", "p5"])
    }

    @Test(arguments: [
        ("", 1, nil), ("product\n", 1, 1), ("source_product,colour\n", 1, 16),
        ("source_product,kind,kind\n", 1, 21), ("kind\n", 1, nil),
        ("source_product,kind\na\n", 2, nil), ("source_product,kind\na,rent\n", 2, nil),
        ("source_product\na\na\n", 3, nil), ("source_product\n\"a\n", 2, nil),
        ("source_product,kind\n,consumable\n", 2, nil),
        ("source_product,kind\n\"a\nb\",\n\n,\n", 5, nil),
    ])
    func `A table that is no map of products is refused where it is none`(
        table: String, line: Int, column: Int?
    ) throws {
        let fault = #expect(throws: ProductMap.Fault.self) {
            try ProductMap(csv: Array(table.utf8))
        }
        #expect(fault?.line == line && fault?.column == column)
    }

    @Test func `A table of products that is no UTF-8 is refused at the byte that is none`() throws {
        for (bytes, index) in [
            (Array("source_product\na\n\"b".utf8) + [0xe4], (3, 3)), ([0xff, 0xfe, 0x73], (1, 1)),
        ] {
            let fault = #expect(throws: ProductMap.Fault.self) { try ProductMap(csv: bytes) }
            #expect(fault?.line == index.0 && fault?.column == index.1)
            #expect(fault?.description.hasPrefix("line \(index.0):\(index.1): ") == true)
        }
    }

    @Test func `What a target wants to know the moment of waits for one, where none is known`()
        throws
    {
        var fields = PurchasePlanTests.running
        (fields["store"], fields["gives-access"]) = ("external", true)
        let people = People([.init(ids: [.init(text: "user_42")], purchases: [fields])])
        for (at, disposition, code) in [
            (testMoment, Disposition.kept, nil), (nil, .needsDecision, "missing-at"),
        ] {
            let (result, recorder) = try decide(
                people, from: side("neutral"), to: side("revenuecat"), PlanOptions(at: at))
            #expect(recorder.dispositions == [disposition])
            #expect(
                result.findings.first { $0.code.rawValue == code }?.count == (code == nil ? nil : 1)
            )
        }
    }
}
