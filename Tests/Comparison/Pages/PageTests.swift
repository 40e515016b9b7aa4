// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymMappings
import AllonymTestSupport
import Testing

@Suite struct PageTests {
    private static let files = ["tablet.md", "devices.md", "hostile.md", "long.md"]

    @Test(arguments: files)
    func `A page is well-formed, and the same whenever it is written`(file: String) throws {
        let page = Page(try comparePage(file))
        #expect(try read(page).name == "html")
        #expect(text(of: page) == text(of: Page(try comparePage(file))))
    }

    @Test(arguments: files)
    func `A page runs nothing and fetches nothing`(file: String) throws {
        let page = try read(Page(try comparePage(file)))
        let acting = ["script", "iframe", "object", "embed", "link", "img", "form", "base"]
        #expect(page.all.allSatisfy { !acting.contains($0.name) })
        for element in page.all {
            for (name, value) in element.attributes {
                #expect(!name.hasPrefix("on") && name != "src" && name != "style")
                if name == "href" {
                    #expect(value.hasPrefix("#") || value.hasPrefix("https://"))
                }
            }
        }
        let policy = page.all("meta").first { $0["http-equiv"] == "Content-Security-Policy" }
        #expect(policy?["content"]?.hasPrefix("default-src 'none'") == true)
    }

    @Test(arguments: files)
    func `Every picture has a name, a description and a table`(file: String) throws {
        let page = try read(Page(try comparePage(file)))
        let ids = page.having("id").compactMap { $0["id"] }
        #expect(Set(ids).count == ids.count)
        for figure in page.all("figure") {
            let picture = try #require(figure.all("svg").first { $0["role"] == "img" })
            #expect(picture.all("title").first?.text.isEmpty == false)
            #expect(picture.all("desc").first?.text.isEmpty == false)
            let table = try #require(figure.all("a").first?["href"])
            #expect(ids.contains(String(table.dropFirst())))
        }
        #expect(page.all("table").allSatisfy { $0.all("caption").count == 1 })
        #expect(page.all("th").allSatisfy { $0["scope"] != nil })
        for region in page.having("role").filter({ $0["role"] == "region" }) {
            #expect(region["tabindex"] == "0" && region["aria-label"] != nil)
        }
    }

    @Test func `Names stay text, and what would hide or turn text is written as an escape`() throws
    {
        let compared = try comparePage("hostile.md")
        let page = Page(compared)
        let written = text(of: page)
        #expect(!written.contains("<script") && !written.contains("<img"))
        for scalar in ["\u{202E}", "\u{7}", "\u{0}", "\u{1B}", "\u{85}", "\u{FFFE}", "\u{2028}"] {
            #expect(!written.unicodeScalars.contains(scalar.unicodeScalars.first ?? "x"))
        }
        let root = try read(page)
        let devices = Set(root.having("data-device").compactMap { $0["data-device"] })
        #expect(devices.contains("<script>alert(1)</script>"))
        #expect(devices.contains("\\u{202e}gnp.evil"))
        #expect(devices.contains("&amp;\"'>"))
        #expect(root.all("h1").first?.text.hasPrefix("<img src=x onerror=alert(1)> &") == true)
    }

    @Test func `What is too long for a picture is cut, and stands in full under it`() throws {
        let long = String(repeating: "x", count: 150) + "end"
        let id = String(repeating: "i", count: 90)
        let text = scenario("RevenueCat", ["log in \(id) |", "buy \(long) |"])
        let root = try read(Page(try compare(text)))
        let picture = try #require(root.all("svg").first { $0["role"] == "img" })
        #expect(picture.all("text").allSatisfy { $0.text.count < 60 })
        #expect(picture.all("text").contains { $0.text.contains("x…x") })
        #expect(root.all("td").contains { $0["class"] == "code" && $0.text == id })
        #expect(root.having("title").contains { $0["title"] == "buy \(long)" })
        #expect(root.having("data-entitlement").map { $0["data-entitlement"] } == [long])
    }

    @Test func `A page says what it is told, before the scenario's own text`() throws {
        let compared = try comparePage("tablet.md")
        let page = Page(
            title: "Where <two> part", introduction: ["See https://example.com/a?b=1&c=2, please."],
            facts: [Page.Fact("Depth", "5")],
            entries: [Page.Entry(compared[0], paragraphs: ["The child has it all."])])
        let root = try read(page)
        #expect(root.all("title").first?.text == "Where <two> part")
        #expect(root.all("a").contains { $0["href"] == "https://example.com/a?b=1&c=2" })
        #expect(root.all("dt").map(\.text) == ["Depth"])
        #expect(root.all("dd").map(\.text) == ["5"])
        let paragraphs = try #require(root.all("section").first).all("p").map(\.text)
        #expect(paragraphs[0] == "The child has it all.")
        #expect(paragraphs[1].hasPrefix("The child's log-in takes the subscription away"))
    }

    @Test func `Several scenarios have a table of contents with where they part`() throws {
        let two = try read(Page(try comparePage("devices.md")))
        let contents = try #require(two.all("nav").first)
        #expect(contents.all("a").map { $0["href"] } == ["#s1", "#s2"])
        #expect(contents.text.contains("≠ step 5"))
        #expect(contents.text.contains("✗ does not hold"))
        #expect(try read(Page(try comparePage("tablet.md"))).all("nav").isEmpty)
    }

    @Test func `Files have headings, and an absolute path is nobody's business`() throws {
        let mappings = try builtIn.get()
        let bytes = Array("# T\n| Device | Action |\n|---|---|\n| A | install |\n".utf8)
        let compared = try ["/home/ann/a.md", "b/c.md"].map { name in
            let file = try ScenarioFile(name: name, bytes: bytes, mappings: mappings)
            return try Runner(mappings).run(file.scenarios[0], of: file)
        }
        let root = try read(Page(compared))
        #expect(root.all("h2").map(\.text) == ["a.md", "b/c.md"])
        #expect(root.all("h3").map(\.text) == ["T", "T"])
        #expect(!text(of: Page(compared)).contains("/home"))
    }
}
