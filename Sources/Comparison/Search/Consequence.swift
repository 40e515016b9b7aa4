// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Says in one sentence what a history means for the people in it.
struct Consequence {
    let world: SmallWorld
    /// The actions, the one at which things part the last.
    let actions: [SearchAction]
    /// What the sides are called.
    let names: [String]
    private let rules: [Rules]
    private let sides: [Playback]

    init(_ world: SmallWorld, _ actions: [SearchAction], _ rules: [Rules], names: [String]) {
        self.world = world
        self.actions = actions
        self.names = names
        self.rules = rules
        sides = rules.map { Playback($0, world, playing: actions) }
    }

    func sentence(for kind: Cause.Kind) -> String {
        switch kind {
        case .difference(.access): access
        case .difference(.refusal): refusal
        case .difference(.owner): owner
        case .difference(.identity): identity
        case .hazard(.paidWithoutAccess): paid
        case .hazard(.onePurchaseForTwo): doubled
        case .hazard(.takenByAnother): taken
        }
    }

    /// The first step before the last one, counted from 0, that only one side refused.
    var refusedOnce: Int? { refusal(before: actions.count - 1)?.step }

    /// Words for what was found because of a step that only one side refused; none without one.
    var reason: String {
        guard let refusal = refusal(before: actions.count - 1) else { return "" }
        return " It follows from step \(refusal.step + 1), which only \(names[refusal.side]) "
            + "refuses\(refusal.rule.map { " (\($0))" } ?? "")."
    }

    private func refusal(before end: Int) -> (step: Int, side: Int, rule: String?)? {
        guard rules.count == 2 else { return nil }
        var sides = rules.map { Playback($0, world) }
        for step in 0..<end {
            for side in sides.indices { sides[side].play(actions[step]) }
            let refusing = sides.indices.filter { sides[$0].last.outcome == .refused }
            guard refusing.count == 1 else { continue }
            let (side, rules) = (refusing[0], rules[refusing[0]])
            let row = sides[side].last.cause(of: .refusal, under: rules)
            return (step: step, side: side, rule: row.map { rules[$0].id })
        }
        return nil
    }

    /// The device whose access the history is about, where that is not the one that acted.
    func onlooker(for kind: Cause.Kind) -> Int? {
        let device: Int? =
            switch kind {
            case .difference(.access): parted?.device
            case .hazard(.takenByAnother): robbed?.device
            case .hazard(.onePurchaseForTwo):
                devices.last { !sides[0].access(of: $0).isEmpty }
            case .difference(.refusal), .difference(.owner), .difference(.identity),
                .hazard(.paidWithoutAccess):
                nil
            }
        return device == last.device ? nil : device
    }

    private var last: SearchAction { actions[actions.count - 1] }

    private var devices: Range<Int> { 0..<world.devices }

    /// The last action and its device.
    private var event: String {
        "\"\(last.text)\" on device \(SmallWorld.device(last.device))"
    }

    private var moved: String { "After a move from \(names[0]) to \(names[1])" }

    // MARK: - Two sides

    /// The first device, the one that acted before the others, that sees something on one side only.
    private var parted: (device: Int, entitlement: EntitlementID, isLost: Bool)? {
        for device in [last.device] + devices.filter({ $0 != last.device }) {
            let (first, second) = (sides[0].access(of: device), sides[1].access(of: device))
            if let lost = first.first(where: { !second.contains($0) }) {
                return (device: device, entitlement: lost, isLost: true)
            }
            if let won = second.first(where: { !first.contains($0) }) {
                return (device: device, entitlement: won, isLost: false)
            }
        }
        return nil
    }

    private var access: String {
        guard let parted else { return "\(moved), devices see something else after \(event)." }
        let device = SmallWorld.device(parted.device)
        let back = sides[parted.isLost ? 1 : 0].recovery(of: parted.entitlement, on: parted.device)
        if parted.isLost {
            return "\(moved), device \(device) has no \(parted.entitlement) after \(event), "
                + (back.map { "until it \($0)." }
                    ?? "and neither restoring nor logging in or out brings it back.")
        }
        return "\(moved), device \(device) has \(parted.entitlement) after \(event), "
            + (back.map { "where at \(names[0]) it has to wait until it \($0)." }
                ?? "which \(names[0]) does not give it.")
    }

