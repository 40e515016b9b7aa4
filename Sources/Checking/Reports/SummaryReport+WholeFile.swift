// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What whole-file findings say: to people, and as JSON.
extension SummaryReport {
    /// What whole-file findings say, alone.
    public func wholeFile(_ summary: CheckSummary) -> String {
        guard let wholeFile = summary.wholeFile else { return "" }
        return lines(wholeFile, summary).joined(separator: "\n") + "\n"
    }

    func lines(_ found: WholeFileFindings, _ summary: CheckSummary) -> [String] {
        let ids = found.distinct == 1 ? "ID" : "IDs"
        var lines = ["Whole file: \(found.distinct.grouped) different \(ids)" + mistakes(found)]
        if found.repetitions > 0 {
            lines.append(
                row("same", "repeated", found.repetitions, [])
                    + (found.repeated.count == 1
                        ? "1 ID occurs" : "\(found.repeated.count.grouped) IDs occur")
                    + " more than once: "
                    + found.repeated.pairs.prefix(CheckExample.most).map(positions)
                    .joined(separator: ", "))
        }
        for difference in SpellingDifference.allCases {
            guard let count = found.spellings[difference] else { continue }
            let pairs = count.pairs.prefix(CheckExample.most).map {
                "\(shown($0.first)) and \(shown($0.second))"
            }
            lines.append(
                row("differ", difference.words, count.count, []) + pairs.joined(separator: "; "))
        }
        if let (example, count) = found.dominating {
            lines.append(
                row("most", "one ID dominates", count, [])
                    + "\(shown(example))\(percent(count, of: summary.ids))")
        }
        lines += anonymous(summary)
        if found.empty > 0 {
            lines.append(row("skipped", "empty", found.empty, []) + "not compared")
        }
        if found.tooLong > 0 {
            lines.append(
                row("skipped", "too long to compare", found.tooLong, [])
                    + "\(FileCheck.usualCapacity.grouped) bytes or more")
        }
        return lines
    }

    /// For each provider how many IDs look like its anonymous ones.
    private func anonymous(_ summary: CheckSummary) -> [String] {
        let forms = summary.anonymous.compactMap { anonymous in
            check.providers.first { $0.provider.key == anonymous.provider }
                .map { (anonymous, $0.provider.anonymous) }
        }
        return forms.filter { $0.0.count > 0 }.map { anonymous, form in
            let others = forms.filter { $0.0 != anonymous && $0.1.pattern == form.pattern }
                .map(\.0.provider)
            let shared = others.isEmpty ? "" : "; counted for \(others.joined(separator: ", ")) too"
            let own = form.isBareUUID ? "; UUIDs of your own look the same" : ""
            return row("form", "as minted by \(anonymous.provider)", anonymous.count, [])
                + "\(form.template)\(percent(anonymous.count, of: summary.ids))\(shared)\(own)"
        }
    }

    /// Two positions of one ID.
    private func positions(_ pair: WholeFileFindings.Pair) -> String {
        let (first, second) = (pair.first, pair.second)
        guard first.input == second.input, second.isKnown else {
            return "\(shown(first)) and \(position(second))"
        }
        let file = names.count > 1 ? "\(names[first.input]), " : ""
        return "\(second.shown) (\(file)lines \(first.line) and \(second.line))"
    }

    /// Different IDs are told apart by hashes; where that may have failed, it is said.
    private func mistakes(_ found: WholeFileFindings) -> String {
        guard found.mistakeChance >= 0.001 else { return "" }
        let percent = (found.mistakeChance * 1_000).rounded(.up) / 10
        return ", or more: two were taken for one with a probability of at most \(percent) %"
    }

    // MARK: - JSON

    /// The same as one JSON object on a line.
    public func json(_ summary: CheckSummary) -> String {
        guard let found = summary.wholeFile else { return "" }
        let words = SpellingDifference.allCases.sorted { $0.rawValue < $1.rawValue }
        let spellings = words.map { "\"\($0.rawValue)\":\(found.spellings[$0]?.count ?? 0)" }
        var lists = words.map { ($0.rawValue, found.spellings[$0]?.pairs ?? []) }
        lists.append(("repeated", found.repeated.pairs))
        let examples = lists.sorted { $0.0 < $1.0 }.map { word, pairs in
            let objects = pairs.prefix(CheckExample.most).map {
                "[\(object($0.first)),\(object($0.second))]"
            }
            return "\"\(word)\":[\(objects.joined(separator: ","))]"
        }
        let forms = summary.anonymous.sorted { $0.provider < $1.provider }
            .map { "\"\($0.provider)\":\($0.count)" }
        let dominating = found.dominating.map { object($0.example, count: $0.count) } ?? "null"
        return "{\"wholeFile\":{\"anonymous\":{\(forms.joined(separator: ","))},"
            + "\"distinct\":\(found.distinct),\"dominating\":\(dominating),"
            + "\"empty\":\(found.empty),\"examples\":{\(examples.joined(separator: ","))},"
            + "\"ids\":\(summary.ids),\"repeated\":\(found.repeated.count),"
            + "\"repetitions\":\(found.repetitions),"
            + "\"spellings\":{\(spellings.joined(separator: ","))},"
            + "\"tooLong\":\(found.tooLong)}}\n"
    }

    /// An ID and its position; one that is cut says how many bytes it has, and one that is not known
    /// any more is null.
    private func object(_ example: CheckExample, count: Int? = nil) -> String {
        let text = OutputBytes()
        text.append("{")
        if example.bytes.count < example.count { text.append("\"bytes\":\(example.count),") }
        if let count { text.append("\"count\":\(count),") }
        if names.count > 1 {
            text.append("\"file\":")
            text.append(json: names[example.input])
            text.append(",")
        }
        if example.isKnown {
            text.append("\"id\":\"")
            text.append(jsonPart: String(decoding: example.bytes, as: UTF8.self))
            text.append("\",\"line\":\(example.line)}")
        } else {
            text.append("\"id\":null,\"line\":\(example.line)}")
        }
        return text.text
    }
}

extension SpellingDifference {
    /// For people.
    var words: String {
        switch self {
        case .letterCase: "only by case"
        case .whitespace: "only by white space"
        case .normalization: "only by normalization"
        case .uuid: "only by UUID spelling"
        case .several: "in several ways at once"
        }
    }
}
