// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymMappings
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Qonversion's v3 as Aegis answers it, the provider's stand-in in outages, beside the usual answers.
    ///
    /// Source: https://github.com/qonversion/web-sdk, sdk/src/__integrationTests__/aegis, read 2026-11-25.
    @Suite struct QonversionAegisTests {
        private static let new = 1_767_268_800

        /// A call, and what each of the two servers answers.
        struct Case: Sendable, CustomStringConvertible {
            let difference: String
            /// The calls before, each answered with 200 by both.
            var before: [TestCall] = []
            let call: TestCall
            let usual: (status: Int, text: String)
            let aegis: (status: Int, text: String)

            var description: String { "\(difference): \(call.method) \(call.path)" }
        }

        struct TestCall: Sendable {
            let method: HTTPRequest.Method
            let path: String
            var body = ""
            var key = "public"
        }

        private static let makeAnn = TestCall(
            method: .post, path: "users/ann", body: #"{"environment":"prod"}"#)
        private static let identifyAnn = TestCall(
            method: .post, path: "identities/a", body: #"{"user_id":"ann"}"#)

        private static func grant(
            _ user: String, in seconds: Int, key: String = "secret"
        ) -> TestCall {
            TestCall(
                method: .post, path: "users/\(user)/entitlements",
                body: #"{"id":"gold","expires":\#(new + seconds)}"#, key: key)
        }

        private static func revoke(_ entitlement: String) -> TestCall {
            TestCall(
                method: .delete, path: "users/ann/entitlements/\(entitlement)", key: "secret")
        }

        private static func user(_ id: String, created: Int) -> String {
            #"{"created":\#(created),"environment":"prod","id":"\#(id)"}"#
        }

        private static func granted(in seconds: Int) -> String {
            #"{"active":true,"expires":\#(new + seconds),"id":"gold","source":"manual","#
                + #""started":\#(new)}"#
        }

        private static let noUser = "User not found"
        private static let noProject = "Authorization error: project not found"
        private static let noEntitlement =
            "Invalid entitlement uid, no such entitlement found"

        static let cases = [
            Case(
                difference: "create-user", call: makeAnn,
                usual: (200, user("ann", created: new)), aegis: (200, user("ann", created: 0))),
            Case(
                difference: "create-user", before: [makeAnn], call: makeAnn,
                usual: (422, "User with given uid already exists"),
                aegis: (200, user("ann", created: 0))),
            Case(
                difference: "get-user", call: TestCall(method: .get, path: "users/nobody"),
                usual: (404, noUser), aegis: (200, user("nobody", created: 0))),
            Case(
                difference: "get-user", before: [makeAnn],
                call: TestCall(method: .get, path: "users/ann"),
                usual: (200, user("ann", created: new)), aegis: (200, user("ann", created: 0))),
            Case(
                difference: "list-user-entitlements",
                call: TestCall(method: .get, path: "users/nobody/entitlements"),
                usual: (404, noUser), aegis: (200, #"{"data":[],"object":"list"}"#)),
            Case(
                difference: "create-identity", call: identifyAnn,
                usual: (400, "user not found"), aegis: (200, #"{"id":"a","user_id":"ann"}"#)),
            Case(
                difference: "create-identity", before: [makeAnn, identifyAnn], call: identifyAnn,
                usual: (422, "user already has identity"),
                aegis: (422, "identity already exists: user already converted")),
            Case(
                difference: "create-identity", before: [makeAnn, identifyAnn],
                call: TestCall(
                    method: .post, path: "identities/b", body: #"{"user_id":"ann"}"#),
                usual: (422, "user already converted"),
                aegis: (422, "identity for provided user id already exists")),
            Case(
                difference: "create-identity",
                before: [
                    makeAnn, identifyAnn,
                    TestCall(method: .post, path: "users/bob", body: #"{"environment":"prod"}"#),
                ],
                call: TestCall(
                    method: .post, path: "identities/a", body: #"{"user_id":"bob"}"#),
                usual: (422, "identity already exists: it's linked to another user"),
                aegis: (422, "identity already exists: it's linked to another user")),
            Case(
                difference: "grant-entitlement", before: [makeAnn, grant("ann", in: 1_000)],
                call: grant("ann", in: 10_000),
                usual: (200, granted(in: 1_000)), aegis: (200, granted(in: 10_000))),
            Case(
                difference: "grant-entitlement", before: [makeAnn, grant("ann", in: 10_000)],
                call: grant("ann", in: 1_000),
                usual: (200, granted(in: 10_000)), aegis: (200, granted(in: 1_000))),
            Case(
                difference: "grant-entitlement", call: grant("nobody", in: 1_000),
                usual: (404, noUser), aegis: (200, granted(in: 1_000))),
            Case(
                difference: "grant-entitlement", before: [makeAnn], call: grant("ann", in: -1),
                usual: (400, "Invalid expires at value has been provided"),
                aegis: (400, "Invalid expires at value has been provided")),
            Case(
                difference: "key", before: [makeAnn],
                call: grant("ann", in: 1_000, key: "public"),
                usual: (401, noProject), aegis: (400, noProject)),
            Case(
                difference: "key", call: TestCall(method: .get, path: "users/ann", key: "nobody's"),
                usual: (401, noProject), aegis: (400, noProject)),
            Case(
                difference: "revoke-entitlement", before: [makeAnn], call: revoke("gold"),
                usual: (200, "{}"), aegis: (400, noEntitlement)),
            Case(
                difference: "revoke-entitlement", before: [makeAnn, grant("ann", in: 1_000)],
                call: revoke("gold"), usual: (200, "{}"), aegis: (200, "{}")),
            Case(
                difference: "revoke-entitlement", before: [makeAnn], call: revoke("silver"),
                usual: (400, noEntitlement), aegis: (400, noEntitlement)),
        ]

        private func send(_ call: TestCall, to server: TestServer) async -> TestServer.Reply {
            await server.call(call.method, "/v3/\(call.path)", call.body, key: call.key)
        }

        @Test(arguments: cases)
        func `Aegis takes what the usual server refuses`(row: Case) async throws {
            for (variant, expected) in [(nil, row.usual), ("aegis", row.aegis)] {
                let server = try TestServer("qonversion", variant: variant)
                for call in row.before { #expect(await send(call, to: server).status == 200) }
                let reply = await send(row.call, to: server)
                let name = variant ?? "usual"
                #expect(reply.status == expected.status, "\(name): \(reply.text)")
                let text = reply["error", "message"] as? String ?? reply.text
                #expect(text.hasPrefix(expected.text), "\(name): \(reply.text)")
            }
        }

        @Test func `Every difference in the data is shown by a case`() throws {
            let operations = try #require(EveryProvider.mappings.operations["qonversion"])
            let told = operations.variants.filter { $0.id != $0.name }.map(\.id)
            #expect(told == Set(Self.cases.map { "aegis.\($0.difference)" }).sorted())
        }

        @Test func `A user whom nobody has made is only there once something was given to him`()
            async throws
        {
            let server = try TestServer("qonversion", variant: "aegis")
            _ = await server.call(.get, "/v3/users/ann")
            _ = await server.call(.get, "/v3/users/ann/entitlements")
            #expect(await server.call(.get, "/v4/users/ann", key: "secret").status == 404)
            _ = await send(Self.grant("ann", in: 1_000), to: server)
            #expect(await server.call(.get, "/v4/users/ann", key: "secret").status == 200)
            let list = await server.call(.get, "/v3/users/ann/entitlements")
            #expect((list["data"] as? [[String: Any]])?.map { $0["id"] as? String } == ["gold"])
        }

        @Test func `V4 and what mobile SDKs call are as ever`() async throws {
            let server = try TestServer("qonversion", variant: "aegis")
            #expect(
                await server.call(.get, "/v4/users/ann", key: "nobody's").status == 401)
            #expect(
                await server.call(.get, "/v2/users/ann", key: "nobody's").status == 401)
        }

        @Test(
            arguments: [
                ("qonversion", "zeus", "qonversion has no variant \"zeus\"; it has aegis"),
                ("revenuecat", "aegis", "revenuecat has no variant \"aegis\"; it has none"),
            ])
        func `A variant that there is not stops the start`(
            provider: String, variant: String, reason: String
        ) throws {
            let fault = try #require(throws: DocumentFault.self) {
                try TestServer(provider, variant: variant)
            }
            #expect(fault.description.contains(reason), "\(fault)")
        }

        @Test(arguments: EveryProvider.keys)
        func `Every variant in the data can be asked for`(provider: String) throws {
            for name in EveryProvider.mappings.operations[provider]?.variantNames ?? [] {
                #expect(throws: Never.self) { try TestServer(provider, variant: name) }
            }
        }
    }
#endif
