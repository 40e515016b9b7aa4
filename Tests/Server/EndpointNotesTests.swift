// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import HTTPTypes
    import Testing

    /// What a project file's webhooks say in vain, and that their owner is told.
    @Suite struct EndpointNotesTests {
        private static let address = "https://hooks.example/in"

        private func notes(
            _ endpoint: String, of provider: String = "revenuecat"
        ) throws -> [String] {
            let text = #"{"project":"p","provider":"\#(provider)","webhooks":[\#(endpoint)]}"#
            return try ProjectFile(Array(text.utf8), providers: EveryProvider.keys)
                .webhookNotes(EveryProvider.mappings)
        }

        @Test(
            arguments: [
                ("revenuecat", "secret", nil), ("revenuecat", "authorization", nil),
                ("purchasely", "secret", nil), ("qonversion", "authorization", nil),
                (
                    "qonversion", "secret",
                    "\"secret\" is ignored: the form \"qonversion\" has no signature; set "
                        + "\"authorization\" instead"
                ),
                (
                    "nami", "secret",
                    "\"secret\" is ignored: how the form \"nami\" is signed is not published; "
                        + "leave it out"
                ),
                (
                    "purchasely", "authorization",
                    "\"authorization\" is ignored: the form \"purchasely\" has no such header; "
                        + "set \"secret\" instead"
                ),
                (
                    "nami", "authorization",
                    "\"authorization\" is ignored: the form \"nami\" has no such header; leave it "
                        + "out"
                ),
            ] as [(String, String, String?)])
        func `What a form does not use is said, with what it has instead`(
            form: String, member: String, note: String?
        ) throws {
            let found = try notes(
                #"{"url":"\#(Self.address)","form":"\#(form)","\#(member)":"s3cret"}"#)
            #expect(found == (note.map { ["webhook \(Self.address): \($0)"] } ?? []))
        }

        @Test(
            arguments: [
                ("revenuecat", #""order":"none""#, nil), ("purchasely", #""order":"user""#, nil),
                ("nami", #""awaitLogIn":true"#, nil), ("qonversion", #""awaitLogIn":false"#, nil),
                (
                    "purchasely", #""order":"none""#,
                    "\"order\" is ignored: the form \"purchasely\" promises each user's order; "
                        + "leave it out"
                ),
                (
                    "revenuecat", #""awaitLogIn":true"#,
                    "\"awaitLogIn\" is ignored: the form \"revenuecat\" has no such setting; leave "
                        + "it out"
                ),
            ] as [(String, String, String?)])
        func `A setting that the form's provider does not have is said`(
            form: String, member: String, note: String?
        ) throws {
            let found = try notes(#"{"url":"\#(Self.address)","form":"\#(form)",\#(member)}"#)
            #expect(found == (note.map { ["webhook \(Self.address): \($0)"] } ?? []))
        }

        @Test(
            arguments: [
                (
                    "nami",
                    "\"awaitLogIn\" holds nothing back: \"nami\" publishes no calls, so no customer "
                        + "is anonymous but one that the project began with, whose events wait for "
                        + "good; leave it out"
                ), ("purchasely", nil), ("qonversion", nil), ("revenuecat", nil),
            ] as [(String, String?)])
        func `Waiting for a log-in is in vain in a project that has no calls, which is said`(
            provider: String, note: String?
        ) throws {
            let found = try notes(
                #"{"url":"\#(Self.address)","form":"nami","awaitLogIn":true}"#, of: provider)
            #expect(found == (note.map { ["webhook \(Self.address): \($0)"] } ?? []))
            #expect(try notes(#"{"url":"\#(Self.address)","form":"nami"}"#, of: provider) == [])
        }

        @Test(arguments: [
            (
                "purchasely",
                "\"authorization\" is ignored: the form \"purchasely\" has no such "
                    + "header"
            ),
            ("qonversion", "\"secret\" is ignored: the form \"qonversion\" has no signature"),
        ])
        func `What is set already is not asked for in place of what is not used`(
            form: String, note: String
        ) throws {
            let found = try notes(
                #"{"url":"\#(Self.address)","form":"\#(form)","secret":"s","authorization":"a"}"#)
            #expect(found == ["webhook \(Self.address): \(note); leave it out"])
        }

        @Test(
            arguments: [
                ("http://127.0.0.1:9/hook?token=t0ken", "127.0.0.1"), ("http://[::1]/hook", "::1"),
                ("http://10.0.0.1/hook", "10.0.0.1"), ("http://localhost:9/hook", "localhost"),
                ("https://hooks.example/hook", nil), ("https://203.0.113.7/hook", nil),
            ] as [(String, String?)])
        func `An address that is never called is said, unless it is allowed`(
            url: String, host: String?
        ) throws {
            let found = try notes(#"{"url":"\#(url)"}"#)
            #expect(
                found
                    == (host.map { host in
                        [
                            "webhook \(url.prefix { $0 != "?" }): not delivered to: \(host) is this "
                                + "machine or in a private network; set \"allowLoopback\": true"
                        ]
                    } ?? []))
            #expect(try notes(#"{"url":"\#(url)","allowLoopback":true}"#) == [])
        }

        @Test func `Whoever adds a project is told in the answer`() async throws {
            let server = try TestServer("revenuecat")
            func add(_ name: String, _ webhooks: String) async -> TestServer.Reply {
                await server.call(
                    .post, "/allonym/v1/projects",
                    #"{"project":"\#(name)","provider":"nami","webhooks":[\#(webhooks)]}"#,
                    key: "admin")
            }
            let noted = await add("noted", #"{"url":"http://127.0.0.1:9/hook"}"#)
            #expect(noted.status == 201)
            let notes = try #require(noted["notes"] as? [String])
            #expect(notes.count == 1 && notes[0].hasPrefix("webhook http://127.0.0.1:9/hook: "))
            let plain = await add("plain", #"{"url":"https://hooks.example/in"}"#)
            #expect(plain.status == 201 && plain["notes"] == nil)
        }
    }
#endif
