// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput

/// The results of `compare` for a person at a terminal.
public struct TableReport {
    private let width: Int
    private let isColoured: Bool

    /// A report.
    ///
    /// - Parameters:
    ///   - width: The width of the terminal in characters.
    ///   - isColoured: Whether the terminal shows colours. Nothing is told by colour alone.
    public init(width: Int = 80, isColoured: Bool = false) {
        self.width = max(40, width)
        self.isColoured = isColoured
    }

    /// A scenario: its table, and under it the rules that made the difference.
    ///
    /// `≠` stands before a step to which the providers give different access or different refusals,
    /// and before the one at which a search found that they part; an answer that is not the expected one begins with `✗`.
    public func text(of compared: ComparedScenario) -> String {
        let index = "\(compared.file.name):\(compared.scenario.line)"
        return text(
            of: compared, titled: compared.scenario.title,
            under: [TextTable.styled(index, .dim, isColoured)])
            + reasons(compared).map { $0 + "\n" }.joined() + "\n"
    }

    /// A scenario as ``text(of:)`` has it, under another title and with a text in the place of the
    /// rules.
    func text(of compared: ComparedScenario, titled title: String, saying words: String) -> String {
        text(
            of: compared, titled: title,
            under: words.isEmpty
                ? [] : wrap(ShownText.escaped(words), to: width, breaksWords: false)) + "\n"
    }

