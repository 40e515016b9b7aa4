// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// What a search found, and how much of the small world it looked at.
public struct SearchResult: Sendable {
    /// What the sides are called: providers, with their settings where both are the same one.
    public let names: [String]
    /// The rules of each side.
    public let rules: [Rules]
    /// What was covered.
    public let coverage: SearchCoverage
    /// What was found, one for each cause, the shortest history first.
    public let findings: [SearchFinding]
    /// The same by history, what costs a user most first.
    package let histories: [SearchHistory]
}

/// What a search covered.
public struct SearchCoverage: Sendable {
    /// The small world.
    public let world: SmallWorld
    /// The number of actions up to which everything was to be tried.
    public let depth: Int
    /// For each number of actions, from none, how many states were new with the last of them.
    public let growth: [Int]
    /// How many actions were decided, each side counted.
    public let transitions: Int
    /// How many of them rest on a row that is inferred.
    public let inferred: Int
    /// Whether everything up to the depth was tried; a search that was interrupted is cut.
    public let isComplete: Bool
    /// Whether it was cut because its states would have taken more memory than they may.
    public let isOutOfRoom: Bool
    /// The number of actions up to which everything was tried.
    public var completeDepth: Int { isComplete ? depth : max(0, growth.count - 2) }
    /// Bytes in the tables of states, for each state.
    public let bytesPerState: Double

    /// How many states there are.
    public var states: Int { growth.reduce(0, +) }
}

/// One thing that a search found, with the shortest history that leads to it.
public struct SearchFinding: Sendable {
    /// What it is: `access`, `refusal`, `owner`, `identity`, or a hazard.
    public let kind: String
    /// For each side the row that did it; nil where no row was asked.
    public let rows: [Row?]
    /// What it means, in one sentence.
    public let consequence: String
    /// The history as scenarios with their answers, which `compare` reads: one, or one for each
    /// side where both are the same provider.
    public let scenario: String
    /// The same with its answers, both sides side by side.
    public let compared: ComparedScenario
    /// The step, counted from 0, before the last one, that only one side refused; nil where there
    /// is none.
    ///
    /// What was found is a consequence of it.
    public let follows: Int?
    /// Its consequence in a sentence without its period, and without what it has in common with all
    /// others.
    package let sentence: String
    /// A sentence that names the step that it follows from; nil where ``follows`` is.
    package let reason: String?
    /// What it costs.
    package let loss: Loss
    /// What gives access back that is lost for now, in a sentence; nil where nothing does.
    package let remedy: String?

    /// Whether one of its rows says what no document says.
    public var isInferred: Bool {
        rows.contains { $0?.citation.authority == .inferred }
    }
}
