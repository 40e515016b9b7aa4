// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The questions that people ask first about a provider, each a built-in scenario, and the words of
/// their answers: `at-a-glance.json`.
package struct QuestionGuide: Sendable {
    /// A question.
    package struct Question: Hashable, Sendable {
        /// The title of its scenario, which is how it is asked.
        package let title: String
        /// The action that it is about, as the scenario writes it: the last one of this text.
        package let action: String
        /// What it asks, such as `keeping`: which wordings answer it.
        package let asks: String
    }

    /// What a wording can depend on: something about the steps from the question's action on.
    package enum Fact: String, CaseIterable, Sendable {
        /// Whether the action is refused.
        case refused
        /// What the action came to.
        case outcome
        /// The first action after which the device has access: `at-once` for the question's own,
        /// the word of a later one, or `never`.
        case sees
        /// Whether the device has access in the end.
        case here
        /// Whether another device has access in the end.
        case elsewhere
        /// Who is told by webhook: `nobody`, `one` customer, `each` by an event of their own, or both
        /// `together` by one event.
        case tells
    }

    /// A row of a decision table: the first whose conditions are met says the answer.
    package struct Wording: Sendable {
        /// The questions that it answers.
        package let asks: String
        /// For each fact the values under which it applies.
        package let conditions: [Fact: [String]]
        /// The answer, in at most four words.
        package let says: String
        /// What the answer means, in a sentence.
        package let means: String
    }

    /// The longest answer, in words.
    package static let longestAnswer = 4

    /// The file that holds the scenarios.
    package let file: String
    /// The day on which the words were looked at last.
    package let checked: String
    /// In the order in which they are shown.
    package let questions: [Question]
    /// In the order in which they are tried.
    package let wordings: [Wording]
    /// What the words of answers mean, a sentence each.
    package let legend: [String]

    /// Which facts the answers to a question depend on.
    package func facts(of question: Question) -> Set<Fact> {
        Set(wordings.filter { $0.asks == question.asks }.flatMap(\.conditions.keys))
    }

    /// The answer to a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - facts: The value of every fact.
    /// - Returns: What the first wording says that applies; the last one always does.
    package func answer(to question: Question, _ facts: [Fact: String]) -> String {
        let wording = wordings.first { wording in
            wording.asks == question.asks
                && wording.conditions.allSatisfy { fact, values in
                    facts[fact].map(values.contains) == true
                }
        }
        return wording?.says ?? ""
    }
}
