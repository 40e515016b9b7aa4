// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What a search found, for people: at a terminal, or as Markdown that `compare` reads back.
public struct SearchReport {
    private let result: SearchResult

    /// A report of a result.
    public init(_ result: SearchResult) { self.result = result }

    /// One line that says what was found.
    public var headline: String {
        let depth = result.coverage.completeDepth
        let within =
            "within \(depth) action\(depth == 1 ? "" : "s")"
            + (result.coverage.isComplete ? "" : " and part of what \(depth + 1) can do")
        let count = result.findings.count
        guard result.names.count == 2 else {
            guard count > 0 else { return "\(result.names[0]): nothing of the kind \(within)." }
            return "\(result.names[0]): \(count) way\(count == 1 ? "" : "s") in which things go "
                + "wrong for a user \(within)."
        }
        let both = result.names.joined(separator: " and ")
        guard count > 0 else { return "\(both) do not differ \(within)." }
        return "\(both) differ in \(count) way\(count == 1 ? "" : "s") \(within)."
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
            : "CUT before the \(coverage.depth) actions asked for: there may be more."
        if coverage.isOutOfRoom {
            text += " The states filled the memory that they may take."
        }
        if coverage.transitions > 0 {
            let share = Double(coverage.inferred) / Double(coverage.transitions) * 100
            text += " \(SearchReport.rounded(share)) % of the transitions"
            if !result.findings.isEmpty {
                text +=
                    ", and \(result.findings.count { $0.isInferred }) of the "
                    + "\(result.findings.count) findings,"
            }
            text += " rest on a rule that is inferred."
        }
        return text
    }

    /// The whole result for a terminal.
    public func text(width: Int = 80, isColoured: Bool = false) -> String {
        let table = TableReport(width: width, isColoured: isColoured)
        var text = wrapped(headline, width) + wrapped(coverage, width) + "\n"
        for finding in result.findings {
            text += table.text(of: finding.compared, saying: finding.consequence)
            text += wrapped(causes(of: finding), width) + "\n"
        }
        return text
    }

    /// The result as scenarios with their answers, with what was covered before them.
    public var markdown: String {
        var text = "\(headline)\n\n\(coverage)\n"
        for finding in result.findings {
            text += "\n" + finding.scenario + "\n" + causes(of: finding) + "\n"
        }
        return text
    }

    /// The rules at which things parted, each with what it says and where that comes from.
    private func causes(of finding: SearchFinding) -> String {
        let causes = zip(result.names, finding.rows).map { name, row in
            guard let row else { return "\(name): no rule is asked." }
            let citation = row.citation
            return "\(name), \(row.id): \(citation.says) (\(citation.authority.rawValue), "
                + "\(citation.checked), \(citation.address))"
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

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// A count with commas.
    package static func grouped(_ count: Int) -> String {
        var digits = String(count)
        var text = ""
        while digits.count > 3 {
            text = "," + digits.suffix(3) + text
            digits.removeLast(3)
        }
        return digits + text
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
        var page = Page(title: headline, introduction: [self.coverage])
        page.facts = [
            Page.Fact("Devices", String(coverage.world.devices)),
            Page.Fact("User IDs", String(coverage.world.ids.count)),
            Page.Fact(
                "Products",
                coverage.world.products.map { "\($0.id) = \($0.kind.rawValue)" }
                    .joined(separator: ", ")),
            Page.Fact("Actions in a row", String(coverage.completeDepth)),
            Page.Fact("States", SearchReport.grouped(coverage.states)),
            Page.Fact("Transitions", SearchReport.grouped(coverage.transitions)),
            Page.Fact(
                "Everything tried",
                coverage.isComplete
                    ? "yes" : coverage.isOutOfRoom ? "no, memory was full" : "no, it was cut"),
        ]
        page.entries = result.findings.map { Page.Entry($0.compared) }
        return page
    }
}
