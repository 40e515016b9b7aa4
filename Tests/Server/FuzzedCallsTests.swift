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

    /// Calls that nobody would make, over HTTP: none crashes, none is a bug of the server's, and
    /// the journal has what came of them.
    @Suite struct FuzzedCallsTests {
        private static let seed = SeededGenerator.seedOfRun

        /// How many calls there are of all providers' together.
        private static let calls =
            ProcessInfo.processInfo.environment["ALLONYM_FUZZ_CALLS"].flatMap { Int($0) } ?? 4_000

        /// How many of them are a provider's.
        private static func count(of provider: String) -> Int {
            let number = EveryProvider.keys.firstIndex(of: provider) ?? 0
            let (count, rest) = calls.quotientAndRemainder(dividingBy: EveryProvider.keys.count)
            return count + (number < rest ? 1 : 0)
        }

        @Test(arguments: EveryProvider.keys)
        func `Any call of any route is answered in the provider's words, and nothing fails`(
            provider: String
        ) async throws {
            let journal = MemoryJournal()
            let server = try TestServer(provider, journal: journal)
            let routes = FuzzedRoute.all(of: provider, at: server)
            let judge = FuzzJudge(of: provider)
            let said = Locked<[String]>([])
            try await PortClient.serving(server.served, said: said) { client in
                try await Self.call(routes, Self.count(of: provider), client, judge, said)
                try await Self.expectAll(routes, client, judge)
            }
            let comment = Comment(rawValue: "seed \(Self.seed)")
            #expect(judge.failuresBeyondFaults.isEmpty, comment)
            for line in said.withLock(\.self) {
                #expect(!Self.tells(line), "a secret is logged: \(line)")
            }
            let now = try await server.project.perform { state, _ in
                (state.ledger, state.ledger.violations(under: state.rules), state.sequence)
            }
            #expect(now.1.isEmpty, comment)
            #expect(now.2 == journal.head().sequence, comment)
            // What all of them did together is what the journal says, in its order.
            let copy = MemoryJournal()
            try copy.append(
                journal.entries(after: 0, limit: .max), after: 0, epoch: copy.lease())
            let again = try TestServer(provider, journal: copy)
            let replayed = try await again.project.perform { state, _ in state.ledger }
            #expect(replayed == now.0, comment)
        }

        /// Whether a line of a log has a key, a token of a purchase or an e-mail address in it.
        private static func tells(_ line: String) -> Bool {
            TestServer.keys.values.contains { line.contains($0) } || line.contains("sim_")
                || line.contains(#/[^\s@]+@[^\s@]+\.[a-z]+/#)
        }

        /// Has four clients call at once, until so many calls are made.
        private static func call(
            _ routes: [FuzzedRoute], _ count: Int, _ client: PortClient, _ judge: FuzzJudge,
            _ said: Locked<[String]>
        ) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        while let number = judge.next(below: count) {
                            let call = FuzzedCall(
                                number, of: routes, seed: seed, at: client.origin,
                                found: judge.found(for: number))
                            let start = judge.begin(call)
                            let reply = try await client.call(
                                call.method, call.path, call.body, key: call.key,
                                headers: call.headers)
                            let fault = judge.end(call, reply, since: start)
                            #expect(
                                fault == nil,
                                """
                                seed \(seed), call \(number): \(call): \(reply.status) \
                                \(fault ?? ""); \(said.withLock(\.self))
                                """)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }

        /// Expects that calls came to every route: by what the server has counted, and in the
        /// console, which it counts as one, by what it has answered.
        private static func expectAll(
            _ routes: [FuzzedRoute], _ client: PortClient, _ judge: FuzzJudge
        ) async throws {
            let metrics = try await client.call(.get, "/allonym/v1/metrics", key: nil)
            let counted = metrics.text.matches(
                of: #/allonym_requests_total\{[^\n]*operation="([^"]*)"/#)
            let operations = Set(counted.map { String($0.output.1) })
            #expect(Set(routes.map(\.operation)).subtracting(operations).sorted() == [])
            let pages = routes.filter(\.isOfConsole)
            #expect(Set(pages).subtracting(judge.reached).map(\.path).sorted() == [])
            // No page has a form that is not among them.
            let forms = pages.filter { $0.method == .post }.map {
                $0.path.replacing("{project}", with: "test")
            }
            #expect(judge.actions.subtracting(forms).sorted() == [])
        }
    }
#endif
