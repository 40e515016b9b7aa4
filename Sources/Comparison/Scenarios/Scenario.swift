// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// A file of scenarios, read and checked.
public struct ScenarioFile: Sendable {
    /// The file's name as it was given.
    public let name: String
    /// Its scenarios, in order.
    public let scenarios: [Scenario]
    /// Its lines, for writing it back.
    let lines: SourceLines

    /// What a file that comes with the package is called for short: `at-a-glance`.
    package static func shortName(of file: String) -> String {
        let name = file.split(separator: "/").last ?? ""
        return String(name.hasSuffix(".md") ? name.dropLast(3) : name)
    }
}

/// A table of devices and actions, with the answers that are expected.
public struct Scenario: Sendable {
    /// What stands after `#`.
    public private(set) var title: String
    /// The line of the title.
    public let line: Int
    /// The keys of the providers that have a column, in the order of the columns.
    public let columns: [String]
    /// The actions, in order.
    public let steps: [Step]
    /// What `- set:` lines say, by provider and setting.
    public let settings: [String: [String: String]]
    /// For each ID that has a label, the label.
    public let labels: [UserID: String]
    /// The line of the table's head.
    let tableLine: Int
    /// The heads of the columns, as they stand there.
    let heads: [String]

    /// The same under another title.
    func titled(_ title: String) -> Scenario {
        var scenario = self
        scenario.title = title
        return scenario
    }
}

/// One row of a scenario.
public struct Step: Sendable {
    /// Its line in the file.
    public let line: Int
    /// The device.
    public let device: DeviceID
    /// The action as it is written.
    public let text: String
    /// The action as it was read.
    ///
    /// Where it names an anonymous ID by its number, a placeholder stands in its place.
    package let action: Action
    /// For each placeholder the number of the anonymous ID, counted from 1 in the order in which the
    /// provider asked minted them in the scenario.
    let placeholders: [UserID: Int]
    /// What is expected of each column; nil where the cell is empty.
    public let expected: [Expectation?]
}

/// An ID as a scenario names it.
public enum NamedID: Hashable, Sendable {
    /// An ID by its text.
    case id(UserID)
    /// An anonymous ID by its number, counted from 1 in the order in which the provider asked minted
    /// them in the scenario.
    case anonymous(Int)

    /// The ID, where this provider has minted `minted`; nil for one that it has not minted.
    func resolved(_ minted: [UserID]) -> UserID? {
        switch self {
        case .id(let id): id
        case .anonymous(let number):
            minted.indices.contains(number - 1) ? minted[number - 1] : nil
        }
    }
}

/// What a cell asserts.
public struct Expectation: Hashable, Sendable {
    /// The cell as it is written.
    public let text: String
    /// The entitlements, in byte order; nil when access is not asserted.
    public let access: [EntitlementID]?
    /// The outcome; nil when it is not asserted.
    public let outcome: Outcome?
    /// The refusal; nil when it is not asserted.
    public let refusal: Refusal?
    /// The original ID of the device's customer, none where there is no customer; nil when it is not
    /// asserted.
    public private(set) var original: [NamedID]?
    /// All IDs of the device's customer; nil when they are not asserted.
    public private(set) var aliases: [NamedID]?
    /// The names of the events that the provider sends, in order; nil when they are not asserted.
    public private(set) var events: [String]?

    init(text: String, access: [EntitlementID]?, outcome: Outcome?, refusal: Refusal?) {
        self.text = text
        self.access = access
        self.outcome = outcome
        self.refusal = refusal
    }

    /// With what stands after the first semicolon.
    mutating func add(_ part: CellPart) throws(Unreadable) {
        switch part {
        case .original(let ids):
            guard original == nil else {
                throw Unreadable("\"original:\" occurs twice in the cell")
            }
            original = ids
        case .aliases(let ids):
            guard aliases == nil else { throw Unreadable("\"aliases:\" occurs twice in the cell") }
            aliases = ids
        case .events(let names):
            guard events == nil else { throw Unreadable("\"events:\" occurs twice in the cell") }
            events = names
        }
    }
}
