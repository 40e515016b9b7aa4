// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Qonversion's REST v3, beyond the cases that the vendor runs.
    @Suite struct QonversionRESTTests {
        private static let form = "QON_[0-9a-f]{32}"

        func server(_ ids: String...) async throws -> TestServer {
            let server = try TestServer("qonversion")
            for id in ids { _ = await server.call(.post, "/v3/users/\(id)", "{}") }
            return server
        }

        @Test func `An identity without a user makes a user of the server's own`() async throws {
            let server = try await server()
            let reply = await server.call(.post, "/v3/identities/ann")
            let user = try #require(reply["user_id"] as? String)
            #expect(user.wholeMatch(of: try Regex(Self.form)) != nil)
            let read = await server.call(.get, "/v3/users/\(user)")
            #expect(read.status == 200 && read["identity_id"] as? String == "ann")
            #expect(reply.status == 200)
        }

        @Test(arguments: ["qonversion", "revenuecat"])
        func `An identity of the same text as a user's ID is another name`(
            rules: String
        ) async throws {
            let server = try TestServer("qonversion", rules: rules)
            for id in ["ann", "bob"] { _ = await server.call(.post, "/v3/users/\(id)", "{}") }
            let reply = await server.call(.post, "/v3/identities/ann", #"{"user_id":"bob"}"#)
            #expect(reply["user_id"] as? String == "bob")
            let ann = await server.call(.get, "/v3/users/ann")
            #expect(ann.status == 200 && ann["identity_id"] == nil)
            // An identity is no user's ID.
            _ = await server.call(.post, "/v3/identities/carl", #"{"user_id":"ann"}"#)
            #expect(await server.call(.get, "/v3/users/carl").status == 404)
        }

        @Test func `No answer has a null, whatever is missing`() async throws {
            let server = try await server("ann")
            let token = await server.buy("book")
            _ = await server.call(
                .post, "/v3/users/ann/purchases",
                #"{"price":"9","currency":"usd","app_store_data":{"receipt":"\#(token)"}}"#)
            for path in [
                "/v3/users/ann", "/v3/users/ann/entitlements", "/v3/users/ann/properties",
                "/v3/products", "/v3/products/book", "/v3/users/bob", "/v3/nothing",
            ] {
                let reply = await server.call(.get, path)
                #expect(!reply.text.contains("null") && !reply.body.isEmpty, "\(path)")
            }
        }

        @Test func `Properties are saved one by one, and each that is not says why`() async throws {
            let server = try await server("ann")
            let reply = await server.call(
                .post, "/v3/users/ann/properties",
                """
                [{"key":"tea","value":"green"},{"key":"?","value":"x"},{"key":"12","value":"x"},\
                {"key":"_q_email","value":"a@b.c"},{"key":"empty","value":""}]
                """)
            #expect(reply.status == 200)
            let saved = reply["savedProperties"] as? [[String: String]]
            #expect(saved?.map { $0["key"] } == ["tea", "_q_email"])
            let errors = try #require(reply["propertyErrors"] as? [[String: String]])
            #expect(errors.map { $0["key"] } == ["?", "12", "empty"])
            #expect(errors[0]["error"] == "Property key: ?. Error: invalid key format.")
            let read = await server.call(.get, "/v3/users/ann/properties")
            #expect(
                read.text
                    == #"[{"key":"_q_email","value":"a@b.c"},{"key":"tea","value":"green"}]"# + "\n"
            )
            #expect(await server.call(.post, "/v3/users/ann/properties", "{}").status == 400)
            #expect(await server.call(.get, "/v3/users/bob/properties").status == 404)
        }

        @Test func `Products are listed with the numbers of their types and periods`() async throws
        {
            let server = try await server()
            let list = await server.call(.get, "/v3/products")
            let products = try #require(list["data"] as? [[String: Any]])
            #expect(products.map { $0["uid"] as? String } == ["month", "year", "coins", "book"])
            #expect(products.map { $0["type"] as? Int } == [0, 1, 2, 3])
            #expect(products.map { $0["duration"] as? Int } == [1, 4, nil, nil])
            #expect(await server.call(.get, "/v3/products/cake").status == 404)
        }

        @Test(
            arguments: [
                ("/v3/users/ann", nil, 401, "control_unauthorized"),
                ("/v3/users/ann", "test_nobody", 401, "control_unauthorized"),
                ("/v3/nothing", "public", 404, "not_found"),
                ("/v4/users/ann", "nobody", 401, "control_unauthorized"),
                ("/v4/users/ann", "public", 403, "control_forbidden"),
                ("/v4/users/ann", "test_pk_test", 403, "control_forbidden"),
                ("/v4/users/ann", "test_sk_test", 404, "not_found"),
            ] as [(String, String?, Int, String)])
        func `A key that is unknown, or may not, is refused in the words of the API`(
            path: String, key: String?, status: Int, code: String
        ) async throws {
            let reply = await (try TestServer("qonversion")).call(.get, path, key: key)
            #expect(reply.status == status && reply["error", "code"] as? String == code)
        }

        @Test func `A user that was erased is gone, and its ID is nobody else's`() async throws {
            let server = try await server("ann")
            _ = await server.call(.post, "/v3/identities/a", #"{"user_id":"ann"}"#)
            #expect(await server.call(.delete, "/v4/customers/ann", key: "secret").status == 204)
            #expect(await server.call(.get, "/v3/users/ann").status == 404)
            #expect(await server.call(.get, "/v3/identities/a").status == 404)
            #expect(await server.call(.post, "/v3/users/ann", "{}").status == 422)
            let bound = await server.call(.post, "/v3/identities/a", "{}")
            #expect(bound.status == 422)
        }

        @Test(arguments: [nil, "aegis"] as [String?])
        func `A refused link or user names the rule that speaks of it, where there is one`(
            variant: String?
        ) async throws {
            let server = try TestServer("qonversion", variant: variant)
            for id in ["ann", "bob", "carl"] {
                _ = await server.call(.post, "/v3/users/\(id)", "{}")
            }
            for (identity, user) in [("a", "ann"), ("c", "carl")] {
                _ = await server.call(
                    .post, "/v3/identities/\(identity)", #"{"user_id":"\#(user)"}"#)
            }
            #expect(await server.call(.delete, "/v4/customers/carl", key: "secret").status == 204)
            let links = [
                ("a", "ann", "qonversion.identify.2"), ("a", "bob", "qonversion.identify.2"),
                ("b", "ann", "qonversion.identify.5"),
                // What was erased for good: an identity, and a user.
                ("c", "bob", "qonversion.delete.2"), ("b", "carl", "qonversion.delete.2"),
            ]
            for (identity, user, rule) in links {
                let link = #"{"identity_id":"\#(identity)","user_id":"\#(user)"}"#
                let reply = await explained(server, "/v3/identities/\(identity)", link)
                #expect((400...422).contains(reply.status), "\(reply.text)")
                #expect(reply.header("Allonym-Rules") == rule, "\(link)")
                // V4 says of an unknown user that nothing is there.
                guard user != "carl" else { continue }
                let newer = await explained(server, "/v4/identities", link)
                #expect(newer.status == 409, "\(newer.text)")
                #expect(newer.header("Allonym-Rules") == rule, "\(link)")
            }
            for (path, body) in [("/v3/users/carl", "{}"), ("/v4/users", #"{"id":"carl"}"#)] {
                let reply = await explained(server, path, body)
                #expect(reply.status == 422)
                #expect(reply.header("Allonym-Rules") == "qonversion.delete.2", "\(path)")
            }
            // No row speaks of a user who is there already.
            let taken = await explained(server, "/v4/users", #"{"id":"ann"}"#)
            #expect(taken.status == 422 && taken.header("Allonym-Rules") == nil)
        }

        private func explained(
            _ server: TestServer, _ path: String, _ body: String
        ) async -> TestServer.Reply {
            await server.call(
                .post, path, body, key: "secret", headers: ["Allonym-Explain": "1"])
        }

        @Test(arguments: EveryProvider.keys)
        func `A user, its identity and its purchase are there under any rules`(
            rules: String
        ) async throws {
            let server = try TestServer("qonversion", rules: rules)
            let identity = WebhookBench.ann
            let token = await server.buy("year")
            #expect(await server.call(.post, "/v3/users/u1", "{}").status == 200)
            let bought = await server.call(
                .post, "/v3/users/u1/purchases",
                #"{"price":"1","currency":"USD","app_store_data":{"receipt":"\#(token)"}}"#)
            #expect(bought.status == 200, "\(bought.text)")
            let linked = await server.call(
                .post, "/v3/identities/\(identity)", #"{"user_id":"u1"}"#)
            #expect(linked.status == 200, "\(linked.text)")
            let owner = try #require(linked["user_id"] as? String)
            let user = await server.call(.get, "/v3/users/\(owner)")
            #expect(user.status == 200 && user["identity_id"] as? String == identity)
            let read = await server.call(.get, "/v3/identities/\(identity)")
            #expect(read["user_id"] as? String == owner)
            let held = await server.call(.get, "/v3/users/u1/entitlements")
            #expect(held.status == 200)
        }

        @Test func `What a server has answered is there after a start`() async throws {
            let journal = MemoryJournal()
            let server = try TestServer("qonversion", journal: journal)
            let token = await server.buy("month")
            _ = await server.call(
                .post, "/v3/users/ann", #"{"environment":"sandbox"}"#)
            _ = await server.call(
                .post, "/v3/users/ann/purchases",
                #"{"price":"1","currency":"USD","app_store_data":{"receipt":"\#(token)"}}"#)
            _ = await server.call(.post, "/v3/identities/a", #"{"user_id":"ann"}"#)
            for makesSnapshot in [false, true] {
                if makesSnapshot {
                    let made = await server.call(.post, "/allonym/v1/snapshot", key: "admin")
                    #expect(made.status == 201)
                }
                let again = try TestServer("qonversion", journal: journal)
                for path in ["/v3/users/ann", "/v3/users/ann/entitlements", "/v3/identities/a"] {
                    let before = await server.call(.get, path)
                    let after = await again.call(.get, path)
                    #expect(before.status == 200 && after.body == before.body, "\(path)")
                }
            }
        }
    }
#endif
