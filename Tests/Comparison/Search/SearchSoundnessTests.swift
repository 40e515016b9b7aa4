// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

/// The sides of a search: providers, each with the settings that are not the default.
struct Sides: CustomStringConvertible, Sendable {
    let sides: [(provider: String, settings: [String: String])]

    init(_ sides: (String, [String: String])...) {
        self.sides = sides.map { (provider: $0.0, settings: $0.1) }
    }

    var description: String {
        sides.map { side in
            ([side.provider] + side.settings.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })
                .joined(separator: " ")
        }.joined(separator: " and ")
    }

    func rules() throws -> [Rules] {
        try sides.map { side in
            try #require(builtIn.get().provider(side.provider)).rules(side.settings)
        }
    }

    func world(
        devices: Int = 2, ids: Int = 2, kinds: [ProductKind] = [.subscription],
        further: Set<FurtherAction> = []
    ) throws -> SmallWorld {
        try #require(
            SmallWorld(devices: devices, ids: ids, kinds: kinds, further: further, for: rules()))
    }

    /// Searches, for everything unless told otherwise.
    func search(
        depth: Int, kinds: [ProductKind] = [.subscription], of differences: [DifferenceKind]? = nil,
        isRenaming: Bool = true, threads: Int = 1
    ) throws -> SearchResult {
        let rules = try rules()
        let question: Search.Question =
            rules.count == 2
            ? .differences(rules[0], rules[1], differences ?? DifferenceKind.allCases)
            : .hazards(rules[0], Hazard.allCases)
        return try Search(
            for: question, in: world(kinds: kinds), builtIn.get(), isRenaming: isRenaming
        ).run(depth: depth, threads: threads)
    }

    /// All pairs with default settings.
    static let pairs = {
        let all = EveryProvider.keys
        return all.indices.flatMap { first in
            all[(first + 1)...].map { Sides((all[first], [:]), ($0, [:])) }
        }
    }()

    /// Each provider by itself.
    static let single = EveryProvider.keys.map { Sides(($0, [:])) }

    /// Settings that are not the default, alone, beside the default, and beside another provider.
    static let settings = [
        Sides(("revenuecat", [:]), ("revenuecat", ["restore": "keep"])),
        Sides(("revenuecat", ["restore": "share"]), ("qonversion", ["restore": "transfer"])),
        Sides(("revenuecat", ["restore": "transfer-if-inactive"]), ("purchasely", [:])),
        Sides(("qonversion", [:]), ("qonversion", ["logout": "fresh"])),
        Sides(("qonversion", ["anonymous-restore": "strategy"]), ("nami", ["switch": "refused"])),
        Sides(("qonversion", ["second-identity": "refused"]), ("revenuecat", [:])),
        Sides(("purchasely", ["logout": "fresh"]), ("purchasely", [:])),
        Sides(("revenuecat", ["restore": "keep"])), Sides(("revenuecat", ["restore": "share"])),
        Sides(("qonversion", ["restore": "transfer"])),
        Sides(("qonversion", ["logout": "fresh", "second-identity": "refused"])),
    ]
}

extension SearchFinding {
    /// What `PlainSearch` calls it.
    var cause: PlainSearch.Cause { PlainSearch.Cause(kind: kind, rules: rows.map { $0?.id }) }

    /// Its history; a look at another device at the end is no part of it.
    var history: [Step] {
        let steps = compared.scenario.steps
        return steps.last?.action == .check ? Array(steps.dropLast()) : steps
    }

    /// The history in one line.
    var line: String { history.map { "\($0.device): \($0.text)" }.joined(separator: "; ") }
}

extension SearchResult {
    /// The causes found, each with the length of its history.
    var found: [String] { findings.map { "\($0.history.count) \($0.cause)" }.sorted() }
}

/// A search that takes states for one that only names tell apart, or nothing that matters later,
/// finds what a search finds that tries everything.
///
/// Trying everything takes its time: `ALLONYM_FURTHER_ACTIONS=1` looks one action deeper, in a
/// release build.
@Suite struct SearchSoundnessTests {
    private static let further =
        ProcessInfo.processInfo.environment["ALLONYM_FURTHER_ACTIONS"].flatMap(Int.init) ?? 0

    @Test(arguments: Sides.pairs + Sides.single + Sides.settings)
    func `Every cause is found, and at the least depth`(sides: Sides) throws {
        try compare(sides, depth: 2 + Self.further)
    }

    @Test(arguments: [Sides.pairs[4], Sides.single[3]])
    func `So it is one action deeper`(sides: Sides) throws {
        try compare(sides, depth: 3 + Self.further)
    }

    @Test(arguments: Sides.pairs + Sides.single)
    func `So it is with two products`(sides: Sides) throws {
        try compare(sides, depth: 2 + Self.further, kinds: [.subscription, .consumable])
    }

    private func compare(
        _ sides: Sides, depth: Int, kinds: [ProductKind] = [.subscription]
    ) throws {
        var plain = PlainSearch(try sides.world(kinds: kinds), try sides.rules())
        plain.explore(depth: depth)
        for isRenaming in [true, false] {
            let result = try sides.search(depth: depth, kinds: kinds, isRenaming: isRenaming)
            #expect(result.found == plain.found, "\(sides), renaming: \(isRenaming)")
        }
        let isPair = Set(sides.sides.map(\.provider)).count == 2
        #expect(!plain.found.isEmpty || !isPair, "two providers that differ in nothing are none")
    }
}
