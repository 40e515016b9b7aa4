// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymMappings

/// The questions that people ask first, each answered by every provider in a few words.
///
/// Every answer is made from what the steps of the question's scenario answer.
package struct Glance: Sendable {
    /// A question with its answers.
    package struct Row: Sendable {
        /// The question, which is the title of its scenario.
        package let question: String
        /// In the order of the columns; nil where the provider was not asked.
        package let answers: [BriefAnswer?]

        /// Whether two providers answer in different words.
        package var differs: Bool {
            let texts = answers.compactMap { $0?.text }
            return texts.contains { $0 != texts[0] }
        }
    }

    /// The file of the scenarios.
    package let file: String
    /// The names of the providers.
    package let columns: [String]
    /// The questions, in the order of the guide.
    package let rows: [Row]
    /// What the words of answers mean, a sentence each.
    private let legend: [String]
    /// Settings that are not the default, as `revenuecat.restore = keep`.
    package let settings: [String]

    /// The answers that scenarios give.
    ///
    /// - Parameters:
    ///   - compared: The scenarios of the guide's file, and any others.
    ///   - guide: The questions, and how answers are worded.
    ///   - named: The keys of the providers to show; nil for all that were asked.
    /// - Throws: ``ReadingError``, where a question has no scenario, or that does not do what it asks
    ///   about.
    package init(
        _ compared: [ComparedScenario], _ guide: QuestionGuide, only named: [String]? = nil
    ) throws(ReadingError) {
        var asked: [(question: QuestionGuide.Question, compared: ComparedScenario)] = []
        for question in guide.questions {
            guard
                let compared = compared.first(where: {
                    $0.file.name == guide.file && $0.scenario.title == question.title
                })
            else {
                throw ReadingError(
                    file: guide.file, line: 0,
                    reason: "expected a scenario for the question \"\(question.title)\"")
            }
            asked.append((question, compared))
        }
        var keys: [String] = []
        for key in asked.flatMap(\.compared.columns).map(\.provider.key)
        where !keys.contains(key) && named?.contains(key) != false {
            keys.append(key)
        }
        var rows: [Row] = []
        for (question, compared) in asked {
            let steps = try AskedSteps(question, compared)
            let answers = keys.map { key in
                compared.columns.firstIndex { $0.provider.key == key }
                    .map { BriefAnswer(to: question, by: guide, steps, column: $0) }
            }
            rows.append(Row(question: question.title, answers: answers))
        }
        file = guide.file
        columns = keys.map { key in
            asked.lazy.flatMap(\.compared.columns).first { $0.provider.key == key }?.provider.name
                ?? key
        }
        self.rows = rows
        legend = guide.legend
        settings = Glance.settings(of: asked.map(\.compared), by: keys)
    }

    /// What it is called.
    package var title: String {
        columns.count == 4 ? "The four at a glance" : "The providers at a glance"
    }

    /// What the signs and words mean, a sentence each.
    package var explanations: [String] {
        [
            "≠: the answers differ. \(BriefAnswer.mark): no document of the provider says so."
        ]
            + (settings.isEmpty
                ? ["Settings have their defaults: allonym explain PROVIDER.settings."] : [])
            + legend
    }

    /// What is answered otherwise than at other settings, a sentence for each answer, or one that
    /// nothing is.
    package func changes(from other: Glance) -> [String] {
        let changes = changedAnswers(from: other)
        return changes.isEmpty ? ["These settings change no answer of the table."] : changes
    }

    private func changedAnswers(from other: Glance) -> [String] {
        zip(rows, other.rows).flatMap { row, former in
            zip(columns, zip(row.answers, former.answers)).compactMap { column, answers in
                guard let new = answers.0?.text, let old = answers.1?.text, new != old else {
                    return nil
                }
                return "\(column), \(row.question): \(old) becomes \(new)."
            }
        }
    }

    /// Each setting once, in the order of the providers.
    private static func settings(
        of compared: [ComparedScenario], by keys: [String]
    ) -> [String] {
        var settings: [String] = []
        for scenario in compared {
            for (column, rules) in scenario.columns.enumerated()
            where keys.contains(rules.provider.key) {
                let chosen = scenario.settings(of: column).map { "\(rules.provider.key).\($0)" }
                settings += chosen.filter { !settings.contains($0) }
            }
        }
        return settings
    }
}
