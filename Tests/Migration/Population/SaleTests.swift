// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// What events say of what was paid, in the form of Purchasely's webhooks.
@Suite struct SaleTests {
    private static func event(
        _ name: String, day: Int, price: String?, type: String = "NON_CONSUMABLE"
    ) -> String {
        let sale = price.map {
            "\"store_country\":\"FR\",\"customer_currency\":\"EUR\","
                + "\"plan_price_in_customer_currency\":\($0),"
        }
        return """
            {"api_version":3,"event_name":"\(name)","event_id":"\(name)-\(day)",\
            "event_created_at":"2026-11-\(day)T00:00:00.000Z","environment":"PRODUCTION",\
            "store":"APPLE_APP_STORE","purchase_type":"\(type)","product":"gold",\
            "plan":"lifetime","store_product_id":"com.example.lifetime",\
            "store_transaction_id":"1","store_original_transaction_id":"1",\
            \(sale ?? "")"purchased_at":"2026-11-10T00:00:00.000Z","user_id":"ada"}
            """
    }

    private static let subscription = "RENEWING_SUBSCRIPTION"

    @Test(
        arguments: [
            ([event("ACTIVATE", day: 10, price: "4.5")], "4.5"),
            ([event("ACTIVATE", day: 10, price: nil)], nil),
            (
                [
                    event("ACTIVATE", day: 10, price: "4.5"),
                    event("ACTIVATE", day: 11, price: "5.5"),
                ],
                "5.5"
            ),
            (
                [event("ACTIVATE", day: 10, price: "4.5"), event("ACTIVATE", day: 11, price: nil)],
                "4.5"
            ),
            (
                [
                    event("SUBSCRIPTION_STARTED", day: 10, price: "4.5", type: subscription),
                    event("DEACTIVATE", day: 11, price: "0.5", type: subscription),
                ], "4.5"
            ),
        ] as [([String], String?)])
    func `An event that gives access says what was paid, since there may be no other`(
        events: [String], price: String?
    ) throws {
        for lines in [events, events.reversed()] {
            let folder = TemporaryFolder()
            var migration = try migration(from: "purchasely", to: "neutral")
            migration.at = testMoment
            _ = try migration.plan(
                [input(lines.joined(separator: "\n") + "\n")], into: folder.path)
            let all = try folder.text("neutral.jsonl").split(separator: "\n")
            let line = try #require(all.first { $0.contains("\"type\":\"purchase\"") })
            #expect(line.contains("\"price\":") == (price != nil))
            if let price {
                #expect(line.contains("\"price\":\(price)") && line.contains("\"EUR\""))
            }
        }
    }
}
