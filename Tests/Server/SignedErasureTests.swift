// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What an erasure takes of purchases that the App Store has signed.
    @Suite struct SignedErasureTests {
        private static let first = "2000000812345678"
        private static let second = "2000000887654321"
        private let folder: Folder
        private let store: TestAppStore

        init() throws {
            folder = try Folder()
            store = try TestAppStore()
        }

        private func server(_ provider: String) throws -> TestServer {
            try TestServer(
                provider,
                webhooks:
                    #"[{"url":"http://127.0.0.1:9/hook","secret":"foobar","allowLoopback":true}]"#,
                appStoreRoots: [store.pem],
                journal: try SQLiteJournal(folder.file("test.sqlite")))
        }

        /// Presents the first transaction, or the one of the second month.
        private func present(
            _ id: String, of original: String = first, as user: String, to server: TestServer
        ) async throws {
            let day = 86_400_000
            let bought = Int(TestAppStore.newYear.timeIntervalSince1970) * 1_000
            let start = id == original ? bought : bought + 30 * day
            let proof = try store.sign(
                TestAppStore.transaction([
                    "transactionId": id, "originalTransactionId": original,
                    "purchaseDate": start, "expiresDate": start + 30 * day,
                ]))
            let reply =
                switch server.project.file.provider {
                case "purchasely":
                    await server.call(
                        .post, "/receipts",
                        #"{"user_id":"\#(user)","receipt_data":"\#(proof)"}"#, key: "public",
                        headers: ["X-PLATFORM-TYPE": "APP_STORE"])
                default: await server.post(proof, as: user)
                }
            #expect(reply.status == 200)
        }

        /// How many files of the project hold a text.
        private func files(with text: String) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).count { name in
                try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
                    .range(of: Data(text.utf8)) != nil
            }
        }

        private func access(_ id: String, at server: TestServer) async -> [String] {
            let view = await server.call(.get, "/allonym/v1/customers/\(id)", key: "admin")
            return view["access"] as? [String] ?? []
        }

        private func erase(_ id: String, at server: TestServer) async {
            let reply = await server.call(.delete, "/allonym/v1/customers/\(id)", key: "admin")
            #expect(reply.status == 204 || reply.status == 200)
        }

        @Test(arguments: ["purchasely", "revenuecat"], [false, true])
        func `No byte of an erased customer's transaction IDs is left`(
            provider: String, hasSnapshot: Bool
        ) async throws {
            let server = try server(provider)
            // It was somebody else's first, whose webhooks name it too.
            try await present(Self.first, as: "carl", to: server)
            try await present(Self.first, as: "ann", to: server)
            if hasSnapshot {
                _ = await server.call(.post, "/allonym/v1/snapshot", key: "admin")
            }
            await server.advance("P31D")
            try await present(Self.second, of: Self.first, as: "ann", to: server)
            try await present("2000000900000000", of: "2000000900000000", as: "bob", to: server)
            #expect(await access("ann", at: server) == ["gold"])
            for id in [Self.first, Self.second] { #expect(try files(with: id) > 0) }
            await erase("ann", at: server)
            for id in [Self.first, Self.second] { #expect(try files(with: id) == 0) }
            #expect(try files(with: "2000000900000000") > 0)
            // What is left is a whole journal, and the transaction can be somebody's again.
            try await present(Self.second, of: Self.first, as: "dora", to: server)
            #expect(await access("dora", at: server) == ["gold"])
            #expect(try await server.project.perform { state, _ in state.world.records.count } == 3)
        }

        @Test func `What was transferred to somebody else stays theirs`() async throws {
            let server = try server("purchasely")
            try await present(Self.first, as: "ann", to: server)
            try await present(Self.first, as: "bob", to: server)
            await erase("ann", at: server)
            #expect(await access("bob", at: server) == ["gold"])
            let ids = try await server.project.perform { state, _ in
                state.world.records[0].transactions.map(\.id)
            }
            #expect(ids == [Self.first])
        }
    }
#endif
