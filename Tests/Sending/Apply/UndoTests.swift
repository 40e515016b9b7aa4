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
            let left = undone.calls["not taken back", default: 0]
            #expect(left >= 1)
            let said = left == 1 ? "1 call was not taken back" : "\(left) calls were not taken back"
            #expect(undone.next.contains { $0.hasPrefix(said) }, "\(undone.next)")
            #expect(!undone.tookNothingBack)
            #expect(await server.answer(.get, known).status == 200)
            for user in users.dropFirst() {
                #expect(await server.answer(.get, user.path).status == 404)
            }
            let again = try await plan.run(at: server.address, isUndo: true)
            #expect(again.sent == 0)
            // What was taken back is not made again.
            let count = server.count
            _ = try? await plan.run(at: server.address)
            #expect(server.count == count)
        }

        @Test func `What was granted before the plan is still there after undo`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            let grant = try #require(
                plan.calls().first { $0.path.hasSuffix("/entitlements") && !$0.body.isEmpty })
            let user = grant.path.replacing("/entitlements", with: "").replacing(
                "/v4/", with: "/v3/")
            let body = String(decoding: grant.body, as: UTF8.self)
            for (path, body) in [(user, #"{"environment":"prod"}"#), (grant.path, body)] {
                #expect(await server.answer(.post, path, body).status < 300, "\(path)")
            }
            let before = await server.answer(.get, grant.path).body
            #expect(try await plan.run(at: server.address).isComplete)
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.calls["not taken back", default: 0] >= 2)
            #expect(await server.answer(.get, grant.path).body == before)
        }

        @Test func `Before undo it is said what undo does, not what it cannot`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            let apply = try await plan.coming(at: server.address).finalities
            #expect(apply.contains { $0.says.hasPrefix("An identity is never taken away") })
            #expect(try await plan.coming(at: server.address, isUndo: true).calls == 0)
            _ = try await plan.run(at: server.address)
            let undo = try await plan.coming(at: server.address, isUndo: true).finalities
            #expect(undo.contains { $0.says.hasPrefix("Erases the customer with everything") })
            #expect(!undo.contains { $0.says.hasPrefix("An identity is never taken away") })
        }

        @Test func `Who was taken back is left out, and the others go on`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            var few = SentPlan.options
            few.canary = 3
            let canary = try await plan.run(at: server.address, few)
            let id = try #require(canary.canary?.first)
            var one = SentPlan.options
            one.only = [id]
            #expect(try await plan.run(at: server.address, one, isUndo: true).sent > 0)
            let rest = try await plan.run(at: server.address)
            #expect(rest.undone == 1)
            #expect(rest.isComplete)
            #expect(rest.customers.all == canary.customers.all - 1)
            #expect(rest.next.contains { $0.hasPrefix("1 customer was left out") })
            let made = server.done.filter {
                $0.key.hasPrefix("POST") && !$0.key.hasSuffix("/entitlements")
            }
            #expect(made.values.allSatisfy { $0 == 1 })
            // Of whom everything was taken back nobody is left.
            await #expect(throws: ApplicationFault.self) {
                _ = try await plan.run(at: server.address, one)
            }
            _ = try await plan.run(at: server.address, isUndo: true)
            await #expect(throws: ApplicationFault.self) {
                _ = try await plan.run(at: server.address)
            }
        }

        @Test func `Calls that were never sent are counted as such, and never taken back`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            var options = SentPlan.options
            options.canary = 3
            _ = try await plan.run(at: server.address, options)
            options.canary = nil
            options.undoesUnsure = true
            let undone = try await plan.run(at: server.address, options, isUndo: true)
            #expect(undone.isApplied == true)
            let unsent = try #require(undone.calls["never sent"])
            #expect(undone.calls["not taken back"] == nil)
            #expect(undone.sent == undone.calls["done"])
            #expect(undone.sent + unsent == plan.lines(of: "undo.jsonl").count)
            #expect(
                undone.next.first
                    == "\(unsent) calls were never sent, so there is nothing to undo.")
            #expect(undone.customers.complete == 3)
            #expect(undone.customers.nothing == undone.customers.all - 3)
            // Once the rest was sent it can be taken back.
            _ = try await plan.run(at: server.address)
            let rest = try await plan.run(at: server.address, options, isUndo: true)
            #expect(rest.calls["never sent"] == nil)
            #expect(rest.sent == unsent)
        }

        @Test func `Whom the plan may not have made is taken back only when that is asked for`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "purchasely")
            let server = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: server.address).isComplete)
            let count = server.count
            // Purchasely's answers do not say whether there was such a user before.
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.sent == 0)
            #expect(undone.calls["not taken back"] == undone.calls.values.reduce(0, +))
            #expect(server.count == count)
            #expect(undone.tookNothingBack)
            #expect(undone.customers.complete == 0)
            #expect(undone.customers.spared == undone.customers.all)
            #expect(undone.lines.contains("- not taken back: \(undone.customers.all)"))
            #expect(undone.next.first == "Nothing was taken back.")
            #expect(undone.next.contains { $0.contains("--also-unsure") })
            var options = SentPlan.options
            options.undoesUnsure = true
            let unsure = try await plan.run(at: server.address, options, isUndo: true)
            #expect(!unsure.tookNothingBack && unsure.customers.spared == nil)
            #expect(unsure.calls["done", default: 0] > 0)
            #expect(unsure.calls["not taken back"] == nil)
        }

        @Test func `Who was there before a run that was cut short is not taken for the plan's`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let canRead = Locked(false)
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                line.hasPrefix("GET") && !canRead.withLock { $0 }
                    ? .answer(503, headers: [:]) : .none
            }
            let users = try plan.calls().filter {
                $0.path.hasPrefix("/v3/users/") && $0.path.split(separator: "/").count == 3
            }
            for user in users {
                let made = await server.answer(.post, user.path, #"{"environment":"prod"}"#)
                #expect(made.status == 200)
            }
            // Each is refused as being there, and the run ends before anything could be compared.
            var few = SentPlan.options
            few.mostTries = 2
            let cut = try await plan.run(at: server.address, few)
            #expect(!cut.isComplete)
            canRead.withLock { $0 = true }
            let applied = try await plan.run(at: server.address)
            #expect(applied.isComplete, "\(applied.lines.joined(separator: "\n"))")
            #expect(applied.calls["found after a lost answer"] == nil)
            #expect(applied.calls["there already", default: 0] >= users.count)
            var options = SentPlan.options
            options.undoesUnsure = true
            let undone = try await plan.run(at: server.address, options, isUndo: true)
            #expect(undone.next.contains { $0.hasSuffix("would remove was there before.") })
            #expect(!undone.next.contains { $0.contains("--also-unsure") })
            for user in users { #expect(await server.answer(.get, user.path).status == 200) }
        }

        @Test func `What has no reverse is named with the reason`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            let applied = try await plan.run(at: server.address)
            let undone = try await plan.run(at: server.address, isUndo: true)
            let linked = try #require(applied.writers.first { $0.id == "qonversion.rest-identity" })
            #expect(linked.all > 0)
            #expect(undone.writers.first { $0.id == linked.id }?.kept == linked.all)
            #expect(applied.writers.allSatisfy { $0.kept == nil })
            let line = "- \(linked.title): \(linked.all). \(try #require(linked.noUndo))"
            #expect(undone.lines.contains(line))
        }

        @Test func `A body is signed with the key that its header names`() throws {
            let key = try SecretKey(made: "Jefe")
            let name = "<hex HMAC-SHA256 of the body with the client shared secret>"
            let headers = try #require(
                FilledHeaders(["Authorization": name, "X": "y"], ["client shared secret": key]))
            // RFC 4231, test case 2.
            let signed = headers.authorization(for: Array("what do ya want for nothing?".utf8))
            #expect(
                signed.map(\.value) == [
                    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
                ])
            #expect(headers.plain.map(\.name) == ["X"])
            #expect(FilledHeaders(["Authorization": name], [:]) == nil)
        }

        @Test func `What was not done is not taken back`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            var options = SentPlan.options
            options.undoesUnsure = true
            let undone = try await plan.run(at: server.address, options, isUndo: true)
            #expect(undone.sent == 0)
            #expect(server.count == 0)
            #expect(undone.isApplied == false)
            #expect(undone.customers.complete == 0)
            #expect(undone.customers.nothing == undone.customers.all)
            #expect(undone.whyNotAgain == nil)
            #expect(undone.next == ["Nothing of this plan has been applied."])
        }

        @Test func `What was refused made nothing, so nothing of it is taken back`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let refuses = Locked(true)
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                refuses.withLock { $0 } && line.hasPrefix("POST ")
                    ? .answer(400, headers: [:]) : .none
            }
            let applied = try await plan.run(at: server.address)
            let customers = applied.customers.all
            #expect(applied.customers.refused == customers)
            refuses.withLock { $0 = false }
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.sent == 0 && undone.isComplete)
            #expect(undone.customers.complete == 0)
            #expect(undone.lines.contains("- nothing to take back: \(customers)"))
            #expect(undone.calls["not taken back"] == nil)
            let refused = try #require(undone.calls["never made"])
            #expect(
                undone.next.contains("\(refused) calls were refused, so there is nothing to undo."))
            // Once it is made it can be taken back.
            var options = SentPlan.options
            options.retryFaults = true
            #expect(try await plan.run(at: server.address, options).isComplete)
            let rest = try await plan.run(at: server.address, isUndo: true)
            #expect(rest.customers.complete == customers)
            #expect(rest.calls["never made"] == nil)
        }
    }
#endif
