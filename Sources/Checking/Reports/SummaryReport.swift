// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// A summary for people, ready to be put into a ticket.
public struct SummaryReport: Sendable {
    private let check: IdentifierCheck
    private let names: [String]

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

    /// What whole-file findings say, alone.
    public func wholeFile(_ summary: CheckSummary) -> String {
        guard let wholeFile = summary.wholeFile else { return "" }
        return lines(wholeFile, summary).joined(separator: "\n") + "\n"
    }

    private func head(_ summary: CheckSummary) -> String {
        let ids = summary.ids == 1 ? "1 ID" : "\(summary.ids.grouped) IDs"
        let place = names.count == 1 ? names[0] : "\(names.count) inputs"
        guard summary.ids > 0 else { return "\(ids) in \(place)." }
        return summary.refused == 0
            ? "\(ids) in \(place): every provider asked takes them all."
            : "\(ids) in \(place): \(summary.refused.grouped) refused by at least one provider."
    }

    private func lines(_ provider: CheckSummary.Provider, _ ids: Int) -> [String] {
        guard let rules = check.providers.first(where: { $0.provider.key == provider.key }) else {
            return []
        }
        let refused =
            provider.refused == 0
            ? "" : ", refuses \(provider.refused.grouped)\(percent(provider.refused, of: ids))"
        var lines = ["\(rules.provider.name) takes \(provider.accepted.grouped)\(refused)"]
        for reason in Reason.allCases {
            guard let count = provider.reasons[reason] else { continue }
            lines.append(row("refused", reason.rawValue, count.count, count.examples))
        }
        for advice in Advice.allCases {
            guard let count = provider.advice[advice] else { continue }
            lines.append(row("advice", advice.rawValue, count.count, count.examples))
        }
        return lines + suggestion(provider)
    }

    /// What could be given instead of the first ID that is refused and has such a thing.
    private func suggestion(_ provider: CheckSummary.Provider) -> [String] {
        for reason in Reason.allCases {
            for example in provider.reasons[reason]?.examples ?? []
            where example.bytes.count == example.count {
                let verdict = check.verdicts(onBytes: example.bytes)
                    .first { $0.provider == provider.key }?.verdict
                guard let suggestion = verdict?.suggestion else { continue }
                let text = suggestion.text.map { ", such as \($0) for \(example.shown)" } ?? ""
                return ["  instead  \(suggestion.replacement.rawValue) of the ID\(text)"]
            }
        }
        return []
    }

    private func row(
        _ kind: String, _ word: String, _ count: Int, _ examples: [CheckExample]
    ) -> String {
        "  \(kind.padded(8)) \(word.padded(23))\(count.grouped.leftPadded(13))  "
            + examples.map(shown).joined(separator: ", ")
    }

    private func shown(_ example: CheckExample) -> String {
        let file = names.count > 1 ? "\(names[example.input]), " : ""
        return "\(example.shown) (\(file)line \(example.line))"
    }

    private func percent(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "" }
        let thousandths = (Double(part) / Double(whole) * 1_000).rounded()
        return " (\(thousandths / 10) %)"
    }
}

// MARK: - Whole files

extension SummaryReport {
    private func lines(_ found: WholeFileFindings, _ summary: CheckSummary) -> [String] {
        var lines = ["The whole: \(found.distinct.grouped) different IDs"]
        if found.repetitions > 0 {
            lines.append(
                row("same", "repeated", found.repetitions, [])
                    + (found.repeated.count == 1
                        ? "1 ID comes" : "\(found.repeated.count.grouped) IDs come")
                    + " more than once: "
                    + found.repeated.examples.map(shown).joined(separator: ", "))
        }
        for difference in SpellingDifference.allCases {
            guard let count = found.spellings[difference] else { continue }
            lines.append(row("differ", words(difference), count.count, count.examples))
        }
        if let (example, count) = found.dominating {
            lines.append(
                row("most", "one ID dominates", count, [])
                    + "\(example.shown)\(percent(count, of: summary.ids))")
        }
        for provider in summary.providers where provider.anonymous > 0 {
            let form =
                check.providers.first { $0.provider.key == provider.key }?
                .provider.anonymous.template ?? ""
            lines.append(
                row("form", "anonymous, \(provider.key)", provider.anonymous, [])
                    + "\(form)\(percent(provider.anonymous, of: summary.ids))")
        }
        if found.tooLong > 0 {
            lines.append(
                row("skipped", "too long to compare", found.tooLong, [])
                    + "longer than \(FileCheck.usualCapacity.grouped) bytes")
        }
        return lines
    }

    private func words(_ difference: SpellingDifference) -> String {
        switch difference {
        case .letterCase: "only by case"
        case .whitespace: "only by white space"
        case .normalization: "only by normalization"
        case .uuid: "only by UUID spelling"
        }
    }

    /// The same as one JSON object on a line.
    public func json(_ summary: CheckSummary) -> String {
        guard let found = summary.wholeFile else { return "" }
        let spellings = SpellingDifference.allCases.sorted { $0.rawValue < $1.rawValue }
            .map { "\"\($0.rawValue)\":\(found.spellings[$0]?.count ?? 0)" }
        let forms = summary.providers.map { "\"\($0.key)\":\($0.anonymous)" }
        var dominating = "null"
        if let (example, count) = found.dominating {
            var id = TextBuffer()
            id.addJSON(String(decoding: example.bytes, as: UTF8.self))
            dominating =
                "{\"count\":\(count),\"id\":\"\(String(decoding: id.bytes, as: UTF8.self))\"}"
        }
        return "{\"wholeFile\":{\"anonymous\":{\(forms.joined(separator: ","))},"
            + "\"distinct\":\(found.distinct),\"dominating\":\(dominating),"
            + "\"ids\":\(summary.ids),\"repeated\":\(found.repeated.count),"
            + "\"repetitions\":\(found.repetitions),"
            + "\"spellings\":{\(spellings.joined(separator: ","))},"
            + "\"tooLong\":\(found.tooLong)}}\n"
    }
}

extension Int {
    /// With a comma between thousands.
    fileprivate var grouped: String {
        var text = ""
        for (place, digit) in String(self).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text = "," + text }
            text = String(digit) + text
        }
        return text
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    fileprivate func leftPadded(_ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
