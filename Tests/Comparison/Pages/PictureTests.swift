// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymTestSupport
import Testing

@Suite struct PictureTests {
    private func picture(_ provider: String, _ text: String) throws -> PageElement {
        try #require(try read(Page(try compare(text))).picture(of: provider))
    }

    private func bands(_ picture: PageElement?) -> [String] {
        (picture?.having("data-entitlement") ?? []).map { band in
            ["data-device", "data-entitlement", "data-from", "data-to"]
                .map { band[$0] ?? "" }.joined(separator: " ")
        }
    }

    @Test func `A band lasts as long as a device sees an entitlement`() throws {
        let page = try read(Page(try comparePage("tablet.md")))
        #expect(bands(page.picture(of: "nami")) == ["tablet X 3 6"])
        #expect(bands(page.picture(of: "purchasely")) == ["tablet X 3 3", "tablet X 5 5"])
        #expect(bands(page.picture(of: "qonversion")) == ["tablet X 3 3", "tablet X 5 6"])
        #expect(bands(page.picture(of: "revenuecat")) == ["tablet X 3 3", "tablet X 5 5"])
        for band in page.having("data-entitlement") {
            #expect(page.picture(of: band["data-provider"] ?? "") != nil)
        }
    }

    @Test func `The steps at which providers part are marked in every picture, at one index`()
        throws
    {
        let page = try read(Page(try comparePage("tablet.md")))
        let marks = page.all("figure").map { $0.having("data-parted") }
        #expect(marks.count == 4)
        for marks in marks {
            #expect(marks.map { $0["data-parted"] } == ["4", "6"])
            #expect(marks.map { $0.children[0]["x"] == nil } == [false, false])
        }
        #expect(Set(marks.map { $0.map { $0.children[0]["x"] } }).count == 1)
        #expect(page.all("p").contains { $0.text.contains("The providers part at step 4") })
    }

    private static let taken = """
        # T

        - ids: u1 = 035b30e2-faf4-462d-aec3-caa0fbe26c49

        | Device | Action | Qonversion | RevenueCat |
        |---|---|---|---|
        | A | install app_store:a | | |
        | A | buy X | | |
        | A | log in u1 | | |
        | B | install app_store:a | | |
        | B | restore | X | X |

        """

    @Test func `A step that takes from another device parts the providers too`() throws {
        let compared = try compare(Self.taken)
        #expect(!compared[0].differs(at: 4))
        let page = try read(Page(compared))
        #expect(bands(page.picture(of: "qonversion")).contains("A X 2 5"))
        #expect(bands(page.picture(of: "revenuecat")).contains("A X 2 4"))
        let parted = page.picture(of: "revenuecat")?.having("data-parted")
        #expect(parted?.map { $0["data-parted"] }.contains("5") == true)
    }

    @Test func `A purchase that changes hands is an arrow from one ID to the other`() throws {
        let moves = try picture("revenuecat", Self.taken).having("data-product")
        #expect(moves.map { $0["data-step"] } == ["2", "3", "5"])
        #expect(moves[0]["data-from"] == nil)
        #expect(moves[0]["data-to"]?.hasPrefix("$RCAnonymousID:") == true)
        #expect(moves[2]["data-from"] == "035b30e2-faf4-462d-aec3-caa0fbe26c49")
        #expect(moves[2].all("title").first?.text == "X goes from u1 to anonymous 2.")
        #expect(moves.allSatisfy { !$0.all("path").isEmpty })
    }

    @Test func `A copy is told from a move`() throws {
        let page = try read(Page(try comparePage("tablet.md")))
        func kind(_ provider: String) -> String? {
            page.picture(of: provider)?.having("data-product").last { $0["data-step"] == "5" }?[
                "class"]
        }
        #expect(kind("qonversion") == "move copy")
        #expect(kind("revenuecat") == "move")
    }

    @Test func `Customers that become one are joined`() throws {
        let joined = try picture("revenuecat", Self.taken).having("data-customer")
        #expect(joined.count == 1)
        #expect(joined[0]["data-step"] == "3")
        #expect(joined[0]["data-id"] == "035b30e2-faf4-462d-aec3-caa0fbe26c49")
        #expect(joined[0].all("title").first?.text == "u1 and anonymous 1 become one customer.")
        #expect(joined[0].all("circle").count == 2)
    }

