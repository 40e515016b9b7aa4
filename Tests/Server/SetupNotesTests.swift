// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import HTTPTypes
    import Testing

    /// What a project file says of a project that is there already: what is taken over of it, and what
    /// its owner is told.
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
                // What a project has beside is none of the file's.
                (#""webhooks":\#(hook)"#, []),
                (#""catalogue":[{"id":"b"}]"#, []),
                (#""catalogue":[{"id":"c"}]"#, ["catalogue"]),
                (#""catalogue":[{"id":"b","period":"P1Y"}]"#, ["catalogue"]),
                (#""entitlements":["gold"]"#, []),
                (#""entitlements":["gold","blue"]"#, ["entitlements"]),
                (#""offerings":[{"id":"main"}]"#, ["offerings"]),
                (
                    #""catalogue":[{"id":"c"}],"offerings":[{"id":"more"}]"#,
                    ["catalogue", "offerings"]
                ),
            ] as [(String, [String])])
        func `The members that say what the project does not have are named`(
            members: String, named: [String]
        ) throws {
            let known = try Self.setup(Self.known)
            #expect(try Self.setup(members).members(notIn: known) == named)
        }

        @Test func `Webhooks that come to the file later are taken over, and that is said`()
            async throws
        {
            let journal = MemoryJournal()
            let new = try TestServer("purchasely", webhooks: "[]", journal: journal)
            #expect(try await new.hosted.takeFile() == [])
            let listed = #"{"url":"http://127.0.0.1:9/hook?t0ken","secret":"KEY"}"#
            let steps: [(webhooks: String, note: String, secrets: [String?])] = [
                (listed, "added, as the project's file lists it now", ["KEY"]),
                (
                    listed.replacing("KEY", with: "NEW"),
                    "changed, since the project's file says something else of it now", ["NEW"]
                ),
                (
                    "",
                    "removed, since the project's file no longer lists it; events that wait for it "
                        + "are not sent", []
                ),
            ]
            for (webhooks, note, secrets) in steps {
                let server = try TestServer(
                    "purchasely", webhooks: "[\(webhooks)]", journal: journal)
                #expect(
                    try await server.hosted.takeFile() == [
                        "project \"test\": webhook http://127.0.0.1:9/hook: \(note)"
                    ])
                let kept = try await server.project.perform { state, _ in state.setup.webhooks }
                #expect(kept.map(\.secret) == secrets)
                let same = try TestServer(
                    "purchasely", webhooks: "[\(webhooks)]", journal: journal)
                #expect(try await same.hosted.takeFile() == [])
            }
        }

        @Test func `What calls have set up, changed and deleted survives a start`() async throws {
            let journal = MemoryJournal()
            let listed = #"{"url":"https://one.example"},{"url":"https://two.example"}"#
            let path = "/integrations/webhooks"
            let server = try TestServer("revenuecat", webhooks: "[\(listed)]", journal: journal)
            let made = await server.v2(
                .post, path, #"{"name":"made","url":"https://made.example"}"#)
            #expect(made.status == 201)
            let one = try await server.v2ID(path, "url", "https://one.example")
            let two = try await server.v2ID(path, "url", "https://two.example")
            let changed = await server.v2(.post, "\(path)/\(one)", #"{"name":"mine"}"#)
            #expect(changed.status == 200)
            #expect(await server.v2(.delete, "\(path)/\(two)").status == 200)

            let same = try TestServer("revenuecat", webhooks: "[\(listed)]", journal: journal)
            let why =
                "not as in the project's file, since a call has changed or deleted it; that counts "
                + "until the file says something else of it"
            #expect(
                try await same.hosted.takeFile() == [
                    "project \"test\": webhook https://one.example: \(why)",
                    "project \"test\": webhook https://two.example: \(why)",
                ])
            #expect(try await names(same, path) == ["made", "mine"])

            // The file says less of one, and something else of the other.
            let other = try TestServer(
                "revenuecat",
                webhooks: #"[{"url":"https://two.example","authorization":"Bearer x"}]"#,
                journal: journal)
            #expect(try await other.hosted.takeFile().count == 2)
            #expect(try await names(other, path) == ["https://two.example", "made"])
        }

        private func names(_ server: TestServer, _ path: String) async throws -> [String] {
            try await server.v2Items(path).map { try #require($0["name"] as? String) }.sorted()
        }

        @Test func `That a project's file was of an earlier format is said, and where it is kept`()
            throws
        {
            let folder = try Folder()
            let path = folder.file("p.sqlite")
            _ = try SQLiteJournal(path, format: 1)
            let said = Locked<[String]>([])
            let projects = try ProjectFolder(folder.path, EveryProvider.mappings) { line in
                said.withLock { $0.append(line) }
            }
            let file = try ProjectFile(
                Array(#"{"project":"p","provider":"nami"}"#.utf8), providers: EveryProvider.keys)
            let opened = try projects.open(file, clock: ProjectClock())
            let other = try ProjectFile(
                Array(#"{"project":"q","provider":"nami"}"#.utf8), providers: EveryProvider.keys)
            _ = try projects.open(other, clock: ProjectClock())
            withExtendedLifetime(opened) {
                let lines = said.withLock { $0 }
                #expect(lines.count == 1)
                let line = lines.first ?? ""
                #expect(line.hasPrefix("project \"p\": \(path): migrated from format 1 to format "))
                #expect(line.contains(" is kept as \(path).format-1 "))
            }
        }

        @Test func `What cannot be taken over is said`() async throws {
            let (journal, vault) = (MemoryJournal(), Vault())
            func open(_ product: String) throws -> HostedProject {
                let text = #"{"project":"p","provider":"nami","catalogue":[{"id":"\#(product)"}]}"#
                return try HostedProject.open(
                    ProjectFile(Array(text.utf8), providers: EveryProvider.keys), in: journal,
                    EveryProvider.mappings, clock: ProjectClock(), vault: vault
                ).hosted
            }
            #expect(try await open("old").takeFile() == [])
            #expect(
                try await open("new").takeFile() == [
                    "project \"p\": \"catalogue\" in its file is not taken over, since the project "
                        + "was set up before: it keeps what it has; change that with the provider's "
                        + "own calls, where it has some for it, or set up a new project: give it "
                        + "another name, or name another folder with --data DIR"
                ])
        }
    }
#endif
