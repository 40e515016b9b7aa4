// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import Foundation
    import HTTPTypes
    import Testing

    /// Bodies that some readers take for JSON.
    @Suite struct StrictBodyTests {
        /// A call with a body that is accepted, and what the refusal of another says.
        struct Accepted: Sendable {
            let provider: String
            let path: String
            let body: String
            var key = "secret"
            let refusal: String
        }

        private static let accepted = [
            Accepted(
                provider: "revenuecat", path: "/v1/subscribers/ann/attributes",
                body: #"{"attributes":{"a":{"value":"b"}}}"#,
                refusal: "The body is no JSON object."),
            Accepted(
                provider: "revenuecat", path: "/v2/projects/test/customers",
                body: #"{"id":"x1"}"#, refusal: "no valid JSON"),
            Accepted(
                provider: "revenuecat", path: "/allonym/v1/purchases",
                body: #"{"account":"app_store:a","product":"month"}"#, key: "admin",
                refusal: "no valid JSON"),
            Accepted(
                provider: "qonversion", path: "/v3/users/ann", body: #"{"environment":"prod"}"#,
                refusal: "The body is not the expected JSON."),
            Accepted(
                provider: "purchasely", path: "/receipts",
                body: #"{"user_id":"ann","receipt_data":"x"}"#,
                refusal: "The body cannot be read."),
        ]

        /// What becomes of a body: `BODY` is all of it, `OPEN` all but its last bracket.
        private static let spoilt = [
            "OPEN,}", #"OPEN,"x":[1,]}"#, #"OPEN,"x":{"y":1,}}"#, "OPEN,,}", "BODY x", "BODY}",
            "BODYBODY", "BODY,", "BODY//c", "OPEN/*c*/}", "OPEN//c\n}", "OPEN,'x':1}", "OPEN,x:1}",
            #"OPEN,"x":NaN}"#, #"OPEN,"x":-Infinity}"#, #"OPEN,"x":01}"#, #"OPEN,"x":+1}"#,
            #"OPEN,"x":.5}"#, #"OPEN,"x":1.}"#, #"OPEN,"x":'y'}"#, #"OPEN,"x":"\y"}"#,
            #"OPEN,"x":"\ud800"}"#, "OPEN,\"x\":\"\n\"}", #"OPEN,"x":1 "y":2}"#,
        ]

        @Test(arguments: accepted)
        func `A body that is nearly JSON is refused in the provider's words, and changes nothing`(
            call: Accepted
        ) async throws {
            let server = try TestServer(call.provider)
            func reply(_ body: String) async -> TestServer.Reply {
                await server.call(
                    .post, call.path, body, key: call.key,
                    headers: ["X-PLATFORM-TYPE": "APP_STORE"])
            }
            let before = try await server.project.perform { state, _ in state.sequence }
            for form in Self.spoilt {
                let body = form.replacing("BODY", with: call.body)
                    .replacing("OPEN", with: call.body.dropLast())
                let refused = await reply(body)
                #expect(refused.status == 400, "\(body): \(refused.text)")
                #expect(refused.text.contains(call.refusal), "\(body): \(refused.text)")
            }
            let after = try await server.project.perform { state, _ in state.sequence }
            #expect(after == before)
            #expect([200, 201].contains(await reply(call.body).status))
        }
    }
#endif
