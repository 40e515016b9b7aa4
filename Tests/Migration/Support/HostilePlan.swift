// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration
import Foundation

/// Inputs whose names would act on a page or a terminal, each with something to recognise it by.
enum HostilePlan {
    /// Names of all kinds begin with this, in any case, and nothing else does.
    static let mark = "zq7"

    static let ids = [
        "zq7<script>alert(1)</script>", "zq7\"quoted\"'&amp;", "zq7|a`b*c_d[e](http://zq7)",
        "zq7\u{202E}gnp.evil", "zq7\u{7}bell\nline\r\u{1B}[31m", "zq7ada@mail.example",
        "zq7\u{2028}\u{FEFF}~~x~~ $y$ <!-- z", "zq7 white ", "ZQ7ADA@mail.example",
    ]
    static let products = [
        "zq7\"pro\" & <b>", "zq7_pro_monthly", "zq7\u{202E}orp", "zq7|gold\nline", "zq7-plain",
    ]
    static let entitlements = [
        "zq7<img src=x onerror=alert(1)>", "zq7|\u{202E}premium", "zq7 %20;=",
    ]

    /// Neutral records: every ID has a purchase of every store, some of them odd.
    static func neutral() throws -> Input {
        var lines: [[String: Any]] = []
        let stores = ["app_store", "play_store", "stripe", "paddle", "promotional", "amazon"]
        let environments = stores.map {
            ["paddle": "sandbox", "amazon": "zq7environment"][$0] ?? "production"
        }
        let states = ["active", "cancelled", "grace", "paused", "expired", "refunded"]
        for (number, id) in ids.enumerated() {
            lines.append([
                "allonym": 1, "type": "customer", "ids": [["id": id, "kind": "custom"]],
                "attributes": ["zq7name": "zq7value"],
            ])
            for (place, store) in stores.enumerated() {
                lines.append([
                    "allonym": 1, "type": "purchase", "user-id": id, "store": store,
                    "product": products[(number + place) % products.count],
                    "state": states[(number + place) % states.count], "price": "4.99",
                    "currency": place == 2 ? "zq7" : "EUR", "kind": "subscription",
                    "environment": environments[place],
                    "expiry-date": "2027-01-01T00:00:00Z",
                    "transaction-id": "zq7\(number).\(place)",
                    "entitlement": [entitlements[(number + place) % entitlements.count]],
                ])
            }
        }
        lines.append(["allonym": 1, "type": "purchase", "product": products[0], "store": "stripe"])
        lines.append(["allonym": 1, "type": "zq7type", "user-id": ids[0]])
        var text = ""
        for line in lines {
            let data = try JSONSerialization.data(withJSONObject: line, options: .sortedKeys)
            text += String(decoding: data, as: UTF8.self) + "\n"
        }
        text += "{\"allonym\":1,\"type\":\"customer\",\"zq7member\":1,\"zq7member\":2,"
        text += "\"ids\":[{\"id\":\"zq7twice\",\"kind\":\"custom\"}]}\n{\"zq7cut"
        return input(text, name: "zq7-export.jsonl")
    }
}
