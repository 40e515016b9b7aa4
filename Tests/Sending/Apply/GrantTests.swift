// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Grants at RevenueCat: made by REST v1, read back by REST v2.
    @Suite struct GrantTests {
        private static let moment = "2026-11-20T08:00:00.000Z"
        private static let end = "2027-01-20T08:00:00.000Z"

        /// A plan of grants, until an end or for good, before each of which its customer is asked for.
        private func plan(until end: String? = GrantTests.end) throws -> SentPlan {
            let ends = end.map { #","expiry-date":"\#($0)""# } ?? ""
            var lines: [String] = []
            for number in 1...9 {
                let id = "user_\(number)"
                lines += [
                    #"{"allonym":1,"type":"customer","ids":[{"id":"\#(id)","kind":"custom"}]}"#,
                    #"{"allonym":1,"type":"grant","user-id":"\#(id)","entitlement":["gold"]\#(ends)}"#,
                ]
            }
            let plan = try SentPlan(of: lines, to: "revenuecat", at: Self.moment)
            try #require(try grants(plan).count == 9)
            try #require(try plan.calls().count == 18)
            return plan
        }

        private func grants(_ plan: SentPlan) throws -> [PlannedCall] {
            try plan.calls().filter { $0.id.hasPrefix("revenuecat.grant") }
        }

        /// The keys of REST v1 alone, which reads nothing back.
        private var keys: TargetKeys {
            get throws { TargetKeys(named: ["secret key": try SecretKey(made: "sk_faulty")]) }
        }

        /// What a network does to every third request.
        static let mishaps = UnreadableTargetTests.mishaps

        /// What happens to every third grant that is asked for, as long as something does.
        private func everyThirdGrant(
            _ mishap: FaultyTarget.Mishap, while isBad: Locked<Bool>
        ) -> @Sendable (Int, String) -> FaultyTarget.Mishap {
            let grants = Locked(0)
            return { _, line in
                guard line.hasPrefix("POST "), isBad.withLock({ $0 }) else { return .none }
                return grants.withLock { count in
                    count += 1
                    return count % 3 == 1 ? mishap : .none
                }
            }
        }

        /// What a plan leads to where nothing goes wrong.
        private func expected(_ plan: SentPlan) async throws -> [String] {
            let quiet = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: quiet.address).isComplete)
            let state = try await plan.state(at: quiet)
            #expect(state.allSatisfy { $0.contains("gold") })
            try plan.forget()
            return state
        }

        @Test(arguments: mishaps.indices)
        func `A grant whose answer was lost is read back, and none is made twice`(
            index: Int
        ) async throws {
            let (name, mishap) = Self.mishaps[index]
            let plan = try plan()
            let expected = try await expected(plan)
            let server = try await FaultyTarget(
                plan.rehearsal(), mishap: everyThirdGrant(mishap, while: Locked(true)))
            let timeout: Int64 = if case .late = mishap { 400 } else { 120_000 }
            let report = try await plan.run(at: server.address, timeout: timeout)
            #expect(report.isComplete, "\(name): \(report.lines.joined(separator: "\n"))")
            #expect(report.readings > 0, "\(name)")
            #expect(try await plan.state(at: server) == expected, "\(name)")
            #expect(server.changes.values.allSatisfy { $0 == 1 }, "\(name)")
        }

        @Test(arguments: mishaps.indices)
        func `Without a key that reads, a grant with an end is repeated, which is documented`(
            index: Int
        ) async throws {
            let (name, mishap) = Self.mishaps[index]
            let plan = try plan()
            let expected = try await expected(plan)
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                number % 3 == 0 ? mishap : .none
            }
            let timeout: Int64 = if case .late = mishap { 400 } else { 120_000 }
            let report = try await plan.run(at: server.address, keys: keys, timeout: timeout)
            #expect(report.isComplete, "\(name): \(report.lines.joined(separator: "\n"))")
            #expect(report.readings == 0, "\(name)")
            #expect(try await plan.state(at: server) == expected, "\(name)")
        }

        @Test(arguments: mishaps.indices)
        func `A grant for good is listed as unknown, and sent again only when asked for`(
            index: Int
        ) async throws {
            let (name, mishap) = Self.mishaps[index]
            let plan = try plan(until: nil)
            let expected = try await expected(plan)
            let isBad = Locked(true)
            let server = try await FaultyTarget(
                plan.rehearsal(), mishap: everyThirdGrant(mishap, while: isBad))
            let timeout: Int64 = if case .late = mishap { 400 } else { 120_000 }
            let report = try await plan.run(at: server.address, timeout: timeout)
            let unknown = report.calls["unknown", default: 0]
            // A customer who was asked for in time is made, and is there otherwise.
            let done = report.calls["done", default: 0] + report.calls["there already", default: 0]
            // On a busy machine others can be late, too.
            let isAsMany = if case .late = mishap { unknown >= 3 } else { unknown == 3 }
            #expect(isAsMany && unknown + done == 18, "\(name)")
            #expect(server.changes.values.allSatisfy { $0 == 1 }, "\(name)")
            #expect(try await plan.run(at: server.address, timeout: timeout).sent == 0)
            isBad.withLock { $0 = false }
            var options = SentPlan.options
            options.resendUnknown = true
            let again = try await plan.run(at: server.address, options)
            #expect(again.isComplete && again.sent == unknown, "\(name)")
            #expect(try await plan.state(at: server) == expected, "\(name)")
        }

        @Test func `A grant that a proxy repeats leads to the same`() async throws {
            let plan = try plan()
            let expected = try await expected(plan)
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in .twice }
            let report = try await plan.run(at: server.address)
            #expect(report.calls == ["done": 9, "there already": 9])
            // Whoever is answered as being there is read before anything is granted.
            #expect(report.sent == 18 && report.readings == 9 && server.count == 54)
            #expect(try await plan.state(at: server) == expected)
        }

        @Test(arguments: [
            // Taken for the same, so the earlier end stays.
            ("2027-01-20T07:00:00.000Z", true), ("2027-01-20T06:30:00.000Z", true),
            // A later end is no loss, and a second no difference.
            ("2027-01-20T09:00:00.000Z", false), ("2027-01-20T07:59:59.500Z", false),
            // Another grant, which is extended.
            ("2027-01-19T08:00:00.000Z", false),
        ])
        func `Without a key that reads, a grant beside one that ends a little earlier is sent`(
            there: String, isConflict: Bool
        ) async throws {
            let plan = try plan()
            let server = try await FaultyTarget(plan.rehearsal())
            let call = try #require(try grants(plan).first)
            let milliseconds = try #require(Migration.milliseconds(of: there))
            let given = await server.answer(.post, call.path, #"{"end_time_ms":\#(milliseconds)}"#)
            #expect(given.status == 201, "\(given.body)")
            let report = try await plan.run(at: server.address, keys: keys)
            #expect(report.calls["conflict"] == (isConflict ? 1 : nil))
            // All customers but one are made, and asked for in any case.
            #expect(report.calls["there already"] == 1)
            #expect(report.calls["done"] == (isConflict ? 16 : 17))
            let failed = plan.lines(of: "failed.jsonl")
            guard isConflict else { return #expect(failed.isEmpty) }
            #expect(report.reasons == ["revenuecat.answers.8": 1])
            let line = try #require(failed.first)
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["status"] as? Int == 201)
            let difference = try #require(object?["difference"] as? String)
            #expect(difference.hasPrefix("expires_date is 2027-01-20T0"), "\(difference)")
            #expect(difference.hasSuffix("and \(Self.end) or later is wanted"), "\(difference)")
            // The provider's answer is kept as well.
            let answer = try #require(object?["answer"] as? String)
            #expect(answer.hasPrefix("201 {") && answer.contains(#""subscriber""#), "\(answer)")
        }

        @Test(arguments: [
            // By an earlier grant, until later than the plan's, or about as long.
            ("2028-01-01T08:00:00.000Z", false), ("2027-01-20T07:59:59.500Z", false),
            ("2027-01-20T07:00:00.000Z", true), ("2027-01-19T08:00:00.000Z", true),
        ])
        func `What a customer has been granted before is read first, and is not replaced`(
            there: String, isConflict: Bool
        ) async throws {
            let plan = try plan()
            let server = try await FaultyTarget(plan.rehearsal())
            let call = try #require(try grants(plan).first)
            let milliseconds = try #require(Migration.milliseconds(of: there))
            let given = await server.answer(.post, call.path, #"{"end_time_ms":\#(milliseconds)}"#)
            #expect(given.status == 201, "\(given.body)")
            let report = try await plan.run(at: server.address)
            // The others are new, and nothing is read of them.
            #expect(report.readings == 1)
            #expect(report.calls["done"] == 16)
            #expect(report.calls["there already"] == (isConflict ? 1 : 2))
            #expect(report.calls["conflict"] == (isConflict ? 1 : nil))
            #expect(server.changes["POST \(call.path)"] == nil)
            let failed = plan.lines(of: "failed.jsonl")
            guard isConflict else { return #expect(failed.isEmpty) }
            let line = try #require(failed.first)
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["status"] as? Int == 200)
            let difference = try #require(object?["difference"] as? String)
            #expect(
                difference
                    == "ends_at is \(there), and 2027-01-20T08:00:00.000Z or later is wanted")
            // Asked again, it is still not replaced.
            var again = SentPlan.options
            again.retryFaults = true
            #expect(try await plan.run(at: server.address, again).calls["conflict"] == 1)
            #expect(server.changes["POST \(call.path)"] == nil)
        }

        @Test func `What a former run has made and is gone is told apart, and is not new`()
            async throws
        {
            let plan = try plan()
            let server = try await FaultyTarget(plan.rehearsal())
            let calls = try grants(plan)
            #expect(try await plan.run(at: server.address).isComplete)
            let revoked = await server.answer(
                .post, calls[0].path.replacing("/promotional", with: "/revoke_promotionals"))
            #expect(revoked.status == 200, "\(revoked.body)")
            let look = try await plan.look(at: server.address)
            #expect(look.new == 0 && look.notAgain == 1 && look.equal == 8)
            #expect(look.lines.contains("Not there, and not made again after a former run: 1"))
            #expect(try await plan.run(at: server.address).sent == 0)
        }

        @Test func `What is there of grants is read by REST v2, and by nothing of REST v1`()
            async throws
        {
            let plan = try plan()
            let server = try await FaultyTarget(plan.rehearsal())
            let calls = try grants(plan)
            // One that was given a day after the plan was made, and ends before the plan's.
            _ = await server.answer(
                .post, "/allonym/v1/clock", #"{"advance":"P1D"}"#, key: "ak_faulty")
            let early = try #require(Migration.milliseconds(of: "2026-12-20T08:00:00.000Z"))
            #expect(
                await server.answer(.post, calls[0].path, #"{"end_time_ms":\#(early)}"#).status
                    == 201)
            let same = String(decoding: calls[1].body, as: UTF8.self)
            #expect(await server.answer(.post, calls[1].path, same).status == 201)
            let look = try await plan.look(at: server.address)
            #expect(look.new == 7 && look.equal == 1 && look.different == 0)
            #expect(look.overwritten == 1 && look.customers == 1 && look.undated == nil)
            let difference =
                "- REST v1, promotional grant with an end (\(calls[0].id)): ends_at is "
                + "2026-12-20T08:00:00.000Z, and 2027-01-20T08:00:00.000Z or later is wanted; it has "
                + "changed at 2026-11-21T08:00:00.000Z"
            #expect(look.lines.contains(difference), "\(look.lines)")
            #expect(look.lines.contains("There, different, and newer than the plan: 1"))
            await #expect(throws: ApplicationFault.self) {
                try await plan.look(at: server.address, keys: keys)
            }
        }
    }
#endif
