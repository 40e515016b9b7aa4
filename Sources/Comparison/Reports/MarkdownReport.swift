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
            for line in next..<table { text += file.lines[line] + "\n" }
            text += rows(of: scenario, file, table...last)
            next = last + 1
        }
        for line in stride(from: next, through: file.lines.count, by: 1) {
            text += file.lines[line] + "\n"
        }
        return text
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
        reduce(into: "") { text, character in text += character == "|" ? "\\|" : String(character) }
    }

    /// With blanks after it, up to a width in characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
