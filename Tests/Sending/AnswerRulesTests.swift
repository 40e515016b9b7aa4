// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymSending
    import AllonymTestSupport
    import NIOHTTP1
    import Testing

    /// What answers mean, by the providers' data and by HTTP.
    @Suite struct AnswerRulesTests {
        private func word(
            _ provider: String, _ writer: String, _ status: Int, _ body: String,
            _ headers: HTTPHeaders = [:]
        ) throws -> String {
            let mappings = EveryProvider.mappings
            let formats = try #require(mappings.formats[provider])
            let rules = AnswerRules(formats, mappings.operations[provider])
            switch rules.verdict(
                TargetAnswer(status, headers: headers, body: Array(body.utf8)), of: writer)
            {
            case .created: return "created"
            case .done: return "done"
            case .compare: return "compare"
            case .exists: return "exists"
            case .refused: return "refused"
            case .later(let wait, _):
                return wait.map { "later \($0.nanoseconds / 1_000_000)" } ?? "later"
            case .keyRefused: return "key refused"
            case .unknown(let wait):
                return wait.map { "unknown \($0.nanoseconds / 1_000_000)" } ?? "unknown"
            }
        }

        @Test(
            arguments: [
                ("revenuecat", "revenuecat.rest-v2-customer", 201, "{}", "created"),
                (
                    "revenuecat", "revenuecat.rest-v2-customer", 409,
                    #"{"type":"resource_already_exists"}"#, "exists"
                ),
                (
                    "revenuecat", "revenuecat.rest-v2-customer", 409,
                    #"{"type":"other","retryable":true,"backoff_ms":250}"#, "unknown 250"
                ),
                ("revenuecat", "revenuecat.rest-v1-customer", 200, "{}", "exists"),
                ("revenuecat", "revenuecat.rest-v1-customer", 201, "{}", "created"),
                ("revenuecat", "revenuecat.rest-v1-granted", 200, "{}", "exists"),
                ("revenuecat", "revenuecat.rest-v1-granted", 201, "{}", "created"),
                ("revenuecat", "revenuecat.grant", 201, "{}", "compare"),
                ("revenuecat", "revenuecat.grant-lifetime", 201, "{}", "done"),
                ("revenuecat", "revenuecat.grant", 423, "", "later"),
                (
                    "revenuecat", "revenuecat.grant", 423,
                    #"{"retryable":true,"backoff_ms":100}"#, "later 100"
                ),
                (
                    "revenuecat", "revenuecat.grant", 429,
                    #"{"retryable":true,"backoff_ms":1000}"#, "later 1000"
                ),
                // A day at most, and nothing overflows.
                (
                    "revenuecat", "revenuecat.grant", 429,
                    #"{"retryable":true,"backoff_ms":9223372036854775807}"#, "later 86400000"
                ),
                (
                    "revenuecat", "revenuecat.grant", 500,
                    #"{"retryable":true,"backoff_ms":9223372036999}"#, "unknown 86400000"
                ),
                ("revenuecat", "revenuecat.grant", 408, "", "unknown"),
                (
                    "revenuecat", "revenuecat.grant", 500,
                    #"{"retryable":true,"backoff_ms":50}"#, "unknown 50"
                ),
                ("revenuecat", "revenuecat.grant", 401, #"{"code":7225}"#, "key refused"),
                ("revenuecat", "revenuecat.grant", 404, "", "refused"),
                ("revenuecat", "revenuecat.grant", 500, "", "unknown"),
                ("revenuecat", "revenuecat.grant", 503, "", "unknown"),
                ("revenuecat", "revenuecat.grant", 302, "", "refused"),
                (
                    "qonversion", "qonversion.rest-user", 422,
                    #"{"error":{"code":"already_exists"}}"#, "exists"
                ),
                (
                    "qonversion", "qonversion.rest-grant", 422,
                    #"{"error":{"code":"already_exists"}}"#, "refused"
                ),
                ("qonversion", "qonversion.rest-grant", 200, "{}", "compare"),
                (
                    "qonversion", "qonversion.rest-user", 400,
                    #"{"error":{"code":"control_unauthorized"}}"#, "key refused"
                ),
                ("qonversion", "qonversion.rest-user", 429, "no JSON", "later"),
                ("qonversion", "qonversion.rest-user", 503, "", "unknown"),
                ("purchasely", "purchasely.receipt-stripe", 429, "", "later"),
                ("purchasely", "purchasely.receipt-stripe", 503, "", "unknown"),
                ("purchasely", "purchasely.receipt-stripe", 408, "", "unknown"),
                ("purchasely", "purchasely.receipt-stripe", 425, "", "later"),
                (
                    "purchasely", "purchasely.receipt-stripe", 422, #"{"error":"missing"}"#,
                    "refused"
                ),
            ])
        func `An answer means what the documents say`(
            provider: String, writer: String, status: Int, body: String, expected: String
        ) throws {
            #expect(try word(provider, writer, status, body) == expected)
        }

        @Test(arguments: [
            (429, "2", "later 2000"), (429, "0", "later 0"), (429, "soon", "later"),
            (429, "-1", "later 0"), (503, "2", "unknown 2000"), (502, "2", "unknown 2000"),
            (500, "soon", "unknown"), (429, "1e300", "later 86400000"),
            (429, "Fri, 01 Jan 2100 00:00:00 GMT", "later 86400000"),
        ])
        func `The time of a Retry-After is kept`(
            status: Int, value: String, expected: String
        ) throws {
            let said = try word(
                "qonversion", "qonversion.rest-user", status, "", ["Retry-After": value])
            #expect(said == expected)
        }

        @Test(
            arguments: [
                ("documented", Rate.documented), ("off", .off),
                ("480/60s", .fixed(480, seconds: 60)),
                ("1/1s", .fixed(1, seconds: 1)), ("0/60s", nil), ("480/60", nil), ("480", nil),
                ("a/1s", nil), ("1/0s", nil), ("", nil), ("9999999/1s", nil),
            ] as [(String, Rate?)])
        func `A rate is read, or is none`(text: String, expected: Rate?) {
            #expect(Rate(text) == expected)
        }
    }
#endif