    private var refusal: String {
        if let code = sides[1].last.refusal {
            return "\(moved), \(event) is refused (\(code.rawValue)), where \(names[0]) takes it."
        }
        let code = sides[0].last.refusal.map { " (\($0.rawValue))" } ?? ""
        return "\(moved), \(event) is taken, where \(names[0]) refuses it\(code)."
    }

    private var owner: String {
        for index in sides[0].ledger.purchases.indices {
            let purchase = PurchaseHandle(index)
            let holders = sides.map { side in
                let names = side.ledger.holders(of: purchase).map { side.name(of: $0) }
                return names.isEmpty ? "nobody" : names.joined(separator: ", and to ")
            }
            guard holders[0] != holders[1] else { continue }
            let product = sides[0].ledger.product(of: purchase)
            return "\(moved), the purchase of \(product) belongs after \(event) to \(holders[1]), "
                + "where at \(names[0]) it belongs to \(holders[0])."
        }
        return "\(moved), a purchase belongs to somebody else after \(event)."
    }

    private var identity: String {
        let ids = world.ids.indices.map { id in
            (name: SmallWorld.label(id), customers: sides.map { $0.customer(ofID: id) })
        }
        let owns = devices.map { device in
            (
                name: "device \(SmallWorld.device(device))'s own anonymous ID",
                customers: sides.map { $0.customer(ofOwn: device) }
            )
        }
        let all = (ids + owns).filter { !$0.customers.contains(nil) }
        for (number, first) in all.enumerated() {
            for second in all.dropFirst(number + 1) {
                let isOne = (0...1).map { first.customers[$0] == second.customers[$0] }
                guard isOne[0] != isOne[1] else { continue }
                return "\(moved), \(first.name) and \(second.name) are "
                    + (isOne[1] ? "one customer" : "two customers")
                    + " after \(event), where at \(names[0]) they are "
                    + (isOne[0] ? "one." : "two.")
            }
        }
        return "\(moved), other IDs share a customer after \(event)."
    }

    // MARK: - One side

    private var paid: String {
        let side = sides[0]
        let seen = devices.flatMap { side.access(of: $0) }
        for purchase in side.ledger.purchases where purchase.state.isActive {
            let product = side.ledger.products[Int(purchase.product.index)]
            for entitlement in product.entitlements {
                let name = EntitlementID(
                    unchecked: side.ledger.entitlementNames[Int(entitlement.index)])
                guard !seen.contains(name) else { continue }
                let account = side.ledger.accountNames[Int(purchase.account.index)]
                let device = devices.first { device in
                    side.ledger.installation(on: SmallWorld.device(device)).map {
                        side.ledger.installations[Int($0.index)].account == purchase.account
                    } ?? false
                }
                let back = device.flatMap { side.recovery(of: name, on: $0) }
                return "\(account) pays for \(name), and no device has it after \(event), "
                    + (back.map { "until the payer's device \($0)." }
                        ?? "and neither restoring nor logging in or out on the payer's device brings it back.")
            }
        }
        return "Somebody pays, and no device has access after \(event)."
    }

    private var doubled: String {
        let names = devices.filter { !sides[0].access(of: $0).isEmpty }
            .compactMap { sides[0].customer(ofDevice: $0).map { sides[0].name(of: $0) } }
        return "After \(event) one purchase gives access to two customers at once: "
            + names.joined(separator: ", and ") + "."
    }

    /// The device that lost something by the last action, and what.
    private var robbed: (device: Int, entitlement: EntitlementID)? {
        let before = Playback(sides[0].rules, world, playing: Array(actions.dropLast()))
        let actor = before.customer(ofDevice: last.device)
        for device in devices where device != last.device {
            guard before.customer(ofDevice: device) != actor else { continue }
            let now = sides[0].access(of: device)
            if let lost = before.access(of: device).first(where: { !now.contains($0) }) {
                return (device: device, entitlement: lost)
            }
        }
        return nil
    }

    private var taken: String {
        guard let robbed else { return "A device loses access by \(event)." }
        let back = sides[0].recovery(of: robbed.entitlement, on: robbed.device)
        return
            "Device \(SmallWorld.device(robbed.device)) loses \(robbed.entitlement) by \(event), "
            + "which is another customer's, "
            + (back.map { "until it \($0)." }
                ?? "and neither restoring nor logging in or out brings it back.")
    }
}
