// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The list of whole-file findings: a line or a record for each ID that repeats another, or differs
/// from it only in spelling.
public struct FindingList: Sendable {
    private let names: [String]

    /// A list of findings in inputs of these names.
    public init(inputs names: [String]) { self.names = names }

    private struct Finding {
        let word: String
        let count: WholeFileFindings.Count
        /// What is said of the earlier position.
        let link: String
        var isDifference = true
    }

    private func findings(_ found: WholeFileFindings) -> [Finding] {
        let repeated = Finding(
            word: "repeated", count: found.repeated, link: "the same as",
            isDifference: false)
        return [repeated]
            + SpellingDifference.allCases.compactMap { difference in
                found.spellings[difference].map {
                    Finding(
                        word: difference.finding, count: $0,
                        link: "differs \(difference.words) from"
                    )
                }
            }
    }

    /// For people: a line for each.
    public func text(_ found: WholeFileFindings) -> String {
        var text = ""
        for finding in findings(found) {
            for pair in finding.count.pairs {
                let id = pair.second.isKnown ? "\(pair.second.shown): " : ""
                text += "\(names[pair.second.input]):\(pair.second.line): \(id)\(finding.word); "
                text += "\(link(finding, pair.first))\n"
            }
            if let more = more(finding) { text += "\(finding.word): \(more)\n" }
        }
        return text
    }

    /// Records as `CheckReport` has them for verdicts, of a provider called `whole-file`.
    public func csv(_ found: WholeFileFindings) -> String {
        let buffer = OutputBytes()
        for finding in findings(found) {
            for pair in finding.count.pairs {
                if names.count > 1 {
                    buffer.append(cell: names[pair.second.input])
                    buffer.append(",")
                }
                buffer.append("\(pair.second.line),")
                buffer.append(cell: pair.second.bytes.span)
                buffer.append(",whole-file,,,\(finding.word),")
                buffer.append(cell: link(finding, pair.first))
                buffer.append(",\n")
            }
            if let more = more(finding) {
                buffer.append((names.count > 1 ? "," : "") + ",,whole-file,,,\(finding.word),")
                buffer.append(cell: more)
                buffer.append(",\n")
            }
        }
        return buffer.text
    }

    private func more(_ finding: Finding) -> String? {
        let left = finding.count.count - finding.count.pairs.count
        return left > 0 ? "and \(left.grouped) more" : nil
    }

    /// What a position says of the earlier one.
    private func link(_ finding: Finding, _ first: CheckExample) -> String {
        let file = names.count > 1 ? " of \(names[first.input])" : ""
        let position = "line \(first.line)\(file)"
        let isNamed = finding.isDifference && first.isKnown
        return isNamed
            ? "\(finding.link) \(first.shown) on \(position)" : "\(finding.link) \(position)"
    }
}

extension SpellingDifference {
    /// As a word of reports.
    package var finding: String { self == .several ? "several-ways" : "only-\(rawValue)" }
}
