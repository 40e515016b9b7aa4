// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput

/// The results of `compare` as JSON: UTF-8, keys sorted, the same bytes for the same results.
public struct JSONReport {
    private var hasScenarios = false
    private var asserted = 0
    private var held = 0

    /// A report without scenarios.
    public init() {}

    /// What stands before the first scenario.
    public var head: String { "{\n  \"scenarios\" : [" }

    /// Gives the text for a scenario, piece by piece, with the comma before it.
    ///
    /// - Throws: What `write` throws.
    public mutating func add(
        _ compared: ComparedScenario, _ write: (String) throws -> Void
    ) throws {
        asserted += compared.asserted
        held += compared.held
        let file = text(compared.file.name)
        try write(
            """
            \(hasScenarios ? "," : "")
                {
                  "file" : \(file),
                  "steps" : [
            """)
        hasScenarios = true
        for (number, step) in compared.scenario.steps.enumerated() {
            var answers: [String: AnswerJSON] = [:]
            for (rules, answer) in zip(compared.columns, compared.answers[number]) {
                answers[rules.provider.key] = AnswerJSON(answer: answer)
            }
            let json = StepJSON(
                line: step.line, device: step.device.text, action: step.text, answers: answers,
                note: compared.note(at: number))
            try write((number > 0 ? "," : "") + "\n        " + text(json, indented: 8))
        }
        try write(
            """

                  ],
                  "title" : \(text(compared.scenario.title))
                }
            """)
    }

    private func text(_ value: some Encodable, indented blanks: Int = 0) -> String {
        let text = String(decoding: JSONDocument.plain(value), as: UTF8.self)
        guard blanks > 0 else { return text }
        // A line end inside of a text is escaped.
        return text.replacing("\n", with: "\n" + String(repeating: " ", count: blanks))
    }

    /// What stands after the last scenario.
    public var tail: String {
        """

          ],
          "summary" : {
            "asserted" : \(asserted),
            "held" : \(held)
          }
        }

        """
    }
}

private struct StepJSON: Encodable {
    let line: Int
    let device: String
    let action: String
    let answers: [String: AnswerJSON]
    /// Left out where there is nothing to say.
    let note: String?
}

/// An answer with all its keys, those without a value as `null`.
private struct AnswerJSON: Encodable {
    private enum Key: String, CodingKey {
        case access, accessRules, aliases, devices, events, expected, holds, joined, moved
        case originalID, outcome, refusal, rules, userID
    }

    private struct DeviceJSON: Encodable {
        let device: String
        let userID: String
        let customer: String
        let access: [String]

        init(_ view: DeviceView) {
            device = view.device.text
            userID = view.userID.text
            customer = view.customer.text
            access = view.access.map(\.text)
        }
    }

    private struct EventJSON: Encodable {
        let name: String
        let from: [String]
        let to: [String]
        let rule: String

        init(_ event: Answer.Event) {
            name = event.name
            from = event.from.map(\.text)
            to = event.to.map(\.text)
            rule = event.rule
        }
    }

    private struct JoiningJSON: Encodable {
        let id: String
        let customer: String
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
        try container.encode(answer.aliases.map(\.text), forKey: .aliases)
        try container.encode(answer.devices.map(DeviceJSON.init), forKey: .devices)
        try container.encode(answer.events.map(EventJSON.init), forKey: .events)
        try container.encode(answer.expected?.text, forKey: .expected)
        try container.encode(answer.holds, forKey: .holds)
        try container.encode(
            answer.joined.map { JoiningJSON(id: $0.id.text, customer: $0.customer.text) },
            forKey: .joined)
        try container.encode(answer.moved.map(MovedJSON.init), forKey: .moved)
        try container.encode(answer.originalID?.text, forKey: .originalID)
        try container.encode(answer.outcome.word, forKey: .outcome)
        try container.encode(answer.refusal?.rawValue, forKey: .refusal)
        try container.encode(answer.rules, forKey: .rules)
        try container.encode(answer.userID?.text, forKey: .userID)
    }
}
