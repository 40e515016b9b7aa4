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

        @Test(arguments: [
            "9223372036854775808", "-9223372036854775809", "100000000000000000000", "1.5", "1e300",
        ])
        func `A number that 64 bits do not hold is a wrong parameter, and grants nothing`(
            number: String
        ) async throws {
            let server = try TestServer("revenuecat")
            _ = await server.call(.get, "/v1/subscribers/ann")
            let gold = try await server.v2ID("/entitlements", "lookup_key", "gold")
            let refused = await server.v2(
                .post, "/customers/ann/actions/grant_entitlement",
                #"{"entitlement_id":"\#(gold)","expires_at":\#(number)}"#)
            #expect(refused.status == 400, "\(refused.text)")
            #expect(refused["type"] as? String == "parameter_error", "\(refused.text)")
            let old = await server.call(
                .post, "/v1/subscribers/ann/entitlements/gold/promotional",
                #"{"end_time_ms":\#(number)}"#, key: "secret")
            #expect(old.status == 400, "\(old.text)")
            let items = await server.v2Items("/customers/ann/active_entitlements")
            #expect(items.isEmpty)
        }

        @Test func `A large number that is kept comes back to its last digit`() async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.v2(
                .post, "/offerings",
                #"{"lookup_key":"big","display_name":"Big","metadata":{"n":[9007199254740993,0.5]}}"#
            )
            let kept = #""metadata":{"n":[9007199254740993,0.5]}"#
            #expect(reply.text.contains(kept), "\(reply.text)")
            let id = try #require(reply["id"] as? String)
            #expect(await server.v2(.get, "/offerings/\(id)").text.contains(kept))
        }
    }
#endif
