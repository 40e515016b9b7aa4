// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import HTTPTypes
    import Testing

    /// The members of REST v1's answer about a customer, by the key that asks.
    @Suite struct RevenueCatSubscriberAnswerTests {
        private let path = "/v1/subscribers/ann"
        private let body =
            #"{"attributes":{"$email":{"value":"a@b.c","updated_at_ms":1893456000000}}}"#

        private func attributes(_ reply: TestServer.Reply) -> [String: [String: Any]]? {
            reply["subscriber", "subscriber_attributes"] as? [String: [String: Any]]
        }

        @Test(arguments: [("public", ""), ("secret", #""subscriber_attributes":{},"#)])
        func `A customer who has nothing is as long as production's`(
            key: String, more: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.call(.get, path, key: key)
            let expected = """
                {"request_date":"2026-01-01T12:00:00Z","request_date_ms":1767268800000,\
                "subscriber":{"entitlements":{},"first_seen":"2026-01-01T12:00:00Z",\
                "last_seen":"2026-01-01T12:00:00Z","management_url":null,"non_subscriptions":{},\
                "original_app_user_id":"ann","original_application_version":null,\
                "original_purchase_date":null,"other_purchases":{},\(more)"subscriptions":{}}}

                """
            #expect(reply.text == expected)
        }

        @Test func `Attributes are told to a secret key and to no public one`() async throws {
            let server = try TestServer("revenuecat")
            for (key, isTold) in [("public", false), ("secret", true)] {
                let set = await server.call(.post, path + "/attributes", body, key: key)
                #expect(set.status == 200)
                #expect((attributes(set) != nil) == isTold)
                for headers in [[:], ["X-Platform": "ios"]] as [[String: String]] {
                    let reply = await server.call(.get, path, key: key, headers: headers)
                    let email = attributes(reply)?["$email"]
                    #expect(email?["value"] as? String == (isTold ? "a@b.c" : nil))
                    #expect(email?["updated_at_ms"] as? Int == (isTold ? 1_893_456_000_000 : nil))
                }
            }
        }

        @Test func `Attributes are those of the customer under each of its IDs`() async throws {
            let server = try TestServer("revenuecat")
            let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            let encoded = "%24RCAnonymousID%3A0123456789abcdef0123456789abcdef"
            _ = await server.call(.get, "/v1/subscribers/\(encoded)")
            _ = await server.call(.post, "/v1/subscribers/\(encoded)/attributes", body)
            _ = await server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(anonymous)","new_app_user_id":"ann"}"#)
            for id in ["ann", encoded] {
                let reply = await server.call(.get, "/v1/subscribers/\(id)", key: "secret")
                #expect(attributes(reply)?["$email"]?["value"] as? String == "a@b.c")
            }
        }

        @Test(arguments: [true, false])
        func `The tag of an answer to one key says nothing to the other`(
            hasAttributes: Bool
        ) async throws {
            let server = try TestServer("revenuecat")
            _ = await server.call(.get, path)
            if hasAttributes { _ = await server.call(.post, path + "/attributes", body) }
            for (key, other) in [("public", "secret"), ("secret", "public")] {
                let tag = try #require(
                    await server.call(.get, path, key: other).header("X-RevenueCat-ETag"))
                let headers = ["X-RevenueCat-ETag": tag]
                let own = await server.call(.get, path, key: other, headers: headers)
                #expect(own.status == 304 && own.body.isEmpty)
                let reply = await server.call(.get, path, key: key, headers: headers)
                #expect(reply.status == 200)
                #expect((attributes(reply) != nil) == (key == "secret"))
            }
        }
    }
#endif
