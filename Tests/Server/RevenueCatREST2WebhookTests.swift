// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    /// Where webhooks go, as backends set it up with RevenueCat's REST v2.
    @Suite struct RevenueCatREST2WebhookTests {
        private let list = "/v2/projects/test/integrations/webhooks"

        private func call(
            _ server: TestServer, _ method: HTTPRequest.Method, _ path: String = "",
            _ body: String = ""
        ) async -> TestServer.Reply {
            await server.call(method, list + path, body, key: "secret")
        }

        /// The types of events that come after a few purchases, with the header of each.
        private func told(
            _ members: String
        ) async throws -> [Event] {
            let told = Locked<[Event]>([])
            try await WebhookBench.run("revenuecat") { bench in
                let items = await call(bench.server, .get)["items"] as? [[String: Any]]
                let known = try #require(items?.first?["id"] as? String)
                #expect(await call(bench.server, .delete, "/\(known)").status == 200)
                let made = await call(
                    bench.server, .post, "",
                    #"{"name":"n","url":"\#(bench.receiver.url)"\#(members)}"#)
                #expect(made.status == 201, "\(made.text)")
                try await bench.buy("month")
                try await bench.buy("book")
                await bench.deliver()
                let events = bench.receiver.received.map { request in
                    let body = try? JSONSerialization.jsonObject(with: Data(request.body))
                    let event = (body as? [String: Any])?["event"] as? [String: Any]
                    return Event(
                        type: event?["type"] as? String ?? "",
                        authorization: request.header("Authorization"))
                }
                told.withLock { $0 = events }
            }
            return told.withLock { $0 }
        }

        /// An event as it came.
        private struct Event: Sendable {
            let type: String
            let authorization: String?
        }

        @Test(
            arguments: [
                ("", ["INITIAL_PURCHASE", "NON_RENEWING_PURCHASE"]),
                (#","event_types":["initial_purchase","renewal"]"#, ["INITIAL_PURCHASE"]),
                (#","event_types":[]"#, []),
                (#","event_types":null"#, ["INITIAL_PURCHASE", "NON_RENEWING_PURCHASE"]),
                (#","environment":"production""#, ["INITIAL_PURCHASE", "NON_RENEWING_PURCHASE"]),
                (#","environment":"sandbox""#, []),
            ] as [(String, [String])])
        func `An integration gets the events that it asks for`(
            members: String, types: [String]
        ) async throws {
            #expect(try await told(members).map(\.type) == types)
        }

        @Test func `Its header is sent, and shown to nobody`() async throws {
            let events = try await told(#","authorization_header":"Bearer s3cret""#)
            #expect(events.count == 2 && events.allSatisfy { $0.authorization == "Bearer s3cret" })
            let server = try TestServer("revenuecat")
            let body = #"{"name":"n","url":"https://h.example","authorization_header":"s3cret"}"#
            let made = await call(server, .post, "", body)
            let id = try #require(made["id"] as? String)
            for reply in [made, await call(server, .get, "/\(id)"), await call(server, .get)] {
                #expect(!reply.text.contains("s3cret"))
            }
        }

        @Test func `An integration is changed, kept over a restart, and deleted`() async throws {
            let journal = MemoryJournal()
            let server = try TestServer("revenuecat", journal: journal)
            let made = await call(
                server, .post, "",
                #"{"name":"n","url":"https://h.example/a","environment":"sandbox","event_types":["renewal"]}"#
            )
            #expect(made["object"] as? String == "webhook_integration")
            #expect(made["created_at"] as? Int == 1_767_268_800_000)
            let id = try #require(made["id"] as? String)
            let renamed = await call(server, .post, "/\(id)", #"{"name":"m"}"#)
            #expect(renamed["name"] as? String == "m")
            #expect(renamed["environment"] as? String == "sandbox")
            #expect(renamed["event_types"] as? [String] == ["renewal"])
            let later = try TestServer("revenuecat", journal: journal)
            #expect(await call(later, .get, "/\(id)").text == renamed.text)
            let cleared = await call(
                later, .post, "/\(id)", #"{"environment":null,"event_types":null}"#)
            #expect(cleared["environment"] is NSNull && cleared["event_types"] == nil)
            let first = await call(later, .get, "?limit=1")
            #expect((first["items"] as? [Any])?.count == 1 && first["next_page"] is String)
            #expect(await call(later, .delete, "/\(id)").status == 200)
            for method in [HTTPRequest.Method.get, .post, .delete] {
                #expect(await call(later, method, "/\(id)", "{}").status == 404)
            }
        }

        @Test(
            arguments: [
                (#"{"url":"https://h.example"}"#, "name"), (#"{"name":"n"}"#, "url"),
                (#"{"name":"","url":"https://h.example"}"#, "name"),
                (#"{"name":"n","url":"ftp://h.example"}"#, "url"),
                (#"{"name":"n","url":"hook"}"#, "url"),
                (#"{"name":"n","url":"https://h.example","environment":"test"}"#, "environment"),
                (
                    #"{"name":"n","url":"https://h.example","event_types":["renewal","x"]}"#,
                    "event_types[1]"
                ),
                (#"{"name":"n","url":"https://h.example","app_id":"app0"}"#, "app_id"),
                (
                    #"{"name":"n","url":"https://h.example","authorization_header":"a\nb"}"#,
                    "authorization_header"
                ),
            ])
        func `What cannot be an integration is refused`(body: String, param: String) async throws {
            let server = try TestServer("revenuecat")
            let reply = await call(server, .post, "", body)
            #expect(reply.status == 400 && reply["param"] as? String == param, "\(reply.text)")
            #expect((await call(server, .get)["items"] as? [Any])?.count == 1)
        }
    }
#endif
