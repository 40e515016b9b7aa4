// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore

/// A search without any idea of when two states are one.
///
/// It tries every sequence of actions in plain worlds. What `Search` finds must be what this finds.
struct PlainSearch {
    /// What a step is worth telling for, and by which row on each side.
    struct Cause: Hashable, Comparable, CustomStringConvertible {
        let kind: String
        let rules: [String?]

        var description: String { "\(kind): \(rules.map { $0 ?? "–" }.joined(separator: ", "))" }

        static func < (left: Cause, right: Cause) -> Bool { left.description < right.description }
    }

    let world: SmallWorld
    let rules: [Rules]
    let kinds: [String]
    /// For each cause the length of its shortest history.
    private(set) var lengths: [Cause: Int] = [:]
    private let actions: [PlainAction]

    init(_ world: SmallWorld, _ rules: [Rules], kinds: [String]? = nil) {
        self.world = world
        self.rules = rules
        self.kinds =
            kinds
            ?? (rules.count == 2
                ? DifferenceKind.allCases.map(\.rawValue) : Hazard.allCases.map(\.rawValue))
        actions = world.plainActions
    }

    /// The causes found, each with the length of its shortest history.
    var found: [String] { lengths.map { "\($0.value) \($0.key)" }.sorted() }

    mutating func explore(depth: Int) {
        explore(PlainState(world, rules), 1, depth, past: [])
    }

    private mutating func explore(
        _ state: PlainState, _ length: Int, _ depth: Int, past: Set<String>
    ) {
        for action in actions where state.allows(action) {
            var next = state
            let decisions = next.perform(action)
            let parted = partings(from: state, to: next, by: action, decisions)
            for kind in kinds where parted.contains(kind) && !past.contains(kind) {
                let cause = Cause(kind: kind, rules: rows(for: kind, decisions))
                lengths[cause] = min(lengths[cause] ?? length, length)
            }
            let past = past.union(parted)
            // Where nothing at all has changed there is nothing to go on from.
            let isSame = decisions.allSatisfy(\.changes.isEmpty)
            guard length < depth, !isSame, next.isWhole, !past.isSuperset(of: kinds) else {
                continue
            }
            explore(next, length + 1, depth, past: past)
        }
    }

    /// In which of the kinds asked for the sides are apart after a step, or what goes wrong at it.
    func partings(
        from before: PlainState, to after: PlainState, by action: PlainAction,
        _ decisions: [Decision]
    ) -> Set<String> {
        let views = zip(after.sides, decisions).map { Observation($0, in: world, after: $1) }
        var parted: Set<String> = []
        if views.count == 2 {
            if views[0].access != views[1].access { parted.insert("access") }
            if (views[0].refusal == nil) != (views[1].refusal == nil) { parted.insert("refusal") }
            if views[0].holders != views[1].holders { parted.insert("owner") }
            if views[0].joinsOther(than: views[1]) { parted.insert("identity") }
        } else {
            let side = after.sides[0]
            if side.hidesPaid(world, after: action) {
                parted.insert("paid-without-access")
            }
            if side.doubles(world) { parted.insert("one-purchase-for-two") }
            if action.isOfUser, side.takes(world, since: before.sides[0], by: action.device) {
                parted.insert("taken-by-another")
            }
        }
        return parted.intersection(kinds)
    }

    // MARK: - By which row

    func rows(for kind: String, _ decisions: [Decision]) -> [String?] {
        zip(decisions, rules).map { decision, rules in
            let rows = decision.rows.map { rules[$0] }
            let row =
                rows.last { wants($0, for: kind, decision) }
                ?? rows.last { $0.table.decides && $0.effect != .leave } ?? rows.last
            return row?.id
        }
    }

    private func wants(_ row: Row, for kind: String, _ decision: Decision) -> Bool {
        let isAboutIdentity = [.launch, .configure, .identify, .logout].contains(row.table)
        switch kind {
        case "refusal": return row.effect == .refuse
        case "identity": return isAboutIdentity || row.effect == .alias
        default:
            let gives = decision.changes.contains { change in
                switch change {
                case .owner, .copy, .uncopy, .known, .merge, .grant, .revoke: true
                default: false
                }
            }
            guard gives else { return isAboutIdentity }
            let effects: [Effect] = [
                .attach, .move, .copy, .alias, .switch, .now, .newCustomer, .apply,
            ]
            return [.carry, .claim, .learn, .grant].contains(row.table)
                && effects.contains(row.effect)
        }
    }
}

// MARK: - What somebody who has paid would not call right

extension World {
    private func purchases(_ world: SmallWorld) -> [PurchaseHandle] {
        let accounts =
            world.names.map { StoreAccount(.appStore, $0.text) } + [StoreAccount(.playStore, "p")]
        return accounts.flatMap { ledger.purchases(of: $0) }
    }

    private func user(of device: DeviceID) -> CustomerHandle? {
        ledger.installation(on: device).map { ledger.customer(of: ledger.current(of: $0)) }
    }

    func hidesPaid(_ world: SmallWorld, after action: PlainAction) -> Bool {
        let seen = Set(world.names.flatMap { access(on: $0).entitlements })
        let claimed =
            action.isAsked
            ? ledger.installation(on: action.device).map { ledger.account(of: $0) } : nil
        var bought: ProductID?
        if case .buy(let product) = action.action { bought = product.id }
        return purchases(world).contains { purchase in
            let product = world.products.first { $0.id == ledger.product(of: purchase) }
            guard ledger.state(of: purchase).isActive, product?.kind != .consumable,
                !ledger.holders(of: purchase).isEmpty
                    || ledger.account(of: purchase) == claimed
                        && (bought == nil || bought == product?.id)
            else { return false }
            return !seen.isSuperset(of: ledger.entitlements(of: purchase))
        }
    }

    func doubles(_ world: SmallWorld) -> Bool {
        guard ledger.grants.isEmpty else { return false }
        let running = purchases(world).filter { purchase in
            !ledger.holders(of: purchase).isEmpty && rules.givesAccess(ledger.known(of: purchase))
        }
        return running.contains { purchase in
            let unlocked = ledger.entitlements(of: purchase)
            let isOnly = running.allSatisfy { other in
                other == purchase
                    || ledger.entitlements(of: other).allSatisfy { !unlocked.contains($0) }
            }
            let users = world.names.filter { device in
                access(on: device).entitlements.contains { unlocked.contains($0) }
            }
            return isOnly && Set(users.map { user(of: $0) }).count > 1
        }
    }

    func takes(_ world: SmallWorld, since before: World, by device: DeviceID) -> Bool {
        let actor = before.user(of: device)
        return world.names.contains { other in
            guard other != device, let person = before.user(of: other), person != actor else {
                return false
            }
            let had = Set(before.access(on: other).entitlements)
            return !had.isSubset(of: access(on: other).entitlements)
        }
    }
}
