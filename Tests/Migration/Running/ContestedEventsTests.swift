// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// Events that name several customers as the holder of one purchase, from the file to the report.
@Suite struct ContestedEventsTests {
    /// What is sold until 1 December, by the word of one provider.
    private static func event(
        _ provider: String, _ user: String, day: Int = 1, until end: String = "2026-12-01"
    ) -> String {
        let date = "2026-11-0\(day)T08:00:00Z"
        let seconds = 1_793_520_000 + (day - 1) * 86_400
        let ends = end == "2026-12-01" ? 1_796_112_000 : 1_794_268_800
        return switch provider {
        case "nami":
            """
            {"event_type":"user.subscription.purchased","created_date":"\(date)",\
            "id":"\(user)-\(day)","active_entitlements":[{"sku_ref_id":"pro",\
            "entitlement_ref_id":"gold","expiration":"\(end)T08:00:00Z",\
            "purchase_platform":"apple"}],"external_ids":[{"value":"\(user)",\
            "key":"external_id"},{"value":"70","key":"original_transaction_id"}],\
            "event_platform":"apple","devices":[{"id":"d-\(user)"}],\
            "purchase_env":"production"}
            """
        case "purchasely":
            """
            {"event_name":"SUBSCRIPTION_STARTED","event_created_at":"\(date)",\
            "event_created_at_ms":\(seconds)000,"store":"APPLE_APP_STORE",\
            "event_id":"\(user)-\(day)","user_id":"\(user)","plan":"pro",\
            "store_product_id":"com.example.pro","purchase_type":"RENEWING_SUBSCRIPTION",\
            "purchasely_subscription_id":"s70","store_transaction_id":"70",\
            "store_original_transaction_id":"70","purchased_at":"\(date)",\
            "purchased_at_ms":\(seconds)000,"environment":"PRODUCTION",\
            "subscription_status":"AUTO_RENEWING","next_renewal_at":"\(end)T08:00:00Z",\
            "next_renewal_at_ms":\(ends)000,"effective_next_renewal_at":"\(end)T08:00:00Z",\
            "effective_next_renewal_at_ms":\(ends)000}
            """
        case "qonversion":
            """
            {"event_name":"subscription_started","user_id":"QON_\(user)",\
            "identity_id":"\(user)","created_at":\(seconds),"time":\(seconds),\
            "product_id":"com.example.pro","platform":"iOS","transaction":{\
            "transaction_id":"70","original_transaction_id":"70",\
            "transaction_date":\(seconds),"expires":\(ends)},"environment":"production"}
            """
        default:
            """
            {"api_version":"1.0","event":{"type":"INITIAL_PURCHASE","id":"\(user)-\(day)",\
            "app_id":"a","event_timestamp_ms":\(seconds)000,"app_user_id":"\(user)",\
            "original_app_user_id":"\(user)","aliases":["\(user)"],"product_id":"pro",\
            "entitlement_ids":["gold"],"period_type":"NORMAL",\
            "purchased_at_ms":\(seconds)000,"expiration_at_ms":\(ends)000,\
            "store":"APP_STORE","environment":"PRODUCTION","transaction_id":"70",\
            "original_transaction_id":"70"}}
            """
        }
    }

    /// That RevenueCat moved all of one customer to another.
    private static func transfer(_ from: String, to: String, day: Int) -> String {
        """
        {"api_version":"1.0","event":{"type":"TRANSFER","id":"t-\(day)","app_id":"a",\
        "event_timestamp_ms":\(1_793_520_000 + (day - 1) * 86_400)000,"store":"APP_STORE",\
        "environment":"PRODUCTION","transferred_from":["\(from)"],"transferred_to":["\(to)"]}}
        """
    }

    /// That Purchasely took a purchase from a customer, or gave it to one.
    private static func purchasely(_ name: String, _ user: String, day: Int) -> String {
        event("purchasely", user, day: day)
            .replacing("SUBSCRIPTION_STARTED", with: name)
            .replacing("\"\(user)-\(day)\"", with: "\"\(name)-\(user)\"")
    }

