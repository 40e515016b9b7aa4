// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Testing

    /// `allonym webhook verify`, with what each provider sends to prove where a webhook comes from.
    @Suite struct WebhookCommandTests {
        struct Row: Sendable, CustomTestStringConvertible {
            let provider: String
            let headers: [String]
            let code: Int32
            let says: String

            var testDescription: String { "\(provider) \(headers)" }

            init(_ provider: String, _ headers: [String], _ code: Int32, _ says: String) {
                (self.provider, self.headers, self.code, self.says) = (
                    provider, headers, code, says
                )
            }
        }

        /// The body of Purchasely's published example, which the others have as well.
        private static let body = #"{"a_random_key":"a_random_value_ad"}"#
        private static let stamp = "X-PURCHASELY-TIMESTAMP: 1698322022"
        private static let signature = "X-PURCHASELY-REQUEST-SIGNATURE"
        private static let digits =
            "f3c2a452e9ea72f41107321aeaf7999f1054148866a710c9b23f9f501785e2a4"
        private static let showsNothing =
            "the request does not show that its sender knows the secret.\n"
        private static let unpublished =
            "provider \"nami\": how it signs is not published, so nothing can be checked; ask its "
            + "support"

        /// What is right, wrong and missing, under the secret `foobar`.
        private static let rows = [
            Row(
                "qonversion", ["Authorization: Basic foobar"], 0,
                "The Authorization header is \"Basic \" followed by the secret; it does not cover "
                    + "the body.\n"),
            Row(
                "qonversion", ["Authorization: Basic other"], 1,
                "The Authorization header is not \"Basic \" followed by the secret.\n"),
            Row(
                "qonversion", ["Authorization: foobar"], 1,
                "The Authorization header is not \"Basic \" followed by the secret.\n"),
            Row("qonversion", [], 1, "There is no Authorization: \(showsNothing)"),
            Row(
                "revenuecat", ["authorization: foobar"], 0,
                "The Authorization header is the secret; it does not cover the body.\n"),
            Row(
                "revenuecat", ["Authorization: Bearer foobar"], 1,
                "There is no X-RevenueCat-Webhook-Signature, and the Authorization header is not the "
                    + "secret.\n"),
            // Who signs is judged by the signature alone.
            Row(
                "revenuecat",
                ["Authorization: foobar", "X-RevenueCat-Webhook-Signature: t=1,v1=00"], 1,
                "X-RevenueCat-Webhook-Signature does not match the secret: it was signed with another "
                    + "one, or the body was changed.\n"),
            Row(
                "revenuecat", [], 1,
                "There is no X-RevenueCat-Webhook-Signature and no Authorization: \(showsNothing)"),
            Row(
                "purchasely", [stamp, "\(signature): \(digits)"], 0,
                "\(signature) matches the secret.\n"),
            Row(
                "purchasely", [stamp, "\(signature): 00"], 1,
                "\(signature) does not match the secret: it was signed with another one, or the body "
                    + "was changed.\n"),
            Row(
                "purchasely", ["Authorization: foobar"], 1,
                "There is no \(signature) and no X-PURCHASELY-SIGNATURE: \(showsNothing)"),
            Row("nami", ["nami-signature: \(digits)"], 64, unpublished),
            Row("nami", ["nami-signature: 00"], 64, unpublished),
            Row("nami", [], 64, unpublished),
        ]

        @Test(arguments: rows)
        func `A saved webhook is checked by what its provider sends`(row: Row) async throws {
            let workspace = try Workspace()
            let lines = ["POST /hook HTTP/1.1"] + row.headers + ["", Self.body]
            try workspace.write(lines.joined(separator: "\r\n"), to: "hook.http")
            let run = try await workspace.run(
                "webhook verify --provider \(row.provider) --secret-env SECRET "
                    + "--request hook.http", environment: ["SECRET": "foobar"])
            #expect(run.code == row.code)
            if row.code == 64 {
                #expect(run.errors.hasPrefix("allonym: \(row.says)\n"), "\(run.errors)")
                #expect(run.output.isEmpty)
            } else {
                #expect(run.output == row.says)
            }
        }

        @Test func `What no file could prove is said before the file is read`() async throws {
            let run = try await Workspace().run(
                "webhook verify --provider nami --secret-env SECRET --request missing.http",
                environment: ["SECRET": "foobar"])
            #expect(run.code == 64)
            #expect(run.errors.hasPrefix("allonym: \(Self.unpublished)\n"), "\(run.errors)")
        }
    }
#endif
