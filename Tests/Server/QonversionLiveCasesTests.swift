// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import HTTPTypes
    import Testing

    /// The cases that the vendor's web SDK runs against the live API, against this server.
    ///
    /// Each has the name that it has there. What the SDK makes of an answer is left out: here is what
    /// it is made of.
    /// Source: https://github.com/qonversion/web-sdk (develop, cf900424, 2026-06-09),
    /// sdk/src/__integrationTests__/apiV3, read 2026-11-25; its 32 cases.
    @Suite struct QonversionLiveCasesTests {
        static let new = 1_767_268_800

        func server() throws -> TestServer { try TestServer("qonversion") }

        /// A server that has a user.
        func server(_ id: String) async throws -> TestServer {
            let server = try server()
            let reply = await server.call(
                .post, "/v3/users/\(id)", #"{"environment":"prod"}"#)
            #expect(reply.status == 200)
            return server
        }

        func fails(
            _ reply: TestServer.Reply, _ status: Int, _ message: String,
            type: String? = nil, code: String? = nil
        ) {
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply["error", "message"] as? String == message)
            if let type { #expect(reply["error", "type"] as? String == type) }
            if let code { #expect(reply["error", "code"] as? String == code) }
            #expect(
                Set((reply["error"] as? [String: Any] ?? [:]).keys) == ["type", "code", "message"])
        }

        // MARK: users tests

        @Test(arguments: [("prod", "public"), ("sandbox", "test_pk_test")])
        func `create production user, create sandbox user`(
            environment: String, key: String
        ) async throws {
            let reply = await (try server()).call(
                .post, "/v3/users/testProd1", #"{"environment":"\#(environment)"}"#, key: key)
            #expect(reply.status == 200)
            #expect(
                reply.text
                    == #"{"created":\#(Self.new),"environment":"\#(environment)","id":"testProd1"}"#
                    + "\n")
        }

        @Test func `create existing user`() async throws {
            let server = try await server("testExistingUser")
            fails(
                await server.call(
                    .post, "/v3/users/testExistingUser", #"{"environment":"prod"}"#),
                422, "User with given uid already exists")
        }

        @Test func `get existing user`() async throws {
            let server = try server()
            let made = await server.call(.post, "/v3/users/testGet", #"{"environment":"prod"}"#)
            let read = await server.call(.get, "/v3/users/testGet")
            #expect(read.status == 200 && read.body == made.body)
        }

        @Test func `get non-existent user`() async throws {
            fails(
                await (try server()).call(.get, "/v3/users/testNonExistent"), 404,
                "User not found", type: "resource", code: "not_found")
        }

        // MARK: identities tests

        private func identify(
            _ server: TestServer, _ identity: String, _ user: String
        ) async -> TestServer.Reply {
            await server.call(.post, "/v3/identities/\(identity)", #"{"user_id":"\#(user)"}"#)
        }

        @Test func `create correct identity, get existing identity`() async throws {
            let server = try await server("uid")
            let made = await identify(server, "identity", "uid")
            #expect(made.status == 200)
            #expect(made.text == #"{"id":"identity","user_id":"uid"}"# + "\n")
            let read = await server.call(.get, "/v3/identities/identity")
            #expect(read.status == 200 && read.body == made.body)
        }

        @Test func `create same identity above existing`() async throws {
            let server = try await server("uid")
            _ = await identify(server, "identity", "uid")
            fails(await identify(server, "identity", "uid"), 422, "user already has identity")
        }

        @Test func `create different identity above existing`() async throws {
            let server = try await server("uid")
            _ = await identify(server, "identity", "uid")
            fails(await identify(server, "identityanother", "uid"), 422, "user already converted")
        }

        @Test func `create identity which was already used for another user`() async throws {
            let server = try await server("identified")
            _ = await identify(server, "identity", "identified")
            _ = await server.call(.post, "/v3/users/other", #"{"environment":"prod"}"#)
            fails(
                await identify(server, "identity", "other"), 422,
                "identity already exists: it's linked to another user")
        }

        @Test func `create identity for non-existent user`() async throws {
            fails(
                await identify(try server(), "identity", "nonExistent"), 400, "user not found")
        }

        @Test func `get non-existent identity`() async throws {
            let reply = await (try server()).call(.get, "/v3/identities/nonExistent")
            #expect(reply.status == 404)
            #expect(reply["error", "code"] as? String == "not_found")
        }

        // MARK: entitlements tests

        func grant(
            _ server: TestServer, _ user: String, _ entitlement: String = "gold",
            in seconds: Int = 10_000, key: String = "secret"
        ) async -> TestServer.Reply {
            await server.call(
                .post, "/v3/users/\(user)/entitlements",
                #"{"id":"\#(entitlement)","expires":\#(Self.new + seconds)}"#, key: key)
        }

        @Test func `get entitlements for new user`() async throws {
            let reply = await (try await server("uid")).call(.get, "/v3/users/uid/entitlements")
            #expect(reply.status == 200)
            #expect((reply["data"] as? [Any])?.isEmpty == true)
        }

        @Test func `get entitlements for user with entitlements`() async throws {
            let server = try await server("uid")
            let granted = await grant(server, "uid")
            let reply = await server.call(.get, "/v3/users/uid/entitlements")
            let list = try #require(reply["data"] as? [[String: Any]])
            #expect(list.count == 1)
            #expect(NSDictionary(dictionary: list[0]) == NSDictionary(dictionary: granted.object))
        }

        @Test func `get entitlements for non-existent user`() async throws {
            fails(
                await (try server()).call(.get, "/v3/users/uid/entitlements"), 404,
                "User not found")
        }

        // MARK: purchases tests

        private func purchase(
            _ server: TestServer, _ user: String, subscription: String? = nil,
            _ core: String
        ) async -> TestServer.Reply {
            let token = await server.buy("month", by: "stripe:ann")
            return await server.call(
                .post, "/v3/users/\(user)/purchases",
                """
                {\(core),"stripe_store_data":{"product_id":"month",\
                "subscription_id":"\(subscription ?? token)"}}
                """)
        }

        private static let right = #""currency":"USD","price":"21.49""#

        @Test(arguments: [(#","purchased":1767268999"#, 1_767_268_000), ("", 0)])
        func `create correct purchase, create purchase without purchase time`(
            time: String, purchased: Int
        ) async throws {
            let reply = await purchase(try await server("uid"), "uid", Self.right + time)
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply["currency"] as? String == "USD" && reply["price"] as? String == "21.49")
            #expect(reply["purchased"] as? Int == purchased)
            #expect(reply["user_id"] as? String == "uid")
            #expect(reply["stripe_store_data", "product_id"] as? String == "month")
            #expect(reply.object.count == 5)
        }

        @Test func `create purchase for non-existing user`() async throws {
            fails(
                await purchase(try server(), "uid", Self.right), 404, "User not found")
        }

        @Test func `create purchase with incorrect subscription id`() async throws {
            fails(
                await purchase(
                    try await server("uid"), "uid", subscription: "incorrect subscription id",
                    Self.right),
                422, "Couldn't validate purchase with store request, potential fraud")
        }

        @Test(
            arguments: [
                (#""currency":"USD","price":"21,49""#, "failed to parse price"),
                (#""currency":"USDDD","price":"21.49""#, "failed to recognize currency"),
            ])
        func `create purchase with incorrect amount, create purchase with incorrect currency`(
            core: String, message: String
        ) async throws {
            fails(await purchase(try await server("uid"), "uid", core), 400, message)
        }
    }
#endif
