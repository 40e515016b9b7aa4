// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Webhooks that a project file lists, when the project is not a new one.
    @Suite struct ListedWebhooksTests {
        private static func file(_ webhooks: String) throws -> ProjectFile {
            var file = try testFile("purchasely")
            var members = try JSONObject(Array(#"{"webhooks":[\#(webhooks)]}"#.utf8))
            file.webhooks = try members.objects("webhooks").map { object throws(DocumentFault) in
                try Endpoint(object, providers: EveryProvider.keys, own: "purchasely")
            }
            return file
        }

        private static func setup(_ webhooks: String) throws -> ProjectSetup {
            ProjectSetup(try file(webhooks), forms: WebhookForms([:]))
        }

        private static let (a, b) = ("https://a.example/", "https://b.example/")
        private static let (hookA, hookB) = (#"{"url":"\#(a)"}"#, #"{"url":"\#(b)"}"#)
        private static let signed = #"{"url":"\#(a)","secret":"whsec_1"}"#

        @Test(
            arguments: [
                ("", "", []),
                ("", hookA, [EndpointChange(.added, a)]),
                (hookA, hookA, []),
                ("\(hookA),\(hookB)", "\(hookB),\(hookA)", []),
                ("\(hookA),\(hookB)", hookB, [EndpointChange(.removed, a)]),
                (hookA, signed, [EndpointChange(.changed, a)]),
                (signed, hookA, [EndpointChange(.changed, a)]),
                (
                    signed, #"{"url":"\#(a)","secret":["new","whsec_1"]}"#,
                    [EndpointChange(.changed, a)]
                ),
                (hookA, hookB, [EndpointChange(.added, b), EndpointChange(.removed, a)]),
                // With an ID of its own it is the same at another address.
                (
                    #"{"id":"mine","url":"\#(a)"}"#, #"{"id":"mine","url":"\#(b)"}"#,
                    [EndpointChange(.changed, b)]
                ),
                // One address may stand there twice.
                (
                    #"\#(hookA),{"url":"\#(a)","form":"nami"}"#, hookA,
                    [EndpointChange(.changed, a)]
                ),
            ] as [(String, String, [EndpointChange])])
        func `What the file says anew is taken over, once`(
            before: String, after: String, changes: [EndpointChange]
        ) throws {
            var setup = try Self.setup(before)
            let listed = try Self.file(after).webhooks
            let taken = setup.takeWebhooks(listed)
            #expect(taken == changes)
            #expect(Set(setup.webhooks) == Set(listed))
            #expect(setup.webhooks.count == listed.count)
            let later = setup.takeWebhooks(listed)
            #expect(later == [])
        }

        @Test func `Endpoints at one address have IDs of their own, and none can be given twice`()
            throws
        {
            func ids(_ webhooks: String) throws -> [String] {
                let text = #"{"project":"p","provider":"nami","webhooks":[\#(webhooks)]}"#
                return try ProjectFile(Array(text.utf8), providers: EveryProvider.keys)
                    .webhooks.map(\.id)
            }
            let other = #"{"url":"\#(Self.a)","form":"purchasely"}"#
            #expect(
                try ids("\(Self.hookA),\(other),\(Self.hookB),\(other)") == [
                    Self.a, "\(Self.a) (2)", Self.b, "\(Self.a) (3)",
                ])
            let named = #"{"id":"\#(Self.a)","url":"\#(Self.b)"}"#
            #expect(try ids("\(named),\(Self.hookA)") == [Self.a, "\(Self.a) (2)"])
            let fault = try #require(throws: DocumentFault.self) {
                try ids("\(Self.hookA),\(named)")
            }
            #expect(
                fault.description
                    == "webhooks[1].id: the endpoint \"\(Self.a)\" is there already")
        }

        /// What a call does to an endpoint at the address `a`.
        enum Call {
            case change, delete
        }

        @Test(
            arguments: [
                // What a call has done counts while the file says what it said before.
                (Call.change, hookA, [EndpointChange(.overruled, a)], ["called"]),
                (.delete, hookA, [EndpointChange(.overruled, a)], []),
                // It is the last word of the file that counts then.
                (.change, signed, [EndpointChange(.changed, a)], [nil]),
                (.delete, signed, [EndpointChange(.added, a)], [nil]),
                (.change, "", [EndpointChange(.removed, a)], []),
                (.delete, "", [], []),
            ] as [(Call, String, [EndpointChange], [String?])])
        func `What calls have done stays until the file says something else`(
            call: Call, after: String, changes: [EndpointChange], names: [String?]
        ) throws {
            var setup = try Self.setup(Self.hookA)
            let made = Endpoint(
                id: "made", url: Self.b, form: "purchasely", allowLoopback: false, created: 1)
            switch call {
            case .change: setup.webhooks[0].name = "called"
            case .delete: setup.webhooks = []
            }
            // Nothing in a file is about an endpoint that a call has made.
            setup.webhooks.append(made)
            let taken = setup.takeWebhooks(try Self.file(after).webhooks)
            #expect(taken == changes)
            #expect(setup.webhooks.filter(\.isListed).map(\.name) == names)
            #expect(setup.webhooks.filter { !$0.isListed } == [made])
        }

        private func project(
            _ webhooks: String, in journal: any Journal, _ vault: Vault
        ) throws -> Project {
            try Project(
                Self.file(webhooks), testRules("purchasely"), in: journal,
                clock: ProjectClock(frozen: newYear), forms: WebhookForms([:]), vault: vault)
        }

        private func takeWebhooks(_ project: Project) async throws -> [EndpointChange] {
            try await project.perform { state, _ in
                try state.takeWebhooks(project.file.webhooks)
            }
        }

        @Test func `What is taken over is in the journal, sealed, and is replayed as it was`()
            async throws
        {
            let (journal, vault) = (MemoryJournal(), Vault())
            #expect(try await takeWebhooks(project(Self.hookB, in: journal, vault)) == [])
            let changed = try project(Self.signed, in: journal, vault)
            #expect(
                try await takeWebhooks(changed) == [
                    EndpointChange(.added, Self.a), EndpointChange(.removed, Self.b),
                ])
            let listed = try Self.file(Self.signed).webhooks
            // From the entries, then from a snapshot.
            for _ in 0..<2 {
                let again = try project(Self.signed, in: journal, vault)
                #expect(try await again.perform { state, _ in state.setup.webhooks } == listed)
                #expect(try await takeWebhooks(again) == [])
                let entries = journal.entries(after: 0, limit: .max)
                #expect(entries.count == 2)
                #expect(!entries.flatMap(\.texts).contains { $0.contains("whsec_1") })
                _ = try await again.snapshot()
                let texts = try #require(journal.snapshot()).texts
                #expect(texts.contains { $0.contains(Self.a) })
                #expect(!texts.contains { $0.contains("whsec_1") })
            }
        }

        @Test func `Of a journal in which the file's own words do not stand, the file counts`()
            async throws
        {
            let first = MemoryJournal()
            _ = try project(Self.hookA, in: first, Vault())
            let journal = MemoryJournal()
            let entries = try first.entries(after: 0, limit: .max).map { entry in
                var entry = entry
                entry.texts = try entry.texts.map(earlier)
                return entry
            }
            try journal.append(entries, after: 0, epoch: journal.lease())
            let vault = Vault()
            #expect(try await takeWebhooks(project(Self.hookA, in: journal, vault)) == [])
            #expect(
                try await takeWebhooks(project(Self.hookB, in: journal, vault)) == [
                    EndpointChange(.added, Self.b), EndpointChange(.removed, Self.a),
                ])
        }

        /// The setup as earlier versions wrote it.
        private func earlier(_ text: String) throws -> String {
            guard text.hasPrefix("{") else { return text }
            let read = try JSONSerialization.jsonObject(with: Data(text.utf8))
            var object = try #require(read as? [String: Any])
            #expect(object.removeValue(forKey: "listed") != nil)
            return String(
                decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        }
    }
#endif
