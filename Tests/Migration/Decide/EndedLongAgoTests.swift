// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Testing

import AllonymMigration

/// What is said to give access, and ended longer ago than any store's grace period lasts.
@Suite struct EndedLongAgoTests {
    /// The first end that a grace period of thirty days covers up to the plan's moment.
    private static let covered = "2026-10-22T00:00:00Z"
    /// The last one that it does not cover.
    private static let over = "2026-10-21T23:59:59.999Z"

    private static func purchase(_ end: String, _ more: [String: String] = [:]) -> Fields {
        var fields = PurchasePlanTests.running
        (fields["purchase-date"], fields["expiry-date"]) = ("2025-11-20T00:00:00Z", end)
        for (name, value) in more { fields[name] = value }
        return fields
    }

    /// When it ended, what else is said of it, the target, and what becomes of it.
    private static let rows: [(String, [String: String], String, Disposition, [String])] = [
        (covered, [:], "purchasely", .kept, []),
        (over, [:], "purchasely", .needsDecision, ["ended-long-ago"]),
        (covered, [:], "nami", .changed, ["brought-by-app"]),
        (over, [:], "nami", .needsDecision, ["ended-long-ago"]),
        (over, ["state": "cancelled"], "qonversion", .needsDecision, ["ended-long-ago"]),
        (covered, ["state": "grace"], "purchasely", .kept, ["grace"]),
        (over, ["state": "grace"], "purchasely", .needsDecision, ["ended-long-ago", "grace"]),
        // A grace period that the source names itself.
        (over, ["grace-expiry-date": "2026-11-22T00:00:00Z"], "purchasely", .kept, []),
        (
            over, ["grace-expiry-date": "2026-11-20T00:00:00Z"], "purchasely", .needsDecision,
            ["ended-long-ago"]
        ),
        // Nobody has access by it.
        (over, ["state": "expired"], "purchasely", .dropped, ["not-running"]),
        // These targets take access from the plan, and ask no store.
        (over, [:], "neutral", .kept, []), (over, ["store": "external"], "revenuecat", .kept, []),
        // What no writer takes has that reason.
        (over, ["store": "stripe"], "nami", .needsDecision, ["not-taken"]),
    ]

    @Test(arguments: rows)
    func `Up to the longest grace period the status decides, and then the end`(
        end: String, more: [String: String], target: String, disposition: Disposition,
        codes: [String]
    ) throws {
        let people = People([
            .init(ids: [.init(text: "user_42")], purchases: [Self.purchase(end, more)])
        ])
        let (result, recorder) = try decide(people, from: side("neutral"), to: side(target))
        #expect(recorder.dispositions == [disposition])
        let found = result.findings.filter { $0.subjects.first?.hasPrefix("pro of") == true }
        #expect(found.map(\.code.rawValue).sorted() == codes)
    }

    @Test(arguments: [
        (covered, "owner-not-imported", Disposition.dropped),
        (over, "ended-long-ago", .needsDecision),
    ])
    func `A device does not get it back from its store account`(
        end: String, code: String, disposition: Disposition
    ) throws {
        let id = People.ID(
            text: "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a", isAnonymous: true)
        let people = People([.init(ids: [id], purchases: [Self.purchase(end)])])
        let (result, recorder) = try decide(people, from: side("revenuecat"), to: side("nami"))
        #expect(recorder.dispositions == [disposition])
        let codes: Set = ["owner-not-imported", "ended-long-ago"]
        #expect(result.findings.map(\.code.rawValue).filter(codes.contains) == [code])
    }

    @Test func `Without a moment nothing ended long ago`() throws {
        let people = People([
            .init(ids: [.init(text: "user_42")], purchases: [Self.purchase(Self.over)])
        ])
        let (_, recorder) = try decide(
            people, from: side("neutral"), to: side("purchasely"), PlanOptions(at: nil))
        #expect(recorder.dispositions == [.kept])
    }

    @Test(
        arguments: ["nami", "purchasely", "qonversion", "revenuecat"],
        [("2026-10-22", false), ("2026-10-21", true), ("2025-12-20", true)])
    func `It is said to come back in no file of the plan, and by nobody who reads them`(
        target: String, period: (end: String, isOver: Bool)
    ) throws {
        let id = "0a9d2f60-6a0e-4d6f-9a53-000000000001"
        let line = NeutralLine.purchase([
            "user-id": id, "purchase-date": "2025-11-20T00:00:00Z",
            "expiry-date": "\(period.end)T00:00:00Z", "gives-access": true,
        ])
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: target)
        migration.at = testMoment
        let report = try migration.plan([input(line)], into: folder.path)
        let (over, back) = period.isOver ? (1, 0) : (0, 1)
        let customers = report.counts.customers
        #expect(customers.withAccess == 1 && customers.byDecision == over)
        #expect(customers.kept + customers.byApp == back)
        let outcome = try verify(folder, target)
        #expect(outcome.holds, "\(outcome.lines)")
        #expect(outcome.customers[.byDecision] == over && outcome.customers.all == 1)
        #expect(outcome.codes["ended-long-ago"] == (period.isOver ? 1 : nil))
        let steps = try folder.text("steps.md")
        let step = "- [ ] 1 \u{00d7} `ended-long-ago` (1 customer loses access until you decide): "
        #expect(steps.contains(step) == period.isOver)
        let customer = try #require(try Migration.customers(id, in: folder.path).first)
        let codes = customer.findings.compactMap { $0["code"] }
        #expect(codes.contains("ended-long-ago") == period.isOver)
        #expect(codes.contains("state-contradicted"))
        let explained = "\n  needs-decision, ended-long-ago (population.ended-long-ago): pro. Plan"
        #expect(customer.text(to: nil).contains(explained) == period.isOver)
    }

    @Test func `The longest grace period has a source, and is that of the finding's words`() throws
    {
        let guide = try findingGuide()
        let rule = try #require(guide.rule("population.ended-long-ago"))
        let days = try #require(rule.days)
        let meaning = guide.entry(of: "ended-long-ago", .needsDecision)?.meaning
        #expect(meaning?.contains("more than \(days) days ago") == true)
        #expect(rule.citation?.says.contains("\(days) days") == true)
    }
}
