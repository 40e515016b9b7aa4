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

    /// Plans applied to targets that cannot be reached, refuse calls, or have something else already.
    @Suite struct UnwillingTargetTests {
        @Test func `A target that is not there ends the run, and the next one goes on`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 10)
            let isThere = Locked(false)
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                isThere.withLock { $0 } ? .none : .answer(503, headers: [:])
            }
            let report = try await plan.run(at: server.address)
            #expect(report.stopped == "unreachable")
            #expect(report.customers.left == report.customers.all)
            isThere.withLock { $0 = true }
            let second = try await plan.run(at: server.address)
            #expect(second.isComplete)
            #expect(second.calls["found after a lost answer"] == nil)
        }

        @Test func `Where nobody listens, the progress and the report say so in plain words`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 10)
            var options = SentPlan.options
            options.mostTries = 3
            options.firstPause = .milliseconds(50)
            let count = try plan.calls().count
            let reasons = Locked<Set<String>>([])
            let report = try await plan.run(at: "http://127.0.0.1:9", options) { far in
                guard let reason = far.reason else { return }
                _ = reasons.withLock { $0.insert(reason) }
            }
            #expect(reasons.withLock { $0 } == ["Connection refused"])
            #expect(report.stoppedBecause == "the target cannot be reached: Connection refused")
            #expect(report.calls == ["left": count])
        }

        @Test func `A target that asks again and again to wait is reached, and that is said`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 10)
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                .answer(429, headers: [:])
            }
            var options = SentPlan.options
            options.mostTries = 2
            let report = try await plan.run(at: server.address, options)
            #expect(report.stopped == "throttled")
            #expect(
                report.stoppedBecause
                    == "the target asks again and again to wait: 429; give a lower --rate, or "
                    + "start again later")
            #expect(report.calls == ["left": try plan.calls().count])
        }

        @Test func `An address that redirects ends the run, and nothing is listed as refused`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 10)
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                .answer(301, headers: ["Location": "https://www.example.com/"])
            }
            let report = try await plan.run(at: server.address)
            #expect(report.stopped == "redirected")
            #expect(
                report.stoppedBecause
                    == "the target redirects to https://www.example.com/ (HTTP 301); check "
                    + "--to-url")
            #expect(report.calls == ["left": try plan.calls().count])
            #expect(report.next.last?.contains("correct --to-url") == true)
        }

        @Test func `A mistyped address keeps nothing: the next run goes to the right one`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 10)
            var options = SentPlan.options
            options.mostTries = 1
            let lost = try await plan.run(at: "http://127.0.0.1:9", options)
            #expect(lost.stopped == "unreachable")
            let server = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: server.address).isComplete)
        }

        @Test func `A host that speaks no TLS was sent nothing, and keeps nothing`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 10)
            let server = try await FaultyTarget(plan.rehearsal())
            var options = SentPlan.options
            options.mostTries = 1
            let secure = server.address.replacing("http://", with: "https://")
            let lost = try await plan.run(at: secure, options)
            #expect(
                lost.stoppedBecause?.hasPrefix(
                    "the target cannot be reached: the TLS handshake failed") == true)
            #expect(lost.calls == ["left": try plan.calls().count])
            #expect(server.count == 0)
            #expect(try await plan.run(at: server.address).isComplete)
        }

        @Test func `Calls that name no project are kept when a mistyped one is put right`()
            async throws
        {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat", customers: 60)
            let server = try await FaultyTarget(plan.rehearsal())
            let calls = try plan.calls()
            let named = calls.count { $0.path.hasPrefix("/v2/projects/") }
            #expect(named > 0 && named < calls.count)
            let lost = try await plan.run(at: server.address, project: "tset")
            #expect(lost.unknownProject == "tset")
            #expect(
                lost.next.first
                    == "Every call that names the project was answered with HTTP 404: check "
                    + "--to-url and --project tset.")
            let right = try await plan.run(at: server.address)
            #expect(right.isComplete, "\(right.lines.joined(separator: "\n"))")
            #expect(right.unknownProject == nil)
            let kept = ["done", "there already"].reduce(0) { $0 + (lost.calls[$1] ?? 0) }
            #expect(kept > 0 && right.sent == calls.count - kept)
            #expect(right.earlier == ApplicationReport.Earlier(project: "tset", calls: kept))
            #expect(
                right.next.first?.hasPrefix(
                    "\(kept) calls are not made again: a run for --project tset made") == true)
            // It is said as long as it is so, and nothing of another project is taken back.
            #expect(try await plan.run(at: server.address).earlier == right.earlier)
            await #expect(throws: ApplicationFault.self) {
                try await plan.run(at: server.address, isUndo: true, project: "tset")
            }
        }

        @Test func `A mistyped project refuses its calls, and the next run goes to the right one`()
            async throws
        {
            let plan = try SentPlan(from: "qonversion", to: "revenuecat")
            // Calls that name no project would be done all the same.
            let named = try plan.customers().filter { customer in
                customer.calls.allSatisfy { $0.path.hasPrefix("/v2/projects/") }
            }
            #expect(!named.isEmpty)
            var options = SentPlan.options
            options.only = Set(named.flatMap { $0.ids.map(\.source) }).subtracting([""])
            let server = try await FaultyTarget(plan.rehearsal())
            let lost = try await plan.run(at: server.address, options, project: "tset")
            #expect(lost.reasons == ["HTTP 404": lost.calls["refused"] ?? 0])
            #expect(lost.customers.refused == named.count)
            let right = try await plan.run(at: server.address, options)
            #expect(right.isComplete, "\(right.lines.joined(separator: "\n"))")
            #expect(right.sent == named.flatMap(\.calls).count)
        }

        @Test
        func `Where nothing reads back, a lost answer is listed and sent again when asked for`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "purchasely")
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                number == 2 ? .cutAfter : .none
            }
            let report = try await plan.run(at: server.address)
            #expect(report.customers.unknown == 1)
            #expect(!report.isComplete)
            let sent = server.count
            #expect(sent == (try plan.calls()).count)
            #expect(plan.lines(of: "failed.jsonl").count == 1)
            // Without being asked for it is not sent again.
            let second = try await plan.run(at: server.address)
            #expect(second.sent == 0)
            #expect(second.customers.unknown == 1)
            var options = SentPlan.options
            options.resendUnknown = true
            let third = try await plan.run(at: server.address, options)
            #expect(third.sent == 1)
            #expect(third.isComplete)
            #expect(server.count == sent + 1)
            #expect(plan.lines(of: "failed.jsonl").isEmpty)
        }

        @Test func `Refused calls are listed with the answer, and too many of them end the run`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 120)
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                line.hasPrefix("POST /v3/users/") ? .answer(400, headers: [:]) : .none
            }
            var options = SentPlan.options
            options.stopOnErrors = 0.5
            let report = try await plan.run(at: server.address, options)
            #expect(report.stopped == "errors")
            #expect(report.customers.refused >= 30)
            #expect(report.customers.left > 0)
            #expect(plan.lines(of: "failed.jsonl").count == report.calls["refused"])
            #expect(report.reasons == ["HTTP 400": report.calls["refused"] ?? 0])
            // They are made again only when that is asked for.
            let healthy = try await plan.run(at: server.address)
            #expect(healthy.customers.refused >= report.customers.refused)
        }
    }
#endif
