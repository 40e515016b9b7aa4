// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymTestSupport
import Foundation
import Testing

/// What a search finds at the end of one history is told together, what costs a user most first.
@Suite struct SearchHistoryTests {
    @Test(arguments: Sides.pairs + Sides.single + [Sides.settings[0]])
    func `Everything found is told once, in the history that it ends`(sides: Sides) throws {
        let result = try sides.search(depth: 4)
        let lines = result.histories.map { $0.findings[0].line }
        #expect(Set(lines).count == lines.count)
        for history in result.histories {
            #expect(history.findings.allSatisfy { $0.line == history.findings[0].line })
            #expect(Set(history.findings.map(\.kind)).count == history.findings.count)
            #expect(history.further.count >= history.findings.count - 1)
        }
        let told = result.histories.flatMap(\.findings).map { "\($0.cause) \($0.line)" }
        #expect(told.sorted() == result.findings.map { "\($0.cause) \($0.line)" }.sorted())
    }

    @Test(arguments: Sides.pairs + Sides.single)
    func `What costs most comes first, then what no refusal led to, then what is short`(
        sides: Sides
    ) throws {
        let histories = try sides.search(depth: 5).histories
        #expect(histories.count > 1)
        let weights = histories.map { history in
            let first = history.findings[0]
            return [history.loss.rawValue, first.follows == nil ? 0 : 1, first.history.count]
        }
        for (before, after) in zip(weights, weights.dropFirst()) {
            #expect(!after.lexicographicallyPrecedes(before), "\(before), \(after)")
        }
        #expect(histories.allSatisfy { $0.loss == $0.findings.map(\.loss).min() })
    }

    @Test(
        arguments: [
            (
                "access", Loss.access, "nami", "qonversion",
                "A: install; B: install; A: log in u1; "
                    + "B: buy X; B: log in u1"
            ),
            (
                "access", .accessForNow, "nami", "purchasely",
                "A: install; A: buy X; B: install app_store:A"
            ),
            ("access", .nothing, "nami", "revenuecat", "A: install; A: grant vip"),
            ("refusal", .nothing, "nami", "revenuecat", "A: install; A: grant vip"),
            ("refusal", .action, "revenuecat", "nami", "A: install; A: grant vip"),
            ("access", .access, "revenuecat", "nami", "A: install; A: grant vip"),
            (
                "owner", .owner, "nami", "purchasely",
                "A: install; A: buy X; B: install app_store:A"
            ),
            ("identity", .identity, "nami", "qonversion", "A: install; A: log in u1"),
        ] as [(String, Loss, String, String, String)])
    func `What a difference costs is what the second side takes`(
        kind: String, loss: Loss, first: String, second: String, line: String
    ) throws {
        let result = try Sides((first, [:]), (second, [:])).search(depth: 5)
        let found = result.findings.filter { $0.kind == kind && $0.line == line }
        #expect(found.map(\.loss) == [loss], "\(found.map(\.consequence))")
    }

    @Test(arguments: Sides.pairs)
    func `What an action that the first side does not have leads to costs nobody anything`(
        sides: Sides
    ) throws {
        for history in try sides.search(depth: 5).histories {
            let answers = history.compared.answers
            let isBeyond = answers.contains {
                $0[0].refusal == .unsupported && $0[1].refusal == nil
            }
            if isBeyond {
                #expect(history.loss == .nothing, "\(history.title)")
                #expect(history.findings.allSatisfy { $0.remedy == nil })
            }
        }
    }

    @Test func `An action that a setting of the first side refuses can cost something`() throws {
        let keep = try Sides(("revenuecat", ["restore": "keep"]), ("revenuecat", [:]))
            .search(depth: 5)
        let refused = keep.histories.filter { history in
            history.compared.answers.contains {
                $0[0].refusal == .ownedByAnother && $0[1].refusal == nil
            }
        }
        #expect(refused.contains { $0.loss == .access || $0.loss == .accessForNow })
    }

    @Test(arguments: Sides.pairs + Sides.single + Sides.settings)
    func `A heading is a sentence about a user, and no code`(sides: Sides) throws {
        let result = try sides.search(depth: 3)
        let markdown = SearchReport(result).markdown
        // Those that are alike tell what happened before.
        #expect(Set(result.histories.map(\.title)).count == result.histories.count)
        for history in result.histories {
            let place = result.names.count == 2 ? "At \(result.names[1]), " : ""
            #expect(history.title.hasPrefix(place))
            #expect(history.title.split(separator: " ").count > 4)
            #expect(!history.title.hasSuffix("."))
            for row in history.findings.flatMap(\.rows).compactMap({ $0 }) {
                #expect(!history.title.contains(row.id))
            }
            #expect(!history.findings.contains { history.title.hasPrefix("\($0.kind):") })
            #expect(history.compared.scenario.title == history.title)
            #expect(markdown.contains("\n# \(history.title)"))
        }
    }

    @Test(arguments: [1, 2, 5, 28, 29, 30, 1_000])
    func `The first ones can be shown alone, with how many more there are`(top: Int) throws {
        let result = try Sides.pairs[2].search(depth: 4)
        let count = result.histories.count
        #expect(count == 29)
        let (report, all) = (SearchReport(result, top: top), SearchReport(result))
        let more =
            top < count
            ? "\(count - top) more histor\(count - top == 1 ? "y is" : "ies are") not shown; run it "
                + "without --top to see all, or with --top \(count)." : nil
        for text in [report.text(width: 200), report.markdown, try report.json()] {
            #expect(text.contains("without --top") == (more != nil && !text.hasPrefix("{")))
            if let more, !text.hasPrefix("{") { #expect(text.contains(more)) }
        }
        #expect(report.headline == all.headline)
        #expect(report.coverage == all.coverage)
        #expect(try compare(report.markdown).count == min(top, count))
        #expect(report.page.entries.count == min(top, count))
        #expect(report.page.introduction.contains(more ?? "") == (more != nil))
        #expect(
            try report.json().filter { !$0.isWhitespace }.contains(
                "\"histories\":{\"found\":\(count),\"shown\":\(min(top, count))}"))
    }

    @Test func `What users lose adds up`() throws {
        for sides in Sides.pairs {
            let result = try sides.search(depth: 4)
            #expect(result.losses.map(\.count).reduce(0, +) == result.histories.count)
            #expect(result.losses.map(\.loss) == result.losses.map(\.loss).sorted())
            #expect(SearchReport(result).text(width: 400).contains("\nOf these, in a move from "))
        }
        let none = try Sides(("nami", [:]), ("nami", [:])).search(depth: 2)
        #expect(none.losses.isEmpty)
        #expect(!SearchReport(none).text().contains("Of these"))
    }
}
