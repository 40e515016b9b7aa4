// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymTestSupport
import Testing

@Suite struct GlancePageTests {
    private func page() throws -> Page {
        var page = Page(
            try comparePage("tablet.md") + Glance.scenarios(builtIn.get()))
        page.glance = try Glance.answered()
        return page
    }

    @Test func `The page begins with the questions, and each leads to its scenario`() throws {
        let glance = try Glance.answered()
        let page = try read(try page())
        let main = try #require(page.all("main").first)
        let section = try #require(main.children.first { $0.name == "section" })
        #expect(section["class"] == "glance")
        #expect(main.children.firstIndex { $0.name == "nav" } ?? 0 > 1)
        let rows = section.all("tr").dropFirst()
        #expect(rows.count == glance.rows.count)
        for (row, asked) in zip(rows, glance.rows) {
            let link = try #require(row.all("a").first)
            #expect(link.text == asked.question)
            let target = page.all.first { $0["id"] == link["href"]?.dropFirst().description }
            #expect(target?.all("h3").first?.text == asked.question)
            #expect(row.all("td").map(\.text) == asked.answers.compactMap { $0?.marked })
            #expect(row.text.contains("≠") == asked.differs)
        }
    }

    @Test func `A question whose scenario has no room on the page has no link`() throws {
        var page = try page()
        page.entries.removeAll { $0.compared.scenario.title == "Refund" }
        let rows = try read(page).all("section").first?.all("tr") ?? []
        let refund = rows.filter { $0.all("th").first?.text == "Refund" }
        #expect(refund.count == 1)
        #expect(refund.allSatisfy { $0.all("a").isEmpty })
        #expect(rows.flatMap { $0.all("a") }.count == 13)
    }

    @Test func `The table has a caption and its heads a scope, and ids stand once`() throws {
        let page = try read(try page())
        let ids = page.having("id").compactMap { $0["id"] }
        #expect(Set(ids).count == ids.count)
        #expect(page.all("table").allSatisfy { $0.all("caption").count == 1 })
        #expect(page.all("th").allSatisfy { $0["scope"] != nil })
        for region in page.having("role").filter({ $0["role"] == "region" }) {
            #expect(region["tabindex"] == "0" && region["aria-label"] != nil)
        }
    }

    @Test func `A page without questions has no such table`() throws {
        #expect(!text(of: Page(try comparePage("tablet.md"))).contains("glance"))
    }
}
