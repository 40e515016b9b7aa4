// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    extension QonversionCatalogueTests {
        // What a product is and how long its periods are: refused by name, or true of what was sold.

        @Test(
            arguments: [
                ("products", #"{"uid":"a","type":4}"#, "A type is one of 0, 1, 2, 3."),
                ("products", #"{"uid":"a","type":"x"}"#, "A type is one of 0, 1, 2, 3."),
                ("products", #"{"uid":"a","duration":5}"#, "A duration is one of 0, 1, 2, 3, 4."),
                (
                    "products", #"{"uid":7}"#,
                    "An ID has 1 to 255 letters, digits, dots, underscores and hyphens."
                ),
                (
                    "products", #"{"uid":"a","apple_product_id":7}"#,
                    "apple_product_id has to be text."
                ),
                (
                    "products", #"{"uid":"month"}"#,
                    "A product with this ID exists already; choose another uid or change that one."
                ),
                ("users/ann", #"{"environment":"x"}"#, "An environment is one of prod, sandbox."),
                ("users/ann", "[", "The body is not the expected JSON."),
            ])
        func `What is refused is said by its name, with what it can be`(
            path: String, body: String, message: String
        ) async throws {
            let reply = await v3(try TestServer("qonversion"), .post, path, body)
            #expect(reply["error", "message"] as? String == message, "\(reply.text)")
        }

        @Test(
            arguments: [
                ("year", "v3", .patch, #"{"duration":0}"#),
                ("year", "v3", .put, #"{"type":1,"duration":0}"#),
                ("year", "v4", .patch, #"{"duration":"P1W"}"#),
                ("week", "v3", .patch, #"{"duration":4}"#),
                ("week", "v4", .patch, #"{"duration":"P1Y"}"#),
            ] as [(String, String, HTTPRequest.Method, String)], [false, true])
        func `Another duration counts from the end of what was paid, also after a start`(
            change: (String, String, HTTPRequest.Method, String), isRestarted: Bool
        ) async throws {
            let (product, api, method, body) = change
            let journal = MemoryJournal()
            var server = try TestServer("qonversion", journal: journal)
            if product == "week" {
                _ = await v3(server, .post, "products", #"{"uid":"week","type":1,"duration":0}"#)
            }
            #expect(await buy(server, product, for: "ann") == 200)
            let call = api == "v3" ? v3 : v4
            let changed = await call(server, method, "products/\(product)", body)
            #expect(changed.status == 200, "\(changed.text)")
            if isRestarted { server = try TestServer("qonversion", journal: journal) }
            await server.advance("P1Y")
            await server.advance("P9D")
            let ends = try await server.project.perform { state, _ in
                state.world.records[0].transactions.compactMap {
                    $0.expirationDate?.ISO8601Format()
                }
            }
            let expected =
                product == "year"
                ? ["2027-01-01T12:00:00Z", "2027-01-08T12:00:00Z", "2027-01-15T12:00:00Z"]
                : ["2026-01-08T12:00:00Z", "2027-01-08T12:00:00Z", "2028-01-08T12:00:00Z"]
            #expect(ends == expected)
        }
    }
#endif
