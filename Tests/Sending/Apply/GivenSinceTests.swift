// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMigration
    import AllonymSending
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What others have given customers since a plan was applied, which undo leaves.
    @Suite struct GivenSinceTests {
        /// A month after what the plan grants, in seconds and in milliseconds since 1970.
        private static let later: (seconds: Int64, milliseconds: Int64) = (
            1_814_400_000, 1_814_400_000_000
        )

        private func plan(
            for target: String, _ grants: [(user: String, entitlement: String)]
        ) throws -> SentPlan {
            try SentPlan(granting: grants, at: target)
        }

        /// The reasons in `undo-left.jsonl`, by the IDs of the calls.
        private func staying(of plan: SentPlan) throws -> [String: String] {
            struct Line: Decodable {
                struct Call: Decodable { let id: String }
                let call: Call
                let reason: String
            }
            return try plan.lines(of: "undo-left.jsonl").reduce(into: [:]) { all, line in
                let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
                all[line.call.id] = line.reason
            }
        }

        /// The path of what makes each customer at Qonversion, in the order of the plan.
        private func users(of plan: SentPlan) throws -> [String] {
            try plan.calls().filter { $0.id.hasPrefix("qonversion.rest-user.") }.map(\.path)
        }

        @Test func `What support has granted at Qonversion since is left, and listed`()
            async throws
        {
            let plan = try plan(
                for: "qonversion",
                [
                    ("user_1", "gold"), ("user_2", "gold"), ("user_3", "silver"),
                    ("user_4", "gold"),
                ])
            let server = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: server.address).isComplete)
            let users = try users(of: plan)
            try #require(users.count == 4)
            // The first gets another entitlement, the second the same for longer, and the last what
            // has ended by now.
            for (method, path, body) in [
                (.post, "\(users[0])/entitlements", #"{"id":"silver","expires":2000000000}"#),
                (.delete, "\(users[1])/entitlements/gold", ""),
                (
                    .post, "\(users[1])/entitlements",
                    #"{"id":"gold","expires":\#(Self.later.seconds)}"#
                ),
                (.post, "\(users[3])/entitlements", #"{"id":"silver","expires":2000000000}"#),
                (.delete, "\(users[3])/entitlements/silver", ""),
            ] as [(HTTPRequest.Method, String, String)] {
                #expect(await server.answer(method, path, body).status < 300, "\(path)")
            }
            let undone = try await plan.run(at: server.address, isUndo: true)
            let text = undone.lines.joined(separator: "\n")
            #expect(undone.customers.conflict == 2 && undone.customers.complete == 2, "\(text)")
            #expect(undone.calls["conflict"] == 3, "\(text)")
            let first = await server.answer(.get, "\(users[0])/entitlements").body
            #expect(first.contains("silver") && first.contains("2000000000"), "\(first)")
            #expect(!first.contains("gold"), "\(first)")
            let second = await server.answer(.get, "\(users[1])/entitlements").body
            #expect(second.contains(#""expires":\#(Self.later.seconds)"#), "\(second)")
            for gone in users[2...] { #expect(await server.answer(.get, gone).status == 404) }
            let left = try staying(of: plan)
            #expect(left["qonversion.rest-user.1"] == "given-since")
            #expect(left["qonversion.rest-grant.1"] == nil)
            #expect(left["qonversion.rest-user.2"] == "given-since")
            #expect(left["qonversion.rest-grant.2"] == "given-since")
            #expect(left["qonversion.rest-user.3"] == nil)
            let failed = plan.lines(of: "undo-failed.jsonl")
            #expect(failed.count == 3)
            #expect(failed.allSatisfy { $0.contains("others have given the customer something") })
            #expect(failed.contains { $0.contains("silver") })
            #expect(undone.next.contains { $0.hasPrefix("3 calls were not taken back because of") })
            // What was removed by hand keeps nothing any more.
            let path = "\(users[0])/entitlements/silver"
            #expect(await server.answer(.delete, path).status < 300)
            var options = SentPlan.options
            options.retryFaults = true
            let again = try await plan.run(at: server.address, options, isUndo: true)
            #expect(again.customers.conflict == 1)
            #expect(await server.answer(.get, users[0]).status == 404)
        }

        @Test func `Who has bought something at Qonversion since is not deleted`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let rehearsal = try plan.rehearsal()
            let server = try await FaultyTarget(rehearsal)
            #expect(try await plan.run(at: server.address).isComplete)
            let product = try #require(
                rehearsal.products.first { $0.kind == nil || $0.kind == .subscription })
            let users = try users(of: plan)
            let buyer = try #require(users.last)
            let id = try #require(buyer.split(separator: "/").last)
            await server.visitor.buyAtQonversion(product.id, as: String(id))
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.customers.conflict == 1, "\(undone.lines.joined(separator: "\n"))")
            // What the plan itself has brought keeps nobody.
            for user in users.dropLast() {
                #expect(await server.answer(.get, user).status == 404, "\(user)")
            }
            #expect(await server.answer(.get, buyer).status == 200)
            #expect(try staying(of: plan).values.contains("given-since"))
        }

        @Test func `What support has granted at RevenueCat since is left, and listed`()
            async throws
        {
            let plan = try plan(
                for: "revenuecat",
                [("user_1", "gold"), ("user_2", "gold"), ("user_3", "silver")])
            let server = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: server.address).isComplete)
            func entitlement(_ user: Int, _ name: String) -> String {
                "/v1/subscribers/user_\(user)/entitlements/\(name)/promotional"
            }
            for path in [entitlement(1, "silver"), entitlement(2, "gold")] {
                let body = #"{"end_time_ms":\#(Self.later.milliseconds)}"#
                #expect(await server.answer(.post, path, body).status < 300, "\(path)")
            }
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.customers.conflict == 2, "\(undone.lines.joined(separator: "\n"))")
            #expect(undone.customers.complete == 1)
            for (user, name) in [(1, "silver"), (2, "gold")] {
                let path = "/v2/projects/test/customers/user_\(user)/subscriptions?limit=100"
                let there = await server.answer(.get, path)
                #expect(there.body.contains(#""lookup_key":"\#(name)""#), "\(there.body)")
            }
            let third = await server.answer(.get, "/v2/projects/test/customers/user_3")
            #expect(third.status == 404, "\(third.body)")
        }

        @Test
        func `Who has bought something at RevenueCat since is not deleted, with access or not`()
            async throws
        {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat", customers: 150)
            let rehearsal = try plan.rehearsal()
            let server = try await FaultyTarget(rehearsal)
            #expect(try await plan.run(at: server.address).isComplete)
            let product = try #require(
                rehearsal.products.first { $0.kind == nil || $0.kind == .subscription }
            ).id
            let made = try plan.customers().filter { customer in
                customer.calls.count == 1
                    && customer.calls[0].id.hasPrefix("revenuecat.rest-v2-customer.")
            }
            let buyers = made.prefix(2).compactMap { $0.ids.first?.target }
            try #require(buyers.count == 2 && made.count > 2)
            for (number, buyer) in buyers.enumerated() {
                let token = await server.visitor.buyAtRevenueCat(
                    product, as: buyer, by: "buyer-\(number)")
                guard number == 1 else { continue }
                // The store has given the money back: there is no access any more.
                let refund = #"{"token":"\#(token)","event":"refund"}"#
                let told = await server.visitor.answer(
                    .post, "/allonym/v1/store-events", refund, key: "ak_faulty")
                #expect(told.status < 300, "\(told.body)")
            }
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.customers.conflict == 2, "\(undone.lines.joined(separator: "\n"))")
            #expect(undone.reasons == ["given-since": 2])
            for customer in made {
                let id = try #require(customer.ids.first?.target)
                let answer = await server.answer(.get, "/v2/projects/test/customers/\(id)")
                #expect(answer.status == (buyers.contains(id) ? 200 : 404), "\(id)")
            }
        }

        @Test func `Where it cannot be read what others have given, nothing is deleted`()
            async throws
        {
            let plan = try plan(for: "qonversion", [("user_1", "gold")])
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                line.hasPrefix("GET /v4/") ? .answer(400, headers: [:]) : .none
            }
            #expect(try await plan.run(at: server.address).isComplete)
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.calls["conflict"] == 2)
            #expect(await server.answer(.get, try #require(users(of: plan).first)).status == 200)
            let failed = plan.lines(of: "undo-failed.jsonl")
            #expect(failed.allSatisfy { $0.contains("cannot be read, so it was not sent") })
        }

        @Test func `Undo asks for what it reads with`() async throws {
            let plan = try plan(for: "revenuecat", [("user_1", "gold")])
            let server = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: server.address).isComplete)
            let count = server.count
            let few = TargetKeys(named: ["secret key": try SecretKey(made: "sk_faulty")])
            let missing = await #expect(throws: ApplicationFault.self) {
                try await plan.run(at: server.address, isUndo: true, keys: few)
            }
            #expect("\(try #require(missing))".contains("secret key, version 2"))
            let project = await #expect(throws: ApplicationFault.self) {
                try await plan.run(at: server.address, isUndo: true, project: "")
            }
            #expect("\(try #require(project))".hasPrefix("--project: missing"))
            #expect(server.count == count)
        }
    }
#endif
