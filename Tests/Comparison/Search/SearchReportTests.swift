// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import Foundation
import AllonymTestSupport
import Testing

@Suite struct SearchReportTests {
    private func found(_ depth: Int = 3) throws -> SearchResult {
        try Sides.pairs[4].search(depth: depth)
    }

    @Test(arguments: [40, 80, 120])
    func `Text keeps to the width`(width: Int) throws {
        let text = SearchReport(try found()).text(width: width)
        // A table is as wide as its cells, and an address as long as it is.
        let prose = text.split(separator: "\n").filter {
            !$0.hasPrefix("   ") && !$0.hasPrefix("≠") && !$0.contains("https://")
        }
        #expect(prose.allSatisfy { $0.count <= width })
        #expect(prose.count > 20)
        #expect(text.hasPrefix("Purchasely and RevenueCat differ in "))
        // A narrow table puts its columns under each other.
        #expect(text.contains("\n≠  A       grant vip") || width < 80)
        #expect(text.contains("≠"))
        #expect(!text.contains("\u{1B}"))
        #expect(SearchReport(try found()).text(width: width, isColoured: true).contains("\u{1B}"))
    }

    @Test func `What gives access back stands after the rules, and where settings are listed`()
        throws
    {
        let result = try found(4)
        let text = SearchReport(result).text(width: 10_000)
        let remedies = result.histories.compactMap { $0.findings[0].remedy }
        #expect(!remedies.isEmpty)
        #expect(
            text.split(separator: "\n").count { $0.hasSuffix(" This gives access back.") }
                == remedies.count)
        for remedy in remedies { #expect(text.contains("\n\(remedy) This gives")) }
        #expect(
            text.hasSuffix("settings included: --format html.\n"))
        let none = try Sides(("nami", [:]), ("nami", [:])).search(depth: 1)
        #expect(!SearchReport(none).text().contains("--format html"))
    }

    @Test func `Each rule is told with its source and how sure it is`() throws {
        let result = try found()
        let text = SearchReport(result).markdown
        for row in result.findings.flatMap(\.rows).compactMap({ $0 }) {
            #expect(
                text.contains("\(row.id): \(row.citation.says) (\(row.citation.authority.rawValue)")
            )
            #expect(text.contains(row.citation.address))
        }
    }

    @Test func `JSON has the keys of the design, and more`() throws {
        let result = try found()
        let json = try SearchReport(result).json()
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let explored = try #require(object?["explored"] as? [String: Any])
        #expect(explored["depth"] as? Int == 3)
        #expect(explored["states"] as? Int == result.coverage.states)
        #expect(explored["transitions"] as? Int == result.coverage.transitions)
        #expect(explored["complete"] as? Bool == true)
        let differences = try #require(object?["differences"] as? [[String: Any]])
        #expect(differences.count == result.findings.count)
        let told = result.histories.enumerated().flatMap { index, history in
            history.findings.map { (number: index + 1, title: history.title, finding: $0) }
        }
        for (difference, (number, title, finding)) in zip(differences, told) {
            #expect(difference["history"] as? Int == number)
            #expect(difference["title"] as? String == title)
            #expect(difference["kind"] as? String == finding.kind)
            #expect(difference["scenario"] as? String == finding.scenario)
            #expect(difference["rules"] as? [String] == finding.rows.compactMap { $0?.id })
            #expect((difference["sources"] as? [String])?.count == 2)
            #expect((difference["authorities"] as? [String])?.count == 2)
        }
        #expect(Set(object?.keys ?? [:].keys) == ["sides", "explored", "histories", "differences"])
        #expect(json.hasSuffix("}\n"))
        #expect(json.hasPrefix("{\n  \"differences\" : ["))
    }

    @Test func `Markdown is read back as scenarios that hold`() throws {
        for depth in [3, 4] {
            let result = try found(depth)
            let compared = try compare(SearchReport(result).markdown)
            #expect(compared.count == result.histories.count)
            #expect(compared.allSatisfy { $0.asserted > 0 && $0.held == $0.asserted })
        }
        let settings = try Sides(("revenuecat", [:]), ("revenuecat", ["restore": "share"]))
            .search(depth: 4)
        let compared = try compare(SearchReport(settings).markdown)
        #expect(compared.count == 2 * settings.histories.count)
        #expect(compared.allSatisfy { $0.held == $0.asserted })
    }

    @Test func `A page has the histories, the rules, and what was covered`() throws {
        let result = try found()
        let page = try read(SearchReport(result).page)
        #expect(page.all("figure").count == 2 * result.histories.count)
        #expect(page.all("dd").map(\.text).contains("yes"))
        #expect(page.text.contains("Purchasely and RevenueCat differ in"))
        for row in result.findings.flatMap(\.rows).compactMap({ $0 }) {
            #expect(page.text.contains(row.id))
        }
        #expect(page.having("data-parted").count >= result.histories.count)
    }

    @Test(
        arguments: [
            (
                Sides(("nami", [:]), ("nami", [:])), 1,
                "Nami and Nami do not differ within 1 action."
            ),
            (
                Sides(("nami", [:]), ("purchasely", [:])), 1,
                "Nami and Purchasely differ in 1 history within 1 action."
            ),
            (
                Sides(("nami", [:])), 1,
                "Nami: no history in which things go wrong for a user within 1 action."
            ),
        ])
    func `One line says what was found`(sides: Sides, depth: Int, line: String) throws {
        let report = SearchReport(try sides.search(depth: depth))
        #expect(report.headline == line)
        #expect(report.coverage.contains("in up to 1 action: "))
        #expect(report.coverage.contains("complete."))
        #expect(report.text().hasPrefix(line + "\n"))
        #expect(report.markdown.hasPrefix(line + "\n"))
    }

    @Test(arguments: [
        ("revenuecat", "Of these, in a move from Nami to RevenueCat, "),
        ("revenuecat", "1 groups IDs into customers differently and "),
    ])
    func `What a move costs is counted in a sentence`(target: String, words: String) throws {
        let sides = Sides(("nami", [:]), (target, [:]))
        #expect(SearchReport(try sides.search(depth: 2)).markdown.contains(words))
    }
}
