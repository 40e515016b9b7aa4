// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Testing

    /// What a project file says of a project that is there already, and that its owner is told.
    @Suite struct SetupNotesTests {
        private static let hook =
            #"[{"url":"http://127.0.0.1:9/hook","secret":"s3cret","allowLoopback":true}]"#

        private static func setup(_ members: String) throws -> ProjectSetup {
            let text = #"{"project":"p","provider":"revenuecat",\#(members)}"#
            return ProjectSetup(
                try ProjectFile(Array(text.utf8), providers: EveryProvider.keys),
                forms: WebhookForms([:]))
        }

        private static let known = """
            "catalogue":[{"id":"a","entitlements":["pro"]},{"id":"b"}],"entitlements":["gold"],
            "offerings":[{"id":"main","packages":{"one":"a"}}],"webhooks":\(hook)
            """

        @Test(
            arguments: [
                (known, []),
                // What a project has beside is none of the file's, but for a webhook.
                (#""webhooks":\#(hook)"#, []),
                (#""catalogue":[{"id":"b"}]"#, ["webhooks"]),
                (#""catalogue":[{"id":"c"}],"webhooks":\#(hook)"#, ["catalogue"]),
                (#""catalogue":[{"id":"b","period":"P1Y"}],"webhooks":\#(hook)"#, ["catalogue"]),
                (#""entitlements":["gold"],"webhooks":\#(hook)"#, []),
                (#""entitlements":["gold","blue"],"webhooks":\#(hook)"#, ["entitlements"]),
                (#""offerings":[{"id":"main"}],"webhooks":\#(hook)"#, ["offerings"]),
                (
                    #""offerings":[{"id":"more"}],"webhooks":[{"url":"http://127.0.0.1:9/hook"}]"#,
                    ["offerings", "webhooks"]
                ),
            ] as [(String, [String])])
        func `The members that say what the project does not have are named`(
            members: String, named: [String]
        ) throws {
            let known = try Self.setup(Self.known)
            #expect(try Self.setup(members).members(notIn: known) == named)
        }

        @Test func `Webhooks that come to the file later are not taken over, and that is said`()
            async throws
        {
            let journal = MemoryJournal()
            let new = try TestServer("purchasely", journal: journal)
            #expect(try await new.hosted.setupNotes() == [])
            let changed = try TestServer("purchasely", webhooks: Self.hook, journal: journal)
            #expect(
                try await changed.hosted.setupNotes() == [
                    "project \"test\": \"webhooks\" in its file is not taken over, since the "
                        + "project was set up before: it keeps what it has; change that with the "
                        + "provider's own calls, where it has some for it, or set up a new "
                        + "project: give it another name, or name another folder with --data DIR"
                ])
            let kept = try await changed.project.perform { state, _ in state.setup.webhooks }
            #expect(kept.map(\.secret) == [nil])
            let same = try TestServer("purchasely", journal: journal)
            #expect(try await same.hosted.setupNotes() == [])
        }

        @Test func `What a project was set up with is known again when its secrets are sealed`()
            async throws
        {
            let journal = MemoryJournal()
            _ = try TestServer("purchasely", webhooks: Self.hook, journal: journal)
            let same = try TestServer("purchasely", webhooks: Self.hook, journal: journal)
            #expect(try await same.hosted.setupNotes() == [])
        }
    }
#endif
