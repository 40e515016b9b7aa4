// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymInput
import Foundation

/// The survey as a DocC article.
extension DifferenceSurvey {
    /// The article: the differences in full, the deeper ones as lines, what was covered, the rules.
    package var article: String {
        var text = DifferenceSurvey.introduction
        for pair in pairs { text += section(on: pair) }
        text += settings
        text += rules
        if pairs.contains(where: { $0.deep != nil }) { text += covered }
        return text
    }

    /// The article without what a deep search adds.
    ///
    /// - Parameter article: The whole article.
    /// - Returns: What the same survey without a deep search would be.
    package static func shallow(of article: String) -> String {
        var isDeep = false
        var kept: [Substring] = []
        for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") { isDeep = line.hasSuffix(deepMark) }
            if !isDeep { kept.append(line) }
        }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n") + "\n"
    }

    /// What the headings end with of the parts that take long.
    private static let deepMark = ", searched deeper"

    private static let introduction = """
        # How the four differ

        Every way in which two of the four providers part within a few actions, found by trying everything.

        ## Overview

        Two devices, two user IDs and one subscription: `allonym diverge` tried every sequence of what can happen to them,
        under the rules of both providers of a pair, and kept for each two rules at which they part the shortest history.
        Nobody chose the examples. What counts as a difference, and what was left out, is said in <doc:Finding-differences>.

        A history is read from left to right; the providers part at its last action. If one of them refused an earlier step that
        the other accepted, the sentence says so; what follows from that is listed, too. To see it as a table with every
        answer, run the command under the heading, which shows the histories that cost a user most first; to see what a rule
        says, look under <doc:How-the-four-differ#The-rules>, or ask `allonym explain RULE`; `allonym diverge A B --format html`
        draws what it finds. The sentences speak of a move from the first provider to the second; read the other way round,
        a loss is a gain. Below each pair's heading is what a few actions show, then what a deeper search adds, in one
        line each; how deep it went, and how much it tried, stands at the end, for pairs and for settings.


        """

    // MARK: - A pair

    private func section(on pair: Part) -> String {
        let names = pair.shallow.names
        let keys = pair.shallow.rules.map(\.provider.key).joined(separator: " ")
        let depth = DifferenceSurvey.pairDepth
        var text = """
            ## \(names.joined(separator: " and "))

            \(pair.shallow.findings.count) differences in \(pair.shallow.histories.count) histories within \(depth) actions: `allonym diverge \(keys)`


            """
        text += lists(pair.shallow.findings)
        text += further(pair, title: names.joined(separator: " and "))
        return text
    }

    /// The findings by kind, each rule pair once for each history.
    private func lists(_ findings: [SearchFinding]) -> String {
        var told: Set<String> = []
        var text = ""
        for kind in DifferenceKind.allCases {
            var items: [String] = []
            for finding in findings where finding.kind == kind.rawValue {
                guard told.insert(finding.key).inserted else { continue }
                let same = findings.filter { $0.key == finding.key && $0.kind != finding.kind }
                    .compactMap { DifferenceKind(rawValue: $0.kind)?.also }
                items.append(item(finding, also: same))
            }
            if items.isEmpty { continue }
            text += "**\(kind.title)**\n\n" + items.joined() + "\n"
        }
        return text
    }

    private func item(_ finding: SearchFinding, also: [String]) -> String {
        let others = also.isEmpty ? "" : " Also different: \(also.joined(separator: ", "))."
        return """
            - \(finding.capitalised)\(others)
              `\(finding.line)`
              (\(finding.rules))

            """
    }

    private func further(_ part: Part, title: String) -> String {
        guard let deep = part.deep, !part.further.isEmpty else { return "" }
        var text = "### \(title)\(DifferenceSurvey.deepMark)\n\n"
        text +=
            "\(part.further.count) more within \(deep.coverage.depth) actions, "
            + "one line for each two rules:\n\n"
        for finding in part.further {
            text += "- \(finding.kind): `\(finding.line)` (\(finding.rules))\n"
        }
        return text + "\n"
    }

    // MARK: - Settings

    private var settings: String {
        var text = """
            ## The settings that matter

            What a provider lets be chosen, or what its documents contradict each other in, against the default, within
            \(DifferenceSurvey.settingDepth) actions: `allonym diverge PROVIDER PROVIDER --set-b SETTING`


            """
        var without: [Choice] = []
        for choice in choices {
            guard !choice.part.shallow.findings.isEmpty else {
                without.append(choice)
                continue
            }
            text += "### \(choice.provider): \(choice.setting)\n\n"
            for product in choice.part.shallow.coverage.world.products
            where product.kind != .subscription {
                let kind = product.kind.rawValue
                text += "\(product.id) is a \(kind) here (`--kinds \(kind)`).\n\n"
            }
            text += lists(choice.part.shallow.findings)
        }
        text +=
            "No difference within \(DifferenceSurvey.settingDepth) actions, with IDs that are taken "
            + "under both values: "
            + without.map { "`\($0.setting)`" }.joined(separator: ", ") + ".\n\n"
        let deeper = choices.filter { !$0.part.further.isEmpty }
        guard !deeper.isEmpty else { return text }
        text += "### Settings\(DifferenceSurvey.deepMark)\n\n"
        for choice in deeper {
            for finding in choice.part.further {
                text +=
                    "- `\(choice.setting)`, \(finding.kind): `\(finding.line)` (\(finding.rules))\n"
            }
        }
        return text + "\n"
    }

    // MARK: - The rules, and what was covered

    private var rules: String {
        var rows: [String: Row] = [:]
        for part in pairs + choices.map(\.part) {
            for row in part.shallow.findings.flatMap(\.rows) {
                if let row { rows[row.id] = row }
            }
        }
        var text = """
            ## The rules

            | rule | authority | what it says |
            |---|---|---|

            """
        for row in rows.values.sorted(by: { $0.index < $1.index }) {
            let says = row.citation.says.replacing("|", with: "\\|")
            text += "| `\(row.id)` | \(row.citation.authority.rawValue) | \(says) |\n"
        }
        return text + "\n"
    }

    private var covered: String {
        var text = """
            ## What was covered\(DifferenceSurvey.deepMark)

            Everything that two devices, two user IDs and one product can do in so many actions was tried: a subscription, or
            for a setting that is about products of another kind one of these.

            | sides | actions | differences | states | transitions | on inferred rules |
            |---|---|---|---|---|---|

            """
        let parts =
            pairs.map { ($0, $0.shallow.names.joined(separator: " and ")) }
            + choices.map { ($0.part, "`\($0.setting)`") }
        for (part, name) in parts {
            guard let deep = part.deep else { continue }
            let coverage = deep.coverage
            let share = Double(coverage.inferred) / Double(max(1, coverage.transitions)) * 100
            let cells = [
                name, String(coverage.depth),
                String(deep.findings.count), coverage.states.grouped,
                coverage.transitions.grouped, SearchReport.rounded(share) + " %",
            ]
            text += "| " + cells.joined(separator: " | ") + " |\n"
        }
        return text
    }
}

