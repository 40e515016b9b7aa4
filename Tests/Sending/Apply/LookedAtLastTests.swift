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

    /// What is looked at before a call that could take something from a customer: at the last moment,
    /// and never in a project in which the customer is not.
    @Suite struct LookedAtLastTests {
        /// An end after that of the plan's grants, in milliseconds since 1970.
        private static let later = 1_814_400_000_000

        private func grants(_ users: String...) throws -> SentPlan {
            try SentPlan(granting: users.map { ($0, "gold") }, at: "revenuecat")
        }

        private func grant(
            to user: String, at server: FaultyTarget, _ entitlement: String = "gold"
        ) async {
            let path = "/v1/subscribers/\(user)/entitlements/\(entitlement)/promotional"
            let body = #"{"end_time_ms":\#(Self.later)}"#
            #expect(await server.answer(.post, path, body).status < 300)
        }

        private func status(of user: String, at server: FaultyTarget) async -> Int {
            await server.answer(.get, "/v2/projects/test/customers/\(user)").status
        }

        @Test func `Undo in a project in which nobody is found deletes nobody`() async throws {
            let plan = try grants("user_1", "user_2")
            let server = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: server.address).isComplete)
            let undone = try await plan.run(at: server.address, isUndo: true, project: "tset")
            #expect(undone.customers.conflict == 2, "\(undone.lines.joined(separator: "\n"))")
            let failed = plan.lines(of: "undo-failed.jsonl")
            #expect(failed.count == 4)
            #expect(failed.allSatisfy { $0.contains("check --project") })
            for user in ["user_1", "user_2"] {
                #expect(await status(of: user, at: server) == 200)
            }
            var options = SentPlan.options
            options.retryFaults = true
            let again = try await plan.run(at: server.address, options, isUndo: true)
            #expect(again.customers.complete == 2, "\(again.lines.joined(separator: "\n"))")
            for user in ["user_1", "user_2"] {
                #expect(await status(of: user, at: server) == 404)
            }
        }

        @Test func `Who was there before and is not found keeps a grant that nobody could read`()
            async throws
        {
            let plan = try grants("user_1", "user_2")
            let server = try await FaultyTarget(plan.rehearsal())
            #expect(await server.answer(.get, "/v1/subscribers/user_1").status == 201)
            await grant(to: "user_1", at: server)
            let report = try await plan.run(at: server.address, project: "tset")
            #expect(report.customers.conflict == 1, "\(report.lines.joined(separator: "\n"))")
            #expect(report.customers.complete == 1)
            #expect(plan.lines(of: "failed.jsonl").allSatisfy { $0.contains("check --project") })
            let held = await server.answer(
                .get, "/v2/projects/test/customers/user_1/subscriptions?limit=100"
            ).body
            #expect(held.contains("\(Self.later)"), "\(held)")
        }

        @Test func `What is given while undo waits to try again is found`() async throws {
            let plan = try SentPlan(
                granting: [("user_1", "gold"), ("user_2", "silver")], at: "revenuecat")
            let wasRefused = Locked(false)
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                if line == "DELETE /v1/subscribers/user_1" {
                    let isFirst = wasRefused.withLock { known in
                        defer { known = true }
                        return !known
                    }
                    return isFirst ? .answer(429, headers: [:]) : .none
                }
                guard wasRefused.withLock({ $0 }) else { return .none }
                return .meanwhile { visitor in
                    _ = await visitor.answer(
                        .post, "/v1/subscribers/user_1/entitlements/silver/promotional",
                        #"{"end_time_ms":\#(Self.later)}"#)
                }
            }
            #expect(try await plan.run(at: server.address).isComplete)
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.reasons["given-since"] == 1, "\(undone.lines.joined(separator: "\n"))")
            #expect(await status(of: "user_1", at: server) == 200)
        }

        @Test func `Beside the plan's own purchases, further ones keep a customer at RevenueCat`()
            async throws
        {
            let users = ["user_1", "user_2", "user_3"]
            let lines = users.flatMap { user in
                let transaction = "GPA.\(user)"
                let customer =
                    #"{"allonym":1,"type":"customer","ids":[{"id":"\#(user)","kind":"custom"}]}"#
                let purchase =
                    #"{"allonym":1,"type":"purchase","user-id":"\#(user)","store":"play_store","#
                    + #""product":"pro","store-product":"com.example.pro","state":"active","#
                    + #""kind":"subscription","entitlement":["pro"],"environment":"production","#
                    + #""purchase-date":"2026-11-01T08:00:00.000Z","price":9.99,"currency":"EUR","#
                    + #""expiry-date":"2026-12-01T08:00:00.000Z","order-id":"\#(transaction)","#
                    + #""transaction-id":"\#(transaction)","purchase-token":"token-\#(user)","#
                    + #""original-transaction-id":"\#(transaction)"}"#
                let grant =
                    #"{"allonym":1,"type":"grant","user-id":"\#(user)","entitlement":["gold"],"#
                    + #""state":"active","expiry-date":"2027-06-01T00:00:00.000Z"}"#
                return [customer, purchase, grant]
            }
            let plan = try SentPlan(of: lines, to: "revenuecat", at: "2026-11-20T08:00:00.000Z")
            let rehearsal = try plan.rehearsal()
            let server = try await FaultyTarget(rehearsal)
            #expect(try await plan.run(at: server.address).isComplete)
            let product = try #require(rehearsal.products.first).id
            _ = await server.visitor.buyAtRevenueCat(product, as: "user_2")
            await grant(to: "user_3", at: server, "pro")
            let undone = try await plan.run(at: server.address, isUndo: true)
            #expect(undone.customers.conflict == 2, "\(undone.lines.joined(separator: "\n"))")
            for (user, expected) in zip(users, [404, 200, 200]) {
                #expect(await status(of: user, at: server) == expected, "\(user)")
            }
            let failed = plan.lines(of: "undo-failed.jsonl")
            #expect(failed.contains { $0.contains("more purchases than the plan has brought") })
            #expect(failed.contains { $0.contains("others have given the customer something") })
        }
    }
#endif
