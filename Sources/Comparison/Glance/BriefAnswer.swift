// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What a provider answers to a question, in a few words.
package struct BriefAnswer: Hashable, Sendable {
    /// The words.
    package let text: String
    /// Whether no document says what a rule behind it does: it is inferred, or observed in code.
    package let isUndocumented: Bool

    /// How such an answer is marked.
    package static let mark = "*"

    /// The words, with the mark where it is inferred.
    package var marked: String { isUndocumented ? text + BriefAnswer.mark : text }

    init(
        to question: QuestionGuide.Question, by guide: QuestionGuide, _ steps: AskedSteps,
        column: Int
    ) {
        let used = guide.facts(of: question)
        text = guide.answer(to: question, steps.facts(column: column))
        let rules = steps.compared.columns[column]
        isUndocumented = steps.rules(behind: used, column: column).contains {
            rules.isUndocumented($0)
        }
    }
}

/// The steps of a scenario from the one on that a question is about.
struct AskedSteps {
    let compared: ComparedScenario
    /// From the step asked about to the last one.
    private let steps: Range<Int>

    init(
        _ question: QuestionGuide.Question, _ compared: ComparedScenario
    ) throws(ReadingError) {
        let all = compared.scenario.steps
        guard let first = all.lastIndex(where: { $0.text == question.action }) else {
            throw ReadingError(
                file: compared.file.name, line: compared.scenario.line,
                reason: "expected the action \"\(question.action)\", which is asked about")
        }
        self.compared = compared
        steps = first..<all.count
    }

    /// The device that the question is about.
    private var device: DeviceID { compared.scenario.steps[steps.lowerBound].device }

    /// What a provider's answers say.
    func facts(column: Int) -> [QuestionGuide.Fact: String] {
        let first = compared.answers[steps.lowerBound][column]
        let access = self.access(column: column)
        return [
            .refused: first.refusal == nil ? "no" : "yes",
            .outcome: first.outcome.word,
            .sees: sight(column: column).map { step in
                step == steps.lowerBound
                    ? "at-once" : compared.scenario.steps[step].action.word
            } ?? "never",
            .here: access[device] == true ? "yes" : "no",
            .elsewhere: access.contains { $0.key != device && $0.value } ? "yes" : "no",
            .tells: told(column: column),
        ]
    }

    /// The rules that decided what the facts say.
    ///
    /// What comes after the device has access does not matter to when it has.
    func rules(behind facts: Set<QuestionGuide.Fact>, column: Int) -> [String] {
        let end = facts.contains(.sees) ? sight(column: column) : nil
        let answers = compared.answers[steps.lowerBound...(end ?? steps.upperBound - 1)]
            .map { $0[column] }
        var rules = answers.flatMap(\.rules)
        if !facts.isDisjoint(with: [.sees, .here, .elsewhere]) {
            rules += answers.flatMap(\.accessRules)
        }
        if facts.contains(.tells) {
            let events = answers.flatMap(\.events)
            rules += events.isEmpty ? answers.flatMap(\.tellRules) : events.map(\.rule)
        }
        return rules
    }

    /// The first step after which the device has access.
    private func sight(column: Int) -> Int? {
        steps.first {
            compared.scenario.steps[$0].device == device
                && !compared.answers[$0][column].access.isEmpty
        }
    }

    /// Whether each device has access in the end.
    private func access(column: Int) -> [DeviceID: Bool] {
        var access: [DeviceID: Bool] = [:]
        for answers in compared.answers {
            for view in answers[column].devices { access[view.device] = !view.access.isEmpty }
        }
        return access
    }

    /// To whom events are addressed.
    private func told(column: Int) -> String {
        let events = steps.flatMap { compared.answers[$0][column].events }
        if events.contains(where: { !$0.from.isEmpty }) { return "together" }
        switch Set(events.map(\.to)).count {
        case 0: return "nobody"
        case 1: return "one"
        default: return "each"
        }
    }
}
