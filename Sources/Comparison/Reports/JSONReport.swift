// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

/// The results of `compare` as JSON: UTF-8, keys sorted, the same bytes for the same results.
public struct JSONReport {
    private var hasScenarios = false
    private var asserted = 0
    private var held = 0
    private let encoder: JSONEncoder

    /// A report without scenarios.
    public init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// What stands before the first scenario.
    public var head: String { "{\"scenarios\":[" }

    /// The text for a scenario, with the comma before it.
    ///
    /// - Throws: what Foundation's encoder throws, which has no reason to.
    public mutating func add(_ compared: ComparedScenario) throws -> String {
        defer { hasScenarios = true }
        asserted += compared.asserted
        held += compared.held
        let data = try encoder.encode(ScenarioJSON(compared))
        return (hasScenarios ? "," : "") + String(decoding: data, as: UTF8.self)
    }

    /// What stands after the last scenario.
    public var tail: String {
        "],\"summary\":{\"asserted\":\(asserted),\"held\":\(held)}}\n"
    }
}

private struct ScenarioJSON: Encodable {
    let title: String
    let file: String
    let steps: [StepJSON]

    init(_ compared: ComparedScenario) {
        title = compared.scenario.title
        file = compared.file.name
        steps = zip(compared.scenario.steps, compared.answers).map { step, answers in
            var byProvider: [String: AnswerJSON] = [:]
            for (rules, answer) in zip(compared.columns, answers) {
                byProvider[rules.provider.key] = AnswerJSON(answer: answer)
            }
            return StepJSON(
                line: step.line, device: step.device.text, action: step.text, answers: byProvider)
        }
    }
}

private struct StepJSON: Encodable {
    let line: Int
    let device: String
    let action: String
    let answers: [String: AnswerJSON]
}

/// An answer with all its keys, those without a value as `null`.
private struct AnswerJSON: Encodable {
    private enum Key: String, CodingKey {
        case access, accessRules, expected, holds, moved, outcome, refusal, rules, userID
    }

    private struct MovedJSON: Encodable {
        private enum Key: String, CodingKey {
            case product, from, to
        }

        let moved: Answer.Moved

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(moved.product.text, forKey: .product)
            try container.encode(moved.from?.text, forKey: .from)
            try container.encode(moved.to.text, forKey: .to)
        }
    }

    let answer: Answer

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(answer.access.map(\.text), forKey: .access)
        try container.encode(answer.accessRules, forKey: .accessRules)
        try container.encode(answer.expected?.text, forKey: .expected)
        try container.encode(answer.holds, forKey: .holds)
        try container.encode(answer.moved.map(MovedJSON.init), forKey: .moved)
        try container.encode(answer.outcome.word, forKey: .outcome)
        try container.encode(answer.refusal?.rawValue, forKey: .refusal)
        try container.encode(answer.rules, forKey: .rules)
        try container.encode(answer.userID?.text, forKey: .userID)
    }
}
