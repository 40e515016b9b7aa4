// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What each ID sees after the import, by the target's rules, in a ledger that knew nothing before.
///
/// Each group of IDs that were joined has a small world of its own: nothing that an import does goes
/// from one customer to another.
struct Replay {
    private let rules: Rules?

    init(_ rules: Rules?) { self.rules = rules }

    /// For each of these IDs what a device sees on which it is in use, sorted.
    ///
    /// - Parameters:
    ///   - ids: IDs that belong together, by their numbers.
    ///   - links: Which of them log in as others.
    ///   - imported: What was imported.
    /// - Returns: The names, in the order of the IDs.
    func access(_ ids: [Int], _ links: [Imported.Link], _ imported: Imported) -> [[String]] {
        guard ids.contains(where: imported.holdsSomething) else {
            return ids.map { _ in [] }
        }
        guard let rules else {
            let names = ids.flatMap { imported.holdings(of: $0).flatMap(\.names) }
            let all = Set(names).sorted(by: Replay.isBefore)
            return ids.map { _ in all }
        }
        var stage = Stage(rules)
        for link in links {
            stage.logIn(imported[link.from], as: imported[link.to])
        }
        let devices = ids.map { stage.device(with: imported[$0]) }
        for (id, device) in zip(ids, devices) {
            for (state, names) in Replay.joined(imported.holdings(of: id)) {
                stage.give(names, in: state, on: device)
            }
        }
        return devices.map { device in
            device.map { stage.access(on: $0) }?.sorted(by: Replay.isBefore) ?? []
        }
    }

    /// The names of what stands alike, each once.
    ///
    /// A device sees of many purchases what it sees of one that unlocks what all of them do, and
    /// whoever buys is shown all that was bought before.
    private static func joined(
        _ holdings: [Imported.Holding]
    ) -> [(state: NeutralState?, names: [String])] {
        if holdings.count == 1 { return [(holdings[0].state, holdings[0].names)] }
        var joined: [(state: NeutralState?, names: [String])] = []
        var known: [Set<String>] = []
        for holding in holdings {
            let index = joined.firstIndex { $0.state == holding.state } ?? joined.count
            if index == joined.count {
                joined.append((holding.state, []))
                known.append([])
            }
            for name in holding.names where known[index].insert(name).inserted {
                joined[index].names.append(name)
            }
        }
        return joined
    }

    /// By their bytes, as everything that leaves a plan is sorted.
    static func isBefore(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}

/// Devices on which IDs of one customer are in use.
private struct Stage {
    private var world: World
    private var deviceCount = 0
    private var productCount = 0
    private let form: AnonymousForm

    init(_ rules: Rules) {
        world = World(rules: rules, keepsLog: false)
        form = rules.identifiers.anonymous
    }

    /// One ID logs in as another, on a device of its own.
    mutating func logIn(_ id: Imported.ID, as other: Imported.ID) {
        guard let device = device(with: id) else { return }
        world.perform(.logIn(UserID(unchecked: other.text)), on: device)
    }

    /// A device on which an ID is in use; nil where the target refuses the ID.
    mutating func device(with id: Imported.ID) -> DeviceID? {
        deviceCount += 1
        let device = DeviceID(unchecked: "device \(deviceCount)")
        let user = UserID(unchecked: id.text)
        if id.isApart || !form.isApart && form.recognises(user) {
            if let handle = world.ledger.user(user) {
                bind(device, handle)
                return device
            }
            if let bits = form.bits(of: user) {
                let decision = world.perform(Request(device, .install(nil), fresh: bits))
                return decision.refusal == nil ? device : nil
            }
            if id.isApart {
                world.perform(.install(nil), on: device)
                return device
            }
        }
        if world.perform(.configure(user, nil), on: device).refusal == nil { return device }
        world.perform(.install(nil), on: device)
        return world.perform(.logIn(user), on: device).refusal == nil ? device : nil
    }

    /// A device whose own ID is one that is known already.
    private mutating func bind(_ device: DeviceID, _ user: UserHandle) {
        let account = AccountHandle(world.ledger.accounts.count)
        world.ledger.evolve(.account(StoreAccount(.appStore, device.text)))
        world.ledger.evolve(.install(device, account, own: user, current: user))
    }

    /// What is held under an ID comes to a device on which that ID is in use.
    mutating func give(_ names: [String], in state: NeutralState?, on device: DeviceID?) {
        guard let device else { return }
        let names = names.map { EntitlementID(unchecked: $0) }
        guard let state else {
            for name in names { world.perform(.grant(name), on: device) }
            return
        }
        productCount += 1
        let product = Product(ProductID(unchecked: "product \(productCount)"), unlocks: names)
        world.perform(.buy(product), on: device)
        if let event = state.event { world.perform(.store(event, product.id), on: device) }
    }

    func access(on device: DeviceID) -> [String] {
        world.access(on: device).entitlements.map(\.text)
    }
}

extension AnonymousForm {
    /// The bits that make an ID; nil where none do.
    fileprivate func bits(of id: UserID) -> FreshBits? {
        let digits = id.text.utf8.suffix(36).split(separator: UInt8(ascii: "-"))
        let text = digits.count == 5 ? String(decoding: digits.joined(), as: UTF8.self) : nil
        let hex = text ?? String(id.text.suffix(32))
        guard hex.utf8.count == 32, let high = UInt64(hex.prefix(16), radix: 16),
            let low = UInt64(hex.suffix(16), radix: 16)
        else { return nil }
        let bits = FreshBits(high: high, low: low)
        return render(bits) == id ? bits : nil
    }
}

extension NeutralState {
    /// What the store does to a purchase that runs, so that it stands like this.
    fileprivate var event: StoreEvent? {
        switch self {
        case .active: nil
        case .cancelled: .cancel
        case .grace: .fail
        case .paused: .pause
        case .expired: .expire
        case .billingRetry, .onHold: .hold
        case .refunded, .pending: .refund
        }
    }
}
