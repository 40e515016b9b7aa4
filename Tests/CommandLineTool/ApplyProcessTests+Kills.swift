// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    extension ApplyProcessTests {
        /// A source, a target, and how many customers there are for each kill: of the neutral ones
        /// most have something that was given by hand, which RevenueCat's REST v1 grants, or each has
        /// bought one thing, of which Purchasely gets a receipt that nothing reads back.
        private static let moves = [
            ("revenuecat", "qonversion", 60), ("purchasely", "revenuecat", 120),
            ("neutral", "revenuecat", 90), ("neutral", "purchasely", 70),
        ]

        /// How often the run of each move is killed, so that all together are as many as `.ci/server`
        /// says.
        private static let kills: Int = {
            let all = ProcessInfo.processInfo.environment["ALLONYM_KILLS"].flatMap { Int($0) } ?? 8
            return (all + moves.count - 1) / moves.count
        }()

        /// As many calls more than those up to its moment can a run begin before it is dead.
        private static let beyond = 36

        @Test(arguments: moves)
        func `Killed in the middle of any call, a run goes on, and no call is made twice`(
            source: String, target: String, customers: Int
        ) async throws {
            let workspace = try Workspace()
            try await makePlan(from: source, to: target, Self.kills * customers, in: workspace)
            let plan = try PlannedCalls(in: workspace, "plan")
            let quiet = try await undisturbed(plan, of: target, in: workspace)

            let server = try await workspace.serve(plan: "plan", at: target)
            let proxy = try await CountingProxy(before: server.address)
            let apply = Self.apply("plan", plan, proxy)
            var random = SeededGenerator(seed: SeededGenerator.seedOfRun)
            let most = plan.calls.count / Self.kills - Self.beyond
            try #require(most > 0, "\(plan.calls.count) calls are too few")
            for number in 1...Self.kills {
                let request = Int.random(in: 1...most, using: &random)
                let moment = try #require(
                    CountingProxy.Moment.allCases.randomElement(using: &random))
                let pause = Int.random(in: 0...5, using: &random)
                let code = try await kill(apply, moment, of: request, pause, proxy, in: workspace)
                let errors = try workspace.content(of: "killed.txt")
                #expect(
                    code == SIGKILL,
                    """
                    ALLONYM_SEED=\(SeededGenerator.seedOfRun), kill \(number), \(moment) of request \
                    \(request): \(errors)
                    """)
                try await proxy.settle()
                #expect(proxy.changes.count < quiet.changes.count, "the plan has too few calls")
            }

            try await finish(apply, plan, quiet.customers, server, in: workspace)
            #expect(try await server.customers(of: plan) == quiet.customers)
            let changes = proxy.changes
            #expect(Set(changes.keys) == Set(quiet.changes.keys))
            let once = Set(quiet.changes.keys).subtracting(repeatable(plan, target))
            #expect(once.count > Self.kills)
            for line in once {
                #expect(
                    quiet.changes[line] == 1 && changes[line] == 1,
                    "ALLONYM_SEED=\(SeededGenerator.seedOfRun): \(line)")
            }
            try expectNoKeys(in: workspace)
            #expect(server.terminate() == 0)
        }

        // MARK: - Plans

        private func makePlan(
            from source: String, to target: String, _ customers: Int, in workspace: Workspace
        ) async throws {
            if source == "neutral" {
                let lines =
                    target == "purchasely" ? Self.sold(customers) : Self.granted(customers)
                try workspace.write(lines, to: "export")
            } else {
                try await workspace.done(
                    "migrate sample --from \(source) --customers \(customers) --output export")
            }
            let moment = source == "neutral" ? "--at 2026-11-20T00:00:00Z" : ""
            try await workspace.done(
                "migrate plan --from \(source) --to \(target) --route api --in export --out plan "
                    + moment)
            let writers = Set(try PlannedCalls(in: workspace, "plan").calls.map(\.writer))
            let wanted: Set =
                switch (source, target) {
                case (_, "qonversion"): ["qonversion.rest-user", "qonversion.rest-identity"]
                case (_, "purchasely"): ["purchasely.receipt-play-store"]
                case ("neutral", _): ["revenuecat.rest-v2-customer", "revenuecat.grant"]
                default: ["revenuecat.rest-v2-customer", "revenuecat.receipts-google"]
                }
            #expect(wanted.subtracting(writers) == [])
        }

        /// Customers of whom every third has nothing, and the others have what was given by hand.
        private static func granted(_ count: Int) -> String {
            (0..<count).map { number in
                let customer =
                    #"{"allonym":1,"type":"customer","ids":[{"id":"user_\#(number)","kind":"custom"}]}"#
                let grant =
                    #"{"allonym":1,"type":"grant","user-id":"user_\#(number)","entitlement":["gold"],"#
                    + #""state":"active","expiry-date":"2027-11-01T00:00:00Z"}"#
                return customer + "\n" + (number % 3 == 0 ? "" : grant + "\n")
            }.joined()
        }

        /// Customers each of whom has one subscription.
        private static func sold(_ count: Int) -> String {
            (0..<count).map { number in
                let customer =
                    #"{"allonym":1,"type":"customer","ids":[{"id":"user_\#(number)","kind":"custom"}]}"#
                let purchase =
                    #"{"allonym":1,"type":"purchase","user-id":"user_\#(number)","#
                    + #""store":"play_store","product":"pro","store-product":"com.example.pro","#
                    + #""kind":"subscription","entitlement":["pro"],"state":"active","#
                    + #""environment":"production","purchase-date":"2026-11-01T00:00:00Z","#
                    + #""expiry-date":"2026-12-01T00:00:00Z","transaction-id":"GPA.\#(number)","#
                    + #""order-id":"GPA.\#(number)","#
                    + #""original-transaction-id":"GPA.\#(number)","#
                    + #""purchase-token":"token\#(number)","price":9.99,"currency":"EUR"}"#
                return customer + "\n" + purchase + "\n"
            }.joined()
        }

        private static func apply(
            _ folder: String, _ plan: PlannedCalls, _ proxy: CountingProxy
        ) -> String {
            // Of calls that nothing reads back each kill loses those that were begun.
            "migrate apply --plan \(folder) --to-url \(proxy.address) --project demo --rate off "
                + "--concurrency 4 --format json \(plan.keyOptions)"
        }

        // MARK: - Runs

        /// What a run leads to that nothing disturbs, and what arrives in it.
        private func undisturbed(
            _ plan: PlannedCalls, of target: String, in workspace: Workspace
        ) async throws -> (customers: [String: String], changes: [String: Int]) {
            _ = try await workspace.shell("cp -R plan quiet")
            let server = try await workspace.serve(plan: "quiet", at: target)
            let proxy = try await CountingProxy(before: server.address)
            try await workspace.done(Self.apply("quiet", plan, proxy))
            let customers = try await server.customers(of: plan)
            #expect(customers.values.count { $0.hasPrefix("200 ") } > plan.calls.count / 3)
            #expect(server.terminate() == 0)
            return (customers, proxy.changes)
        }

        /// Starts a run, and kills it at a moment of one of its requests.
        ///
        /// - Returns: Its exit code, or the number of the signal that ended it.
        private func kill(
            _ apply: String, _ moment: CountingProxy.Moment, of request: Int, _ pause: Int,
            _ proxy: CountingProxy, in workspace: Workspace
        ) async throws -> Int32 {
            let running = Locked<ChildProcess?>(nil)
            proxy.at(moment, of: request) {
                try? await Task.sleep(for: .milliseconds(pause))
                var process = running.withLock { $0 }
                while process == nil {
                    try? await Task.sleep(for: .milliseconds(1))
                    process = running.withLock { $0 }
                }
                process?.signal(SIGKILL)
                _ = await process?.exit()
            }
            let process = try workspace.start(
                apply, environment: Workspace.keys, errors: "killed.txt")
            running.withLock { $0 = process }
            return await process.exit()
        }

        /// Runs to the end.
        ///
        /// A call that nothing reads back stays unknown where its answer was lost; whoever looks at
        /// the target has those sent again that are not there.
        private func finish(
            _ apply: String, _ plan: PlannedCalls, _ expected: [String: String],
            _ server: ServerProcess, in workspace: Workspace
        ) async throws {
            let last = try await workspace.run(apply, environment: Workspace.keys)
            let object = try JSONSerialization.jsonObject(with: Data(last.output.utf8))
            let report = try #require(object as? [String: Any])
            let states = try #require(report["calls"] as? [String: Int])
            #expect(states.values.reduce(0, +) == plan.calls.count)
            let unknown = states["unknown", default: 0]
            #expect(last.code == (unknown > 0 ? 1 : 0), "\(last.output) \(last.errors)")
            let missing = try await server.customers(of: plan)
                .filter { $0.value != expected[$0.key] }.keys.sorted()
            #expect(missing.count <= unknown)
            if missing.isEmpty { return }
            try workspace.write(missing.joined(separator: "\n") + "\n", to: "missing.txt")
            try await workspace.done("\(apply) --only missing.txt --resend-unknown")
        }

        // MARK: - What has to hold

        /// The requests that do no harm when they are made again, by the provider's documents.
        private func repeatable(_ plan: PlannedCalls, _ target: String) -> Set<String> {
            let writers = EveryProvider.mappings.formats[target]?.writers ?? []
            let harmless = Set(
                writers.filter { writer in
                    guard case .calls(let call) = writer.container else { return false }
                    return call.isRepeatable
                }.map(\.id))
            return Set(
                plan.calls.filter { harmless.contains($0.writer) }.map { call in
                    CountingProxy.line(call.method, call.path, Data((call.body ?? "").utf8))
                })
        }

        /// No file of the plan has a key.
        private func expectNoKeys(in workspace: Workspace) throws {
            let folder = workspace.folder.appendingPathComponent("plan")
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
                for key in Workspace.keys.values {
                    #expect(bytes.range(of: Data(key.utf8)) == nil, "\(file)")
                }
            }
        }
    }
#endif
