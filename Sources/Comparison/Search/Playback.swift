// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// A history of a small world played again under one provider's rules, to be asked about.
struct Playback {
    let rules: Rules
    let world: SmallWorld
    private(set) var ledger = Ledger()
    /// What the last action came to.
    private(set) var last = Decision()
    private var depth = 0

    init(_ rules: Rules, _ world: SmallWorld) {
        self.rules = rules
        self.world = world
    }

    /// A history as it is after these actions.
    init(_ rules: Rules, _ world: SmallWorld, playing actions: [SearchAction]) {
        self.init(rules, world)
        for action in actions { play(action) }
    }

    mutating func play(_ action: SearchAction) {
        depth += 1
        last = ledger.decide(action.request(depth: depth), under: rules)
        for change in last.changes { ledger.evolve(change) }
    }

    /// What a device sees, in byte order.
    func access(of device: Int) -> [EntitlementID] {
        guard let index = ledger.installation(on: SmallWorld.device(device)) else { return [] }
        return ledger.access(of: index, under: rules).entitlements
    }

    /// The customer of the ID in use on a device.
    func customer(ofDevice device: Int) -> CustomerHandle? {
        ledger.installation(on: SmallWorld.device(device))
            .map { ledger.customer(of: ledger.current(of: $0)) }
    }

    /// The customer of one of the IDs that apps give.
    func customer(ofID id: Int) -> CustomerHandle? {
        ledger.user(world.ids[id]).map { ledger.customer(of: $0) }
    }

    /// The customer of a device's own anonymous ID.
    func customer(ofOwn device: Int) -> CustomerHandle? {
        guard let index = ledger.installation(on: SmallWorld.device(device)) else { return nil }
        return ledger.installations[Int(index.index)].own.handle
            .map { ledger.customer(of: $0) }
    }

    /// Who a customer is, in words: by its custom IDs, or else by the devices that have its
    /// anonymous one.
    func name(of customer: CustomerHandle) -> String {
        let ids = world.ids.indices.filter { self.customer(ofID: $0) == customer }
        if !ids.isEmpty { return ids.map { SmallWorld.label($0) }.joined(separator: " and ") }
        let devices = (0..<world.devices).filter { self.customer(ofDevice: $0) == customer }
            .map { "device \(SmallWorld.device($0))" }
        if !devices.isEmpty { return "the anonymous user of \(devices.joined(separator: " and "))" }
        let owns = (0..<world.devices).filter { self.customer(ofOwn: $0) == customer }
            .map { "device \(SmallWorld.device($0))" }
        if !owns.isEmpty {
            return "the earlier anonymous user of \(owns.joined(separator: " and "))"
        }
        return "an unreachable anonymous user"
    }
}

// MARK: - Getting back what is lost

extension Playback {
    /// What gives a device access back.
    struct Recovery {
        let actions: [Action]
        /// What the device does, after "until it".
        let words: String
    }

    /// The shortest thing that a device can do at once so that it sees an entitlement again: two
    /// actions at most; nil where nothing helps.
    func recovery(of entitlement: EntitlementID, on device: Int) -> Recovery? {
        let tries = recoveries(on: device)
        for (action, words) in tries where after([action]).access(of: device).contains(entitlement)
        {
            return Recovery(actions: [action.action], words: words)
        }
        for (first, firstWords) in tries {
            for (second, words) in tries
            where after([first, second]).access(of: device).contains(entitlement) {
                return Recovery(
                    actions: [first.action, second.action], words: "\(firstWords) and \(words)")
            }
        }
        return nil
    }

    private func after(_ actions: [SearchAction]) -> Playback {
        var next = self
        for action in actions { next.play(action) }
        return next
    }

    /// What a person would try, the simplest first.
    private func recoveries(on device: Int) -> [(action: SearchAction, words: String)] {
        var recoveries: [(action: SearchAction, words: String)] = []
        func add(_ action: Action, _ words: String) {
            let search = SearchAction(device: device, action: action, text: action.word)
            recoveries.append((action: search, words: words))
        }
        add(.open, "opens the app again")
        add(.restore, "restores")
        add(.sync, "synchronises")
        for (number, id) in world.ids.enumerated() where customer(ofID: number) != nil {
            add(.logIn(id), "logs in as \(SmallWorld.label(number))")
        }
        add(.logOut, "logs out")
        return recoveries
    }
}
