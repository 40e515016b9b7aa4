// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import Foundation
    import Testing

    /// How a run would go, as it is said without a key and without asking anybody.
    @Suite struct ForetoldRunTests {
        @Test
        func `A journal of which nothing was done goes over, and its calls are foretold as new`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let all = try plan.calls().count
            let deaf = try await FaultyTarget(plan.rehearsal()) { _, _ in
                .answer(400, headers: [:])
            }
            let report = try await plan.run(at: deaf.address)
            #expect(report.calls["refused", default: 0] > 0 && report.calls["done"] == nil)
            let other = try await FaultyTarget(plan.rehearsal())
            let outlook = try await plan.outlook(at: other.address)
            #expect(outlook.writers.reduce(0) { $0 + $1.calls } == all && outlook.done == nil)
            #expect(try await plan.run(at: other.address).sent == all)
        }

        @Test func `While another process applies the plan, there is no outlook but for later`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let record = try CallRecord(
                in: plan.path, of: CallRecord.Identity(plan: "p", target: "t", project: ""))
            let fault = await #expect(throws: ApplicationFault.self) {
                _ = try await plan.outlook(at: "http://127.0.0.1:9")
            }
            if case .busy(let words)? = fault {
                #expect(words.contains("another process is applying this plan; wait until"))
            } else {
                Issue.record("\(fault as Any)")
            }
            try record.close()
        }

        @Test func `A list of customers narrows the findings, and what they cost, to these`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 60)
            let all = try await plan.outlook(at: "http://127.0.0.1:9")
            #expect(all.isOfSome == nil)
            // Somebody with calls who waits for the app.
            let rows = plan.lines(of: "findings.csv").map { $0.split(separator: ",") }
            let waiting = Set(
                rows.filter { $0.first == "brought-by-app" }.map { String($0[2]) })
            var options = SentPlan.options
            var (few, sources) = (all, Set<String>())
            for customer in try plan.customers() {
                sources = Set(customer.ids.map(\.source))
                if sources.isDisjoint(with: waiting) { continue }
                options.only = [try #require(sources.sorted().first)]
                few = try await plan.outlook(at: "http://127.0.0.1:9", options)
                if few.costs["brought-by-app"] != nil { break }
            }
            #expect(few.customers == 1 && few.isOfSome == true)
            for (code, count) in few.findings {
                let own = rows.count { row in
                    row.count > 2 && row[0] == code && sources.contains(String(row[2]))
                }
                #expect(count > 0 && count <= own, "\(code)")
            }
            #expect(few.findings["brought-by-app", default: 0] > 0)
            #expect(
                few.findings["brought-by-app", default: 0]
                    < all.findings["brought-by-app", default: 0])
            #expect(few.costs == ["brought-by-app": ["byApp": 1]])
            let heading =
                "Findings about these customers that cost access, or wait for you to decide:"
            #expect(few.lines.contains(heading) && !all.lines.contains(heading))
            // Of everybody by name the losses are those that the plan's report has.
            options.only = Set(
                plan.lines(of: "ids.csv").dropFirst().compactMap {
                    $0.split(separator: ",").first.map(String.init)
                })
            let everybody = try await plan.outlook(at: "http://127.0.0.1:9", options)
            func lost(_ outlook: CallOutlook) -> [String: Int] {
                outlook.costs.values.reduce(into: [:]) { sum, costs in
                    sum.merge(costs) { $0 + $1 }
                }
            }
            #expect(lost(everybody) == lost(all))
        }

        @Test(arguments: [
            ("revenuecat", "qonversion"), ("purchasely", "revenuecat"), ("neutral", "revenuecat"),
            ("revenuecat", "purchasely"), ("neutral", "qonversion"),
        ])
        func `Of the calls that a plan has written no rule refuses any`(
            source: String, target: String
        ) async throws {
            let plan = try SentPlan(from: source, to: target, customers: 300)
            var options = SentPlan.options
            options.sendsByHand = true
            let outlook = try await plan.outlook(at: "http://127.0.0.1:9", options)
            #expect(outlook.refusals == [])
        }

        @Test func `Whether a call can be read back is foretold by the names of the keys`()
            async throws
        {
            let lines = [
                #"{"allonym":1,"type":"customer","ids":[{"id":"ada@example.com","kind":"custom"}]}"#
            ]
            let plan = try SentPlan(of: lines, to: "revenuecat", at: "2026-11-20T08:00:00.000Z")
            func isRead(_ names: [String]) async throws -> [Bool] {
                try await plan.outlook(at: "http://127.0.0.1:9", keysNamed: names).writers
                    .map(\.isRead)
            }
            #expect(try await isRead([]) == [false])
            #expect(try await isRead(["secret key, version 2"]) == [true])
            let fault = await #expect(throws: ApplicationFault.self) {
                _ = try await isRead(["secret key, version 3"])
            }
            #expect(fault?.description.contains("key \"secret key, version 3\": unknown") == true)
        }

        @Test func `Calls that wait for what has no call left are not said to wait`() throws {
            let text = """
                {"customers":1,"findings":{},"costs":{},"writers":[{"id":"b","title":"Second",\
                "calls":1,"after":["a","c"],"isRead":true,"isRepeatable":true},{"id":"c",\
                "title":"First","calls":1,"after":["a"],"isRead":true,"isRepeatable":true}]}
                """
            let outlook = try JSONDecoder().decode(CallOutlook.self, from: Data(text.utf8))
            #expect(outlook.lines.filter { $0.hasPrefix("  after ") } == ["  after First"])
        }

        @Test func `The codes that are named are those of the findings that are shown`() throws {
            func codes(_ done: String) throws -> [String] {
                let text = """
                    {"customers":1,\(done)"writers":[],"findings":{"case-twins":8,"sandbox":1},\
                    "costs":{"sandbox":{"lost":1}}}
                    """
                return try JSONDecoder().decode(CallOutlook.self, from: Data(text.utf8)).codes
            }
            #expect(try codes("") == ["sandbox", "case-twins"])
            // Of what is over no finding is shown.
            #expect(try codes(#""done":1,"#).isEmpty)
        }
    }
#endif
