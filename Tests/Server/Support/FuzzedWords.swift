// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// What calls at random are made of.
    enum FuzzedWords {
        /// Paths that no route has.
        static let strangePaths = [
            "/v9/x", "/allonym/v1/nothing", "/allonym", "/allonym/console/x/y/z",
        ]

        static let queries = ["", "", "", "?limit=0", "?id=month&id=x", "?a=%41&b", "?id=ann"]

        /// What stands in the place of names in paths.
        static let names = [
            "ann", "bob", "guest", "%24RCAnonymousID%3A0123456789abcdef0123456789abcdef", "a%2Fb",
            "..", ".", "%20", "%E4%BD%A0", "0", "-1", "month", "gold", "1000000001", "test", "null",
            String(repeating: "x", count: 3_000),
        ]

        /// Values of members, as JSON; `TOKEN` stands for the token of a purchase.
        static let values = [
            "\"ann\"", "\"bob\"", "\"\"", "\"guest\"", "null", "true", "0", "-1", "1e99", "[]",
            "{}",
            "\"month\"", "\"test_1_a\"", "\"test_2_b\"", "\"app_store:a\"", "\"play_store:b\"",
            "\"renew\"", "\"refund\"", "\"change\"", "\"P1M\"", "\"weekly\"", "1893456000000",
            "\"gold\"", "\"prod\"", "\"sandbox\"", "\"USD\"", "\"9.99\"", "1893456000",
            "-9223372036854775808", "\"2030-01-01T00:00:00Z\"", "\"app_store\"", "\"TOKEN\"",
            "[{\"key\":\"tea\",\"value\":\"green\"}]", "[{\"purchase_token\":\"TOKEN\"}]",
            "{\"receipt\":\"TOKEN\"}",
            "{\"a\":{\"value\":\"1\",\"updated_at_ms\":1}}", "\"\\u0000\"", "\"\\ud800\"",
            "\"é\"", "\"ann@example.com\"", "{\"$email\":{\"value\":\"ann@example.com\"}}",
        ]

        static let members = [
            "app_user_id", "new_app_user_id", "fetch_token", "product_id", "is_restore",
            "attributes", "account", "product", "token", "event", "to", "advance", "now",
            "end_time_ms", "duration", "extend_by_days", "expiry_time_ms", "id", "name", "value",
            "q_uid", "anon_id", "identity_id", "user_id", "receipt", "environment", "expires",
            "price", "currency", "purchased", "properties", "permission_id", "expires_at",
            "platform", "store_data", "app_store_data", "stripe_store_data", "history", "step",
            "customer", "webhooks", "next",
        ]

        /// Whole bodies that routes take, by their paths.
        static let bodies = [
            "/allonym/v1/purchases": [
                #"{"account":"app_store:a","product":"month"}"#,
                #"{"account":"play_store:b","product":"coins"}"#,
                #"{"account":"stripe:ann","product":"year","customer":"ann"}"#,
            ],
            "/allonym/v1/store-events": [
                #"{"token":"TOKEN","event":"renew"}"#, #"{"token":"TOKEN","event":"refund"}"#,
                #"{"token":"TOKEN","event":"change","to":"year"}"#,
            ],
            "/allonym/v1/clock": [
                #"{"advance":"P1D"}"#, #"{"freeze":true}"#, #"{"now":"2026-02-01T00:00:00Z"}"#,
            ],
            "/allonym/v1/faults": [
                #"{"webhooks":"duplicate","next":2}"#, #"{"webhooks":"drop"}"#,
                #"{"calls":"fail","next":2}"#, #"{"calls":"fail"}"#,
            ],
            "/allonym/v1/projects": [#"{"project":"new","provider":"nami"}"#],
            "/v1/receipts": [
                #"{"app_user_id":"ann","fetch_token":"TOKEN"}"#,
                #"{"app_user_id":"bob","fetch_token":"TOKEN","is_restore":true}"#,
            ],
            "/v3/products": [#"{"uid":"month","type":0}"#, #"{"uid":"gold","duration":4}"#],
            "/v4/products": [#"{"id":"month","duration":"P1M"}"#],
            "/v4/entitlements": [#"{"id":"gold","product_ids":["month"]}"#, #"{"id":"test"}"#],
            "/v1/subscribers/identify": [#"{"app_user_id":"ann","new_app_user_id":"bob"}"#],
        ]

        /// The fields of the console's forms, by the last part of the paths that they go to.
        static let forms = [
            "buy": ["account", "product", "back"],
            "store": ["token", "event", "to", "with", "back"],
            "clock": ["advance", "back"], "replay": ["id"], "undo": ["id", "step"],
            "sign-out": ["key"],
        ]

        /// Values of fields, as a form sends them or as none does.
        static let fields = [
            "key": ["ak_test", "sk_test", "nobody", "", "%zz", "%00"],
            "account": ["app_store%3Aa", "play_store%3Ab", "stripe%3Aann", "none", "%FF"],
            "product": ["month", "year", "coins", "nothing", "a+b%20c"],
            "token": ["TOKEN", "TOKEN", "sim_1_x", "%E4%BD%A0"],
            "event": ["renew", "cancel", "refund", "change", "share", "unshare", "explode"],
            "with": ["app_store%3Ab", "play_store%3Ab", "none", ""],
            "to": ["year", "month", ""], "advance": ["P1D", "P1W", "P1M", "-P1D", "soon"],
            "now": ["2026-02-01T00%3A00%3A00Z", "2020-01-01T00%3A00%3A00Z", "now"],
            "freeze": ["true"], "id": ["ann", "1", "2", "-1", "99999999999999999999", "%00"],
            "step": ["1", "2", "-1", "x"],
            "back": ["%2Fallonym%2Fconsole%2Ftest%2Fstore", "http%3A%2F%2Fevil", "%0D%0Aa%3A+b"],
        ]
    }
#endif
