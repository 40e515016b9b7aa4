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

    /// What takes back what a plan has done.
    @Suite struct UndoTests {
        @Test func `Only what the plan has made is taken back, and only once`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            let users = try plan.calls().filter {
                $0.path.hasPrefix("/v3/users/") && $0.path.split(separator: "/").count == 3
            }
            let known = try #require(users.first?.path)
            #expect(
                await server.answer(.post, known, #"{"environment":"prod"}"#).status == 200)
            let applied = try await plan.run(at: server.address)
            #expect(applied.isComplete)
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.isComplete, "\(undone.lines.joined(separator: "\n"))")
            #expect(undone.calls["not taken back", default: 0] >= 1)
            #expect(await server.answer(.get, known).status == 200)
            for user in users.dropFirst() {
                #expect(await server.answer(.get, user.path).status == 404)
            }
            let again = try await plan.run(at: server.address, isUndo: true)
            #expect(again.sent == 0)
            // The journal says of what was taken back that it was done.
            await #expect(throws: ApplicationFault.self) {
                _ = try await plan.run(at: server.address)
            }
        }

        @Test func `What was not done is not taken back`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.sent == 0)
            #expect(server.count == 0)
        }
    }
#endif
