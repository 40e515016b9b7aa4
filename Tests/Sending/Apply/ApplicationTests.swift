// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import AsyncHTTPClient
    import Foundation
    import HTTPTypes
    import Testing

    /// Plans applied to a server of the target's rules.
    @Suite struct ApplicationTests {
        @Test(
            arguments: [
                ("revenuecat", "qonversion"), ("qonversion", "revenuecat"),
                ("revenuecat", "purchasely"), ("purchasely", "revenuecat"),
                ("purchasely", "qonversion"),
            ])
        func `Every call of a plan is made once, and a second run makes none`(
            source: String, target: String
        ) async throws {
            let plan = try SentPlan(from: source, to: target)
            let calls = try plan.calls()
            #expect(!calls.isEmpty)
            let server = try await FaultyTarget(plan.rehearsal())
            let report = try await plan.run(at: server.address)
            #expect(report.isComplete, "\(report.lines.joined(separator: "\n"))")
            #expect(report.calls.values.reduce(0, +) == calls.count)
            #expect(report.sent == calls.count)
            #expect(report.customers.all > 0)
            let count = server.count
            let second = try await plan.run(at: server.address)
            #expect(second.sent == 0)
            #expect(second.customers == report.customers)
            #expect(server.count == count)
            #expect(plan.lines(of: "failed.jsonl").isEmpty)
        }

        @Test func `What a person is to look at before is sent only when that is asked for`()
            async throws
        {
            let plan = try SentPlan(from: "neutral", to: "revenuecat", customers: 300)
            let calls = try plan.calls().filter { $0.id.hasPrefix("revenuecat.alias.") }
            #expect(!calls.isEmpty)
            let server = try await FaultyTarget(plan.rehearsal())
            let report = try await plan.run(at: server.address)
            #expect(report.calls["by hand"] == calls.count)
            #expect(report.customers.left == 0)
            // Whoever has such a call is not complete.
            let several = Set(calls.map(\.id))
            let left = try plan.customers().count { customer in
                customer.calls.contains { several.contains($0.id) }
            }
            let byHand = try #require(report.customers.byHand)
            #expect((1...left).contains(byHand) && !report.isComplete)
            #expect(byHand + report.faultyCustomers >= left)
            #expect(report.customers.complete <= report.customers.all - left)
            #expect(report.lines.contains("- by hand, not sent: \(byHand)"))
            #expect(report.next.contains { $0.contains(" first; add --by-hand to send ") })
            #expect(plan.lines(of: "apply-report.html").contains { $0.contains("not sent") })
            #expect(!server.done.keys.contains { $0.hasSuffix("/alias") })
            var options = SentPlan.options
            options.sendsByHand = true
            let all = try await plan.run(at: server.address, options)
            #expect(all.sent == calls.count)
            #expect(all.calls["by hand"] == nil)
            #expect(all.customers.byHand == nil)
        }

        @Test func `Only the customers of a list are meant, and only they are reported`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let ids = plan.lines(of: "ids.csv").dropFirst().prefix(3).compactMap {
                $0.split(separator: ",").first.map(String.init)
            }
            let server = try await FaultyTarget(plan.rehearsal())
            var options = SentPlan.options
            options.only = Set(ids)
            let report = try await plan.run(at: server.address, options)
            #expect(report.isComplete)
            #expect((1...3).contains(report.customers.all))
            #expect(report.sent < (try plan.calls()).count)
        }

        @Test func `IDs that no customer with calls has are counted, and nothing is sent`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let row = try #require(plan.lines(of: "ids.csv").dropFirst().first)
            let known = try #require(row.split(separator: ",").first.map(String.init))
            let server = try await FaultyTarget(plan.rehearsal())
            let client = TargetClient.makeHTTPClient(connections: 1)
            let target = TargetClient(base: try #require(URL(string: server.address)), client)
            func unmet(_ only: Set<String>?) throws -> [Int]? {
                var options = SentPlan.options
                options.only = only
                return try Application(
                    plan: plan.path, client: target, keys: plan.keys(), project: "test",
                    options: options, mappings: EveryProvider.mappings
                ).unmet().map { [$0.ids.count, $0.of] }
            }
            #expect(try unmet(nil) == nil)
            #expect(try unmet([known]) == [0, 1])
            #expect(try unmet([known, "nobody", "\(known)x"]) == [2, 3])
            #expect(server.count == 0)
            try await client.shutdown()
        }

        @Test(arguments: [(30, 1), (5, 1)])
        func `At most as many calls start in any time as the rate says`(
            count: Int, seconds: Int
        ) async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 10)
            let starts = Locked<[ContinuousClock.Instant]>([])
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                starts.withLock { $0.append(.now) }
                return .none
            }
            var options = SentPlan.options
            options.rate = .fixed(count, seconds: seconds)
            let report = try await plan.run(at: server.address, options)
            #expect(report.isComplete)
            let all = starts.withLock { $0 }.sorted()
            // The whole takes as long as the rate wants it, however busy the machine is.
            let least = Double((all.count - count) * seconds) / Double(count)
            #expect((all.last ?? .now) - (all.first ?? .now) >= .seconds(least * 0.9))
        }

        @Test func `A canary ends after its customers, and the next run goes on`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            var options = SentPlan.options
            options.canary = 3
            let report = try await plan.run(at: server.address, options)
            #expect(report.customers.complete == 3)
            #expect(report.stopped == "canary")
            #expect(
                report.next == [
                    "It stopped after 3 customers, as --canary asks. Run it without --canary to "
                        + "send the rest."
                ])
            let named = try #require(report.canary)
            #expect(named.count == 3)
            for id in named {
                #expect(report.lines.contains("- \(id)"))
                #expect(server.done.keys.contains { $0.contains(id) }, "\(id)")
                for file in ["apply-report.md", "apply-report.html", "apply-report.json"] {
                    #expect(plan.lines(of: file).contains { $0.contains(id) }, "\(file)")
                }
            }
            let rest = try await plan.run(at: server.address)
            #expect(rest.isComplete)
            #expect(rest.canary == nil)
            #expect(rest.sent + report.sent == (try plan.calls()).count)
        }

        @Test func `A plan that was changed is refused, and so is its journal elsewhere`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            _ = try await plan.run(at: server.address)
            let other = try await FaultyTarget(plan.rehearsal())
            await #expect(throws: ApplicationFault.self) {
                _ = try await plan.run(at: other.address)
            }
            let file = "\(plan.path)/qonversion-calls.jsonl"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            try text.replacing("prod", with: "test").write(
                toFile: file, atomically: true, encoding: .utf8)
            await #expect(throws: MigrationError.self) {
                _ = try await plan.run(at: server.address)
            }
        }

        @Test func `Missing keys, projects and calls are said before anything is sent`()
            async throws
        {
            let plan = try SentPlan(from: "qonversion", to: "revenuecat")
            let server = try await FaultyTarget(plan.rehearsal())
            let client = TargetClient.makeHTTPClient(connections: 1)
            let target = TargetClient(
                base: try #require(URL(string: server.address)), client)
            let key = try SecretKey(made: "sk_faulty")
            func words(_ keys: TargetKeys, project: String?) -> String {
                do {
                    _ = try Application(
                        plan: plan.path, client: target, keys: keys, project: project,
                        mappings: EveryProvider.mappings)
                    return ""
                } catch { return "\(error)" }
            }
            let all = try plan.keys()
            #expect(words(all, project: nil).contains("--project"))
            #expect(words(TargetKeys(), project: "test").contains("is missing"))
            #expect(
                words(TargetKeys(key), project: "test").contains("keys that were not given by name")
            )
            #expect(
                words(TargetKeys(named: ["x": key]), project: "test").contains(#"key "x": unknown"#)
            )
            #expect(words(all, project: "test").isEmpty)
            #expect(server.count == 0)
            try await client.shutdown()
        }
    }
#endif
