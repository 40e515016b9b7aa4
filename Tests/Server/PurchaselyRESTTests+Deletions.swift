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

    /// Requests to delete a user.
    extension PurchaselyRESTTests {
        private static let vector =
            "06d2310b2fd4576c7287a7be99e2450a12e0fc1f4d62b1f1ef54aa3a38836677"

        private func delete(
            _ server: TestServer, _ body: String, signature: String?
        ) async -> TestServer.Reply {
            var headers = ["X-API-KEY": "pk_test"]
            headers["Authorization"] = signature
            return await server.call(
                .post, "/user_deletion_requests", body, key: nil, headers: headers)
        }

        @Test func `A deletion with the published signature is taken, and erases the user`()
            async throws
        {
            let server = try server()
            let token = await server.buy("month")
            _ = await post(server, #"{"user_id":"12345","receipt_data":"\#(token)"}"#)
            #expect(await customer(server, "12345").status == 200)
            let reply = await delete(
                server, #"{"user_id":"12345"}"#, signature: PurchaselyRESTTests.vector)
            #expect(reply.status == 200 && reply["id"] != nil)
            #expect(await customer(server, "12345").status == 404)
        }

        @Test(
            arguments: [
                (#"{"user_id":"12345"}"#, nil, 401, "Missing signature"),
                (#"{"user_id":"12345"}"#, "", 401, "Missing signature"),
                (#"{"user_id":"12345"}"#, "06d2", 401, nil),
                (#"{"user_id":"12345"}"#, "zz", 401, nil),
                (#"{"user_id":"12346"}"#, vector, 401, nil),
                (
                    "{}", "99bae247cd5afdaf7a8ad2a324ed12ddd519444eac558ee031101bbb5eab0551", 400,
                    "user_id is missing"
                ),
            ] as [(String, String?, Int, String?)])
        func `A deletion that is not signed with the shared secret, or names nobody, is refused`(
            body: String, signature: String?, status: Int, text: String?
        ) async throws {
            let reply = await delete(try server(), body, signature: signature)
            #expect(reply.status == status)
            let errors = try #require(reply["errors"] as? [String])
            #expect(errors.count == 1 && (text == nil || errors == [text]))
        }

        @Test func `Without a shared secret no deletion can be checked, so none is taken`()
            async throws
        {
            let reply = await delete(
                try TestServer("purchasely"), #"{"user_id":"12345"}"#,
                signature: PurchaselyRESTTests.vector)
            #expect(reply.status == 401)
            let error = try #require((reply["errors"] as? [String])?.first)
            #expect(error.contains("shared secret") && error.contains("--project"), "\(error)")
        }

        @Test func `The fifty-first deletion in ten minutes is refused, where limits are kept`()
            async throws
        {
            for hasRateLimits in [true, false] {
                let server = try server(hasRateLimits: hasRateLimits)
                func delete() async -> TestServer.Reply {
                    await self.delete(
                        server, #"{"user_id":"12345"}"#, signature: PurchaselyRESTTests.vector)
                }
                for _ in 0..<50 { #expect(await delete().status == 200) }
                let reply = await delete()
                #expect(reply.status == (hasRateLimits ? 429 : 200))
                guard hasRateLimits else { continue }
                #expect((reply["errors"] as? [String])?.count == 1)
                let seconds = reply.header("Retry-After").flatMap { Int($0) }
                #expect((590...600).contains(seconds ?? 0))
            }
        }
    }
#endif