    @Test func `A refusal is drawn with its reason`() throws {
        let text = scenario("Nami", ["log in guest |", "log out |"])
        let refused = try picture("nami", text).having("data-refusal")
        #expect(
            refused.map { $0["data-refusal"] } == ["invalid-identifier", "already-anonymous"]
                || refused.map { $0["data-refusal"] } == ["invalid-identifier"])
        #expect(refused[0]["data-step"] == "2")
        #expect(refused[0].text.contains("invalid-identifier"))
    }

    @Test func `An answer that does not hold is marked, and told with what was expected`() throws {
        let page = try read(Page(try compare(scenario("Nami", ["buy X | none"]))))
        #expect(page.having("data-fails").map { $0["data-fails"] } == ["2"])
        #expect(page.all("td").contains { $0.text.contains("✗ expected none") })
        #expect(
            page.all("p").contains { $0.text.contains("1 of 1 expected answers does not hold") })
        let open = page.all("details").filter { $0["open"] != nil }
        #expect(open.map { $0.all("summary")[0].text } == ["The answers as a table"])
        #expect(page.all("dd").map(\.text).contains("0 of 1 hold ✗"))
    }

    @Test func `What happens at a step stands under the picture in sentences`() throws {
        let page = try read(Page(try compare(Self.taken)))
        let told = try #require(page.picture(of: "revenuecat")?.all("ul").first)
        #expect(
            told.all("li").map(\.words) == [
                "Step 2 X gets its first owner, anonymous 1.",
                "Step 3 u1 and anonymous 1 become one customer, who has X.",
                "Step 5 ≠ X goes from u1 to anonymous 2.",
            ])
        let described = try #require(page.picture(of: "revenuecat")?.all("desc").first).text
        #expect(described.contains("Step 5: X goes from u1 to anonymous 2."))
    }

    @Test func `Where providers part and nothing happens, it is said what devices see`() throws {
        let page = try read(Page(try comparePage("tablet.md")))
        func told(_ provider: String) -> [String] {
            page.picture(of: provider)?.all("ul").first?.all("li").map(\.words) ?? []
        }
        #expect(told("purchasely").contains("Step 4 ≠ Nothing moves; tablet sees nothing."))
        #expect(
            told("nami").contains { $0.hasPrefix("Step 6 ≠ ") && !$0.contains("Nothing moves") })
        let steps = page.having("data-parted").compactMap { $0["data-parted"] }
        for provider in ["nami", "purchasely", "qonversion", "revenuecat"] {
            for step in Set(steps) {
                #expect(told(provider).contains { $0.hasPrefix("Step \(step) ≠ ") })
            }
        }
    }

    @Test func `An answer that no document states is marked, as at a glance`() throws {
        let compared = try comparePage("tablet.md")
        let page = try read(Page(compared))
        for (column, rules) in compared[0].columns.enumerated() {
            let marked =
                page.picture(of: rules.provider.key)?.having("data-undocumented") ?? []
            let undocumented = compared[0].answers.enumerated().filter { _, answers in
                answers[column].rules.contains { id in
                    rules.citation(of: id)?.authority != .documented
                }
            }.map { "\($0.offset + 1)" }
            let shown = marked.compactMap { $0["data-undocumented"] }
            #expect(Set(shown).isSuperset(of: undocumented), "\(rules.provider.key)")
            #expect(marked.allSatisfy { $0.text == BriefAnswer.mark })
            // RevenueCat's switch of accounts rests on what was seen in its code.
            let isMarked = ["qonversion", "revenuecat"].contains(rules.provider.key)
            #expect(shown.isEmpty == !isMarked, "\(rules.provider.key): \(shown)")
        }
        #expect(page.all("li").contains { $0.text.contains("seen in published code only") })
    }

    @Test func `A provider's name is a heading under that of its scenario`() throws {
        let one = try read(Page(try comparePage("tablet.md")))
        #expect(
            one.all("figure").flatMap { $0.all("h2") }.map(\.text)
                == ["Nami", "Purchasely", "Qonversion", "RevenueCat"])
        let two = try read(Page(try comparePage("devices.md")))
        #expect(two.all("figure").allSatisfy { $0.all("h3").count == 1 })
    }

    @Test(arguments: [("tablet.md", [4]), ("devices.md", [5, 6])])
    func `A wide picture is first shown where the providers part`(
        file: String, steps: [Int]
    ) throws {
        let page = try read(Page(try comparePage(file)))
        let sections = page.all("section").filter { $0["class"] == "scenario" }
        #expect(sections.count == steps.count)
        for (section, step) in zip(sections, steps) {
            let aim = try #require(section.all("svg").first { $0["class"] == "at" })
            let width = try #require(aim["width"].flatMap(Double.init))
            let before = try #require(section.all("svg").first?["width"].flatMap(Double.init))
            let names = try #require(
                section.all("svg").first { $0["class"] == "names" }?["width"].flatMap(Double.init))
            let expected: Double = names + Double(step - 1) * width
            #expect(before == expected)
        }
    }

    @Test func `Settings that are not the default stand at the picture`() throws {
        let text = scenario("Nami", ["buy X |"], declarations: "- set: nami.switch = refused")
        #expect(try picture("nami", text).all("figcaption")[0].text.contains("switch = refused"))
    }

    @Test func `The rules behind every step are there with their sources`() throws {
        let page = try read(Page(try comparePage("tablet.md")))
        let details = try #require(
            page.all("details").first { $0.all("summary")[0].text == "Rules and sources" })
        #expect(details.all("table").count == 4)
        #expect(details.text.contains("revenuecat.claim."))
        #expect(details.all("a").count > 10)
    }
}
