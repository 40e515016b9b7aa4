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
    import HTTPTypes
    import Testing

    /// Many clients at once, over HTTP, are as the core in one thread in the order of the journal.
    @Suite struct ConcurrentHistoryTests {
        /// How often the clients begin anew, with further purchases and at a later time.
        private static let rounds =
            ProcessInfo.processInfo.environment["ALLONYM_CROWD_ROUNDS"].flatMap { Int($0) } ?? 3
        private static let (clients, calls) = (5, 24)

        /// What one client did, and what it was told.
        private struct Done: Sendable {
            let call: CrowdCall
            let reply: TestServer.Reply
            /// The newest entries of the journal before the call and after its answer.
            let entries: ClosedRange<Int>
            /// Whether one of them is the call's own.
            let hasEntry: Bool
        }

        /// Calls are performed on a world of the core alone, each as the action that it asks for.
        ///
        /// Of the journal only the order is taken, and whose each entry is; no entry is replayed.
        ///
        /// - The answer to a call with an entry is what the core says at that place.
        /// - The answer to a call without one is what the core says at a place between its start
        ///   and its end, where the action changes nothing.
        /// - After each round ledger, attributes, transactions and grants are the same, and so is
        ///   what the server tells of every ID.
        @Test(arguments: EveryProvider.keys)
        func `Clients at once over HTTP are as their calls one by one in the journal's order`(
            rules: String
        ) async throws {
            let comment = Comment(
                rawValue: "seed \(SeededGenerator.seedOfRun), rules of \(rules)")
            let journal = MemoryJournal()
            let server = try TestServer(
                "revenuecat", rules: rules, webhooks: "[]", journal: journal)
            let (empty, now) = try await server.project.perform { ($0, $1) }
            try await PortClient.serving(server.served) { client in
                var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
                var core = CrowdCore(of: empty, now: now)
                var tokens: [String] = []
                var compared = 0
                for _ in 0..<Self.rounds {
                    try await Self.visitStores(client, &core, &tokens, &random)
                    let start = journal.head().sequence
                    let calls = (0..<Self.clients).map { client in
                        (0..<Self.calls).map { number in
                            CrowdCall(
                                of: client, number: number, purchases: tokens.count, &random)
                        }
                    }
                    let done = try await Self.run(calls, through: client, journal, tokens)
                    compared += try Self.compare(
                        done, with: &core, journal.entries(after: start, limit: .max),
                        after: start, comment)
                    let image = try await server.project.perform { state, _ in state }
                    #expect(ProjectImage(image) == ProjectImage(core.state), comment)
                    try await Self.compareCustomers(client, with: core, comment)
                }
                #expect(compared > Self.rounds * Self.clients, comment)
                // Reading by the dialect makes the customers that nobody is.
                for id in (0..<Self.clients).flatMap(CrowdCall.ids) {
                    let reply = try await client.call(.get, "/v1/subscribers/\(id)")
                    let answer = core.perform(.look(UserID(unchecked: id)))
                    #expect(CrowdAnswer(reply) == answer, comment)
                }
            }
        }

        /// What happens at the stores and to the clock, at the server and in the core alike.
        private static func visitStores(
            _ client: PortClient, _ core: inout CrowdCore, _ tokens: inout [String],
            _ random: inout SeededGenerator
        ) async throws {
            let products = ["month", "year", "coins", "book"]
            for _ in 0..<4 {
                let product = products[Int.random(in: 0..<products.count, using: &random)]
                let account = "\(Int.random(in: 0..<3, using: &random))"
                let reply = try await client.call(
                    .post, "/allonym/v1/purchases",
                    #"{"account":"app_store:\#(account)","product":"\#(product)"}"#, key: "admin")
                tokens.append(try #require(reply["token"] as? String))
                try core.buy(product, by: StoreAccount(.appStore, account))
            }
            let reply = try await client.call(
                .post, "/allonym/v1/clock", #"{"advance":"P5D"}"#, key: "admin")
            #expect(reply.status == 200)
            core.wait(.days(5))
        }

        /// Has all clients call at once.
        private static func run(
            _ calls: [[CrowdCall]], through client: PortClient, _ journal: MemoryJournal,
            _ tokens: [String]
        ) async throws -> [[Done]] {
            try await withThrowingTaskGroup(of: (Int, [Done]).self) { group in
                for (number, calls) in calls.enumerated() {
                    group.addTask {
                        var done: [Done] = []
                        for call in calls {
                            let start = journal.head().sequence
                            let reply = try await call.send(through: client, tokens)
                            let entries = journal.entries(after: start, limit: .max)
                            let own = entries.count {
                                CrowdCall.client(of: $0, among: Self.clients) == number
                            }
                            #expect(own <= 1)
                            done.append(
                                Done(
                                    call: call, reply: reply,
                                    entries: start...(start + entries.count), hasEntry: own > 0))
                        }
                        return (number, done)
                    }
                }
                var all = [[Done]](repeating: [], count: calls.count)
                for try await (number, done) in group { all[number] = done }
                return all
            }
        }

        /// Does in the core what the clients did, and compares what they were answered.
        ///
        /// - Returns: How many calls have made an entry.
        private static func compare(
            _ done: [[Done]], with core: inout CrowdCore, _ entries: [JournalEntry],
            after start: Int, _ comment: Comment
        ) throws -> Int {
            var left = done.map { $0.filter(\.hasEntry)[...] }
            // As the core is after each entry, and before the first.
            var places = [core]
            for entry in entries {
                let client = try #require(CrowdCall.client(of: entry, among: clients), comment)
                let first = left[client].popFirst()
                let next = try #require(first, comment)
                let answer = core.perform(next.call.deed)
                #expect(
                    CrowdAnswer(next.reply) == answer,
                    "\(comment): \(next.call.deed) was answered \(next.reply.text)")
                places.append(core)
            }
            #expect(left.allSatisfy { $0.isEmpty }, comment)
            for call in done.joined() where !call.hasEntry {
                let answer = CrowdAnswer(call.reply)
                let seen = places[
                    (call.entries.lowerBound - start)...(call.entries.upperBound - start)]
                #expect(
                    answer != nil && seen.contains { $0.answer(to: call.call.deed) == answer },
                    "\(comment): \(call.call.deed) was answered \(call.reply.text)")
            }
            return entries.count
        }

        /// Compares what the server tells of each ID, by a call that makes no customer.
        private static func compareCustomers(
            _ client: PortClient, with core: CrowdCore, _ comment: Comment
        ) async throws {
            for id in (0..<clients).flatMap(CrowdCall.ids) {
                let reply = try await client.call(
                    .get, "/allonym/v1/customers/\(id)", key: "admin")
                let userID = UserID(unchecked: id)
                #expect(reply.status == (core.state.isKnown(userID) ? 200 : 404), comment)
                guard let access = reply["access"] as? [String] else { continue }
                #expect(CrowdAnswer.access(access) == core.access(of: userID), comment)
            }
        }
    }
#endif
