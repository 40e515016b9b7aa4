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
            #expect(!server.done.keys.contains { $0.hasSuffix("/alias") })
            var options = SentPlan.options
            options.sendsByHand = true
            let all = try await plan.run(at: server.address, options)
            #expect(all.sent == calls.count)
            #expect(all.calls["by hand"] == nil)
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
                ).unmet().map { [$0.count, $0.of] }
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

        @Test func `A target that is not there ends the run, and the next one goes on`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 10)
            let isThere = Locked(false)
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                isThere.withLock { $0 } ? .none : .answer(503, headers: [:])
            }
            let report = try await plan.run(at: server.address)
            #expect(report.stopped == "unreachable")
            #expect(report.customers.left == report.customers.all)
            isThere.withLock { $0 = true }
            let second = try await plan.run(at: server.address)
            #expect(second.isComplete)
            #expect(second.calls["found after a lost answer"] == nil)
        }

        @Test func `Where nobody listens, the progress and the report say so in plain words`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 10)
            var options = SentPlan.options
            options.mostTries = 3
            options.firstPause = .milliseconds(50)
            let count = try plan.calls().count
            let reasons = Locked<Set<String>>([])
            let report = try await plan.run(at: "http://127.0.0.1:9", options) { far in
                guard let reason = far.reason else { return }
                _ = reasons.withLock { $0.insert(reason) }
            }
            #expect(reasons.withLock { $0 } == ["Connection refused"])
            #expect(report.stoppedBecause == "the target cannot be reached: Connection refused")
            #expect(report.calls == ["left": count])
        }

        @Test
        func `Where nothing reads back, a lost answer is listed and sent again when asked for`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "purchasely")
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                number == 2 ? .cutAfter : .none
            }
            let report = try await plan.run(at: server.address)
            #expect(report.customers.unknown == 1)
            #expect(!report.isComplete)
            let sent = server.count
            #expect(sent == (try plan.calls()).count)
            #expect(plan.lines(of: "failed.jsonl").count == 1)
            // Without being asked for it is not sent again.
            let second = try await plan.run(at: server.address)
            #expect(second.sent == 0)
            #expect(second.customers.unknown == 1)
            var options = SentPlan.options
            options.resendUnknown = true
            let third = try await plan.run(at: server.address, options)
            #expect(third.sent == 1)
            #expect(third.isComplete)
            #expect(server.count == sent + 1)
            #expect(plan.lines(of: "failed.jsonl").isEmpty)
        }

        @Test func `What somebody else has there is found, and not overwritten`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            let calls = try plan.calls()
            let identity = try #require(calls.first { $0.path.hasPrefix("/v3/identities/") })
            let grant = try #require(calls.first { $0.path.hasSuffix("/entitlements") })
            let owner = grant.path.replacing("/entitlements", with: "")
            // Somebody has logged in meanwhile, and somebody was given the same until another time.
            for (path, body) in [
                ("/v3/users/QON_other", #"{"environment":"prod"}"#),
                (identity.path, #"{"user_id":"QON_other"}"#), (owner, #"{"environment":"prod"}"#),
                (grant.path, #"{"id":"\#(try entitlement(of: grant))","expires":2000000000}"#),
            ] { #expect(await server.answer(.post, path, body).status < 300, "\(path)") }

            let look = try await plan.look(at: server.address)
            #expect(look.different == 2)
            #expect(look.equal == 1)
            #expect(look.new + 3 == calls.count)
            let before = await server.answer(.get, grant.path).body
            let report = try await plan.run(at: server.address)
            #expect(report.customers.conflict >= 1)
            #expect(report.calls["conflict"] == 2)
            #expect(await server.answer(.get, grant.path).body == before)
            #expect(await server.answer(.get, identity.path).body.contains("QON_other"))
            let failed = plan.lines(of: "failed.jsonl")
            #expect(failed.count == 2)
            #expect(
                failed.contains { $0.contains("QON_other is wanted") || $0.contains("user_id is") })
        }

        private func entitlement(of call: PlannedCall) throws -> String {
            let object = try JSONSerialization.jsonObject(with: Data(call.body)) as? [String: Any]
            return try #require(object?["id"] as? String)
        }

        @Test func `A key that is not taken ends the run at once, and nothing is written of it`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                .answer(401, headers: [:])
            }
            let report = try await plan.run(at: server.address)
            #expect(report.stopped == "key-refused")
            #expect(report.stoppedBecause?.contains("\"project key\", \"secret key\"") == true)
            #expect(report.customers.left == report.customers.all)
            #expect(report.sent <= 8)
            for file in try FileManager.default.contentsOfDirectory(atPath: plan.path) {
                let bytes = FileManager.default.contents(atPath: "\(plan.path)/\(file)") ?? Data()
                #expect(bytes.range(of: Data("sk_faulty".utf8)) == nil, "\(file)")
                #expect(bytes.range(of: Data("pk_faulty".utf8)) == nil, "\(file)")
            }
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

        @Test func `Refused calls are listed with the answer, and too many of them end the run`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 120)
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                line.hasPrefix("POST /v3/users/") ? .answer(400, headers: [:]) : .none
            }
            var options = SentPlan.options
            options.stopOnErrors = 0.5
            let report = try await plan.run(at: server.address, options)
            #expect(report.stopped == "errors")
            #expect(report.customers.refused >= 30)
            #expect(report.customers.left > 0)
            #expect(plan.lines(of: "failed.jsonl").count == report.calls["refused"])
            #expect(report.reasons == ["HTTP 400": report.calls["refused"] ?? 0])
            // They are made again only when that is asked for.
            let healthy = try await plan.run(at: server.address)
            #expect(healthy.customers.refused >= report.customers.refused)
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
            #expect(words(TargetKeys(named: ["x": key]), project: "test").contains("no call names"))
            #expect(words(all, project: "test").isEmpty)
            #expect(server.count == 0)
            try await client.shutdown()
        }
    }
#endif
