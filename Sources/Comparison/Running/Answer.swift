// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// What one provider says to one step.
public struct Answer: Sendable {
    /// A purchase that changed hands.
    public struct Moved: Hashable, Sendable {
        /// The product.
        public let product: ProductID
        /// The ID that spoke for its customer before; nil when it had no owner.
        public let from: UserID?
        /// The ID that speaks for its customer now.
        public let to: UserID
        /// Whether the customer before holds it too.
        public let isCopy: Bool
    }

    /// A webhook that the provider sends.
    public struct Event: Hashable, Sendable {
        /// The provider's name for it.
        public let name: String
        /// The IDs of the customer who loses; empty where it is addressed to one customer.
        public let from: [UserID]
        /// The IDs that it is addressed to, or of the customer who gains.
        public let to: [UserID]
        /// The ID of the rule that makes the provider send it.
        public let rule: String
    }

    /// The entitlements that the step's device sees afterwards, in byte order.
    public let access: [EntitlementID]
    /// What the action came to.
    public let outcome: Outcome
    /// With `refused`: why.
    public let refusal: Refusal?
    /// The ID in use on the device; nil where the provider's SDK is not installed.
    public let userID: UserID?
    /// The IDs of the rules that decided, each once, in the order in which they did.
    public let rules: [String]
    /// The IDs of the rules through which the device sees what it sees, or does not see what a
    /// customer of its IDs holds.
    public let accessRules: [String]
    /// Every purchase that changed hands.
    public let moved: [Moved]
    /// Each device for which the step changed something: a new one, another ID in use, other access.
    ///
    /// In order of installation. Whoever has read all steps up to one knows what every device sees.
    public let devices: [DeviceView]
    /// Who became one customer with whom.
    public let joined: [Joining]
    /// The original ID of the device's customer; nil where there is none.
    public let originalID: UserID?
    /// All IDs of the device's customer, in the order in which they joined.
    public let aliases: [UserID]
    /// What the step makes the provider send, in order.
    public let events: [Event]
    /// The IDs of the rules that were asked what to send, in order, also those that send nothing.
    package let tellRules: [String]
    /// The anonymous IDs that the provider has minted in the scenario so far, in order.
    package let minted: [UserID]
    /// What is not there, where that is why nothing has happened; nil anywhere else.
    let idle: IdleStep?
    /// The labels that the scenario gives IDs.
    let labels: [UserID: String]
    /// What the step's cell asserts.
    public let expected: Expectation?

    /// Whether it is as expected; nil when nothing is.
    public var holds: Bool? {
        guard let expected else { return nil }
        if let access = expected.access, access != self.access { return false }
        if let outcome = expected.outcome, outcome != self.outcome { return false }
        if let refusal = expected.refusal, refusal != self.refusal { return false }
        if let original = expected.original,
            original.map({ $0.resolved(minted) }) != (originalID.map { [$0] } ?? [])
        {
            return false
        }
        if let aliases = expected.aliases,
            Set(aliases.map { $0.resolved(minted) }) != Set(self.aliases)
                || aliases.count != self.aliases.count
        {
            return false
        }
        if let events = expected.events, events != self.events.map(\.name) { return false }
        return true
    }

    /// The answer as a cell: `X [moved]`, or `refused: code`; and after it what the cell asserts
    /// beside that.
    public var text: String {
        var parts = [brief]
        if expected?.original != nil { parts.append("original: \(names(originalID.map { [$0] }))") }
        if expected?.aliases != nil { parts.append("aliases: \(names(aliases))") }
        if expected?.events != nil {
            let names = events.map(\.name).joined(separator: ", ")
            parts.append("events: \(names.isEmpty ? "none" : names)")
        }
        return parts.joined(separator: "; ")
    }

    /// IDs as a cell has them.
    private func names(_ ids: [UserID]?) -> String {
        guard let ids, !ids.isEmpty else { return "none" }
        return ids.map(name(of:)).joined(separator: ", ")
    }

    /// An ID as the scenario names it: its label, its number among the anonymous ones, or its text.
    func name(of id: UserID) -> String {
        if let label = labels[id] { return written(label) }
        if let index = minted.firstIndex(of: id) { return "anonymous \(index + 1)" }
        let text = id.text
        return text.contains(",") || text.contains(";") ? quoted(text) : written(text)
    }

    /// What the device sees and the outcome, or the refusal.
    var brief: String {
        if let refusal { return "refused: \(refusal.rawValue)" }
        let names = access.map { Expectation.isBare($0.text) ? $0.text : quoted($0.text) }
        let access = names.joined(separator: ", ")
        return "\(access.isEmpty ? "none" : access) [\(outcome.word)]"
    }
}

extension Answer {
    /// About how many bytes it takes: a text has 16 and, where it is long, as many again.
    fileprivate var byteCount: Int {
        var texts = access.count + rules.count + accessRules.count + aliases.count + minted.count
        texts += joined.count * 2 + moved.count * 4 + tellRules.count
        for event in events { texts += 4 + event.from.count + event.to.count }
        for device in devices { texts += 6 + device.access.count }
        return 512 + texts * 32
    }
}

/// A scenario with the answers of every provider asked.
public struct ComparedScenario: Sendable {
    /// The file that it stands in.
    public let file: ScenarioFile
    /// The scenario.
    public let scenario: Scenario
    /// The providers asked, in the order of the columns.
    public let columns: [Rules]
    /// For each step the answers, in the order of the columns.
    public let answers: [[Answer]]
    /// The step, counted from 0, at which a search found that they part, in whatever it may be; nil
    /// where no search asked.
    public private(set) var found: Int?

    init(file: ScenarioFile, scenario: Scenario, columns: [Rules], answers: [[Answer]]) {
        self.file = file
        self.scenario = scenario
        self.columns = columns
        self.answers = answers
    }

    /// The same scenario asked of two sides, side by side, as a search has found it.
    ///
    /// - Parameters:
    ///   - sides: One comparison with a column for each side, or one for each side.
    ///   - title: What it is called.
    ///   - step: The step at which they part, counted from 0.
    package init(joining sides: [ComparedScenario], title: String, partingAt step: Int) {
        file = sides[0].file
        scenario = sides[0].scenario.titled(title)
        columns = sides.flatMap(\.columns)
        answers = sides[0].answers.indices.map { index in sides.flatMap { $0.answers[index] } }
        found = step
    }

    /// About how many bytes it takes in memory, with what a page makes of it.
    package var byteCount: Int {
        answers.joined().reduce(0) { $0 + $1.byteCount }
    }

    /// How many cells assert something.
    public var asserted: Int { answers.joined().count { $0.expected != nil } }

    /// How many of them hold.
    public var held: Int { answers.joined().count { $0.holds == true } }

    /// Whether the providers differ in which purchases change hands.
    func moves(differAt step: Int) -> Bool {
        let moves = answers[step].map { Set($0.moved.map { [$0.product.text, $0.from?.text] }) }
        let counts = moves.map(\.count)
        return counts.dropFirst().contains { $0 != counts[0] }
            || answers[step].dropFirst().contains {
                ($0.outcome == .copied) != (answers[step][0].outcome == .copied)
            }
    }

    /// Whether the step is one at which they part: in what the device sees, in what is refused, or
    /// in what a search has found.
    func isMarked(at step: Int) -> Bool { differs(at: step) || step == found }

    /// Whether the providers differ in what the device sees, or in whether and why they refuse.
    public func differs(at step: Int) -> Bool {
        answers[step].dropFirst().contains {
            $0.access != answers[step][0].access || $0.refusal != answers[step][0].refusal
        }
    }
}
