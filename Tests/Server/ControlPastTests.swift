// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// A merge undone, and all that is known of a customer.
    @Suite struct ControlPastTests {
        private static let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
        private static let encoded = "%24RCAnonymousID:0123456789abcdef0123456789abcdef"

        /// A customer who bought, and whom a log-in has merged into ann.
        private func merged(_ journal: any Journal = MemoryJournal()) async throws -> TestServer {
            let server = try TestServer("revenuecat", journal: journal)
            _ = await server.call(.get, "/v1/subscribers/ann")
            _ = await server.post(await server.buy("month"), as: Self.anonymous)
            _ = await server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(Self.anonymous)","new_app_user_id":"ann"}"#)
            return server
        }

        private func aliases(_ id: String, at server: TestServer) async -> [String]? {
            await server.call(.get, "/allonym/v1/customers/\(id)", key: "admin")["aliases"]
                as? [String]
        }

        private func access(_ id: String, at server: TestServer) async -> [String]? {
            await server.call(.get, "/allonym/v1/customers/\(id)", key: "admin")["access"]
                as? [String]
        }

        private func undo(_ id: String, _ body: String = "", at server: TestServer) async
            -> TestServer.Reply
        {
            await server.call(.post, "/allonym/v1/customers/\(id)/undo", body, key: "admin")
        }

        @Test func `A merge that is undone gives each their own again, also after a restart`()
            async throws
        {
            let journal = MemoryJournal()
            let server = try await merged(journal)
            #expect(await aliases("ann", at: server)?.sorted() == [Self.anonymous, "ann"])
            #expect(await access("ann", at: server) == ["gold"])
            let reply = await undo("ann", at: server)
            #expect(reply.status == 200)
            let customers = try #require(reply["customers"] as? [[String: Any]])
            #expect(customers.compactMap { $0["id"] as? String } == ["ann", Self.anonymous])
            for server in [server, try TestServer("revenuecat", journal: journal)] {
                #expect(await aliases("ann", at: server) == ["ann"])
                #expect(await aliases(Self.encoded, at: server) == [Self.anonymous])
                #expect(await access("ann", at: server) == [])
                #expect(await access(Self.encoded, at: server) == ["gold"])
            }
        }

        @Test func `What was undone is undone once, and merged again it is undone again`()
            async throws
        {
            let server = try await merged()
            let first = try #require(await undo("ann", at: server)["step"] as? Int)
            let again = await undo("ann", at: server)
            #expect(again.status == 409)
            #expect(
                again["error", "message"] as? String
                    == "Every merge of this customer is undone already.")
            #expect(await undo("ann", #"{"step":\#(first)}"#, at: server).status == 409)
            _ = await server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(Self.anonymous)","new_app_user_id":"ann"}"#)
            let history = await server.call(
                .get, "/allonym/v1/customers/ann/history", key: "admin")
            let words = (history["steps"] as? [[String: Any]])?.compactMap {
                $0["action"] as? String
            }
            #expect(words?.contains("undo the merge of step \(first)") == true)
        }

        @Test func `A log-in that gives an anonymous customer an ID is no merge, which is said`()
            async throws
        {
            let server = try TestServer("revenuecat")
            _ = await server.call(.get, "/v1/subscribers/\(Self.encoded)")
            _ = await server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(Self.anonymous)","new_app_user_id":"mia"}"#)
            #expect(await aliases("mia", at: server)?.count == 2)
            let reply = await undo("mia", at: server)
            #expect(reply.status == 409)
            let said = reply["error", "message"] as? String
            #expect(said?.hasPrefix("This customer was merged with no other") == true)
        }

        @Test(
            arguments: [
                ("zoe", "", 404), ("ann", "{}", 200), ("ann", #"{"step":0}"#, 409),
                ("ann", #"{"step":-1}"#, 409), ("ann", #"{"step":99}"#, 409),
                ("ann", #"{"step":"last"}"#, 400), ("ann", #"{"stop":1}"#, 400),
                (Self.encoded, "", 200),
            ])
        func `Only a merge of this customer is undone`(id: String, body: String, status: Int)
            async throws
        {
            #expect(await undo(id, body, at: try await merged()).status == status)
        }

        @Test func `A merge of somebody else is not undone by its number`() async throws {
            let server = try await merged()
            let step = try #require(
                (await server.call(.get, "/allonym/v1/customers/ann/history", key: "admin")[
                    "steps"] as? [[String: Any]])?.first { $0["action"] as? String == "log in" }?[
                        "step"] as? Int)
            _ = await server.call(.get, "/v1/subscribers/bob")
            #expect(await undo("bob", #"{"step":\#(step)}"#, at: server).status == 409)
            #expect(await undo("ann", #"{"step":\#(step)}"#, at: server).status == 200)
        }

        @Test func `A grant that goes back keeps its end`() async throws {
            let server = try TestServer("revenuecat")
            _ = await server.call(.get, "/v1/subscribers/ann")
            _ = await server.call(.get, "/v1/subscribers/\(Self.encoded)")
            _ = await server.call(
                .post, "/v1/subscribers/\(Self.encoded)/entitlements/gold/promotional",
                #"{"duration":"weekly"}"#, key: "secret")
            _ = await server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(Self.anonymous)","new_app_user_id":"ann"}"#)
            #expect(await access("ann", at: server) == ["gold"])
            #expect(await undo("ann", at: server).status == 200)
            #expect(await access("ann", at: server) == [])
            #expect(await access(Self.encoded, at: server) == ["gold"])
            await server.advance("P8D")
            #expect(await access(Self.encoded, at: server) == [])
        }

        @Test func `An export has all of a customer under all its IDs, and nothing of others`()
            async throws
        {
            let server = try await merged()
            _ = await server.call(
                .post, "/v1/subscribers/ann/attributes",
                #"{"attributes":{"city":{"value":"Bonn","updated_at_ms":1767268800000}}}"#)
            _ = await server.post(await server.buy("month", by: "app_store:zelda"), as: "zelda")
            let reply = await server.call(.get, "/allonym/v1/customers/ann/export", key: "admin")
            #expect(reply.status == 200)
            #expect(reply["attributes", "city", "value"] as? String == "Bonn")
            #expect((reply["customer", "aliases"] as? [String])?.count == 2)
            let purchases = try #require(reply["purchases"] as? [[String: Any]])
            #expect(purchases.compactMap { $0["account"] as? String } == ["app_store:alice"])
            #expect((purchases.first?["transactions"] as? [Any])?.count == 1)
            #expect((reply["history"] as? [Any])?.isEmpty == false)
            let webhooks = try #require(reply["webhooks"] as? [[String: Any]])
            #expect(webhooks.isEmpty == false)
            #expect(webhooks.allSatisfy { ($0["body"] as? String)?.isEmpty == false })
            #expect(!reply.text.contains("zelda"))
            #expect(
                await server.call(.get, "/allonym/v1/customers/zoe/export", key: "admin").status
                    == 404)
        }
    }
#endif
