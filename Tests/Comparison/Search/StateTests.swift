// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import Foundation
import Testing

/// A state of a search with the way that led there, and the same in plain worlds.
private struct Reached {
    let way: [PlainAction]
    let plain: PlainState

    init(_ way: [PlainAction], _ world: SmallWorld, _ rules: [Rules]) {
        self.way = way
        var plain = PlainState(world, rules)
        for action in way { _ = plain.perform(action) }
        self.plain = plain
    }

    /// The fingerprint that a search gives it.
    func fingerprint(isRenaming: Bool) -> Fingerprint {
        let (world, rules) = (plain.world, plain.sides.map(\.rules))
        let sides = UnsafeMutablePointer<SearchedSide>.allocate(capacity: rules.count)
        let decision = UnsafeMutablePointer<Decision>.allocate(capacity: 1)
        decision.initialize(to: Decision())
        for (index, rules) in rules.enumerated() {
            (sides + index).initialize(
                to: SearchedSide(rules, products: world.products, events: world.events))
            for (depth, action) in way.enumerated() {
                let request = Request(
                    action.device, action.action, fresh: FreshBits(low: UInt64(depth) * 2 + 1))
                _ = (sides + index).pointee.decide(request, into: decision)
                (sides + index).pointee.apply(decision, giving: id(in: action.action, world))
            }
        }
        var namer = StateNamer(
            devices: world.devices, ids: world.ids.count, products: world.products.map(\.kind),
            isRenaming: isRenaming, namesAccounts: world.namesAccounts)
        let fingerprint = namer.fingerprint(of: sides, count: rules.count)
        sides.deinitialize(count: rules.count)
        sides.deallocate()
        decision.deinitialize(count: 1)
        decision.deallocate()
        return fingerprint
    }

    private func id(in action: Action, _ world: SmallWorld) -> Int? {
        switch action {
        case .configure(let id, _), .logIn(let id): world.ids.firstIndex(of: id)
        default: nil
        }
    }

    /// What comes of further actions, on every side.
    func observations(after actions: [PlainAction]) -> [[Observation]] {
        var plain = plain
        return actions.map { action in
            let decisions = plain.perform(action)
            return zip(plain.sides, decisions).map { Observation($0, in: plain.world, after: $1) }
        }
    }
}

/// What a search counts as one state has one future.
///
/// `ALLONYM_SEED` gives the histories; `ALLONYM_STATES` says how many.
@Suite struct StateTests {
    private static let states =
        ProcessInfo.processInfo.environment["ALLONYM_STATES"].flatMap(Int.init) ?? 120

    /// Every provider's rules by themselves; what is true of each is true of two side by side.
    static let sides =
        Sides.single + Sides.settings.filter { $0.sides.count == 1 } + [
            Sides(("revenuecat", ["restore": "transfer-if-inactive"])),
            Sides(("purchasely", ["logout": "fresh", "non-consumables": "never-move"])),
            Sides(("nami", ["switch": "refused"])),
            Sides(("qonversion", ["anonymous-restore": "strategy"])),
        ]

    private func histories(
        _ world: SmallWorld, _ rules: [Rules], _ count: Int, startingWith start: [PlainAction] = [],
        _ generator: inout SeededGenerator
    ) -> [Reached] {
        let actions = world.plainActions.filter { $0.action != .check }
        return (0..<count).map { _ in
            var way = start
            var plain = Reached(start, world, rules).plain
            for _ in 0..<Int.random(in: 2...7, using: &generator) {
                let possible = actions.filter { plain.allows($0) }
                guard let action = possible.randomElement(using: &generator) else { break }
                _ = plain.perform(action)
                guard plain.isWhole else { break }
                way.append(action)
            }
            return Reached(way, world, rules)
        }
    }

    @Test(arguments: sides, [[ProductKind.subscription], [.subscription, .consumable]])
    func `States with one fingerprint have one future`(
        sides: Sides, kinds: [ProductKind]
    ) throws {
        try checkFutures(try sides.world(kinds: kinds), sides)
    }

    /// Each further action by itself, and all of them together.
    @Test(arguments: Sides.single, FurtherAction.allCases.map { [$0] } + [FurtherAction.allCases])
    func `So they do with further actions`(sides: Sides, further: [FurtherAction]) throws {
        let kinds: [ProductKind] =
            further.contains(.change) ? [.subscription, .subscription] : [.subscription]
        try checkFutures(try sides.world(kinds: kinds, further: Set(further)), sides)
    }

