// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

/// A page ends with what can be done about what it shows, and with nothing that does nothing.
@Suite struct RemedyTests {
    private func remedies(_ page: Page) throws -> PageElement? {
        try read(page).all("section").first { $0["class"] == "remedies" }
    }

    private func settings(_ remedies: PageElement?) -> [String] {
        (remedies?.all("span") ?? []).map(\.text).filter { $0.hasPrefix("--set ") }
    }

    private static let taken = """
        # T

        - ids: u1 = 41, u2 = 42

        | Device | Action | Nami | RevenueCat |
        |---|---|---|---|
        | A | install | | |
        | A | log in u1 | | |
        | A | buy X | | |
        | A | log in u2 | | |
        | A | restore | | |
        | A | log in u1 | | |

        """

    @Test func `A setting is shown with what it changes, and where it is chosen`() throws {
        let remedies = try #require(try remedies(Page(try compare(Self.taken))))
        #expect(remedies.all("h2").map(\.text) == ["What you can do about it"])
        let offered = try #require(
            remedies.all("li").first { $0.text.contains("revenuecat.restore=keep") })
        #expect(offered.words.contains("It is chosen in the project's settings, General."))
        let keep = offered.all("p").map { $0.all("span").map(\.text) }
            .first { $0.first == "--set revenuecat.restore=keep" }
        #expect(
            keep?.dropFirst() == [
                "refused: owned-by-another", "X [moved]", "X [switched]", "none [switched]",
            ])
        #expect(offered.all("a").contains { $0["href"]?.contains("restore-behavior") == true })
        #expect(
            remedies.all("h3").map(\.text)
                == [
                    "Settings that give access back or make the providers agree",
                    "Settings that lead to another outcome",
                ])
    }

    /// What devices see after each step, in a column.
    private func seen(
        _ compared: ComparedScenario, _ column: Int
    ) -> [[DeviceID: Set<EntitlementID>]] {
        var now: [DeviceID: Set<EntitlementID>] = [:]
        return compared.answers.map { answers in
            for view in answers[column].devices { now[view.device] = Set(view.access) }
            return now
        }
    }

    @Test(arguments: [taken, taken.replacing("log in u1 | | |\n\n", with: "buy X | | |\n\n")])
    func `A setting that takes access from a device stands apart from those that give some`(
        text: String
    ) throws {
        let compared = try compare(text)
        let remedies = try #require(try remedies(Page(compared)))
        let lists = Array(zip(remedies.all("h3").map(\.text), remedies.all("ul")))
        #expect(lists.count == 2)
        for (title, list) in lists {
            for line in settings(list) {
                let parts = line.dropFirst("--set ".count).split(separator: "=").map(String.init)
                let choice = try SettingChoice(parts[0], parts[1], builtIn.get())
                let other = try compare(text, settings: [choice])
                let column = parts[0].hasPrefix("nami") ? 0 : 1
                let steps = zip(seen(compared[0], column), seen(other[0], column))
                let isLess = steps.contains { now, then in
                    now.contains { !(then[$0.key] ?? []).isSuperset(of: $0.value) }
                }
                let isMore = steps.contains { now, then in
                    then.contains { !(now[$0.key] ?? []).isSuperset(of: $0.value) }
                }
                let agrees = zip(seen(other[0], 0), seen(other[0], 1)).allSatisfy { $0 == $1 }
                #expect(
                    title.contains("give access back") == (isMore && !isLess || agrees),
                    "\(line)")
            }
        }
    }

    @Test func `Every setting shown does what the page says`() throws {
        let compared = try compare(Self.taken)
        let page = try #require(try remedies(Page(compared)))
        let shown = settings(page)
        #expect(shown.count >= 3)
        let parted = [3, 5]
        for provider in try builtIn.get().providers.filter({
            ["nami", "revenuecat"].contains($0.key)
        }) {
            for setting in provider.rulebook.settings {
                for value in setting.values.dropFirst() {
                    let name = "\(provider.key).\(setting.name)"
                    let choice = try SettingChoice(name, value, builtIn.get())
                    let other = try compare(Self.taken, settings: [choice])
                    let changes = parted.contains { step in
                        zip(compared[0].answers[step], other[0].answers[step]).contains {
                            $0.text != $1.text
                        }
                    }
                    // What only refuses the IDs of the scenario is no remedy.
                    let names = [setting.name, setting.override?.setting]
                    let isAboutIDs = !provider.rulebook.rows.contains { row in
                        names.compactMap(\.self).contains { row.settings[$0] != nil }
                    }
                    #expect(
                        shown.contains("--set \(name)=\(value)") == (changes && !isAboutIDs),
                        "\(name)=\(value)")
                }
            }
        }
    }

    @Test func `Where nothing parts there is nothing to be done`() throws {
        #expect(try remedies(Page(try compare(scenario("Nami", ["buy X |"])))) == nil)
        let same = """
            # T

            | Device | Action | Nami | RevenueCat |
            |---|---|---|---|
            | A | install | | |
            | A | buy X | | |

            """
        #expect(try remedies(Page(try compare(same))) == nil)
    }

    @Test func `Where no setting changes anything the page says so`() throws {
        let granted = """
            # T

            | Device | Action | Nami | RevenueCat |
            |---|---|---|---|
            | A | install | | |
            | A | grant vip | | |

            """
        let remedies = try #require(try remedies(Page(try compare(granted))))
        #expect(
            remedies.all("p").map(\.text)
                == ["No setting of these providers changes a step at which they part."])
    }

    @Test func `The page of a search names the provider's call that gives access back`() throws {
        let result = try Sides(("nami", [:]), ("purchasely", [:])).search(depth: 4)
        let remedies = try #require(try remedies(SearchReport(result).page))
        let calls = remedies.all("li").map(\.words).filter { $0.contains("gives access back") }
        #expect(
            calls.contains {
                $0.hasPrefix(
                    "At Purchasely, let the app restore with restoreAllProducts(success:failure:).")
            }, "\(calls)")
        let linked = calls.flatMap { $0.split(separator: " ") }.count {
            Int($0.filter(\.isNumber)) != nil
        }
        #expect(linked >= min(12, result.histories.count { $0.loss == .accessForNow }))
        for history in result.histories {
            #expect((history.findings[0].remedy != nil) == (history.loss == .accessForNow))
        }
    }

    @Test func `The settings in which one provider's two sides differ are no remedy`() throws {
        let result = try Sides(("revenuecat", [:]), ("revenuecat", ["restore": "keep"]))
            .search(depth: 4)
        let remedies = try remedies(SearchReport(result).page)
        #expect(!settings(remedies).contains { $0.hasPrefix("--set revenuecat.restore=") })
    }
}
