// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Many clients at once are as one that does the same in the order of the journal.
    @Suite struct ConcurrentHistoryTests {
        private static let seed =
            ProcessInfo.processInfo.environment["ALLONYM_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: .min ... .max)
        /// How often the clients begin anew, with further purchases and at a later time.
        private static let rounds =
            ProcessInfo.processInfo.environment["ALLONYM_CROWD_ROUNDS"].flatMap { Int($0) } ?? 3
        private static let (clients, calls) = (5, 24)

        /// What one client did, and what it was told.
        private struct Done: Sendable {
            let call: CrowdCall
            let reply: TestServer.Reply
            /// How many entries the call has made.
            let entries: Int
        }

        /// A ledger as a list, in which IDs that were minted at random are all the same.
        private struct Image: LedgerSink, Equatable {
            var values: [String] = []

            mutating func put(_ number: Int) { values.append("\(number)") }

            mutating func put(_ text: String) {
                let isMinted =
                    text.utf8.first == 1 || text.hasPrefix("QON_")
                    || text.hasPrefix("$RCAnonymousID")
                values.append(isMinted ? "minted" : text)
            }
        }

        /// All that a project is.
        private struct Everything: Equatable {
            let ledger: Image
            let attributes: [CustomerHandle: [String: ProjectState.Attribute]]
            let transactions: [[Date]]
            let grants: [CustomerHandle: [EntitlementID: WorldState.GrantDates]]

            init(_ state: ProjectState) {
                var image = Image()
                state.ledger.write(to: &image)
                ledger = image
                attributes = state.attributes
                transactions = state.world.records.map { $0.transactions.map(\.date) }
                grants = state.world.granted.filter { !$0.value.isEmpty }
            }
        }

        private func everything(_ server: TestServer) async throws -> Everything {
            try await server.project.perform { state, _ in Everything(state) }
        }

        /// What happens at the stores and to the clock, at two servers alike.
        private func prepare(
            _ servers: [TestServer], _ tokens: inout [[String]], _ random: inout SeededGenerator
        ) async {
            let products = ["month", "year", "coins", "book"]
            for _ in 0..<4 {
                let product = products[Int.random(in: 0..<products.count, using: &random)]
                let account = "app_store:\(Int.random(in: 0..<3, using: &random))"
                for (index, server) in servers.enumerated() {
                    tokens[index].append(await server.buy(product, by: account))
                }
            }
            for server in servers { await server.advance("P5D") }
        }

        @Test(arguments: EveryProvider.keys)
        func `Clients at once leave what one leaves who does the same in the journal's order`(
            rules: String
        ) async throws {
            let comment = Comment(rawValue: "seed \(Self.seed), rules of \(rules)")
            let journal = MemoryJournal()
            let crowd = try TestServer(
                "revenuecat", rules: rules, webhooks: "[]", journal: journal)
            let alone = try TestServer("revenuecat", rules: rules, webhooks: "[]")
            var random = SeededGenerator(seed: Self.seed)
            var tokens: [[String]] = [[], []]
            var compared = 0
            for _ in 0..<Self.rounds {
                await prepare([crowd, alone], &tokens, &random)
                let start = journal.head().sequence
                let calls = (0..<Self.clients).map { client in
                    (0..<Self.calls).map { number in
                        CrowdCall(
                            of: client, number: number, purchases: tokens[0].count, &random)
                    }
                }
                let done = await run(calls, at: crowd, journal, tokens[0])
                var next = done.map { $0.filter { $0.entries > 0 }[...] }
                var left = next.map { $0.first?.entries ?? 0 }
                for entry in journal.entries(after: start, limit: .max) {
                    let client = try #require(
                        CrowdCall.client(of: entry, among: Self.clients), comment)
                    let first = try #require(next[client].first, comment)
                    if left[client] == first.entries {
                        let reply = await first.call.send(to: alone, tokens[1])
                        #expect(reply.status == first.reply.status, comment)
                        compared += 1
                    }
                    left[client] -= 1
                    if left[client] == 0 {
                        next[client].removeFirst()
                        left[client] = next[client].first?.entries ?? 0
                    }
                }
                #expect(next.allSatisfy { $0.isEmpty }, comment)
                #expect(try await everything(crowd) == everything(alone), comment)
            }
            #expect(compared > Self.rounds * Self.clients, comment)
        }

        /// Has all clients call at once.
        private func run(
            _ calls: [[CrowdCall]], at server: TestServer, _ journal: MemoryJournal,
            _ tokens: [String]
        ) async -> [[Done]] {
            await withTaskGroup(of: (Int, [Done]).self) { group in
                for (client, calls) in calls.enumerated() {
                    group.addTask {
                        var (done, seen): ([Done], Int) = ([], journal.head().sequence)
                        for call in calls {
                            let reply = await call.send(to: server, tokens)
                            let entries = journal.entries(after: seen, limit: .max)
                            seen += entries.count
                            let own = entries.count {
                                CrowdCall.client(of: $0, among: Self.clients) == client
                            }
                            done.append(Done(call: call, reply: reply, entries: own))
                        }
                        return (client, done)
                    }
                }
                var all = [[Done]](repeating: [], count: calls.count)
                for await (client, done) in group { all[client] = done }
                return all
            }
        }
    }
#endif
