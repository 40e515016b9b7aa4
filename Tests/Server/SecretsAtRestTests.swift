// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What can be read in a project's files, and by whom.
    @Suite struct SecretsAtRestTests {
        private static let secrets = [
            "pk_plain_1", "sk_plain_2", "ak_plain_3", "Bearer plain_4", "whsec_plain_5",
            "whsec_plain_6", "test_plain7_8",
        ]
        private static let file = """
            {"project":"test","provider":"revenuecat",
             "keys":{"public":["pk_plain_1"],"secret":["sk_plain_2"],"admin":["ak_plain_3"]},
             "catalogue":[{"id":"month","period":"P1M","entitlements":["gold"]}],
             "webhooks":[{"url":"http://127.0.0.1:9/hook","authorization":"Bearer plain_4",
                          "secret":["whsec_plain_5","whsec_plain_6"],"allowLoopback":true}]}
            """

        private func open(
            _ folder: Folder, _ text: String = Self.file
        ) throws -> (hosted: HostedProject, keys: NewKeys?) {
            try ProjectFolder(folder.path, EveryProvider.mappings) { _ in }.open(
                ProjectFile(Array(text.utf8), providers: EveryProvider.keys), clock: ProjectClock())
        }

        private func files(_ folder: Folder) throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return try Dictionary(
                names.map {
                    ($0, try Data(contentsOf: URL(fileURLWithPath: folder.file($0))))
                }
            ) { first, _ in first }
        }

        private func call(
            _ hosted: HostedProject, _ method: HTTPRequest.Method, _ path: String, _ key: String,
            _ body: String = "", _ headers: [String: String] = [:]
        ) async throws -> Int {
            var fields: HTTPFields = [:]
            fields[.authorization] = "Bearer \(key)"
            for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
            let call = try #require(
                Call(method, path, headers: fields, body: Array(body.utf8)))
            let served = ServedProjects([hosted], EveryProvider.mappings)
            return await Gate(served) { _ in }.answer(call).status.code
        }

        @Test func `No secret stands in a project's files, and nobody else can read them`()
            async throws
        {
            let folder = try Folder()
            let (hosted, made) = try open(folder)
            #expect(made == nil)
            for (key, status) in [("pk_plain_1", 201), ("sk_plain_2", 200)] {
                #expect(try await call(hosted, .get, "/v1/subscribers/ann", key) == status)
            }
            #expect(
                try await call(
                    hosted, .post, "/allonym/v1/purchases", "ak_plain_3",
                    #"{"account":"app_store:a","product":"month"}"#) / 100 == 2)
            let receipt = """
                {"app_user_id":"ann","fetch_token":"test_plain7_8","product_id":"month"}
                """
            #expect(
                try await call(
                    hosted, .post, "/v1/receipts", "pk_plain_1", receipt, ["X-Platform": "ios"])
                    == 200)
            // One snapshot with the log beside it, and one entry after it.
            #expect(
                try await call(hosted, .post, "/allonym/v1/snapshot", "ak_plain_3") / 100 == 2)
            #expect(try await call(hosted, .get, "/v1/subscribers/bob", "pk_plain_1") == 201)
            let files = try files(folder)
            #expect(files.keys.sorted() == ["allonym.key", "test.sqlite", "test.sqlite-wal"])
            let key = try #require(files["allonym.key"])
            let hidden = Self.secrets.map { Data($0.utf8) } + [Data(hosted.project.secret)]
            for (name, bytes) in files {
                for secret in hidden {
                    #expect(bytes.range(of: secret) == nil, "\(name) has \(secret)")
                }
                if name != "allonym.key" { #expect(bytes.range(of: key) == nil) }
                let mode = try FileManager.default.attributesOfItem(atPath: folder.file(name))
                #expect(mode[.posixPermissions] as? Int == 0o600, "\(name)")
            }
            // What is looked for is found where it does stand.
            #expect(files.values.contains { $0.range(of: Data("app_store:a".utf8)) != nil })
        }

        @Test func `Keys that were made stand nowhere`() throws {
            let folder = try Folder()
            let (_, made) = try open(folder, #"{"project":"test","provider":"nami"}"#)
            let keys = try #require(made)
            let files = try files(folder)
            for key in keys.public + keys.secret + keys.admin {
                #expect(files.values.allSatisfy { $0.range(of: Data(key.utf8)) == nil })
            }
        }

        @Test func `Secrets are the same when a project is opened again`() async throws {
            let folder = try Folder()
            let secret = try open(folder).hosted.project.secret
            // A known project's endpoints are those of its journal.
            let file = Self.file.replacing("plain_", with: "other_")
            let project = try open(folder, file).hosted.project
            #expect(project.secret == secret)
            let endpoint = try await project.perform { state, _ in state.setup.webhooks[0] }
            #expect(endpoint.authorization == "Bearer plain_4")
            #expect(endpoint.secrets == ["whsec_plain_5", "whsec_plain_6"])
        }

        @Test(arguments: ["missing", "short", "other"])
        func `Without its key a project is refused, and whole when the key is back`(
            fault: String
        ) async throws {
            let folder = try Folder()
            let path = folder.file("allonym.key")
            do {
                let (hosted, _) = try open(folder)
                #expect(try await call(hosted, .get, "/v1/subscribers/ann", "pk_plain_1") == 201)
            }
            let key = try Data(contentsOf: URL(fileURLWithPath: path))
            switch fault {
            case "missing": try FileManager.default.removeItem(atPath: path)
            case "short": try key.dropLast().write(to: URL(fileURLWithPath: path))
            default: try Data(key.reversed()).write(to: URL(fileURLWithPath: path))
            }
            for _ in 0..<2 {
                #expect {
                    try open(folder)
                } throws: { error in
                    guard case .key(let reason)? = error as? JournalFault else { return false }
                    return reason.contains("nothing was changed")
                }
            }
            #expect((FileManager.default.contents(atPath: path) == nil) == (fault == "missing"))
            try key.write(to: URL(fileURLWithPath: path))
            let (hosted, _) = try open(folder)
            #expect(try await call(hosted, .get, "/v1/subscribers/ann", "pk_plain_1") == 200)
        }

        @Test func `A password in an endpoint's address is refused`() {
            let file = Self.file.replacing("http://127", with: "http://me:plain_7@127")
            #expect(throws: DocumentFault.self) {
                try ProjectFile(Array(file.utf8), providers: EveryProvider.keys)
            }
        }
    }
#endif
