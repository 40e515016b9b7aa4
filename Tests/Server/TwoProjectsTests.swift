// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Two projects of RevenueCat's on one server: neither's key finds anything of the other.
    @Suite struct TwoProjectsTests {
        private static let file = """
            {"project":"NAME","provider":"revenuecat",
             "keys":{"public":["pk_NAME"],"secret":["sk_NAME"],"admin":["ak_NAME"]},
             "catalogue":[{"id":"month","period":"P1M","entitlements":["gold"]}]}
            """

        private let other: HostedProject
        private let gate: Gate

        init() throws {
            let both = try ["first", "other"].map { name in
                let file = try ProjectFile(
                    Array(Self.file.replacing("NAME", with: name).utf8),
                    providers: EveryProvider.keys)
                return try HostedProject.open(
                    file, in: MemoryJournal(), EveryProvider.mappings,
                    clock: ProjectClock(frozen: Date(timeIntervalSince1970: 1_767_268_800)),
                    vault: Vault()
                ).hosted
            }
            other = both[1]
            gate = Gate(ServedProjects(both, EveryProvider.mappings)) { _ in }
        }

        /// Calls with the key of a project.
        private func call(
            _ method: HTTPRequest.Method, _ path: String, _ body: String = "", key: String
        ) async throws -> TestServer.Reply {
            let fields = TestServer.fields(key: key, ["X-Platform": "ios"])
            let call = try #require(Call(method, path, headers: fields, body: Array(body.utf8)))
            let answer = await gate.answer(call)
            return TestServer.Reply(
                status: answer.status.code, headers: answer.headers, body: answer.body)
        }

        /// A customer of a project with a subscription, whose ID is returned.
        private func subscribe(_ customer: String, in name: String) async throws -> String {
            let bought = try await call(
                .post, "/allonym/v1/purchases",
                #"{"account":"app_store:\#(customer)","product":"month"}"#, key: "ak_\(name)")
            let token = try #require(bought["token"] as? String)
            let posted = try await call(
                .post, "/v1/receipts", #"{"app_user_id":"\#(customer)","fetch_token":"\#(token)"}"#,
                key: "pk_\(name)")
            #expect(posted.status == 200, "\(posted.text)")
            let list = try await call(
                .get, "/v2/projects/\(name)/customers/\(customer)/subscriptions",
                key: "sk_\(name)")
            return try #require((list["items"] as? [[String: Any]])?.first?["id"] as? String)
        }

        @Test func `A secret key finds no project, customer or subscription of another project`()
            async throws
        {
            _ = try await subscribe("ann", in: "first")
            let id = try await subscribe("bob", in: "other")
            // What is asked for is there, for its own key.
            for path in ["/customers", "/customers/bob", "/subscriptions/\(id)"] {
                let own = try await call(.get, "/v2/projects/other" + path, key: "sk_other")
                #expect(own.status == 200, "\(path): \(own.text)")
            }
            let before = try await other.project.perform { state, _ in
                (state.ledger, state.sequence)
            }
            let calls: [(HTTPRequest.Method, String, String)] = [
                (.get, "/customers/bob", ""), (.delete, "/customers/bob", ""),
                (.get, "/customers/bob/subscriptions", ""),
                (.get, "/customers/bob/active_entitlements", ""),
                (.post, "/customers/bob/actions/transfer", #"{"target_customer_id":"ann"}"#),
                (.post, "/customers/ann/actions/transfer", #"{"target_customer_id":"bob"}"#),
                (.get, "/subscriptions/\(id)", ""),
                (.post, "/subscriptions/\(id)/actions/cancel", ""),
                (.post, "/subscriptions/\(id)/actions/refund", ""),
            ]
            for (method, path, body) in calls {
                // By the other's path, and by its own.
                for project in ["other", "first"] {
                    let reply = try await call(
                        method, "/v2/projects/\(project)" + path, body, key: "sk_first")
                    #expect(reply.status == 404, "\(method) \(project)\(path): \(reply.text)")
                    #expect(reply["type"] as? String == "resource_missing")
                }
            }
            let list = try await call(.get, "/v2/projects/other/customers", key: "sk_first")
            #expect(list.status == 404 && !list.text.contains("bob"))
            // v1 names no project: the same ID is a customer of the key's own.
            let own = try await call(.get, "/v1/subscribers/bob", key: "sk_first")
            #expect(own.status == 201 && own["subscriber", "entitlements"] is [String: Any])
            #expect((own["subscriber", "entitlements"] as? [String: Any])?.isEmpty == true)
            let after = try await other.project.perform { state, _ in
                (state.ledger, state.sequence)
            }
            #expect(after.0 == before.0 && after.1 == before.1)
        }

        @Test func `The control API of one project shows nobody of the other`() async throws {
            _ = try await subscribe("bob", in: "other")
            let hidden = try await call(.get, "/allonym/v1/customers/bob", key: "ak_first")
            #expect(hidden.status == 404)
            let seen = try await call(.get, "/allonym/v1/customers/bob", key: "ak_other")
            #expect(seen.status == 200)
            let projects = try await call(.get, "/allonym/v1/projects", key: "ak_first")
            #expect(!projects.text.contains("\"other\""))
        }
    }
#endif