    private func text(
        of compared: ComparedScenario, titled title: String, under second: [String]
    ) -> String {
        var lines = wrap(ShownText.escaped(title), to: width, breaksWords: false)
            .map { TextTable.styled($0, .bold, isColoured) }
        lines += second
        // Where one provider stands in two columns, the heads say under which settings.
        for rules in compared.columns where !compared.hasOneProviderTwice {
            let changed = rules.provider.rulebook.settings.filter {
                rules.settings[$0.name] != $0.values.first
            }
            for setting in changed {
                let value = rules.settings[setting.name] ?? ""
                lines.append("set: \(rules.provider.key).\(setting.name) = \(value)")
            }
        }
        let table = table(compared)
        lines.append("")
        lines +=
            table.fitsWords(width)
            ? table.lines(width: width, isColoured: isColoured)
            : paragraphs(table).records(width: width, isColoured: isColoured)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The steps as records, for a terminal that is too narrow for the table.
    private func paragraphs(_ table: TextTable) -> TextTable {
        var paragraphs = TextTable()
        for (number, row) in table.rows.enumerated() {
            let sign = row[0].text.isEmpty ? "" : row[0].text + " "
            let title = "\(sign)\(number). \(row[1].text): \(row[2].text)"
            paragraphs.rows.append([TextTable.Cell(text: title)] + row.dropFirst(3))
        }
        return paragraphs
    }

    private func table(_ compared: ComparedScenario) -> TextTable {
        var table = TextTable()
        let heads = ["", "Device", "Action"] + compared.columnNames
        table.rows.append(heads.map { TextTable.Cell(text: $0, style: .bold) })
        for (number, step) in compared.scenario.steps.enumerated() {
            let differs = compared.isMarked(at: number)
            var row = [
                TextTable.Cell(text: differs ? "≠" : "", style: .yellow),
                TextTable.Cell(text: ShownText.escaped(step.device.text)),
                TextTable.Cell(text: ShownText.escaped(step.text)),
            ]
            for answer in compared.answers[number] {
                if answer.holds == false {
                    let expected = answer.expected?.text ?? ""
                    row.append(
                        TextTable.Cell(
                            text: ShownText.escaped("✗ \(answer.text), not \(expected)"),
                            style: .red))
                } else {
                    row.append(
                        TextTable.Cell(
                            text: ShownText.escaped(answer.shortText),
                            style: differs ? .yellow : .plain))
                }
            }
            table.rows.append(row)
        }
        return table
    }

    /// The rules behind the steps that decide, and what each says.
    private func reasons(_ compared: ComparedScenario) -> [String] {
        var citations: [String: Citation] = [:]
        var table = TextTable()
        for number in decidingSteps(compared) {
            var said: [String] = []
            for (answer, column) in zip(compared.answers[number], compared.columns) {
                let seen = answer.accessRules.filter(column.isSpecial)
                let ids = answer.rules.isEmpty ? [] : answer.rules + seen
                for id in ids { citations[id] = column.citation(of: id) }
                if !ids.isEmpty { said.append(ids.joined(separator: ", ")) }
                said += answer.moved.map { moved in
                    let from = moved.from.map { name($0, compared) } ?? "nobody"
                    return "  \(moved.product): \(from) → \(name(moved.to, compared))"
                }
            }
            let step = compared.scenario.steps[number]
            table.rows.append([
                TextTable.Cell(text: ShownText.escaped("\(step.device)  \(step.text)")),
                TextTable.Cell(text: said.joined(separator: "\n")),
            ])
        }
        guard !table.rows.isEmpty else { return [] }
        var lines = ["", TextTable.styled("Why", .bold, isColoured)]
        if table.fitsWords(width) {
            lines += table.lines(width: width, isColoured: isColoured)
        } else {
            lines += table.rows.flatMap { row in
                wrap(row[0].text, to: width, breaksWords: false)
                    + indented(row[1].text)
            }
        }
        lines.append("")
        for (id, citation) in citations.sorted(by: { $0.key < $1.key }) {
            let weight = "\(citation.authority.rawValue), \(citation.checked)"
            lines += wrap("\(id): \(citation.says) (\(weight))", to: width, breaksWords: false)
            lines += indented(citation.address).map { TextTable.styled($0, .dim, isColoured) }
        }
        return lines
    }

    private func indented(_ text: String) -> [String] {
        wrap(text, to: width - 2, breaksWords: false).map { "  " + $0 }
    }

    /// An ID as the scenario calls it; a long one without a label is cut in the middle.
    private func name(_ id: UserID, _ compared: ComparedScenario) -> String {
        if let label = compared.scenario.labels[id] { return label }
        let text = written(id.text)
        return text.count > 24 ? "\(text.prefix(15))…\(text.suffix(4))" : text
    }

    /// The steps that made a difference: those at which providers differ or an answer fails, and
    /// before each the last one at which different purchases changed hands.
    ///
    /// Where there is none, all at which different purchases changed hands: the devices see the same,
    /// and the owners are others. Where there is none of these either, the last one that rules decided.
    private func decidingSteps(_ compared: ComparedScenario) -> [Int] {
        var steps = Set<Int>()
        for (number, answers) in compared.answers.enumerated()
        where compared.differs(at: number) || answers.contains(where: { $0.holds == false }) {
            if answers.contains(where: { !$0.rules.isEmpty }) { steps.insert(number) }
            if let mover = (0..<number).last(where: { compared.moves(differAt: $0) }) {
                steps.insert(mover)
            }
        }
        if steps.isEmpty {
            steps = Set(compared.answers.indices.filter { compared.moves(differAt: $0) })
        }
        if steps.isEmpty {
            let last = compared.answers.lastIndex { $0.contains { !$0.rules.isEmpty } }
            steps = Set(last.map { [$0] } ?? [])
        }
        return steps.sorted()
    }

    /// The last line: how many answers were expected, and how many of them hold.
    public func summary(scenarios: Int, asserted: Int, held: Int) -> String {
        let counted = scenarios.of("scenario")
        guard asserted > 0 else { return "\(counted), nothing asserted.\n" }
        let lost = asserted - held
        if asserted == 1 {
            return "\(counted), the asserted answer \(lost == 0 ? "holds" : "does not hold").\n"
        }
        if lost == 0 { return "\(counted), all \(asserted) asserted answers hold.\n" }
        return "\(counted), \(held) of \(asserted) asserted answers "
            + "\(held == 1 ? "holds" : "hold"), \(lost) \(lost == 1 ? "does" : "do") not.\n"
    }
}

extension Rules {
    /// Whether an access rule is more than that a device sees what its current customer holds.
    func isSpecial(_ id: String) -> Bool {
        let row = provider.rulebook.rows.first { $0.id == id }
        return row?.conditions[.holder] != [.holderCurrent]
    }
}

extension Answer {
    /// As ``text``, without the outcome where nothing changed.
    fileprivate var shortText: String {
        let suffix = " [\(Outcome.unchanged.word)]"
        return text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
    }
}