    /// The findings about holders, and who has access, of lines in an order.
    private func planned(
        _ lines: [String], from source: String, _ settings: [String: String] = [:],
        to target: String
    ) throws -> (lost: [String], access: [String]) {
        let (folder, files) = (TemporaryFolder(), TemporaryFolder())
        let input = try files.written(lines.map { $0 + "\n" }.joined(), to: "events.jsonl")
        var migration = Migration(
            from: try side(source, settings), to: try side(target), hashing: TestHashing(),
            mappings: try mappings())
        migration.at = testMoment
        _ = try migration.plan([input], into: folder.path)
        let outcome = try withExtendedLifetime(files) { try verify(folder, target) }
        #expect(outcome.holds && outcome.notes.isEmpty, "\(outcome.lines)")
        let codes = ["holder-disputed", "superseded", "two-holders"]
        let lost = try folder.text("findings.csv").split(separator: "\n").map { row in
            row.split(separator: ",", omittingEmptySubsequences: false).prefix(3)
                .joined(separator: ",")
        }
        let access = try folder.text("access.csv").split(separator: "\n").dropFirst()
        return (
            lost.filter { row in codes.contains { row.hasPrefix("\($0),") } }.sorted(),
            access.map { String($0.prefix { $0 != "," }) }.sorted()
        )
    }

    private static let withOneHolder = ["nami", "purchasely", "revenuecat"]

    @Test(arguments: withOneHolder)
    func `Of events of one moment the ID that comes first has it, and the other is not only noted`(
        source: String
    ) throws {
        let lines = ["ada", "bob"].map { Self.event(source, $0) }
        for lines in [lines, lines.reversed()] {
            let plan = try planned(lines, from: source, to: "neutral")
            #expect(plan.lost == ["holder-disputed,ambiguous,bob"])
            #expect(plan.access == ["ada"])
        }
    }

    @Test(arguments: withOneHolder, [true, false])
    func `Whoever loses what runs to a newer event is not only noted`(
        source: String, runs: Bool
    ) throws {
        let lines = [
            Self.event(source, "ada", until: runs ? "2026-12-01" : "2026-11-10"),
            Self.event(source, "bob", day: 3),
        ]
        for lines in [lines, lines.reversed()] {
            let plan = try planned(lines, from: source, to: "neutral")
            #expect(plan.lost == [runs ? "holder-disputed,ambiguous,ada" : "superseded,note,ada"])
            #expect(plan.access == ["bob"])
        }
    }

    private static let moved: [(String, [String])] = [
        (
            "revenuecat",
            [
                event("revenuecat", "ada"), transfer("ada", to: "bob", day: 2),
                event("revenuecat", "bob", day: 3),
            ]
        ),
        (
            "purchasely",
            [
                purchasely("ACTIVATE", "ada", day: 1), purchasely("DEACTIVATE", "ada", day: 3),
                purchasely("ACTIVATE", "bob", day: 3),
            ]
        ),
        (
            "purchasely",
            [
                purchasely("ACTIVATE", "ada", day: 1),
                purchasely("SUBSCRIPTION_RECEIVED", "bob", day: 3)
                    .replacing(
                        "{\"event_name\"",
                        with: "{\"transferred_from_user_id\":\"ada\",\"event_name\""),
            ]
        ),
    ]

    @Test(arguments: moved)
    func `Whoever lost it to a transfer that events tell is noted, in any order`(
        source: String, lines: [String]
    ) throws {
        for start in lines.indices {
            let turned = Array(lines[start...] + lines[..<start])
            for lines in [turned, turned.reversed()] {
                let plan = try planned(lines, from: source, to: "neutral")
                #expect(plan.lost == ["superseded,note,ada"])
                #expect(plan.access == ["bob"])
            }
        }
    }

    @Test(arguments: [
        (1, 5, "bob"), (5, 1, "ada"), (1, 1, "bob"),
    ])
    func `Of those who hold copies who bought it first keeps it, by events too`(
        ada: Int, bob: Int, loser: String
    ) throws {
        let lines = [
            Self.event("qonversion", "ada", day: ada), Self.event("qonversion", "bob", day: bob),
        ]
        for lines in [lines, lines.reversed()] {
            let plan = try planned(lines, from: "qonversion", to: "revenuecat")
            #expect(plan.lost == ["two-holders,ambiguous,\(loser)"])
            #expect(plan.access == ["QON_ada", "QON_bob", "ada", "bob"])
        }
    }

    @Test func `Where a restore moves it, events of one moment dispute it as elsewhere`() throws {
        let lines = ["ada", "bob"].map { Self.event("qonversion", $0) }
        for lines in [lines, lines.reversed()] {
            let plan = try planned(
                lines, from: "qonversion", ["restore": "transfer"], to: "neutral")
            #expect(plan.lost.count == 1)
            #expect(plan.lost.allSatisfy { $0.hasPrefix("holder-disputed,ambiguous,") })
            #expect(plan.access == ["QON_ada", "ada"])
        }
    }
}
