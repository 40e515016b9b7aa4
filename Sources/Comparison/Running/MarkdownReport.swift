// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Scenarios as they were read, with every answer filled in.
///
/// What a file asserts and what holds stays as it is written, so a complete file comes back as it
/// is, but for line ends, which become LF; an empty cell gets its answer, a cell that does not hold gets the right one.
public enum MarkdownReport {
    /// The file with its answers; `compared` are all its scenarios, in order.
    public static func text(of file: ScenarioFile, _ compared: [ComparedScenario]) -> String {
        var text = ""
        var next = 1
        for scenario in compared {
            let table = scenario.scenario.tableLine
            let last = scenario.scenario.steps.last?.line ?? table + 1
            text += preamble(of: scenario, file, next..<table)
            text += rows(of: scenario, file, table...last)
            next = last + 1
        }
        for line in stride(from: next, through: file.lines.count, by: 1) {
            text += file.lines[line] + "\n"
        }
        return text
    }

    /// The lines up to the table.
    ///
    /// Settings that were chosen for the run are written down, so that the answers hold where they
    /// are read again.
    private static func preamble(
        of compared: ComparedScenario, _ file: ScenarioFile, _ range: Range<Int>
    ) -> String {
        let scenario = compared.scenario
        var chosen: [String] = []
        var isOverridden = false
        for rules in compared.columns {
            let key = rules.provider.key
            for setting in rules.provider.rulebook.settings {
                let value = rules.settings[setting.name] ?? ""
                let own = scenario.settings[key]?[setting.name]
                if value != own ?? setting.values[0] { isOverridden = true }
                if value != setting.values[0] || own != nil {
                    chosen.append("\(key).\(setting.name) = \(value)")
                }
            }
        }
        let lines = range.map { file.lines[$0] }
        guard isOverridden else { return lines.map { $0 + "\n" }.joined() }
        let isOwn = range.map { $0 >= scenario.line }
        let kept = zip(lines, isOwn).filter { line, isOwn in
            !(isOwn && line.trimmed.hasPrefix("- set:"))
        }.map { $0.0 }
        return kept.map { $0 + "\n" }.joined() + "- set: \(chosen.joined(separator: ", "))\n\n"
    }

    private static func rows(
        of compared: ComparedScenario, _ file: ScenarioFile, _ range: ClosedRange<Int>
    ) -> String {
        let scenario = compared.scenario
        let isComplete =
            compared.columns.count == scenario.columns.count
            && compared.answers.joined().allSatisfy { $0.holds == true }
        if isComplete { return range.map { file.lines[$0] + "\n" }.joined() }
        let added = compared.columns.dropFirst(scenario.columns.count).map(\.provider.name)
        var rows = [scenario.heads + added]
        for (step, answers) in zip(scenario.steps, compared.answers) {
            rows.append(
                [step.device.text, step.text]
                    + answers.map { answer in
                        answer.holds == true ? answer.expected?.text ?? "" : answer.text
                    })
        }
        return aligned(rows)
    }

    /// A Markdown table with its columns padded to one width.
    static func aligned(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map { $0.replacingBars } }
        let widths = (rows.first ?? []).indices.map { column in
            max(3, rows.map { $0[column].count }.max() ?? 0)
        }
        var lines = rows.map { row in
            "| " + zip(row, widths).map { $0.padded(to: $1) }.joined(separator: " | ") + " |"
        }
        let rule = widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|")
        lines.insert("|\(rule)|", at: min(1, lines.count))
        return lines.map { $0 + "\n" }.joined()
    }
}

extension String {
    /// With bars escaped, as a cell of a Markdown table needs them.
    fileprivate var replacingBars: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            text.unicodeScalars.append(contentsOf: scalar == "|" ? ["\\", "|"] : [scalar])
        }
    }

    /// With blanks after it, up to a width in characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
