// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import HTTPTypes
    import Testing

    /// Nami's REST: there is none that is published.
    @Suite struct NamiRESTTests {
        @Test(
            arguments: [
                ("public", 404, "no REST API"), ("secret", 404, "no REST API"),
                ("nobody", 401, "key"), (nil, 401, "key"),
            ] as [(String?, Int, String)])
        func `Every call is told that nothing is published, and where that is explained`(
            key: String?, status: Int, text: String
        ) async throws {
            let server = try TestServer("nami")
            for (method, path) in [
                (HTTPRequest.Method.get, "/v1"), (.get, "/v1/users/ann"), (.post, "/events"),
            ] {
                let reply = await server.call(method, path, "{}", key: key)
                #expect(reply.status == status)
                #expect((reply["error"] as? String)?.contains(text) == true)
                #expect((reply["known"] as? String)?.contains("No operation is published") == true)
                #expect(
                    reply["see"] as? [String] == [
                        "allonym explain nami.operations", "allonym explain nami.webhooks",
                    ])
            }
        }

        @Test func `The control API does what no call of Nami's does`() async throws {
            let server = try TestServer("nami")
            #expect(await server.buy("month").hasPrefix("sim_"))
        }
    }
#endif
