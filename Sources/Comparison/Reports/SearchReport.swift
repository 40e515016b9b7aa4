// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput

/// What a search found, for people: at a terminal, or as Markdown that `compare` reads back.
///
/// It tells histories, what costs a user most first.
public struct SearchReport {
    let result: SearchResult
    /// The histories that are shown.
    let shown: ArraySlice<SearchHistory>

    /// A report of a result.
    ///
    /// - Parameters:
    ///   - result: What was found.
    ///   - top: How many histories are shown at most, from 1; all without it.
    public init(_ result: SearchResult, top: Int? = nil) {
        self.result = result
        shown = result.histories.prefix(top ?? .max)
    }

    /// One line that says what was found.
    public var headline: String {
        let depth = result.coverage.completeDepth
        let within =
            "within \(depth) action\(depth == 1 ? "" : "s")"
            + (result.coverage.isComplete ? "" : " and part of what \(depth + 1) can do")
        let count = result.histories.count
        let histories = "\(count) histor\(count == 1 ? "y" : "ies")"
        guard result.names.count == 2 else {
            let found = count > 0 ? histories : "no history"
            return "\(result.names[0]): \(found) in which things go wrong for a user \(within)."
        }
        let both = result.names.joined(separator: " and ")
        guard count > 0 else { return "\(both) do not differ \(within)." }
        return "\(both) differ in \(histories) \(within)."
    }

    /// What users lose in the histories, in a sentence; empty where there are none.
    var losses: String {
        let counted = result.losses.map { $0.loss.counted($0.count) }
        guard let last = counted.last else { return "" }
        let move =
            result.names.count == 2
            ? ", in a move from \(result.names[0]) to \(result.names[1])" : ""
        return "Of these\(move), " + counted.dropLast().joined(separator: ", ")
            + (counted.count > 1 ? " and " : "") + last + "."
    }

    /// How many more histories there are than are shown, and how to see them; nil without any.
    var more: String? {
        let count = result.histories.count - shown.count
        guard count > 0 else { return nil }
        return "\(count.grouped) more \(count == 1 ? "history is" : "histories are") "
            + "not shown; run it without --top to see all, or with --top \(result.histories.count)."
    }

    /// What was covered, in sentences.
    public var coverage: String {
        let coverage = result.coverage
        let world = coverage.world
        let kinds = world.products.map { "\($0.id) = \($0.kind.rawValue)" }
        var text =
            "Tried: everything that \(SearchReport.counted(world.devices, "device")), "
            + "\(SearchReport.counted(world.ids.count, "user ID")) and "
            + "\(SearchReport.counted(world.products.count, "product")) "
            + "(\(kinds.joined(separator: ", "))) can do in up to "
            + "\(SearchReport.counted(coverage.completeDepth, "action"))"
            + (coverage.isComplete ? ": " : ", and part of what one more can do: ")
            + "\(SearchReport.counted(coverage.states, "state")), "
            + "\(SearchReport.counted(coverage.transitions, "transition")), "
        text +=
            coverage.isComplete
            ? "complete."
            : "CUT before the \(SearchReport.counted(coverage.depth, "action")) asked for: there may be more."
        if coverage.isOutOfRoom {
            text += " The states filled the memory that they may take."
        }
        if coverage.transitions > 0 {
            let share = Double(coverage.inferred) / Double(coverage.transitions) * 100
            text += " \(SearchReport.rounded(share)) % of the transitions"
            if !result.histories.isEmpty {
                text +=
                    ", and \(result.histories.count { $0.isInferred }) of the "
                    + "\(SearchReport.counted(result.histories.count, "history", "histories")),"
            }
            text += " rest on a rule that is inferred."
        }
        return text
    }

    /// The result for a terminal.
    public func text(width: Int = 80, isColoured: Bool = false) -> String {
        let table = TableReport(width: width, isColoured: isColoured)
        var text = wrapped(headline, width)
        if !losses.isEmpty { text += wrapped(losses, width) }
        text += wrapped(coverage, width) + "\n"
        for (number, history) in shown.enumerated() {
            text += table.text(
                of: history.compared, titled: "\(number + 1). \(history.title).",
                saying: history.further.joined(separator: " "))
            text += wrapped(causes(of: history), width)
            if let remedy = history.findings[0].remedy {
                text += wrapped("\(remedy) This gives access back.", width)
            }
            text += "\n"
        }
        if let more { text += wrapped(more, width) }
        if !shown.isEmpty { text += wrapped(SearchReport.furtherRemedies, width) }
        return text
    }

    private static let furtherRemedies =
        "What else to do about it, settings included: --format html."

    /// The result as scenarios with their answers, with what was covered before them.
    public var markdown: String {
        var text = "\(headline)\n\n" + (losses.isEmpty ? "" : "\(losses)\n\n") + "\(coverage)\n"
        if let more { text += "\n\(more)\n" }
        for history in shown {
            text += "\n" + history.scenario + "\n" + causes(of: history) + "\n"
        }
        return text
    }

    /// The rules at which things parted, each with what it says and where that comes from.
    private func causes(of history: SearchHistory) -> String {
        let causes = result.names.enumerated().flatMap { side, name in
            let rows = history.rows(of: side)
            guard !rows.isEmpty else { return ["\(name): no rule is asked."] }
            return rows.map { row in
                let citation = row.citation
                return "\(name), \(row.id): \(citation.says) (\(citation.authority.rawValue), "
                    + "\(citation.checked), \(citation.address))"
            }
        }
        return causes.joined(separator: "\n\n") + "\n"
    }

    private func wrapped(_ text: String, _ width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: true)
            .map {
                wrap(String($0), to: max(40, width), breaksWords: false).joined(separator: "\n")
                    + "\n"
            }.joined()
    }

    private static func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> String {
        "\(count.grouped) \(count == 1 ? noun : nouns ?? noun + "s")"
    }

    /// A share in percent with one digit.
    package static func rounded(_ share: Double) -> String {
        let tenths = Int((share * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension SearchReport {
    /// The result as a page, with a picture of each history.
    public var page: Page {
        let coverage = result.coverage
        var page = Page(
            title: headline,
            introduction: ([losses, self.coverage].filter { !$0.isEmpty })
                + (more.map { [$0] } ?? []))
        page.facts = [
            Page.Fact("Devices", String(coverage.world.devices)),
            Page.Fact("User IDs", String(coverage.world.ids.count)),
            Page.Fact(
                "Products",
                coverage.world.products.map { "\($0.id) = \($0.kind.rawValue)" }
                    .joined(separator: ", ")),
            Page.Fact("Actions in a row", String(coverage.completeDepth)),
            Page.Fact("States", coverage.states.grouped),
            Page.Fact("Transitions", coverage.transitions.grouped),
            Page.Fact(
                "Everything tried",
                coverage.isComplete
                    ? "yes" : coverage.isOutOfRoom ? "no, memory was full" : "no, it was cut"),
        ]
        page.entries = shown.map { history in
            var entry = Page.Entry(history.compared)
            entry.remedy = history.findings[0].remedy
            return entry
        }
        return page
    }
}
