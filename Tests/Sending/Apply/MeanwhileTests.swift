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

    /// Targets that change while a plan is applied: somebody whose calls come later logs in with
    /// the new app, and buys something.
    @Suite struct MeanwhileTests {
        /// Calls are made one after the other, so that the last customer's turn comes late.
        private var options: ApplicationOptions {
            var options = SentPlan.options
            options.concurrency = 1
            return options
        }

        /// The last customer with a call of a writer, and that call.
        ///
        /// A run works on four customers at once at the least, so the last one is none of those whom
        /// it begins with.
        private func last(
            with writer: String, in plan: SentPlan
        ) throws -> (customer: CustomerCalls, call: PlannedCall) {
            let customers = try plan.customers()
            let found = try #require(
                customers.indices.last { number in
                    customers[number].calls.contains { $0.id.hasPrefix("\(writer).") }
                })
            #expect(found >= 8)
            let call = try #require(
                customers[found].calls.first { $0.id.hasPrefix("\(writer).") })
            return (customers[found], call)
        }

        /// What somebody can buy of a plan's products.
        private func product(of plan: SentPlan) throws -> String {
            try #require(
                plan.rehearsal().products.first { $0.kind == nil || $0.kind == .subscription }
            ).id
        }

        /// Checks that the run has found one customer to be another than planned, and names it.
        private func expectConflict(
            of customer: CustomerCalls, _ call: PlannedCall, _ difference: String,
            _ report: ApplicationReport, _ plan: SentPlan
        ) throws {
            #expect(report.customers.conflict == 1, "\(report.lines.joined(separator: "\n"))")
            #expect(report.customers.complete == report.customers.all - 1)
            #expect(report.calls["conflict"] == 1)
            #expect(report.next.contains { $0.hasPrefix("Conflicts were not overwritten") })
            let failed = plan.lines(of: "failed.jsonl")
            #expect(failed.count == 1)
            let line = try #require(failed.first)
            #expect(line.contains(#""outcome":"conflict""#))
            #expect(line.contains(call.id))
            #expect(line.contains(difference), "\(line)")
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["sourceIDs"] as? [String] == customer.ids.map(\.source))
            // What the provider has said, and apart from it how that differs.
            let status = try #require(object?["status"] as? Int)
            #expect((object?["answer"] as? String)?.hasPrefix("\(status) {") == true, "\(line)")
            #expect((object?["difference"] as? String)?.contains(difference) == true, "\(line)")
        }

        @Test func `Who logs in and buys at Qonversion during a run is found, and keeps it all`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let (customer, identity) = try last(with: "qonversion.rest-identity", in: plan)
            let product = try product(of: plan)
            let device = "QON_newphone"
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                guard number == 3 else { return .none }
                return .meanwhile {
                    await $0.logInAtQonversion(identity.path, on: device, buying: product)
                }
            }
            let report = try await plan.run(at: server.address, options)
            try expectConflict(of: customer, identity, device, report, plan)
            #expect(await server.answer(.get, identity.path).body.contains(device))
            let held = await server.answer(.get, "/v3/users/\(device)/entitlements").body
            #expect(held.contains(product), "\(held)")
            #expect(!held.contains(#""source":"manual""#), "\(held)")

            // Asked again, it is still not taken away from them.
            var again = options
            again.retryFaults = true
            let second = try await plan.run(at: server.address, again)
            #expect(second.customers.conflict == 1)
            #expect(await server.answer(.get, identity.path).body.contains(device))
            #expect(
                await server.answer(.get, "/v3/users/\(device)/entitlements").body == held)
        }

        @Test func `Who logs in and buys at RevenueCat during a run is found, and keeps it all`()
            async throws
        {
            let plan = try SentPlan(from: "qonversion", to: "revenuecat", customers: 200)
            let (customer, call) = try last(with: "revenuecat.rest-v2-customer", in: plan)
            let object = try JSONSerialization.jsonObject(with: Data(call.body)) as? [String: Any]
            let user = try #require(object?["id"] as? String)
            let product = try product(of: plan)
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                guard number == 3 else { return .none }
                return .meanwhile {
                    await $0.logInAtRevenueCat(
                        user, on: "$RCAnonymousID:0123456789abcdef0123456789abcdef",
                        buying: product)
                }
            }
            let report = try await plan.run(at: server.address, options)
            try expectConflict(of: customer, call, "active_entitlements.items", report, plan)
            let path = "/v1/subscribers/\(user)"
            let held = try await bought(at: server, path)
            #expect(held == [product])

            var again = options
            again.retryFaults = true
            let second = try await plan.run(at: server.address, again)
            #expect(second.customers.conflict == 1)
            #expect(try await bought(at: server, path) == held)
        }

        /// What a subscriber has bought, by the products' IDs.
        private func bought(at server: FaultyTarget, _ path: String) async throws -> [String] {
            let answer = await server.answer(.get, path, key: "pk_faulty")
            let object = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
            let subscriber = (object as? [String: Any])?["subscriber"] as? [String: Any]
            let subscriptions = subscriber?["subscriptions"] as? [String: Any]
            return try #require(subscriptions).keys.sorted()
        }
    }
#endif
