// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// The questions at a glance for a person at a terminal.
package struct GlanceReport {
    /// A scenario with an answer that does not hold.
    private struct Failure {
        let title: String
        let file: String
        let line: Int
    }

    private let width: Int
    private let isColoured: Bool
    private var scenarios = 0
    private var asserted = 0
    private var held = 0
    private var failures: [Failure] = []

    /// How many failures are named.
    private static let longestList = 10

    /// A report; see ``TableReport`` for both.
    package init(width: Int = 80, isColoured: Bool = false) {
        self.width = max(40, width)
        self.isColoured = isColoured
    }

    /// A table with a row for each question; where the terminal is too narrow for it, a paragraph for
    /// each, with the providers behind their answers.
    package func text(of glance: Glance) -> String {
        let table = table(glance)
        var lines = [TextTable.styled(glance.title, .bold, isColoured)]
        lines += glance.settings.map { "set: \($0)" } + [""]
        lines +=
            table.fits(width)
            ? table.lines(width: width, isColoured: isColoured) : paragraphs(glance)
        lines.append("")
        return lines.map { $0 + "\n" }.joined()
            + WrappedLines.text(of: glance.explanations, to: width)
    }

    private func table(_ glance: Glance) -> TextTable {
        var table = TextTable()
        table.rows.append(
            (["", "Question"] + glance.columns).map { TextTable.Cell(text: $0, style: .bold) })
        for row in glance.rows {
            let style = row.differs ? TextTable.Style.yellow : .plain
            table.rows.append(
                [
                    TextTable.Cell(text: row.differs ? "≠" : "", style: .yellow),
                    TextTable.Cell(text: ShownText.escaped(row.question)),
                ] + row.answers.map { TextTable.Cell(text: $0?.marked ?? "", style: style) })
        }
        return table
    }

    private func paragraphs(_ glance: Glance) -> [String] {
        let longest = glance.rows.flatMap(\.answers).compactMap { $0?.text.count }.max() ?? 0
        return glance.rows.flatMap { row in
            let sign = TextTable.styled(row.differs ? "≠" : " ", .yellow, isColoured)
            var lines = wrap(ShownText.escaped(row.question), to: width - 2).enumerated()
                .map { ($0.offset == 0 ? sign : " ") + " " + $0.element }
            for (text, names) in groups(row, glance.columns) {
                let said = wrap(names.joined(separator: ", "), to: width - longest - 5)
                for (number, line) in said.enumerated() {
                    let word = (number == 0 ? text : "").padded(to: longest)
                    lines.append("   \(word)  \(line)")
                }
            }
            return lines
        }
    }

    /// The answers to a question, each with the providers that give it.
    private func groups(
        _ row: Glance.Row, _ columns: [String]
    ) -> [(text: String, names: [String])] {
        var groups: [(text: String, names: [String])] = []
        for (answer, name) in zip(row.answers, columns) {
            guard let answer else { continue }
            let name = answer.isUndocumented ? name + BriefAnswer.mark : name
            if let index = groups.firstIndex(where: { $0.text == answer.text }) {
                groups[index].names.append(name)
            } else {
                groups.append((answer.text, [name]))
            }
        }
        return groups
    }

    // MARK: - The scenarios behind it

    /// Counts a scenario, of the questions or any other.
    package mutating func count(_ compared: ComparedScenario) {
        scenarios += 1
        asserted += compared.asserted
        held += compared.held
        guard compared.held < compared.asserted else { return }
        failures.append(
            Failure(
                title: compared.scenario.title, file: compared.file.name,
                line: compared.scenario.line))
    }

    /// Whether every expected answer holds.
    package var holds: Bool { held == asserted }

    /// Which answers chosen settings change, and how many of the scenarios': what is expected there
    /// are the answers under the scenarios' own settings.
    package func changes(of glance: Glance, from defaults: Glance) -> String {
        var lines = glance.changes(from: defaults)
        lines.append(
            "\((asserted - held).grouped) of the \(asserted.grouped) expected answers of all "
                + "scenarios are different under these settings.")
        lines += hints(glance)
        return WrappedLines.text(of: lines, to: width)
    }

    /// How many scenarios there are and which do not hold, and how to see one.
    package func summary(of glance: Glance) -> String {
        let lost = asserted - held
        let counted = scenarios == 1 ? "1 scenario" : "\(scenarios.grouped) scenarios"
        let holding = held.grouped
        var lines = [
            lost == 0
                ? "\(counted), all \(holding) expected answers hold."
                : "\(counted), \(holding) of \(asserted.grouped) expected answers hold, "
                    + "\(lost.grouped) \(lost == 1 ? "does" : "do") not:"
        ]
        for failure in failures.prefix(GlanceReport.longestList) {
            lines.append("✗ \(failure.file):\(failure.line) \(ShownText.escaped(failure.title))")
        }
        if failures.count > GlanceReport.longestList {
            let rest = failures.count - GlanceReport.longestList
            lines.append("and \(rest) more \(rest == 1 ? "scenario" : "scenarios")")
        }
        lines += hints(glance)
        return WrappedLines.text(of: lines, to: width)
    }

    /// What to do next.
    private func hints(_ glance: Glance) -> [String] {
        let set = glance.settings.map { " --set \($0.replacing(" = ", with: "="))" }.joined()
        let steps = "Step by step: allonym compare \(ScenarioFile.shortName(of: glance.file))\(set)"
        let all = "Every scenario: allonym compare --all\(set)"
        let line = "\(steps). \(all)"
        let move = "What a move from one to another changes: allonym diverge nami revenuecat"
        return (line.count <= width && set.isEmpty ? [line] : [steps, all]) + [move]
    }
}
