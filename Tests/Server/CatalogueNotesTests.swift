// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import HTTPTypes
    import Testing

    /// What a project file's catalogue leaves to a default, and that its owner is told.
    @Suite struct CatalogueNotesTests {
        private static func file(_ products: String) -> String {
            #"{"project":"p","provider":"revenuecat","keys":{"admin":["ak_p"]},"#
                + #""catalogue":[\#(products)]}"#
        }

        private static func note(_ named: String) -> String {
            "catalogue of \"p\": sold as a monthly subscription, since there is no \"period\": "
                + "\(named); set \"period\", or \"kind\": \"non-consumable\" for what is bought once"
        }

        @Test(
            arguments: [
                (#"{"id":"a","entitlements":["pro"]}"#, [note("\"a\"")]),
                (#"{"id":"a"},{"id":"b","period":"P1M"},{"id":"c"}"#, [note("\"a\", \"c\"")]),
                (
                    (1...7).map { #"{"id":"\#($0)"}"# }.joined(separator: ","),
                    [note(#""1", "2", "3", "4", "5" and 2 more"#)]
                ),
                (#"{"id":"a","kind":"subscription"}"#, [note("\"a\"")]),
                (#"{"id":"a","period":"P1Y"}"#, []), (#"{"id":"a","kind":"non-consumable"}"#, []),
                (#"{"id":"a","kind":"consumable"},{"id":"b","kind":"non-renewing"}"#, []),
                ("", []),
            ] as [(String, [String])])
        func `Products that are sold monthly for want of a period are named`(
            products: String, notes: [String]
        ) throws {
            let file = try ProjectFile(
                Array(Self.file(products).utf8), providers: EveryProvider.keys)
            #expect(file.catalogueNotes == notes)
        }

        @Test func `A call that adds a project is answered with the note`() async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.call(
                .post, "/allonym/v1/projects", Self.file(#"{"id":"life"}"#), key: "admin")
            #expect(reply.status == 201)
            #expect(reply["notes"] as? [String] == [Self.note("\"life\"")])
        }
    }
#endif