extension DifferenceKind {
    fileprivate var title: String {
        switch self {
        case .access: "What a device sees"
        case .refusal: "What is refused"
        case .owner: "Whom a purchase belongs to"
        case .identity: "Who is one customer"
        }
    }

    /// What differs as well.
    fileprivate var also: String {
        switch self {
        case .access: "what a device sees"
        case .refusal: "whether it is refused"
        case .owner: "whom the purchase belongs to"
        case .identity: "who is one customer"
        }
    }
}

extension SearchFinding {
    /// The history in one line, a look at another device at the end left out.
    fileprivate var line: String {
        let steps = compared.scenario.steps
        let done = steps.last?.action == .check ? steps.dropLast() : steps[...]
        return done.map { "\($0.device): \($0.text)" }.joined(separator: "; ")
    }

    /// The rules at which the sides part.
    var rules: String {
        rows.map { row in row.map { "`\($0.id)`" } ?? "no rule" }.joined(separator: " against ")
    }

    /// The consequence without the words that are the same for all of a pair.
    var capitalised: String {
        // A label of an ID keeps its small letter.
        let isLabel = sentence.dropFirst().first?.isNumber == true
        let text = isLabel ? sentence : sentence.prefix(1).uppercased() + sentence.dropFirst()
        return ([text + "."] + (reason.map { [$0] } ?? [])).joined(separator: " ")
    }

    /// Findings of one key are told together.
    fileprivate var key: String { "\(rules) \(line)" }
}

extension Row {
    /// Provider, table and number, for an order that people expect.
    fileprivate var index: String {
        let parts = id.split(separator: ".")
        let number = String(parts.last ?? "")
        let padding = String(repeating: "0", count: max(0, 4 - number.count))
        return parts.dropLast().joined(separator: ".") + "." + padding + number
    }
}