    private func checkFutures(_ world: SmallWorld, _ sides: Sides) throws {
        let seed = SeededGenerator.seedOfRun
        var generator = SeededGenerator(seed: seed)
        let rules = try sides.rules()
        let all = histories(world, rules, Self.states, &generator)
        let groups = Dictionary(grouping: all) { $0.fingerprint(isRenaming: false) }
        let actions = world.plainActions
        var pairs = 0
        for group in groups.values where group.count > 1 {
            // The same ledger has the same future by itself.
            guard
                let other = group.dropFirst().first(where: {
                    $0.plain.sides[0].ledger != group[0].plain.sides[0].ledger
                })
            else { continue }
            pairs += 1
            for action in actions where group[0].plain.allows(action) {
                let further = actions.randomElement(using: &generator) ?? action
                let mine = group[0].observations(after: [action, further])
                let theirs = other.observations(after: [action, further])
                #expect(
                    mine == theirs,
                    """
                    seed \(seed), \(sides): \(group[0].way.map(\.action)) and \
                    \(other.way.map(\.action)), then \([action, further].map(\.action))
                    """)
            }
        }
        #expect(pairs > 0, "seed \(seed): nothing was compared")
    }

    @Test(arguments: sides)
    func `Other names make no other state`(sides: Sides) throws {
        let seed = SeededGenerator.seedOfRun
        var generator = SeededGenerator(seed: seed)
        let world = try sides.world(kinds: [.subscription, .subscription])
        let rules = try sides.rules()
        let installs = world.names.map {
            PlainAction(device: $0, action: .install(nil), isFirst: true)
        }
        var apart = 0
        for reached in histories(world, rules, 60, startingWith: installs, &generator) {
            let renamed = reached.way.map { $0.renamed(in: world, swapsDevices: false) }
            let other = Reached(renamed, world, rules)
            #expect(
                reached.fingerprint(isRenaming: true) == other.fingerprint(isRenaming: true),
                "seed \(seed), \(sides): \(reached.way.map(\.action))")
            if reached.fingerprint(isRenaming: false) != other.fingerprint(isRenaming: false) {
                apart += 1
            }
        }
        #expect(apart > 0, "seed \(seed): without renaming they are other states")
    }

    /// Where it does not matter who came first.
    @Test(arguments: sides)
    func `Nor do devices that change indices`(sides: Sides) throws {
        let rules = try sides.rules()
        guard !rules[0].relevance.contains(.age) else { return }
        let seed = SeededGenerator.seedOfRun
        var generator = SeededGenerator(seed: seed)
        let world = try sides.world()
        let installs = world.names.map {
            PlainAction(device: $0, action: .install(nil), isFirst: true)
        }
        for reached in histories(world, rules, 60, startingWith: installs, &generator) {
            let later = reached.way.dropFirst(2).map { $0.renamed(in: world, swapsDevices: true) }
            let other = Reached(installs + later, world, rules)
            #expect(
                reached.fingerprint(isRenaming: true) == other.fingerprint(isRenaming: true),
                "seed \(seed), \(sides): \(reached.way.map(\.action))")
        }
    }
}

extension PlainAction {
    /// The same with the two IDs, the two products and, where told so, the two devices exchanged.
    fileprivate func renamed(in world: SmallWorld, swapsDevices: Bool) -> PlainAction {
        func other<T: Equatable>(_ thing: T, _ all: [T]) -> T {
            all.count == 2 ? (thing == all[0] ? all[1] : all[0]) : thing
        }
        let named: Action =
            switch action {
            case .configure(let id, let account): .configure(other(id, world.ids), account)
            case .logIn(let id): .logIn(other(id, world.ids))
            case .buy(let product): .buy(other(product, world.products))
            case .own(let product): .own(other(product, world.products))
            case .notify(let product): .notify(other(product, world.products.map(\.id)))
            case .store(let event, let product):
                .store(event, other(product, world.products.map(\.id)))
            case .change(let product, let next, let atRenewal):
                .change(
                    other(product, world.products.map(\.id)), to: other(next, world.products),
                    atRenewal: atRenewal)
            case .transfer(let id, let target):
                .transfer(other(id, world.ids), to: other(target, world.ids))
            case .delete(let id): .delete(other(id, world.ids))
            case .redeem(let product, let id):
                .redeem(other(product, world.products.map(\.id)), from: other(id, world.ids))
            case .share(let product, let device):
                .share(other(product, world.products.map(\.id)), with: device)
            case .unshare(let product, let device):
                .unshare(other(product, world.products.map(\.id)), with: device)
            case .install, .reinstall, .logOut, .open, .restore, .sync, .grant, .revoke,
                .expireGrant, .use, .check:
                action
            }
        return PlainAction(
            device: swapsDevices ? other(device, world.names) : device, action: named,
            isFirst: isFirst, shared: shared)
    }
}
