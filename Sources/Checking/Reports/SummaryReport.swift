// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// A summary for people, ready to be put into a ticket.
public struct SummaryReport: Sendable {
    let check: IdentifierCheck
    let names: [String]

    /// A report on inputs of these names.
    public init(_ check: IdentifierCheck, inputs names: [String]) {
        self.check = check
        self.names = names
    }

    /// The whole report.
    public func text(_ summary: CheckSummary) -> String {
        var lines = [head(summary)]
        for provider in summary.providers { lines += [""] + self.lines(provider, summary.ids) }
        if let wholeFile = summary.wholeFile { lines += [""] + self.lines(wholeFile, summary) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func head(_ summary: CheckSummary) -> String {
        let ids = summary.ids.of("ID")
        let all = names.count == 1 ? names[0] : "\(names.count) inputs"
        let position = summary.fault.map { "\(all), before \($0.position)" } ?? all
        guard summary.ids > 0 else { return "\(ids) in \(position)." }
        return summary.refused == 0
            ? "\(ids) in \(position): every provider asked accepts \(summary.ids == 1 ? "it" : "them all")."
            : "\(ids) in \(position): \(summary.refused.grouped) refused by at least one provider."
    }

    private func lines(_ provider: CheckSummary.Provider, _ ids: Int) -> [String] {
        guard let rules = check.providers.first(where: { $0.provider.key == provider.key }) else {
            return []
        }
        let refused =
            provider.refused == 0
            ? "" : ", refuses \(provider.refused.grouped)\(percent(provider.refused, of: ids))"
        var lines = ["\(rules.provider.name) accepts \(provider.accepted.grouped)\(refused)"]
        for reason in Reason.allCases {
            guard let count = provider.reasons[reason] else { continue }
            lines.append(row("refused", reason.rawValue, count))
        }
        for advice in Advice.allCases {
            guard let count = provider.advice[advice] else { continue }
            lines.append(
                row("advice", advice.rawValue, count)
                    + (advice == .notPortable ? refusing(provider) : ""))
        }
        return lines + suggestion(provider)
    }

    /// Who would refuse what this provider takes.
    private func refusing(_ provider: CheckSummary.Provider) -> String {
        let counts = check.providers.compactMap { rules in
            provider.notPortable[rules.provider.key].map { "\(rules.provider.key) \($0.grouped)" }
        }
        return "; refused by \(counts.joined(separator: ", "))"
    }

    /// What could be given instead of the first ID that is refused and has such a thing.
    ///
    /// An anonymous ID is no example: nobody gives another ID instead of one.
    private func suggestion(_ provider: CheckSummary.Provider) -> [String] {
        for reason in Reason.allCases {
            for example in provider.reasons[reason]?.examples ?? []
            where example.bytes.count == example.count && !isAnonymous(example) {
                let verdict = check.verdicts(onBytes: example.bytes)
                    .first { $0.provider == provider.key }?.verdict
                guard let suggestion = verdict?.suggestion else { continue }
                let text = suggestion.text.map { ", such as \($0) for \(example.shown)" } ?? ""
                return ["  instead  \(suggestion.replacement.rawValue) of the ID\(text)"]
            }
        }
        return []
    }

    private func isAnonymous(_ example: CheckExample) -> Bool {
        let id = UserID(unchecked: String(decoding: example.bytes, as: UTF8.self))
        return check.providers.contains { $0.provider.anonymous.recognises(id) }
    }

    private func row(_ kind: String, _ word: String, _ count: CheckSummary.Count) -> String {
        guard let different = count.different else {
            return row(kind, word, count.count, count.examples) + "; more than "
                + "\(DifferentIDs.most.grouped) different ones"
        }
        let values = count.mostFrequent.map { value in
            shown(value.example, value.count == 1 ? "" : "\(value.count.grouped) × ")
        }
        return row(kind, word, count.count, [])
            + values.joined(separator: ", ")
            + (different > values.count ? "; \(different.grouped) different ones" : "")
    }

    func row(
        _ kind: String, _ word: String, _ count: Int, _ examples: [CheckExample]
    ) -> String {
        "  \(kind.padded(8)) \(word.padded(23))\(count.grouped.leftPadded(13))  "
            + examples.map { shown($0) }.joined(separator: ", ")
    }

    func shown(_ example: CheckExample, _ times: String = "") -> String {
        example.isKnown ? "\(example.shown) \(times)(\(position(example)))" : position(example)
    }

    func position(_ example: CheckExample) -> String {
        (names.count > 1 ? "\(names[example.input]), " : "") + "line \(example.line)"
    }

    func percent(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "" }
        let thousandths = (Double(part) / Double(whole) * 1_000).rounded()
        return " (\(thousandths / 10) %)"
    }
}
