// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Who may call what, and what is answered to calls that come to nothing.
    @Suite struct GateTests {
        @Test(
            arguments: [
                (nil, 401), ("", 401), ("nobody", 401), ("admin", 401), ("public", 201),
                ("secret", 201), ("Bearer pk_test", 401),
            ] as [(String?, Int)])
        func `A customer is answered to keys of the project alone`(key: String?, status: Int)
            async throws
        {
            let server = try TestServer("revenuecat")
            #expect(await server.call(.get, "/v1/subscribers/ann", key: key).status == status)
        }

        @Test func `A bare key is taken as well`() async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.call(
                .get, "/v1/subscribers/ann", key: nil, headers: ["Authorization": "pk_test"])
            #expect(reply.status == 201)
        }

        @Test(
            arguments: [
                ("/v1/subscribers/ann/entitlements/vip/promotional", "public", 401),
                ("/v1/subscribers/ann/entitlements/vip/revoke_promotionals", "public", 401),
                ("/v1/nothing", "public", 404), ("/v1/subscribers", "public", 404),
                ("/", "public", 404), ("/v1//subscribers/ann", "public", 404),
            ])
        func `What a key may not do, and what is not there, is refused`(
            path: String, key: String, status: Int
        ) async throws {
            let server = try TestServer("revenuecat")
            #expect(await server.call(.post, path, "{}", key: key).status == status)
        }

        @Test(arguments: ["/%", "/%4", "/%zz", "/%00", "/%FF", "nothing", "/a?b=%"])
        func `A path that is not well-formed is no call`(path: String) {
            #expect(Call(.get, path) == nil)
        }

        @Test func `Every operation that is served has its handler, and no absent one has any`()
            throws
        {
            for provider in EveryProvider.keys {
                let operations = try #require(EveryProvider.mappings.operations[provider])
                let handled = Set(
                    HostedProject.handledOperations(of: provider, EveryProvider.mappings))
                let promised = operations.operations.filter {
                    operations.support(of: $0) != .absent
                }
                #expect(Set(promised.map(\.id)).subtracting(handled) == [], "\(provider)")
                // Of an API that is not served as a whole some operations may be answered already.
                let allowed = operations.operations.filter { $0.support != .absent }
                #expect(handled.subtracting(allowed.map(\.id)) == [], "\(provider)")
            }
        }

        @Test func `The control API asks for the admin key, health for none`() async throws {
            let server = try TestServer("revenuecat")
            for key in [nil, "public", "secret", "nobody"] {
                #expect(await server.call(.get, "/allonym/v1/clock", key: key).status == 401)
            }
            #expect(await server.call(.get, "/allonym/v1/clock", key: "admin").status == 200)
            for path in ["healthz", "readyz"] {
                #expect(await server.call(.get, "/allonym/v1/\(path)", key: nil).status == 200)
            }
            #expect(await server.call(.get, "/allonym/v1/nothing", key: "admin").status == 404)
            #expect(await server.call(.delete, "/allonym/v1/clock", key: "admin").status == 405)
        }
    }
#endif
