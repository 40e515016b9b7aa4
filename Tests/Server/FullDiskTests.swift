// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import HTTPTypes
    import Testing

    /// What clients are told while nothing can be written.
    @Suite struct FullDiskTests {
        private func fill(_ journal: FullJournal, _ isFull: Bool, _ server: TestServer) async throws
        {
            journal.isFull.withLock { $0 = isFull }
            guard !isFull else { return }
            for _ in 0..<3_000 where !server.project.isWritable {
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        @Test func `A call that would write gets the provider's 503, one that reads its answer`()
            async throws
        {
            let journal = FullJournal()
            let server = try TestServer("revenuecat", journal: journal)
            let token = await server.buy("month")
            #expect(await server.post(token, as: "ann").status == 200)
            try await fill(journal, true, server)
            for _ in 0..<3 {
                for refused in [
                    await server.call(.get, "/v1/subscribers/new"),
                    await server.post(token, as: "bob", isRestore: true),
                ] {
                    #expect(refused.status == 503)
                    #expect(refused.object["code"] is Int && refused.object["message"] is String)
                }
                let known = await server.call(.get, "/v1/subscribers/ann")
                #expect(known.status == 200 && known.text.contains("\"month\""))
                let view = await server.call(
                    .get, "/allonym/v1/customers/ann", key: "admin")
                #expect(view.status == 200)
                let snapshot = await server.call(.post, "/allonym/v1/snapshot", key: "admin")
                #expect(snapshot.status == 503 && snapshot.text.contains("The disk is full."))
                #expect(
                    await server.call(.get, "/allonym/v1/customers/new", key: "admin").status == 404
                )
                #expect(
                    await server.call(.delete, "/allonym/v1/customers/ann", key: "admin").status
                        == 503)
            }
            try await fill(journal, false, server)
            #expect(await server.call(.get, "/v1/subscribers/new").status == 201)
            #expect(await server.call(.get, "/v1/subscribers/ann").status == 200)
        }

        @Test func `The reason is answered and logged, and the server is not ready meanwhile`()
            async throws
        {
            let journal = FullJournal()
            let server = try TestServer("revenuecat", journal: journal)
            func ready() async -> TestServer.Reply {
                await server.call(.get, "/allonym/v1/readyz", key: nil)
            }
            #expect(await ready().status == 200)
            // It is logged once a minute; the second time comes too soon unless the machine is slow.
            let start = ContinuousClock.now
            for _ in 0..<2 {
                try await fill(journal, true, server)
                for _ in 0..<3 {
                    let refused = await server.call(.get, "/v1/subscribers/new")
                    #expect(refused.status == 503)
                    #expect(refused["message"] as? String == "The disk is full.")
                }
                let reply = await ready()
                #expect(reply.status == 503 && reply.text.contains("test: The disk is full."))
                let said = server.said.withLock { $0 }
                let minutes = Int((ContinuousClock.now - start) / .seconds(60))
                #expect(Set(said) == ["project \"test\": The disk is full."])
                #expect(said.count <= 1 + minutes)
                try await fill(journal, false, server)
                #expect(await ready().status == 200)
            }
        }

        @Test func `Purchasely's callers are told so in its words`() async throws {
            let journal = FullJournal()
            let server = try TestServer("purchasely", journal: journal)
            let token = await server.buy("month")
            try await fill(journal, true, server)
            let body = #"{"user_id":"ann","receipt_data":"\#(token)"}"#
            func post() async -> TestServer.Reply {
                await server.call(
                    .post, "/receipts", body, headers: ["X-PLATFORM-TYPE": "APP_STORE"])
            }
            let refused = await post()
            #expect(refused.status == 503, "\(refused.text)")
            #expect(refused["errors"] is [String] && refused.header("Retry-After") == "1")
            try await fill(journal, false, server)
            #expect(await post().status == 200)
        }

        @Test(arguments: WebhookBench.providers)
        func `A webhook that cannot be written down as delivered is not sent over and over`(
            provider: String
        ) async throws {
            let journal = FullJournal()
            try await WebhookBench.run(provider, journal: journal) { bench in
                try await bench.buy("month")
                journal.isFull.withLock { $0 = true }
                for _ in 0..<5 { await bench.deliver() }
                let sent = bench.receiver.received.map(\.body)
                #expect(Set(sent).count == sent.count)
                try await fill(journal, false, bench.server)
                await bench.deliver()
                #expect(try await bench.deliveries.allSatisfy { $0.state == .delivered })
                #expect(Set(bench.receiver.received.map(\.body)) == Set(sent))
            }
        }
    }
#endif
