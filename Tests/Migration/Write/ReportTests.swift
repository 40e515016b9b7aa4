// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import AllonymMappings
import AllonymMigration
import Foundation
import Testing

/// What a plan reports.
@Suite struct ReportTests {
    /// The parts of `report.json` that others rely on.
    private struct Report: Decodable {
        struct Finding: Decodable {
            var code, severity, subject, message, rule, source: String
            var count: Int
        }

        struct Time: Decodable {
            var limit: String
            var calls: Int
            var seconds: Int?
        }

        struct Note: Decodable {
            var id: String
        }

        struct Lasting: Decodable {
            var writer, reason: String
            var calls: Int
        }

        var counts: [String: [String: Int]]
        var findings: [Finding]
        var times: [Time]
        var support, rollback: [Note]
        var lasting: [Lasting]
        var reversible: Int
    }

    private func report(
        _ customers: [People.Customer], from source: String = "revenuecat", to target: String,
        _ options: PlanOptions = PlanOptions(at: testMoment)
    ) throws -> (Report, TemporaryFolder, [String]) {
        let folder = TemporaryFolder()
        let outcome = try plan(
            People(customers), from: side(source), to: side(target), options, in: folder)
        let data = Data(try folder.text("report.json").utf8)
        return (try JSONDecoder().decode(Report.self, from: data), folder, outcome.lines)
    }

    private let play: Fields = [
        "product": "pro", "store-product": "pro", "store": "play_store", "kind": "subscription",
        "state": "active", "purchase-token": "token.AO-J1", "environment": "production",
        "expiry-date": "2026-12-01T00:00:00Z",
    ]

    @Test func `Counts add up, and stand in the report as on the page and the terminal`() throws {
        var random = RandomPeople(seed: 3)
        let people = random.people(customers: 100)
        let folder = TemporaryFolder()
        let outcome = try plan(people, from: side("revenuecat"), to: side("nami"), in: folder)
        let report = try JSONDecoder().decode(
            Report.self, from: Data(try folder.text("report.json").utf8))
        for name in ["ids", "purchases", "grants"] {
            let counts = try #require(report.counts[name])
            let sum = Disposition.allCases.reduce(0) { $0 + (counts[$1.rawValue] ?? 0) }
            #expect(counts["read"] == sum)
        }
        #expect(report.counts["ids"]?["read"] == people.idCount)
        let customers = outcome.counts.customers
        #expect(outcome.lines[0].hasSuffix(" \(customers.withAccess.grouped) with access today."))
        #expect(outcome.lines[1].hasPrefix("Of these \(customers.kept.grouped) keep"))
        #expect(customers.withAccess == report.counts["customers"]?["withAccess"])
        #expect(try folder.text("report.md").contains("| IDs | \(people.idCount) |"))
    }

    @Test func `Findings come by weight, and each has a rule`() throws {
        var random = RandomPeople(seed: 4)
        let folder = TemporaryFolder()
        try plan(
            random.people(customers: 200), from: side("revenuecat"), to: side("nami"), in: folder)
        let report = try JSONDecoder().decode(
            Report.self, from: Data(try folder.text("report.json").utf8))
        let order = ["needs-decision", "ambiguous", "dropped", "changed", "kept", "note"]
        let weights = try report.findings.map { try #require(order.firstIndex(of: $0.severity)) }
        #expect(weights == weights.sorted())
        #expect(report.findings.allSatisfy { !$0.rule.isEmpty && $0.count > 0 })
        #expect(report.findings.allSatisfy { !$0.subject.isEmpty })
    }

    @Test func `No two lines of the terminal are the same but for their count`() throws {
        let purchases = ["stripe", "paddle"].map { store in
            var purchase = play
            purchase["store"] = store
            return purchase
        }
        let grants: [Fields] = [["entitlement": ["pro"], "state": "active"]]
        let customer = People.Customer(
            ids: [.init(text: "user_42")], purchases: purchases, grants: grants)
        let (_, _, lines) = try report([customer], from: "neutral", to: "nami")
        #expect(
            lines.filter { $0.contains("not-taken") } == [
                "needs-decision, 2 × not-taken (1 customer loses access until you decide): Nami accepts no purchase of this store.",
                "needs-decision, 1 × not-taken: Nami accepts no such grant.",
            ])
        var random = RandomPeople(seed: 5)
        for target in everySide {
            let outcome = try plan(
                random.people(customers: 100), from: side("revenuecat"), to: side(target),
                in: TemporaryFolder())
            let words = outcome.lines.map { $0.filter { !$0.isNumber } }
            #expect(Set(words).count == words.count, "\(words)")
        }
    }

