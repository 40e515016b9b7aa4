// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    /// What is not taken back is listed call by call, and foretold without a key.
    @Suite struct StayingCallsTests {
        /// A line of `undo-left.jsonl`.
        private struct Line: Decodable {
            struct Call: Decodable {
                let id: String
                let writer: String
            }

            let call: Call
            let kind: String
            let reason: String
            let sourceIDs: [String]
            let targetIDs: [String]
            let why: String
            let todo: String

            enum CodingKeys: String, CodingKey {
                case call, kind, reason, sourceIDs, targetIDs, why
                case todo = "do"
            }
        }

        private func lines(of plan: SentPlan) throws -> [Line] {
            try plan.lines(of: "undo-left.jsonl").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
        }

        @Test func `Each call that stays has a line with its IDs, the reason and what to do`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "purchasely")
            let server = try await FaultyTarget(plan.rehearsal())
            let applied = try await plan.run(at: server.address)
            #expect(applied.isComplete && applied.staying == nil)
            let undone = try await plan.run(at: server.address, isUndo: true)
            let all = try lines(of: plan)
            #expect(Set(all.map(\.call.id)) == Set(try plan.calls().map(\.id)))
            #expect(undone.staying == ["may-be-older": all.count])
            #expect(all.allSatisfy { !$0.sourceIDs.isEmpty && !$0.targetIDs.isEmpty })
            #expect(all.allSatisfy { $0.why.hasPrefix("Purchasely does not say whether") })
            #expect(all.allSatisfy { $0.todo.contains("--also-unsure") })
            let titles = Set(undone.writers.map(\.title))
            #expect(all.allSatisfy { titles.contains($0.kind) })
            #expect(undone.next.contains { $0.contains("undo-left.jsonl in the plan's folder") })
            let path = "\(plan.path)/undo-left.jsonl"
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            // What is taken back after all stands there no more.
            var options = SentPlan.options
            options.undoesUnsure = true
            let unsure = try await plan.run(at: server.address, options, isUndo: true)
            #expect(unsure.staying == nil)
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test func `What goes with its customer, was there before, or was refused is told apart`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let refuses = Locked(false)
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                refuses.withLock { $0 } && line.hasPrefix("DELETE")
                    ? .answer(400, headers: [:]) : .none
            }
            let users = try plan.calls().filter {
                $0.path.hasPrefix("/v3/users/") && $0.path.split(separator: "/").count == 3
            }
            let known = try #require(users.first)
            #expect(
                await server.answer(.post, known.path, #"{"environment":"prod"}"#).status == 200)
            #expect(try await plan.run(at: server.address).isComplete)
            refuses.withLock { $0 = true }
            let refused = try await plan.run(at: server.address, isUndo: true)
            #expect(refused.staying?["reverse-refused", default: 0] ?? 0 > 0)
            refuses.withLock { $0 = false }
            var again = SentPlan.options
            again.retryFaults = true
            let undone = try await plan.run(at: server.address, again, isUndo: true)
            let all = try lines(of: plan)
            #expect(all.first { $0.call.id == known.id }?.reason == "there-before")
            let linked = all.filter { $0.call.writer == "qonversion.rest-identity" }
            #expect(linked.count == undone.writers.compactMap(\.kept).reduce(0, +))
            #expect(linked.contains { $0.reason == "customer-deleted" })
            #expect(linked.allSatisfy { $0.why.hasPrefix("An identity is never taken away") })
            #expect(undone.staying?["reverse-refused"] == nil)
        }

        @Test func `A grant of a customer whom the plan made is revoked, one of another's stays`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "revenuecat", customers: 120)
            let granted = try plan.customers().filter { customer in
                customer.calls.contains { $0.id.hasPrefix("revenuecat.grant") }
            }
            #expect(granted.count > 1)
            func grants(_ path: String) -> Bool { path.hasSuffix("/promotional") }
            let known = try #require(granted.first)
            let made = try #require(known.calls.first { $0.id.contains("rest-v1-granted") })
            let server = try await FaultyTarget(plan.rehearsal())
            #expect(await server.answer(.get, made.path, key: "sk_faulty").status == 201)
            let applied = try await plan.run(at: server.address)
            // The aliases are left to a person.
            #expect(
                Set(applied.calls.keys) == ["done", "there already", "by hand"],
                "\(applied.lines.joined(separator: "\n"))")
            let foretold = try await plan.undoOutlook(at: server.address)
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(foretold.staying == undone.staying ?? [:])
            #expect(foretold.writers.reduce(0) { $0 + $1.calls } == undone.sent)
            let left = try lines(of: plan)
            let theirs = known.calls.filter { grants($0.path) }
            #expect(!theirs.isEmpty)
            for call in theirs {
                #expect(left.first { $0.call.id == call.id }?.reason == "may-be-older")
            }
            let others = Set(
                granted.dropFirst().flatMap(\.calls).filter { grants($0.path) }.map(\.id))
            #expect(left.allSatisfy { !others.contains($0.call.id) })
            // Each is revoked before its customer is deleted.
            #expect(server.done.keys.contains { $0.hasSuffix("/revoke_promotionals") })
        }

        @Test func `What undo would do is foretold without a key, and nothing is sent`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            let none = try await plan.undoOutlook(at: server.address)
            #expect(none.lines == ["Nothing of this plan has been applied."])
            var few = SentPlan.options
            few.canary = 5
            _ = try await plan.run(at: server.address, few)
            let count = server.count
            let outlook = try await plan.undoOutlook(at: server.address)
            #expect(
                server.count == count
                    && !FileManager.default.fileExists(
                        atPath: "\(plan.path)/undo-left.jsonl")
            )
            #expect(outlook.isApplied && outlook.customers == 5 && outlook.done == nil)
            // A user is erased after what was granted to it.
            let user = try #require(outlook.writers.first { $0.id == "qonversion.rest-user" })
            #expect(user.says.hasPrefix("Erases the customer"))
            #expect(!outlook.writers.contains { $0.after.contains(user.id) })
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(outlook.writers.reduce(0) { $0 + $1.calls } == undone.sent)
            #expect(outlook.staying == undone.staying ?? [:])
            let after = try await plan.undoOutlook(at: server.address)
            #expect(after.writers.isEmpty && after.done == undone.sent)
            #expect(after.lines.first?.hasSuffix("Nothing would be taken back.") == true)
        }
    }
#endif
