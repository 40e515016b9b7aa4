// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Projects that were added while a process served, for the process after it.
    @Suite struct AddedProjectsTests {
        private static let file = """
            {"project":"NAME","provider":"revenuecat","rules":"qonversion",
             "rateLimits":true,
             "keys":{"public":["pk_NAME"],"secret":["sk_NAME"],"admin":["ak_NAME"]},
             "catalogue":[{"id":"month","period":"P1M"}],
             "webhooks":[{"url":"http://127.0.0.1:9/hook","secret":"whsec","allowLoopback":true}]}
            """

        private let folder: Folder

        init() throws { folder = try Folder() }

        /// The file of a project, with a setting that its rules have.
        private func file(_ name: String) throws -> ProjectFile {
            var file = try ProjectFile(
                Array(Self.file.replacing("NAME", with: name).utf8), providers: EveryProvider.keys)
            file.settings = try Self.setting()
            return file
        }

        /// A setting of Qonversion's rules, and a value of it.
        private static func setting() throws -> [String: String] {
            let provider = try #require(EveryProvider.mappings.provider("qonversion"))
            let setting = try #require(provider.rulebook.settings.first)
            return ["qonversion.\(setting.name)": try #require(setting.values.last)]
        }

        private func projects() throws -> ProjectFolder {
            try ProjectFolder(folder.path, EveryProvider.mappings) { _ in }
        }

        private func add(_ names: String...) throws {
            for name in names { _ = try projects().add(try file(name), clock: ProjectClock()) }
        }

        /// What is found at the next start, once the files that were open are let go.
        private func found(besides names: [String] = []) async throws -> [ProjectFolder.Added] {
            for _ in 0..<1_000 {
                let found = try projects().openAdded(besides: names)
                let isHeld = found.contains { added in
                    guard case .failure(JournalFault.locked) = added.opened else { return false }
                    return true
                }
                guard isHeld else { return found }
                try await Task.sleep(for: .milliseconds(10))
            }
            return try projects().openAdded(besides: names)
        }

        private func fault(_ added: ProjectFolder.Added?) -> String? {
            guard case .failure(let fault)? = added?.opened else { return nil }
            return "\(fault)"
        }

        @Test func `A project that was added is as it was, and no secret of it is in the open`()
            async throws
        {
            try add("second")
            let written = try String(
                contentsOfFile: folder.file("second.added.json"), encoding: .utf8)
            for secret in ["pk_", "sk_", "ak_", "whsec"] { #expect(!written.contains(secret)) }
            let found = try await found()
            #expect(found.map(\.name) == ["second"])
            let opened = try #require(found.first).opened.get()
            #expect(opened.keys == nil)
            let expected = try file("second")
            let project = opened.hosted.project
            #expect(project.file.rules == "qonversion")
            #expect(project.file.settings == expected.settings)
            #expect(project.file.hasRateLimits)
            #expect(opened.hosted.keys.keyClass(of: "ak_second") == .admin)
            try await project.perform { state, _ in
                #expect(state.setup.products == expected.products)
                #expect(state.setup.webhooks.map(\.secret) == ["whsec"])
            }
        }

        @Test func `One that is served by its own file is not served twice`() async throws {
            try add("second", "third")
            let found = try await found(besides: ["third"])
            #expect(found.map(\.name) == ["second"])
        }

        @Test func `What cannot be served leaves nothing, so that the corrected file is taken`()
            throws
        {
            var file = try file("second")
            let changes: [(inout ProjectFile) -> Void] = [
                { $0.settings = ["qonversion.x": "y"] }, { $0.variant = "none" },
                { $0.appStoreRoots = ["none"] }, { $0.scopes = ["sk_second": ["none"]] },
            ]
            for change in changes {
                var wrong = file
                change(&wrong)
                #expect(throws: DocumentFault.self) {
                    try projects().add(wrong, clock: ProjectClock())
                }
                #expect(try !projects().keeps("second"))
            }
            file.settings = [:]
            let added = try projects().add(file, clock: ProjectClock())
            #expect(added.hosted.project.file.name == "second")
        }

        @Test func `Data that are there already are no project to add`() throws {
            try add("second")
            #expect(throws: ServedProjects.Taken.self) { try add("second") }
        }

        @Test(
            arguments: [
                (#"{"project":"bad","provider":"revenuecat"#, "bad.added.json: "),
                (#"{"project":"bad","provider":"nobody"}"#, "provider: \"nobody\" is unknown"),
                (#"{"project":"good","provider":"revenuecat"}"#, "project: expected \"bad\""),
                (#"{"project":"bad","provider":"nami"}"#, "is kept as one of revenuecat"),
                (
                    #"{"project":"bad","provider":"revenuecat","settings":{"revenuecat.x":"y"}}"#,
                    "settings: "
                ),
            ])
        func `Of one whose file is damaged it is said, and the others are served`(
            text: String, reason: String
        ) async throws {
            try add("bad", "good")
            try text.write(toFile: folder.file("bad.added.json"), atomically: true, encoding: .utf8)
            let found = try await found()
            #expect(found.map(\.name) == ["bad", "good"])
            #expect(fault(found.first)?.contains(reason) == true, "\(fault(found.first) ?? "")")
            #expect(fault(found.last) == nil)
        }

        @Test(arguments: [true, false])
        func `Of one whose data are damaged or missing it is said, and nothing is made anew`(
            isMissing: Bool
        ) async throws {
            try add("bad", "good")
            _ = try await found()
            for name in ["bad.sqlite", "bad.sqlite-wal"] {
                try? FileManager.default.removeItem(atPath: folder.file(name))
            }
            if !isMissing {
                try "no database".write(
                    toFile: folder.file("bad.sqlite"), atomically: true, encoding: .utf8)
            }
            let found = try await found()
            let said = try #require(fault(found.first))
            #expect(
                said.contains(isMissing ? "bad.sqlite is missing" : "restore a copy"), "\(said)")
            #expect(fault(found.last) == nil)
            #expect(FileManager.default.fileExists(atPath: folder.file("bad.sqlite")) != isMissing)
        }

        @Test func `Without its file its data are left alone`() async throws {
            try add("second")
            try FileManager.default.removeItem(atPath: folder.file("second.added.json"))
            #expect(try await found().isEmpty)
            #expect(try projects().keeps("second"))
        }
    }
#endif