    @Test(arguments: everySide)
    func `What costs most comes first on the terminal, with its cost`(target: String) throws {
        var random = RandomPeople(seed: 6)
        let outcome = try plan(
            random.people(customers: 100), from: side("revenuecat"), to: side(target),
            in: TemporaryFolder())
        let losers = outcome.lines.filter { $0.contains(" \u{00d7} ") }.map { line in
            line.matches(of: #/(\d+) customers? loses? access/#)
                .reduce(0) { $0 + (Int($1.1) ?? 0) }
        }
        #expect(losers == losers.sorted(by: >))
        let customers = outcome.counts.customers
        #expect((losers.first ?? 0 > 0) == (customers.byDecision + customers.lost > 0))
    }

    @Test func `The findings that the terminal leaves out are counted`() throws {
        var told = 0
        for customers in 1...12 {
            var random = RandomPeople(seed: UInt64(customers))
            let outcome = try plan(
                random.people(customers: customers), from: side("revenuecat"),
                to: side("qonversion"), in: TemporaryFolder())
            guard let line = outcome.lines.first(where: { $0.hasSuffix("in report.html.") })
            else { continue }
            told += 1
            let isOne = line == "1 more finding is in report.html."
            #expect(isOne || line.contains(#/^([2-9]|\d\d+) more findings are in /#), "\(line)")
        }
        #expect(told > 0)
    }

    @Test func `The time is what the calls take under the provider's own limits`() throws {
        let customers = (0..<130).map { number in
            People.Customer(ids: [.init(text: "user_\(number)")], purchases: [play])
        }
        let (report, folder, lines) = try report(
            customers, from: "neutral", to: "revenuecat",
            PlanOptions(at: testMoment, preferredRoute: .api))
        let time = try #require(report.times.first)
        #expect(time.limit == "revenuecat.limits.7" && time.calls == 130 && time.seconds == 130)
        #expect(lines.last?.contains("at least 3 minutes") == true)
        #expect(try folder.text("report.md").contains("130 calls, at least 3 minutes"))
        #expect(report.support.contains { $0.id == "revenuecat.support.2" })
        #expect(report.rollback.count == 6)
        #expect(report.reversible == 0)
        #expect(report.lasting.map(\.writer) == ["revenuecat.receipts-google"])
    }

    @Test func `What both rulebooks do another way is said for customers in that situation`() throws
    {
        let anonymous = (0..<2).map {
            People.ID(
                text: "$RCAnonymousID:" + String(repeating: "\($0)", count: 32), isAnonymous: true)
        }
        let (report, _, _) = try report(
            [.init(ids: anonymous + [.init(text: "user_42")], purchases: [play])], to: "purchasely")
        let finding = try #require(
            report.findings.first { $0.code == "behaviour-second-device" })
        #expect(finding.count == 1 && finding.severity == "note")
        #expect(finding.message.contains("revenuecat.") && finding.rule.hasPrefix("purchasely."))
        #expect(
            finding.message.hasPrefix(
                "A second device with a purchase of its own logs in to a known ID. At RevenueCat "))
        #expect(finding.message.contains(", and the device has access ("))
        #expect(!report.findings.contains { $0.code == "behaviour-second-custom-id" })
    }

    @Test func `A merge that comes with the first log-in is counted for those it concerns`() throws
    {
        let anonymous = People.ID(
            text: "$RCAnonymousID:" + String(repeating: "a", count: 32), isAnonymous: true)
        for target in everySide where target != "neutral" {
            let (report, _, _) = try report(
                [.init(ids: [anonymous], purchases: [play])], from: "neutral", to: target)
            let codes = report.findings.map(\.code).filter { $0.hasSuffix("merge-on-log-in") }
            #expect(codes.count == 1, "\(target)")
        }
    }

    @Test func `Calls that can be taken back stand in undo.jsonl, by the IDs of their calls`()
        throws
    {
        let grants: [Fields] = [
            [
                "entitlement": ["pro", "gold"], "state": "active",
                "expiry-date": "2027-01-01T00:00:00Z",
            ]
        ]
        let (report, folder, _) = try report(
            [.init(ids: [.init(text: "a b")], grants: grants)], from: "neutral", to: "revenuecat")
        let lines = try folder.text("undo.jsonl").split(separator: "\n")
        #expect(lines.count == 3 && report.reversible == 3)
        // The last is taken back first.
        #expect(lines[0].contains("\"path\":\"/v1/subscribers/a%20b/entitlements/gold/"))
        #expect(
            lines[0].hasSuffix(
                "\"undoes\":\"revenuecat.grant.1.2\",\"writer\":\"revenuecat.grant\"}"))
        #expect(
            lines[1].hasSuffix("\"undoes\":\"revenuecat.grant.1\",\"writer\":\"revenuecat.grant\"}")
        )
        #expect(lines[2].contains("\"path\":\"/v1/subscribers/a%20b\""))
        #expect(lines[2].contains("\"undoes\":\"revenuecat.rest-v1-granted.1\""))
    }

    @Test func `A call names those of the same customer that have to be made before`() throws {
        let customers = ["a", "b"].map {
            People.Customer(ids: [.init(text: $0)], purchases: [])
        }
        let (_, folder, _) = try report(customers, from: "neutral", to: "qonversion")
        let lines = try folder.text("qonversion-calls.jsonl").split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[3].hasPrefix("{\"after\":[\"qonversion.rest-user.2\"]"))
        #expect(lines[3].contains("\"path\":\"/v3/identities/b\""))
    }
}
