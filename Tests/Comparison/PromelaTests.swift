// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import AllonymPromela
import AllonymTestSupport
import Foundation
import Testing

@Suite struct PromelaTests {
    @Test(arguments: EveryProvider.keys, ["first", "last"])
    func `The model names every row that an action can ask, and no other`(
        key: String, values: String
    ) throws {
        let provider = try #require(try builtIn.get().provider(key))
        var chosen: [String: String] = [:]
        for setting in provider.rulebook.settings {
            chosen[setting.name] = values == "first" ? setting.values.first : setting.values.last
        }
        // A model has no backups; see below.
        if chosen["android-backup"] != nil { chosen["android-backup"] = "off" }
        let unasked: Set<Table> = [.access, .active, .tell, .recover, .transfer, .delete]
        let inForce = try provider.rules(chosen).inForce
        let text = try model(provider, settings: chosen).text
        for row in provider.rulebook.rows {
            let holds = row.settings.allSatisfy { $1.contains(inForce[$0] ?? "") }
            let isAsked = !unasked.contains(row.table)
            #expect(text.contains("/* \(row.id) */") == (holds && isAsked), "\(row.id)")
        }
    }

    @Test func `Rules that need what a model has not are refused, and what it leaves out is said`()
        throws
    {
        let provider = try #require(try builtIn.get().provider("revenuecat"))
        let error = try #require(throws: PromelaError.self) {
            try model(provider, settings: ["android-backup": "on"])
        }
        #expect(error.description.contains("revenuecat.launch.2"))
        let text = try model(provider).text
        #expect(text.contains("left out: hold, uncancel, change, use, share, unshare, transfer"))
    }

    @Test func `A row is its condition and its effect, above the rows that come after it`() throws {
        let text = try model(try #require(try builtIn.get().provider("revenuecat"))).text
        let table = try #require(text.range(of: "inline ask_identify() {"))
        let expected = """
            inline ask_identify() {
                effect = (
                    /* revenuecat.identify.1 */
                    ((fact_target == target_same) ->
                        effect_keep :
                    /* revenuecat.identify.2 */
                    ((fact_current == current_own || fact_current == current_anonymous) &&
                    (fact_target == target_new) ->
                        effect_alias_current :
            """
        #expect(text[table.lowerBound...].hasPrefix(expected))
    }

    @Test func `The same world under the same rules gives the same text`() throws {
        for provider in try builtIn.get().providers {
            let text = try model(provider).text
            for _ in 0..<3 { #expect(try model(provider).text == text) }
        }
    }

    @Test func `The engine is the same for all providers`() throws {
        let engines = try builtIn.get().providers.map { provider in
            let text = try model(provider).text
            let start = try #require(text.range(of: "/* What is told apart"))
            let end = try #require(text.range(of: "/* What can happen. */"))
            return text[start.lowerBound..<end.lowerBound]
        }
        #expect(Set(engines).count == 1)
    }

    @Test func `Each device can do all actions of the small world`() throws {
        let provider = try #require(try builtIn.get().provider("qonversion"))
        let text = try model(provider, devices: 3, ids: 1, kinds: [.subscription, .consumable]).text
        let actions = [
            "install", "install app_store:A", "install app_store:B", "install play_store:p",
            "configure u1", "log in u1", "reinstall", "log out", "open", "restore", "sync",
            "check", "buy X", "own X", "notify X", "buy Y", "own Y", "notify Y", "grant vip",
            "revoke vip",
        ]
        let events = StoreEvent.allCases.filter { $0 != .hold && $0 != .uncancel }
        for action in actions + events.map({ "\($0.rawValue) Y" }) {
            #expect(text.contains("/* \(action) */"), "\(action)")
        }
        #expect(
            text.lines(beginningWith: ":: d_step {") == actions.count + 2 * events.count)
    }

    @Test(
        arguments: [
            (1, [ProductKind.subscription], 1), (7, [.subscription], 3), (8, [.subscription], 4),
            (7, [.subscription, .nonConsumable], 4), (7, [.consumable], 6), (3, [], 1),
        ] as [(Int, [ProductKind], Int)])
    func `The model has room for as many purchases as so many actions can make`(
        depth: Int, kinds: [ProductKind], purchases: Int
    ) throws {
        let provider = try #require(try builtIn.get().provider("nami"))
        let text = try model(provider, kinds: kinds, depth: depth).text
        #expect(text.contains("#define PURCHASES \(purchases)\n"))
        #expect(text.contains("assert(purchases < PURCHASES)"))
    }

    @Test func `What no row asks for is left out of the state`() throws {
        let mappings = try builtIn.get()
        func text(_ key: String, _ settings: [String: String] = [:]) throws -> String {
            try model(try #require(mappings.provider(key)), settings: settings).text
        }
        #expect(try text("revenuecat").contains("#define NEWS 1\n"))
        #expect(try text("nami").contains("#define NEWS 0\n"))
        #expect(try text("revenuecat").contains("#define AGE 0\n"))
        #expect(try text("qonversion").contains("#define SYNCED 1\n"))
        #expect(try text("qonversion").contains("#define ORIGINAL 1\n"))
        let strategy = try text("qonversion", ["anonymous-restore": "strategy"])
        #expect(strategy.contains("#define ORIGINAL 0\n"))
        #expect(try text("purchasely").contains("#define GRANTS 0\n"))
    }

    @Test(
        arguments: [
            ("nami", [:], [1, 2, 13, 64, 248]), ("purchasely", [:], [1, 4, 33, 155, 555]),
            ("qonversion", [:], [1, 2, 17, 106, 562]),
            ("qonversion", ["anonymous-restore": "strategy"], [1, 2, 17, 106, 562, 2591]),
            ("purchasely", ["automatic-transfer": "bought"], [1, 4, 33, 163, 671]),
            ("revenuecat", [:], [1, 4, 43, 315, 1784]),
            ("revenuecat", ["restore": "share"], [1, 4, 43, 315, 1786]),
        ] as [(String, [String: String], [Int])])
    func `The search finds as many states as Spin has counted`(
        key: String, settings: [String: String], states: [Int]
    ) throws {
        let rules = try #require(try builtIn.get().provider(key)).rules(settings)
        let world = try #require(
            SmallWorld(devices: 2, ids: 2, kinds: [.subscription], for: [rules]))
        #expect(world.growth(under: rules, depth: states.count - 1).states == states)
    }

    @Test func `The documentation shows the number that Spin and the search find`() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Sources/Promela/AllonymPromela.docc/Cross-checking-with-Spin.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let shown = text.split(separator: "\n").filter { $0.hasSuffix(" states, stored") }
            .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        let rules = try #require(try builtIn.get().provider("revenuecat")).rules()
        let world = try #require(
            SmallWorld(devices: 2, ids: 2, kinds: [.subscription], for: [rules]))
        #expect(text.contains("allonym explain revenuecat --format promela --depth 5 "))
        #expect(shown == [world.growth(under: rules, depth: 5).states.reduce(0, +)])
    }

    @Test(arguments: [0, PromelaModel.mostDepth + 1, -1])
    func `A depth without bounds is refused`(depth: Int) throws {
        let provider = try #require(try builtIn.get().provider("nami"))
        let error = try #require(throws: PromelaError.self) { try model(provider, depth: depth) }
        #expect(error.description.contains("1 to \(PromelaModel.mostDepth) actions"))
    }

    private func model(
        _ provider: Provider, settings: [String: String] = [:], devices: Int = 2, ids: Int = 2,
        kinds: [ProductKind] = [.subscription], depth: Int = 7
    ) throws -> PromelaModel {
        let rules = try provider.rules(settings)
        let world = try #require(
            SmallWorld(devices: devices, ids: ids, kinds: kinds, for: [rules]))
        return try PromelaModel(of: world, under: rules, depth: depth)
    }
}

extension String {
    /// How many lines begin with this, after blanks.
    fileprivate func lines(beginningWith start: String) -> Int {
        split(separator: "\n").count { $0.drop { $0 == " " }.hasPrefix(start) }
    }
}
