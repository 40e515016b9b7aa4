// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
public import AllonymMappings

/// Tries every sequence of actions in a small world, the short ones first, and tells what is found
/// on the way: where two providers part, or where one of them does what a user would not call right.
public struct Search: Sendable {
    /// What a search looks for.
    public enum Question: Sendable {
        /// Where two sides part: two providers, or one under different settings.
        case differences(Rules, Rules, [DifferenceKind])
        /// What a user would not call right.
        case hazards(Rules, [Hazard])
    }

    /// How far a search is.
    public struct Progress: Sendable {
        /// The number of actions of the histories that are looked at.
        public let depth: Int
        /// How many states there are so far.
        public let states: Int
        /// How many actions were decided so far.
        public let transitions: Int
    }

    /// The most actions that a history can have.
    public static let mostActions = 30

    private let mappings: Mappings
    private let question: Question
    private let world: SmallWorld
    private let isRenaming: Bool

    /// A search.
    ///
    /// - Parameters:
    ///   - question: What to look for.
    ///   - world: Where.
    ///   - mappings: What the rules are from.
    ///   - isRenaming: Whether states that differ only in which device, ID or product is called what
    ///     count as one.
    public init(
        for question: Question, in world: SmallWorld, _ mappings: Mappings, isRenaming: Bool = true
    ) {
        self.question = question
        self.world = world
        self.mappings = mappings
        self.isRenaming = isRenaming
    }

    /// Searches.
    ///
    /// - Parameters:
    ///   - depth: The number of actions up to which everything is tried.
    ///   - threads: How many threads work; what is found does not depend on it.
    ///   - mostBytes: The search is cut before its tables of states take more.
    ///   - isCancelled: Asked often; once it says yes, what was found so far is the result.
    ///   - progress: Told often how far the search is.
    /// - Returns: What was found, with a statement of what was covered.
    /// - Throws: Nothing, unless the program is wrong: its own scenarios are read back.
    public func run(
        depth: Int, threads: Int = 1, mostBytes: Int = .max, isCancelled: () -> Bool = { false },
        progress: (Progress) -> Void = { _ in }
    ) throws -> SearchResult {
        switch question {
        case .differences(let first, let second, let kinds):
            let explorer = Explorer(
                world, [first, second], DifferenceLookout(kinds: kinds), isRenaming: isRenaming,
                threads: threads)
            explorer.explore(
                depth: depth, mostBytes: mostBytes, isCancelled: isCancelled, progress: progress)
            return try result(explorer, [first, second], depth)
        case .hazards(let rules, let hazards):
            let lookout = SafetyLookout(
                hazards: hazards, actions: world.actions, products: world.products)
            let explorer = Explorer(
                world, [rules], lookout, isRenaming: isRenaming, threads: threads)
            explorer.explore(
                depth: depth, mostBytes: mostBytes, isCancelled: isCancelled, progress: progress)
            return try result(explorer, [rules], depth)
        }
    }

    private func result(
        _ explorer: Explorer<some Lookout>, _ rules: [Rules], _ depth: Int
    ) throws -> SearchResult {
        let names = Search.names(of: rules)
        let coverage = SearchCoverage(
            world: world, depth: depth, growth: explorer.growth,
            transitions: explorer.transitions, inferred: explorer.inferred,
            isComplete: !explorer.isCut, isOutOfRoom: explorer.isOutOfRoom,
            bytesPerState: explorer.bytesPerState)
        let telling = FoundHistories(world: world, rules: rules, names: names, mappings: mappings)
        let found = explorer.found.map { (cause: $0.cause, way: explorer.way(to: $0)) }
        let told = try telling.tell(found)
        return SearchResult(
            names: names, rules: rules, coverage: coverage, findings: told.findings,
            histories: told.histories)
    }

    /// What the sides are called: where both are one provider, by the settings in which they differ.
    private static func names(of rules: [Rules]) -> [String] {
        guard rules.count == 2, rules[0].provider.key == rules[1].provider.key else {
            return rules.map(\.provider.name)
        }
        let settings = rules[0].provider.rulebook.settings.map(\.name)
        return [(rules[0], rules[1]), (rules[1], rules[0])].map { mine, other in
            let own = settings.filter { mine.settings[$0] != other.settings[$0] }
                .map { "\($0) = \(mine.settings[$0] ?? "")" }
            return own.isEmpty
                ? mine.provider.name
                : "\(mine.provider.name) with \(own.joined(separator: ", "))"
        }
    }
}

extension Cause.Kind {
    /// The word for it in reports.
    var word: String {
        switch self {
        case .difference(let kind): kind.rawValue
        case .hazard(let hazard): hazard.rawValue
        }
    }
}
