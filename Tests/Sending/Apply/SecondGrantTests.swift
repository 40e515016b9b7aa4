// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Grants of one entitlement to one customer, of which Qonversion keeps the first.
    @Suite struct SecondGrantTests {
        private static let moment = "2026-11-20T08:00:00.000Z"
        private static let ends = ["2026-12-01T00:00:00.000Z", "2027-06-01T00:00:00.000Z"]

        /// A plan for Qonversion of two grants to each of two customers, in both orders.
        private func plan() throws -> SentPlan {
            var lines: [String] = []
            for (id, ends) in [("user_1", Self.ends), ("user_2", Self.ends.reversed())] {
                lines.append(
                    #"{"allonym":1,"type":"customer","ids":[{"id":"\#(id)","kind":"custom"}]}"#)
                lines += ends.map { end in
                    #"{"allonym":1,"type":"grant","user-id":"\#(id)","entitlement":["gold"],"#
                        + #""state":"active","transaction-id":"\#(id) \#(end)","#
                        + #""expiry-date":"\#(end)"}"#
                }
            }
            return try SentPlan(of: lines, to: "qonversion", at: Self.moment)
        }

        @Test func `Of two grants of the same the longer lasts, and neither is a conflict`()
            async throws
        {
            let plan = try plan()
            let grants = try plan.calls().filter { $0.path.hasSuffix("/entitlements") }
            try #require(grants.count == 4)
            let server = try await FaultyTarget(plan.rehearsal())
            let report = try await plan.run(at: server.address)
            #expect(report.isComplete, "\(report.lines.joined(separator: "\n"))")
            #expect(report.calls["conflict"] == nil)
            let last = try #require(Migration.milliseconds(of: Self.ends[1])) / 1_000
            for grant in grants {
                let body = await server.answer(.get, grant.path).body
                #expect(body.contains(#""expires":\#(last)"#), "\(body)")
            }
        }

        @Test(arguments: [(-3_600, 1), (3_600, nil)] as [(Int64, Int?)])
        func `A grant that somebody has made is a conflict where it ends before the plan's`(
            seconds: Int64, conflicts: Int?
        ) async throws {
            let plan = try plan()
            let grant = try #require(
                try plan.calls().first { $0.path.hasSuffix("/entitlements") })
            let last = try #require(Migration.milliseconds(of: Self.ends[1])) / 1_000
            let server = try await FaultyTarget(plan.rehearsal())
            let owner = grant.path.replacing("/entitlements", with: "")
            let body = #"{"id":"gold","expires":\#(last + seconds)}"#
            for (path, body) in [(owner, #"{"environment":"prod"}"#), (grant.path, body)] {
                #expect(await server.answer(.post, path, body).status < 300)
            }
            let look = try await plan.look(at: server.address)
            #expect(look.different == (conflicts ?? 0))
            let report = try await plan.run(at: server.address)
            #expect(report.calls["conflict"] == conflicts)
            // Nor does undo take away what somebody else has given.
            _ = try await plan.run(at: server.address, isUndo: true)
            let left = await server.answer(.get, grant.path)
            #expect(left.body.contains(#""expires":\#(last + seconds)"#), "\(left.body)")
        }

        @Test(arguments: [
            ("1811808000", true), ("1811807998", false), ("1796083200", false), ("null", true),
            ("-1", false), ("9223372036854775807", true), ("-9223372036854775808", false),
            ("9223372036854775", true), ("-9223372036854776", false),
        ])
        func `No number of an answer is too large to be compared`(
            number: String, isThere: Bool
        ) throws {
            let plan = try plan()
            let calls = try PlanCalls(
                plan.path, hashing: TestHashes(), mappings: EveryProvider.mappings)
            let grant = try #require(
                try plan.calls().first { $0.path.hasSuffix("/entitlements") })
            let reading = try #require(CallReading(grant, of: calls))
            let body = """
                {"data":[{"id":"gold","source":"manual","expires":\(number),"started":\(number)}]}
                """
            switch try #require(reading.compare(Array(body.utf8))) {
            case .equal: #expect(isThere)
            case .different(let difference):
                #expect(!isThere)
                #expect(difference.text.hasPrefix("expires is "), "\(difference.text)")
            case .absent: Issue.record("the grant is not found")
            }
        }
    }
#endif
