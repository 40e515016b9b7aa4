// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// The page of a plan, and what it shares with the other reports.
@Suite struct ReportHTMLTests {
    private func folder(_ source: String, _ target: String) throws -> TemporaryFolder {
        var random = RandomPeople(seed: 21)
        let folder = TemporaryFolder()
        try plan(
            random.people(customers: 200), from: side(source), to: side(target), in: folder)
        return folder
    }

    private func page(_ folder: TemporaryFolder) throws -> PageElement {
        try readPage(folder.text("report.html"))
    }

    @Test(arguments: everySide)
    func `A page is well-formed, runs nothing and fetches nothing`(target: String) throws {
        for source in everySide {
            let folder = try folder(source, target)
            let page = try page(folder)
            let acting = ["script", "iframe", "object", "embed", "link", "img", "form", "base"]
            #expect(page.all.allSatisfy { !acting.contains($0.name) })
            for element in page.all {
                for (name, value) in element.attributes {
                    #expect(!name.hasPrefix("on") && name != "src" && name != "style")
                    if name == "href", !value.hasPrefix("#") { #expect(folder.exists(value)) }
                }
            }
            let policy = page.all("meta").first { $0["http-equiv"] == "Content-Security-Policy" }
            #expect(policy?["content"]?.hasPrefix("default-src 'none'") == true)
            let ids = page.having("id").compactMap { $0["id"] }
            #expect(Set(ids).count == ids.count)
            for link in page.having("href").compactMap({ $0["href"] }) where link.hasPrefix("#") {
                #expect(ids.contains(String(link.dropFirst())))
            }
            #expect(page.all("table").allSatisfy { $0.all("caption").count == 1 })
            #expect(page.all("th").allSatisfy { $0["scope"] != nil })
        }
    }

    @Test func `What matters most comes first`() throws {
        let parts = try page(folder("revenuecat", "qonversion")).all("h2").compactMap { $0["id"] }
        #expect(
            parts == [
                "decisions", "findings", "required", "settings", "shares", "files", "times",
                "questions", "back", "counts",
            ])
    }

    @Test(arguments: everySide)
    func `The chart shows the customers with access, each once, in both of its forms`(
        target: String
    ) throws {
        let folder = try folder("revenuecat", target)
        let page = try page(folder)
        let counts = try #require(folder.object("report.json")["counts"] as? [String: Any])
        let customers = try #require(counts["customers"] as? [String: Int])
        let charts = page.all("svg")
        #expect(charts.count == 2)
        for chart in charts {
            #expect(chart["role"] == "img")
            #expect(chart.all("title").first?.text.isEmpty == false)
            #expect(
                chart.all("desc").first?.text.hasPrefix("Of \(customers["withAccess"] ?? 0)")
                    == true)
            for outcome in AccessOutcome.allCases {
                let rows = chart.having("data-outcome").filter {
                    $0["data-outcome"] == outcome.word
                }
                let sum = rows.compactMap { $0["data-count"].flatMap { Int($0) } }.reduce(0, +)
                #expect(sum == customers[outcome.word])
            }
        }
    }

    @Test func `Every finding is there, those that cost most first, each with what to do`() throws {
        let folder = try folder("revenuecat", "qonversion")
        let page = try page(folder)
        let report = try #require(folder.object("report.json")["findings"] as? [[String: Any]])
        let codes = page.having("data-code").filter { $0.name == "li" }.compactMap {
            $0["data-code"]
        }
        #expect(Set(codes) == Set(report.compactMap { $0["code"] as? String }))
        let costs = page.all("li").filter { ["byDecision", "lost"].contains($0["class"]) }
            .filter { $0["data-code"] != nil }
            .compactMap { $0.all("b").first.flatMap { Int($0.text) } }
        #expect(costs.count > 2 && costs == costs.sorted(by: >))
        let lost = report.reduce(0) { sum, finding in
            let cost = (finding["cost"] as? [String: Any])?["customers"] as? [String: Int] ?? [:]
            return sum + (cost["byDecision"] ?? 0) + (cost["lost"] ?? 0)
        }
        #expect(costs.reduce(0, +) == lost)
        let text = page.text
        for finding in report {
            let action = try #require(finding["action"] as? String)
            #expect(!action.isEmpty)
            if action == "Nothing." || action.contains("`") { continue }
            #expect(text.contains(action), "\(action)")
        }
        // What has to be decided leads to its finding.
        let decisions = try #require(page.all("ol").first { $0["class"] == "decisions" })
        #expect(decisions.all("a").count == decisions.all("li").count)
    }

    @Test func `Findings that differ in nothing but their rule stand once on both pages`() throws {
        let folder = try folder("neutral", "nami")
        let findings = try #require(folder.object("report.json")["findings"] as? [[String: Any]])
        let keys = findings.map { finding in
            ["code", "severity", "message"].map { finding[$0] as? String ?? "" }
        }
        #expect(Set(keys).count < keys.count)
        let page = try page(folder)
        let items = page.having("data-code").filter { $0.name == "li" }
        #expect(items.count == Set(keys).count)
        let lines = try folder.text("report.md").split(separator: "\n").filter {
            $0.contains(#/^(- |\d+\. )\*\*[\d,]+ × /#)
        }
        #expect(lines.count == items.count)
    }

    @Test func `Settings that were not given are marked as assumed`() throws {
        let folder = TemporaryFolder()
        let migration = try Migration(
            from: "revenuecat", to: "qonversion", settings: ["qonversion.restore": "transfer"],
            hashing: TestHashing())
        _ = try migration.plan([fixture("revenuecat/export-v5.csv")], into: folder.path)
        let settings = try #require(folder.object("report.json")["settings"] as? [[String: Any]])
        let given = settings.filter { $0["given"] as? Bool == true }.map { $0["name"] as? String }
        #expect(given == ["qonversion.restore"])
        #expect(settings.contains { $0["name"] as? String == "revenuecat.restore" })
        let list = try #require(page(folder).all("ul").first { $0["class"] == "settings" })
        #expect(list.all("li").count == settings.count)
        #expect(list.all("li").count { $0["class"] == "assumed" } == settings.count - 1)
        let text = try folder.text("report.md")
        #expect(text.contains("Given: `qonversion.restore=transfer`."))
        #expect(text.contains("`revenuecat.restore=transfer`"))
    }

    @Test func `Nobody with access: no chart, and a page all the same`() throws {
        let folder = TemporaryFolder()
        try plan(
            People([.init(ids: [.init(text: "user_42")])]), from: side("neutral"),
            to: side("revenuecat"), in: folder)
        let page = try page(folder)
        #expect(page.all("svg").isEmpty)
        #expect(page.text.contains("0 customers have access today, of 1 that was read."))
    }
}
