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

    /// A target at which somebody else does something meanwhile.
    @Suite struct ChangedTargetTests {
        @Test func `What somebody else has there is found, and not overwritten`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            let calls = try plan.calls()
            let identity = try #require(calls.first { $0.path.hasPrefix("/v3/identities/") })
            let grant = try #require(calls.first { $0.path.hasSuffix("/entitlements") })
            let owner = grant.path.replacing("/entitlements", with: "")
            let end = try end(of: grant) - 3_600
            // Somebody has logged in meanwhile, and somebody was given the same for less time.
            for (path, body) in [
                ("/v3/users/QON_other", #"{"environment":"prod"}"#),
                (identity.path, #"{"user_id":"QON_other"}"#), (owner, #"{"environment":"prod"}"#),
                (grant.path, #"{"id":"\#(try entitlement(of: grant))","expires":\#(end)}"#),
            ] { #expect(await server.answer(.post, path, body).status < 300, "\(path)") }

            let look = try await plan.look(at: server.address)
            #expect(look.different == 2 && look.overwritten == 0)
            // What an identity is read with has no time.
            #expect(look.undated?.values.sorted() == [1])
            #expect(
                look.lines.contains {
                    $0.hasPrefix("Newer than the plan or not: not known of 1 × REST v3, ")
                }, "\(look.lines)")
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
            try #require(try body(of: call)?["id"] as? String)
        }

        private func end(of call: PlannedCall) throws -> Int {
            try #require(try body(of: call)?["expires"] as? Int)
        }

        private func body(of call: PlannedCall) throws -> [String: Any]? {
            try JSONSerialization.jsonObject(with: Data(call.body)) as? [String: Any]
        }
    }
#endif
