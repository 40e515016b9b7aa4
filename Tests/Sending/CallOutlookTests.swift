// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import Foundation
    import Testing

    @Suite struct CallOutlookTests {
        private func outlook(_ findings: String, _ costs: String) throws -> CallOutlook {
            let text = """
                {"customers":1,"writers":[],"findings":{\(findings)},"costs":{\(costs)}}
                """
            return try JSONDecoder().decode(CallOutlook.self, from: Data(text.utf8))
        }

        @Test func `Findings come in the order of what they cost, and say so`() throws {
            let outlook = try outlook(
                #""by-hand":1200,"brought-by-app":785,"case-twins":8,"missing-receipt":30,"#
                    + #""owner-out-of-reach":7,"sandbox":1"#,
                #""brought-by-app":{"byApp":664},"missing-receipt":{"byDecision":20,"lost":2},"#
                    + #""owner-out-of-reach":{"lost":21},"sandbox":{"lost":1}"#)
            let title = "Findings of the plan that cost access, or wait for you to decide:"
            let lines = outlook.lines
            let start = try #require(lines.firstIndex(of: title))
            #expect(
                lines[(start + 1)...] == [
                    "- missing-receipt: 20 customers lose access until you decide, "
                        + "2 customers lose access for good",
                    "- owner-out-of-reach: 21 customers lose access for good",
                    "- sandbox: 1 customer loses access for good",
                    "- brought-by-app: 664 customers wait for the new app",
                    "- by-hand: 1,200 to decide", "- case-twins: 8 to decide",
                ])
        }

        /// Why something is not done.
        private func fault(_ body: () async throws -> some Any) async throws -> ApplicationFault {
            do {
                _ = try await body()
            } catch let fault as ApplicationFault {
                return fault
            }
            throw Unrefused()
        }

        private struct Unrefused: Error {}

        private static let granted = (1...3).flatMap { number in
            [
                #"{"allonym":1,"type":"customer","ids":[{"id":"user_\#(number)","kind":"custom"}]}"#,
                #"{"allonym":1,"type":"grant","user-id":"user_\#(number)","entitlement":["gold"],"#
                    + #""state":"active","expiry-date":"2027-01-20T08:00:00.000Z"}"#,
            ]
        }

        private static let unbroken =
            "No call breaks the target's documented rules about IDs and dates: what they refuse is in "
            + "the plan's findings already."

        @Test(
            arguments: [
                ("user_2", nil, 0), ("(null)", "revenuecat.id.3", 2),
                ("a%2Fb1", "revenuecat.id.5", 2),
            ] as [(String, String?, Int)])
        func `What the target's rules refuse is foretold where a plan has it after all`(
            id: String, rule: String?, count: Int
        ) async throws {
            let plan = try SentPlan(
                of: Self.granted, to: "revenuecat", at: "2026-11-20T08:00:00.000Z")
            if rule != nil {
                for name in ["revenuecat-customers.jsonl", "revenuecat-grants.jsonl"] {
                    try plan.rewrite(name, "user_2", as: id)
                }
            }
            let outlook = try await plan.outlook(at: "http://127.0.0.1:9")
            let refusals = try #require(outlook.refusals)
            #expect(refusals.map(\.calls) == (count == 0 ? [] : [count]))
            #expect(refusals.first?.rule == rule)
            let isSaid = outlook.lines.contains("Would be refused by documented rules:")
            #expect(isSaid == (rule != nil))
            #expect(outlook.lines.contains(Self.unbroken) == (rule == nil))
        }

        @Test(
            arguments: [
                ("qonversion", "qonversion.rest-grant"), ("revenuecat", "revenuecat.grant"),
            ], [(nil, 0), ("2027-01-20T07:59:59.000Z", 0), ("2027-01-20T08:00:00.000Z", 3)])
        func `What has ended since the plan was made is foretold`(
            target: (provider: String, writer: String), now: (moment: String?, ended: Int)
        ) async throws {
            let plan = try SentPlan(
                of: Self.granted, to: target.provider, at: "2026-11-20T08:00:00.000Z")
            let outlook = try await plan.outlook(
                at: "http://127.0.0.1:9", now: now.moment.flatMap(Migration.milliseconds))
            let refusals = try #require(outlook.refusals)
            #expect(refusals.reduce(0) { $0 + $1.calls } == now.ended)
            #expect(refusals.first?.rule == (now.ended == 0 ? nil : target.writer))
            let line =
                "- expiry-date has to lie ahead, and has passed by now (\(target.writer)): 3 calls"
            #expect(outlook.lines.contains(line) == (now.ended > 0), "\(outlook.lines)")
        }

        @Test func `Findings are those of the customers who are meant`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let all = try await plan.outlook(at: "http://127.0.0.1:9")
            #expect(all.isOfSome == nil && !all.findings.isEmpty)
            let table = plan.lines(of: "findings.csv").dropFirst().map { $0.split(separator: ",") }
            var options = SentPlan.options
            options.only = []
            let nobody = try await plan.outlook(at: "http://127.0.0.1:9", options)
            #expect(nobody.findings.isEmpty && nobody.costs.isEmpty && table.count > 1)
            let ids = try plan.customers().flatMap { $0.ids.map(\.source) }
            options.only = Set(ids.prefix(3)).subtracting([""])
            let some = try await plan.outlook(at: "http://127.0.0.1:9", options)
            #expect(some.isOfSome == true)
            #expect(some.findings.values.reduce(0, +) < all.findings.values.reduce(0, +))
            let head = "Findings about these customers that cost access, or wait for you to decide:"
            #expect(some.lines.contains(head) == !some.findings.isEmpty)
        }

        @Test func `What a former run has done is subtracted, and that is said`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            func calls(_ outlook: CallOutlook) -> Int {
                outlook.writers.reduce(0) { $0 + $1.calls }
            }
            let before = try await plan.outlook(at: server.address)
            let all = try plan.calls().count
            #expect(calls(before) == all && before.done == nil)
            #expect(before.lines.first == "\(before.customers) customers have calls:")
            var few = SentPlan.options
            few.canary = 3
            let canary = try await plan.run(at: server.address, few)
            let rest = try await plan.outlook(at: server.address)
            #expect(calls(rest) == all - canary.sent)
            #expect(
                rest.lines.first
                    == "\(before.customers) customers have calls, 3 of them done already:")
            // At another target a run would be refused, with the same words.
            let other = try await FaultyTarget(plan.rehearsal())
            let refusal = try await fault { try await plan.run(at: other.address) }
            guard case .data(let text) = refusal else {
                Issue.record("\(refusal)")
                return
            }
            #expect(text.contains("it is the record of the target \"\(server.address)\""))
            let foretold = try await fault { try await plan.outlook(at: other.address) }
            #expect(foretold.description == refusal.description)
            #expect(try await plan.run(at: server.address).isComplete)
            let none = try await plan.outlook(at: server.address)
            let customers = before.customers
            #expect(
                none.lines == [
                    "\(customers) customers have calls, \(customers) of them done already."
                ])
            _ = try await plan.run(at: server.address, isUndo: true)
            let undone = try await plan.outlook(at: server.address)
            #expect((undone.undone ?? 0) > 0)
            #expect((undone.undone ?? 0) + (undone.done ?? 0) == customers)
            #expect(undone.lines.first?.contains(" of them undone, so left out") == true)
        }

        @Test(
            arguments: [
                ("", "not known"), (#""seconds":2,"#, "2 s"),
                (
                    #""seconds":2,"unrated":1,"#,
                    "2 s, without 1 call for which no rate is documented"
                ),
                (
                    #""seconds":7300,"unrated":1200,"#,
                    "3 h, without 1,200 calls for which no rate is documented"
                ),
            ])
        func `The minimum duration says which calls are not in it`(
            members: String, duration: String
        ) throws {
            let text = """
                {\(members)"customers":1,"writers":[],"findings":{},"costs":{}}
                """
            let outlook = try JSONDecoder().decode(CallOutlook.self, from: Data(text.utf8))
            #expect(outlook.lines.last == "Minimum duration: \(duration).")
        }

        @Test(arguments: [("revenuecat", "qonversion"), ("purchasely", "revenuecat")])
        func `Calls without a documented rate are counted apart`(
            source: String, target: String
        ) async throws {
            let plan = try SentPlan(from: source, to: target)
            var options = SentPlan.options
            options.rate = .documented
            let outlook = try await plan.outlook(at: "http://127.0.0.1:9", options)
            let without = outlook.writers.filter { $0.rate == nil }.reduce(0) { $0 + $1.calls }
            #expect((outlook.unrated ?? 0) == (outlook.seconds == nil ? 0 : without))
            // Any other rate holds for every call.
            options.rate = .fixed(10, seconds: 1)
            let fixed = try await plan.outlook(at: "http://127.0.0.1:9", options)
            #expect(fixed.seconds != nil && fixed.unrated == nil)
        }

        @Test func `Calls that are left to a person are said not to be sent`() async throws {
            let plan = try SentPlan(from: "neutral", to: "revenuecat", customers: 300)
            var options = SentPlan.options
            let said = "  by hand: not sent without --by-hand"
            let outlook = try await plan.outlook(at: "http://127.0.0.1:9", options)
            let left = try #require(outlook.writers.first { $0.isByHand == true })
            #expect(left.id == "revenuecat.alias")
            #expect(outlook.writers.count { $0.isByHand == true } == 1)
            let lines = outlook.lines
            let place = try #require(lines.firstIndex(of: said))
            // What is not sent loses no answer.
            #expect(!lines[place + 1].hasPrefix("  "))
            options.sendsByHand = true
            let all = try await plan.outlook(at: "http://127.0.0.1:9", options)
            #expect(all.writers.allSatisfy { $0.isByHand == nil })
            #expect(!all.lines.contains(said))
        }

        @Test func `A canary is said to stop after its customers, unless there are no more`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            let all = try plan.customers().count
            var options = SentPlan.options
            func stops() async throws -> Int? {
                try await plan.outlook(at: server.address, options).canary
            }
            #expect(try await stops() == nil)
            options.canary = 3
            let lines = try await plan.outlook(at: server.address, options).lines
            #expect(
                lines.contains(
                    "With --canary, the run would stop after 3 customers; the figures here are for "
                        + "all."))
            options.canary = all - 1
            #expect(try await stops() == all - 1)
            options.canary = all
            #expect(try await stops() == nil)
            // What a run has done is not to come.
            options.canary = 3
            _ = try await plan.run(at: server.address, options)
            options.canary = all - 3
            #expect(try await stops() == nil)
        }

        @Test func `Without such findings there is no list of them`() throws {
            #expect(try outlook("", "").lines.last?.hasPrefix("Minimum duration: ") == true)
        }
    }
#endif
