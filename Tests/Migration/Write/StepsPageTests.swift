// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// What to do with a plan, step by step.
@Suite struct StepsPageTests {
    private func folder(_ source: String, _ target: String) throws -> TemporaryFolder {
        var random = RandomPeople(seed: 22)
        let folder = TemporaryFolder()
        try plan(
            random.people(customers: 150), from: side(source), to: side(target),
            PlanOptions(at: testMoment, preferredRoute: .api), in: folder)
        return folder
    }

    @Test(arguments: everySide)
    func `Every plan says what to do, in order, and says so in its manifest`(target: String) throws
    {
        for source in everySide {
            let folder = try folder(source, target)
            let text = try folder.text("steps.md")
            let heads = text.split(separator: "\n").filter { $0.hasPrefix("## ") }
            #expect(
                heads == [
                    "## Before the import", "## The import", "## The release of the app",
                    "## After the release", "## Rollback",
                ])
            let outputs = try folder.object("manifest.json")["outputs"] as? [[String: Any]]
            #expect(outputs?.contains { $0["name"] as? String == "steps.md" } == true)
            #expect(outputs?.contains { $0["name"] as? String == "report.html" } == true)
            #expect(!text.contains(folder.path) && !text.contains(folder.name))
        }
    }

    @Test(arguments: everySide)
    func `Every decision, file, limit and way back is a step`(target: String) throws {
        let folder = try folder("revenuecat", target)
        let text = try folder.text("steps.md")
        let report = try folder.object("report.json")
        for finding in try #require(report["findings"] as? [[String: Any]]) {
            let code = try #require(finding["code"] as? String)
            let cost = try #require(finding["cost"] as? [String: Any])
            let lost = try #require((cost["customers"] as? [String: Any])?["lost"] as? Int)
            let isOpen =
                ["needs-decision", "ambiguous"].contains(finding["severity"] as? String)
                || lost > 0
            let command = "`allonym migrate list --plan \"$PLAN\" --code \(code)`"
            if isOpen { #expect(text.contains(command), "\(code)") }
        }
        for written in try #require(report["written"] as? [[String: Any]]) {
            let (file, rows) = (written["file"] as? String ?? "", written["rows"] as? Int ?? 0)
            let line = text.split(separator: "\n").first {
                $0.contains("`\(file)`") && $0.contains(rows.grouped)
            }
            #expect(line?.hasPrefix("- [ ] ") == true, "\(file), \(rows)")
        }
        for list in ["times", "support", "rollback"] {
            for entry in try #require(report[list] as? [[String: Any]]) {
                if entry["reading"] as? Bool == true { continue }
                let id = try #require((entry["id"] ?? entry["limit"]) as? String)
                #expect(text.contains("(\(id))"), "\(id)")
            }
        }
        #expect(text.contains("`allonym migrate verify --plan \"$PLAN\"`"))
    }

    @Test(arguments: everySide)
    func `Where time is allowed for calls, every call counts`(target: String) throws {
        let folder = try folder("revenuecat", target)
        let report = try folder.object("report.json")
        func sum(_ list: String, _ name: String, _ counts: ([String: Any]) -> Bool) throws -> Int {
            try #require(report[list] as? [[String: Any]]).filter(counts)
                .reduce(0) { $0 + ($1[name] as? Int ?? 0) }
        }
        let calls = try sum("written", "rows") { $0["route"] as? String == "api" }
        let limited = try sum("times", "calls") { $0["reading"] as? Bool == false }
        let rest = calls - limited
        let text = try folder.text("steps.md")
        let says = "Allow for \(rest.grouped) more call"
        #expect(
            rest >= 0 && text.contains(says) == (limited > 0 && rest > 0), "\(calls), \(limited)")
    }

    @Test func `What there is to do names the plan and the target, so that it can be copied`()
        throws
    {
        let folder = TemporaryFolder()
        let customer = People.Customer(
            ids: [.init(text: String(repeating: "x", count: 300))],
            purchases: [["product": "p", "store": "stripe", "state": "active"]])
        try plan(
            People([customer]), from: side("neutral"), to: side("revenuecat"), in: folder)
        let text = try folder.text("steps.md")
        #expect(text.contains("`allonym check --for revenuecat`"))
        #expect(text.contains("`allonym migrate explain --plan \"$PLAN\" --id ID`"))
        #expect(!text.contains("--plan PLAN") && !text.contains("TARGET"))
    }

    @Test(arguments: [
        ("purchasely", "a log of the webhook events that Purchasely has sent since the import"),
        ("nami", "a newer log of the webhook events that Nami has sent since the import"),
        ("revenuecat", "Compare again, with a newer export of RevenueCat:"),
        ("neutral", "Compare again, with a newer export of"),
    ])
    func `What arrived is compared with what the target can show`(
        target: String, words: String
    ) throws {
        let text = try folder("revenuecat", target).text("steps.md")
        #expect(text.contains(words))
        let showsEvents = ["purchasely", "nami"].contains(target)
        #expect(text.contains("webhook events that") == showsEvents)
    }

    @Test func `Calls that are undone only where that is asked for are said to be`() throws {
        let text = try folder("revenuecat", "purchasely").text("steps.md")
        #expect(
            text.contains("All are made only with `--also-unsure`: Purchasely does not say whether")
        )
        let other = try folder("revenuecat", "qonversion").text("steps.md")
        #expect(!other.contains("--also-unsure"))
    }

    @Test func `A plan without calls or files to hand over says that nothing is imported`() throws {
        let folder = TemporaryFolder()
        try plan(
            People([.init(ids: [.init(text: "user_42")])]), from: side("neutral"),
            to: side("nami"), in: folder)
        let text = try folder.text("steps.md")
        #expect(
            text.contains(
                "Nobody waits for this: all access that is kept comes with the import."))
        #expect(!text.contains("migrate apply"))
    }
}
