// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// Purchases that unlock several entitlements, in files that have a record for each of these.
@Suite struct EntitlementTests {
    private func entitlements(_ lines: [String], from key: String) throws -> [[String]] {
        let folder = TemporaryFolder()
        var migration = try migration(from: key, to: "neutral")
        migration.at = testMoment
        let text = lines.joined(separator: "\n") + "\n"
        _ = try migration.plan([input(text)], into: folder.path)
        return try folder.objects("neutral.jsonl").filter { $0["type"] as? String == "purchase" }
            .map { $0["entitlement"] as? [String] ?? [] }
    }

    /// Entitlements of one user in the form of Qonversion's REST v3.
    private static func v3(_ rows: [(id: String, product: String, start: Int, isActive: Bool)])
        -> String
    {
        let data = rows.map { row in
            """
            {"id":"\(row.id)","active":\(row.isActive),"started":\(row.start),\
            "expires":1798700000,"source":"appstore","product":{"product_id":"\(row.product)",\
            "subscription":{"renew_state":"will_renew"}}}
            """
        }
        return "{\"user_id\":\"QON_1\",\"data\":[\(data.joined(separator: ","))]}"
    }

    private static let start = 1_794_000_000

    @Test(
        arguments: [
            (
                [("pro", "family", start, true), ("gold", "family", start, true)],
                [["pro", "gold"]]
            ),
            ([("pro", "family", start, true), ("pro", "family", start, true)], [["pro"]]),
            (
                [("pro", "plus", start, true), ("gold", "family", start, true)],
                [["pro"], ["gold"]]
            ),
            (
                [("pro", "family", start, true), ("gold", "family", start + 60, true)],
                [["pro"], ["gold"]]
            ),
            // What is over is not given again by what is not.
            ([("pro", "family", start, false), ("gold", "family", start, true)], [["gold"]]),
        ] as [([(String, String, Int, Bool)], [[String]])])
    func `A product that is listed under each of its entitlements unlocks all of them`(
        rows: [(String, String, Int, Bool)], expected: [[String]]
    ) throws {
        let rows = rows.map { (id: $0.0, product: $0.1, start: $0.2, isActive: $0.3) }
        #expect(try entitlements([Self.v3(rows)], from: "qonversion") == expected)
        // It does not matter how many answers they are in.
        let lines = rows.map { Self.v3([$0]) }
        #expect(try entitlements(lines, from: "qonversion") == expected)
    }

    /// A renewal in the form of Nami's webhooks, with what its user may use then.
    private static func nami(_ number: Int, _ entitlements: [String]) -> String {
        let list = entitlements.map { name in
            """
            {"entitlement_ref_id":"\(name)","sku_ref_id":"family","purchase_platform":"apple",\
            "expiration":"2026-12-2\(number)T00:00:00Z"}
            """
        }
        return """
            {"event_type":"user.subscription.renewed","id":"e\(number)","user_id":"u1",\
            "created_date":"2026-11-1\(number)T00:00:00Z","event_platform":"apple",\
            "external_ids":[{"key":"original_transaction_id","value":"t1"}],\
            "active_entitlements":[\(list.joined(separator: ","))]}
            """
    }

    @Test(
        arguments: [
            ([["pro", "gold"]], ["pro", "gold"]), ([["pro"], ["pro", "gold"]], ["pro", "gold"]),
            ([["pro", "gold"], ["gold"]], ["gold"]),
        ])
    func `Of a user's lists the newest says what a purchase unlocks`(
        events: [[String]], expected: [String]
    ) throws {
        let lines = events.enumerated().map { Self.nami($0.offset, $0.element) }
        for lines in [lines, lines.reversed()] {
            #expect(try entitlements(lines, from: "nami") == [expected])
        }
    }

    // MARK: - Access by RevenueCat's own IDs

    private static func active(_ entitlement: String, until end: String) -> String {
        """
        {"object":"list","items":[{"object":"customer.active_entitlement",\
        "entitlement_id":"\(entitlement)","expires_at":\(end)}],\
        "url":"/v2/projects/p/customers/ann/active_entitlements"}
        """
    }

    @Test(arguments: [
        (["1798700000000", "1796000000000"], "2026-12-31T06:53:20.000Z"),
        (["1796000000000", "1798700000000"], "2026-12-31T06:53:20.000Z"),
        (["1796000000000", "null"], nil), (["null", "1796000000000"], nil),
    ])
    func `Of two ends of one active entitlement the later one counts`(
        ends: [String], end: String?
    ) throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "revenuecat", to: "nami")
        migration.at = testMoment
        let names = """
            {"object":"list","items":[{"object":"entitlement","id":"entl1","lookup_key":"pro"}],\
            "url":"/v2/projects/p/entitlements"}
            """
        let lines = ends.map { Self.active("entl1", until: $0) } + [names]
        _ = try migration.plan(
            [input(lines.joined(separator: "\n") + "\n")], into: folder.path)
        let purchases = try folder.contents()["purchases.csv"].map {
            String(decoding: $0, as: UTF8.self)
        }
        let rows = try #require(purchases).split(separator: "\n").dropFirst()
        #expect(rows.map { $0.hasPrefix("ann,,,,active,\(end ?? ""),") } == [true])
        let counts = try #require(try folder.object("report.json")["counts"] as? [String: Any])
        let records = try #require(counts["records"] as? [String: Int])
        #expect(records["read"] == 3 && records["names"] == 1 && records["purchases"] == 2)
        #expect(records["merged"] == 1)
    }
}
