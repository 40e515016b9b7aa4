// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What Qonversion's mobile SDKs call.
    @Suite struct QonversionMobileTests {
        private static let (a, b) = (
            "QON_0123456789abcdef0123456789abcdef", "QON_fedcba9876543210fedcba9876543210"
        )

        /// A launch, as the iOS SDK makes it with the receipt of the device's store account.
        private func launch(
            _ server: TestServer, _ user: String, receipt: String = "", trigger: String = "Init"
        ) async -> TestServer.Reply {
            await server.call(
                .post, "/v1/user/init",
                #"{"q_uid":"\#(user)","client_uid":"\#(user)","receipt":"\#(receipt)"}"#,
                headers: ["Trigger": trigger, "Allonym-Explain": "1"])
        }

        private func identify(
            _ server: TestServer, _ user: String, _ identity: String
        ) async -> String? {
            let reply = await server.call(
                .post, "/v2/identities",
                #"{"anon_id":"\#(user)","identity_id":"\#(identity)"}"#)
            #expect(reply.status == 200, "\(reply.text)")
            return reply["data", "anon_id"] as? String
        }

        private func active(_ reply: TestServer.Reply) -> [String] {
            let permissions = reply["data", "permissions"] as? [[String: Any]] ?? []
            return permissions.filter { $0["active"] as? Int == 1 }
                .compactMap { $0["id"] as? String }
        }

        @Test func `A launch makes the user, and tells what there is to buy`() async throws {
            let server = try TestServer("qonversion")
            let reply = await launch(server, Self.a)
            #expect(reply.status == 200 && reply["success"] as? Bool == true)
            #expect(reply["data", "uid"] as? String == Self.a)
            #expect(reply["data", "timestamp"] as? Int == 1_767_268_800)
            let products = try #require(reply["data", "products"] as? [[String: Any]])
            #expect(products.count == 4 && products[0]["store_id"] as? String == "month")
            let offerings = try #require(reply["data", "offerings"] as? [[String: Any]])
            #expect(offerings.map { $0["tag"] as? Int } == [1])
            #expect(
                (reply["data", "products_permissions"] as? [String: [String]])?["year"] == ["gold"])
            #expect(active(reply) == [])
            #expect(await server.call(.get, "/v3/users/\(Self.a)").status == 200)
        }

        @Test(arguments: [("app_store:alice", true), ("play_store:alice", false)])
        func `A purchase unlocks its entitlement, and its token counts once for each user`(
            account: String, isReceipt: Bool
        ) async throws {
            let server = try TestServer("qonversion")
            let token = await server.buy("month", by: account)
            let proof =
                isReceipt
                ? "\"receipt\":\"\(token)\"" : "\"purchase\":{\"purchase_token\":\"\(token)\"}"
            for _ in 0..<2 {
                let reply = await server.call(
                    .post, "/v1/user/purchase", #"{"q_uid":"\#(Self.a)",\#(proof)}"#)
                #expect(reply.status == 200 && active(reply) == ["gold"], "\(reply.text)")
                let permission = (reply["data", "permissions"] as? [[String: Any]])?.first
                #expect(permission?["associated_product"] as? String == "month")
                #expect(permission?["renew_state"] as? Int == 1)
                #expect(
                    permission?["source"] as? String == (isReceipt ? "appstore" : "playstore"))
                #expect(permission?["current_period_type"] as? String == "trial")
            }
        }

        @Test(
            arguments: [
                ("/v1/user/init", "{}", 400, 10_004),
                ("/v1/user/init", #"{"q_uid":""}"#, 400, 10_004),
                ("/v1/user/init", "[]", 400, 20_000),
                ("/v1/user/purchase", #"{"q_uid":"u"}"#, 422, 20_100),
                ("/v1/user/purchase", #"{"q_uid":"u","receipt":"forged"}"#, 422, 20_100),
                ("/v2/identities", #"{"identity_id":"ann"}"#, 400, 10_004),
                ("/v2/identities", #"{"anon_id":"u"}"#, 400, 20_000),
            ])
        func `What is wrong is said with a number that the SDK knows, and never ends its session`(
            path: String, body: String, status: Int, code: Int
        ) async throws {
            let reply = await (try TestServer("qonversion")).call(.post, path, body)
            #expect(reply.status == status && reply["success"] as? Bool == false)
            #expect(reply["data", "code"] as? Int == code)
            #expect(reply["data", "status"] as? Int == status)
        }

        @Test func `A key that nobody has is denied, and a user that nobody knows is not found`()
            async throws
        {
            let server = try TestServer("qonversion")
            let denied = await server.call(.post, "/v1/user/init", "{}", key: "nobody")
            #expect(denied.status == 401)
            #expect(denied["data", "message"] as? String == "Access denied")
            #expect(await server.call(.get, "/v2/users/nobody").status == 404)
            _ = await launch(server, Self.a)
            _ = await identify(server, Self.a, "ann")
            let user = await server.call(.get, "/v2/users/\(Self.a)")
            #expect(user["data", "uid"] as? String == Self.a)
            #expect(user["data", "identity_id"] as? String == "ann")
        }

        // MARK: The documented examples

        @Test func `Example 2: who identifies as another goes on with that user`() async throws {
            let server = try TestServer("qonversion")
            _ = await launch(server, Self.b, receipt: await server.buy("month", by: "app_store:b"))
            #expect(await identify(server, Self.b, "u1") == Self.b)
            _ = await launch(server, Self.a)
            let user = try #require(await identify(server, Self.a, "u1"))
            #expect(user == Self.b)
            #expect(active(await launch(server, user)) == ["gold"])
            // The user left behind stays as it is.
            #expect(active(await launch(server, Self.a)) == [])
        }

        @Test func `Example 6: a second identity is another user, and a restore takes over`()
            async throws
        {
            let server = try TestServer(
                "qonversion", settings: ["qonversion.restore": "transfer"])
            let receipt = await server.buy("month", by: "app_store:a")
            _ = await launch(server, Self.a, receipt: receipt)
            #expect(await identify(server, Self.a, "u1") == Self.a)
            let second = try #require(await identify(server, Self.a, "u2"))
            #expect(second != Self.a)
            // A launch alone takes nothing from an identity.
            #expect(active(await launch(server, second, receipt: receipt)) == [])
            let restored = await launch(server, second, receipt: receipt, trigger: "Restore")
            #expect(restored["data", "uid"] as? String == second && active(restored) == ["gold"])
            #expect(active(await launch(server, Self.a)) == [])
        }

        @Test func `A restore without an identity takes the device over to the owner`()
            async throws
        {
            let server = try TestServer("qonversion")
            let receipt = await server.buy("month", by: "play_store:a")
            _ = await server.call(
                .post, "/v1/user/purchase",
                #"{"q_uid":"\#(Self.a)","purchase":{"purchase_token":"\#(receipt)"}}"#)
            let reply = await server.call(
                .post, "/v1/user/restore",
                #"{"q_uid":"\#(Self.b)","history":[{"product":"month","purchase_token":"\#(receipt)"}]}"#
            )
            #expect(reply["data", "uid"] as? String == Self.a && active(reply) == ["gold"])
        }

        @Test func `An introductory offer is open until the user has had it`() async throws {
            let server = try TestServer("qonversion")
            func statuses() async -> [String] {
                let reply = await server.call(
                    .post, "/v1/products/get",
                    #"{"q_uid":"\#(Self.a)","products_local_data":[{"store_id":"month"},{"store_id":"year"}]}"#
                )
                let list = reply["data", "products_enriched"] as? [[String: Any]] ?? []
                return list.compactMap { $0["intro_eligibility_status"] as? String }
            }
            #expect(await statuses() == ["intro_or_trial_eligible", "non_intro_or_trial_product"])
            _ = await launch(server, Self.a, receipt: await server.buy("month"))
            #expect(
                await statuses() == ["intro_or_trial_ineligible", "non_intro_or_trial_product"])
        }

        @Test(
            arguments: [
                (HTTPRequest.Method.post, "/attribution", 200, #"{"success":true,"data":{}}"#),
                (.post, "/v2/events", 200, "{}"),
                (.get, "/v3/remote-config", 200, "{}"), (.get, "/v3/remote-configs", 200, "[]"),
                (.post, "/v3/experiments/e/users/u", 200, "{}"),
                (.delete, "/v3/remote-configurations/r/users/u", 200, "{}"),
            ])
        func `What is not kept is answered so that the SDK goes on`(
            method: HTTPRequest.Method, path: String, status: Int, body: String
        ) async throws {
            let reply = await (try TestServer("qonversion")).call(method, path, "{}")
            #expect(reply.status == status && reply.text == body)
        }
    }
#endif
