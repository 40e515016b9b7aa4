// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore

/// An action of a small world, as a test writes it down by itself.
struct PlainAction {
    let device: DeviceID
    let action: Action
    /// Whether it makes the app known to the device.
    var isFirst = false
    /// The device whose store account it shares.
    var shared: DeviceID?
    /// Another device that has to be there.
    var other: DeviceID?

    /// Whether the user of the device does it, and not the store or the one who runs the app.
    var isOfUser: Bool {
        let words = ["store", "own", "notify", "grant", "revoke", "check"]
        if case .store = action { return false }
        return !words.contains(action.word)
    }

    /// Whether the app asks for the store account's purchases to be claimed.
    var isAsked: Bool { ["buy", "restore", "sync"].contains(action.word) }
}

extension SmallWorld {
    var names: [DeviceID] { (0..<devices).map { SmallWorld.device($0) } }

    /// Everything that can happen, from the words of the design.
    var plainActions: [PlainAction] {
        names.enumerated().flatMap { index, device -> [PlainAction] in
            var all = [Action.install(nil), .install(StoreAccount(.playStore, "p"))].map {
                PlainAction(device: device, action: $0, isFirst: true)
            }
            all += names[..<index].map { other in
                let account = StoreAccount(.appStore, other.text)
                return PlainAction(
                    device: device, action: .install(account), isFirst: true, shared: other)
            }
            all += ids.map {
                PlainAction(device: device, action: .configure($0, nil), isFirst: true)
            }
            var later: [Action] = [.reinstall, .logOut, .open, .restore, .sync, .check]
            later += [.grant(SmallWorld.grant), .revoke(SmallWorld.grant)]
            for id in ids { later += [.configure(id, nil), .logIn(id)] }
            for product in products {
                later += [.buy(product), .own(product), .notify(product.id)]
                let events: [StoreEvent] = [
                    .renew, .cancel, .expire, .refund, .fail, .recover, .pause, .resume,
                ]
                later += events.map { .store($0, product.id) }
            }
            if further.contains(.redeem) {
                all.append(
                    PlainAction(
                        device: device, action: .install(StoreAccount(.stripe, "w")), isFirst: true)
                )
            }
            return all + later.map { PlainAction(device: device, action: $0) }
                + plainFurtherActions(on: device)
        }
    }

    private func plainFurtherActions(on device: DeviceID) -> [PlainAction] {
        var actions: [Action] = []
        for product in products {
            if further.contains(.hold) { actions.append(.store(.hold, product.id)) }
            if further.contains(.uncancel) { actions.append(.store(.uncancel, product.id)) }
            for other in products where other != product && further.contains(.change) {
                actions.append(.change(product.id, to: other, atRenewal: false))
                actions.append(.change(product.id, to: other, atRenewal: true))
            }
            if further.contains(.redeem) { actions += ids.map { .redeem(product.id, from: $0) } }
        }
        if further.contains(.use) {
            actions += names.map { .use(StoreAccount(.appStore, $0.text)) }
            actions.append(.use(StoreAccount(.playStore, "p")))
        }
        for id in ids {
            if further.contains(.delete) { actions.append(.delete(id)) }
            for other in ids where other != id && further.contains(.transfer) {
                actions.append(.transfer(id, to: other))
            }
        }
        if further.contains(.expireGrant) { actions.append(.expireGrant(SmallWorld.grant)) }
        var all = actions.map { PlainAction(device: device, action: $0) }
        for other in names where other != device {
            for product in products {
                if further.contains(.share) {
                    all.append(
                        PlainAction(
                            device: device, action: .share(product.id, with: other), other: other))
                }
                if further.contains(.unshare) {
                    all.append(
                        PlainAction(
                            device: device, action: .unshare(product.id, with: other), other: other)
                    )
                }
            }
        }
        return all
    }
}

/// The sides of a state, each in a plain world of its own, with nothing left out of account.
struct PlainState {
    let world: SmallWorld
    var sides: [World]

    init(_ world: SmallWorld, _ rules: [Rules]) {
        self.world = world
        sides = rules.map { World(rules: $0, keepsLog: false) }
    }

    /// Whether an action can be taken: devices come one after the other, and an account that is
    /// shared is there before.
    func allows(_ action: PlainAction) -> Bool {
        let installed = sides[0].ledger.installations.count
        guard let index = world.names.firstIndex(of: action.device) else { return false }
        if let other = action.other, !world.names[..<installed].contains(other) { return false }
        guard action.isFirst else { return index < installed }
        guard index == installed else { return false }
        guard let shared = action.shared else { return true }
        return world.names[..<installed].contains { device in
            sides[0].ledger.installation(on: device).map {
                sides[0].ledger.account(of: $0) == StoreAccount(.appStore, shared.text)
            } ?? false
        }
    }

    /// Whether the app is on the same devices on all sides.
    var isWhole: Bool { Set(sides.map { $0.ledger.installations.count }).count == 1 }

    mutating func perform(_ action: PlainAction) -> [Decision] {
        sides.indices.map { sides[$0].perform(action.action, on: action.device) }
    }
}

// MARK: - What a side looks like from outside

/// Everything that somebody outside can see of a provider.
struct Observation: Hashable {
    /// For each device what it sees.
    let access: [[EntitlementID]]
    /// For each purchase that has not been refunded, by account and age, which IDs and devices
    /// stand for somebody who holds it.
    let holders: [[Bool]]
    /// For each two IDs that are known whether they are one customer: custom ones, and devices' own.
    let joined: [[Bool?]]
    /// What the last action was refused for.
    let refusal: Refusal?

    init(_ side: World, in world: SmallWorld, after decision: Decision) {
        let ledger = side.ledger
        let installations = world.names.map { ledger.installation(on: $0) }
        access = world.names.map { side.access(on: $0).entitlements }
        let ids = world.ids.map { id in ledger.user(id).map { ledger.customer(of: $0) } }
        let current = installations.map { index in
            index.map { ledger.customer(of: ledger.current(of: $0)) }
        }
        let own = installations.map { index in
            index.flatMap { ledger.own(of: $0) }.map { ledger.customer(of: $0) }
        }
        let accounts =
            world.names.map { StoreAccount(.appStore, $0.text) } + [StoreAccount(.playStore, "p")]
        let purchases = accounts.flatMap { ledger.purchases(of: $0) }
            .filter { ledger.state(of: $0) != .refunded }
        holders = purchases.map { purchase in
            let all = ledger.holders(of: purchase)
            return (ids + current).map { $0.map(all.contains) ?? false }
        }
        let known = ids + own
        joined = known.map { first in
            known.map { second in first.flatMap { first in second.map { first == $0 } } }
        }
        refusal = decision.refusal
    }

    /// Whether two IDs that both sides know are one customer on one of them only.
    func joinsOther(than other: Observation) -> Bool {
        zip(joined.joined(), other.joined.joined()).contains { mine, theirs in
            mine != nil && theirs != nil && mine != theirs
        }
    }
}
