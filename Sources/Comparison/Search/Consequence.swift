// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Says in a sentence what a history means for the people in it.
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

    /// What was found, in a sentence without its period, and what it costs.
    ///
    /// Of two sides it speaks of the second one, and begins with a small letter.
    struct Telling {
        let text: String
        let loss: Loss
        /// What the user can do to have it back.
        var recovery: [Action] = []

        init(text: String, loss: Loss) {
            self.text = text
            self.loss = loss
        }

        /// Access that is lost until somebody does something.
        init(text: String, back: Playback.Recovery?) {
            self.init(text: text, loss: back == nil ? .access : .accessForNow)
            recovery = back?.actions ?? []
        }
    }

    func telling(of kind: Cause.Kind) -> Telling {
        switch kind {
        case .difference(.access): access
        case .difference(.refusal): refusal
        case .difference(.owner): Telling(text: owner, loss: .owner)
        case .difference(.identity): Telling(text: identity, loss: .identity)
        case .hazard(.paidWithoutAccess): paid
        case .hazard(.onePurchaseForTwo): Telling(text: doubled, loss: .nothing)
        case .hazard(.takenByAnother): taken
        }
    }

    /// What a heading begins with.
    var place: String { names.count == 2 ? "At \(names[1]), " : "" }

    /// What a sentence under that heading begins with.
    var also: String { names.count == 2 ? "There " : "" }

    /// What a sentence that stands by itself begins with.
    var moved: String {
        names.count == 2 ? "After a move from \(names[0]) to \(names[1]), " : ""
    }

    /// The first step before the last one, counted from 0, that only one side refused.
    var refusedOnce: Int? { refusal(before: actions.count - 1)?.step }

    /// A sentence for what was found because of a step that only one side refused; none without one.
    var reason: [String] {
        guard let refusal = refusal(before: actions.count - 1) else { return [] }
        return [
            "It follows from step \(refusal.step + 1), which only \(names[refusal.side]) "
                + "refuses\(refusal.rule.map { " (\($0))" } ?? "")."
        ]
    }

    /// Whether the second of two sides takes an action that the first one does not have at all.
    ///
    /// Nobody loses by what it leads to when they move: it could not happen before. An action that
    /// the first side refuses for another reason is no such one: what it protected can be lost.
    var goesBeyondTheFirst: Bool {
        guard rules.count == 2 else { return false }
        var sides = rules.map { Playback($0, world) }
        return actions.contains { action in
            for side in sides.indices { sides[side].play(action) }
            return sides[0].last.refusal == .unsupported && sides[1].last.refusal == nil
        }
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

    // MARK: - Two sides

    /// The first device that has lost something on the second side, or else that has won something;
    /// the one that acted comes before the others.
    private var parted: (device: Int, entitlement: EntitlementID, isLost: Bool)? {
        let order = [last.device] + devices.filter { $0 != last.device }
        let seen = order.map { device in sides.map { $0.access(of: device) } }
        for (side, isLost) in [(0, true), (1, false)] {
            for (device, access) in zip(order, seen) {
                if let only = access[side].first(where: { !access[1 - side].contains($0) }) {
                    return (device: device, entitlement: only, isLost: isLost)
                }
            }
        }
        return nil
    }

    private var access: Telling {
        guard let parted else {
            return Telling(text: "devices see something different after \(event)", loss: .nothing)
        }
        let device = SmallWorld.device(parted.device)
        let back = sides[parted.isLost ? 1 : 0].recovery(of: parted.entitlement, on: parted.device)
        if parted.isLost {
            return Telling(
                text: "device \(device) has no \(parted.entitlement) after \(event), "
                    + (back.map { "until it \($0.words)" } ?? Consequence.hopeless),
                back: back)
        }
        return Telling(
            text: "device \(device) has \(parted.entitlement) after \(event); at \(names[0]), not "
                + (back.map { "until it \($0.words)" } ?? "at all"),
            loss: .nothing)
    }

    private static let hopeless = "and neither restoring nor logging in or out brings it back"

    private var refusal: Telling {
        if let code = sides[1].last.refusal {
            return Telling(
                text: "\(event) is refused (\(code.rawValue)); \(names[0]) accepts it",
                loss: .action)
        }
        let code = sides[0].last.refusal.map { " (\($0.rawValue))" } ?? ""
        return Telling(
            text: "\(event) is accepted; \(names[0]) refuses it\(code)", loss: .nothing)
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
            return "the purchase of \(product) belongs to \(holders[1]) after \(event), and at "
                + "\(names[0]) to \(holders[0])"
        }
        return "a purchase belongs to somebody else after \(event)"
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
                return "\(first.name) and \(second.name) are "
                    + (isOne[1] ? "one customer" : "two customers")
                    + " after \(event); at \(names[0]) they are "
                    + (isOne[0] ? "one" : "two")
            }
        }
        return "other IDs share a customer after \(event)"
    }

    // MARK: - One side

    private var paid: Telling {
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
                return Telling(
                    text: "\(account) pays for \(name), and no device has it after \(event), "
                        + (back.map { "until the payer's device \($0.words)" }
                            ?? "and neither restoring nor logging in or out on the payer's device "
                            + "brings it back"),
                    back: back)
            }
        }
        return Telling(
            text: "Somebody pays, and no device has access after \(event)", loss: .access)
    }

    private var doubled: String {
        let names = devices.filter { !sides[0].access(of: $0).isEmpty }
            .compactMap { sides[0].customer(ofDevice: $0).map { sides[0].name(of: $0) } }
        return "After \(event) one purchase gives access to two customers at once: "
            + names.joined(separator: ", and ")
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

    private var taken: Telling {
        guard let robbed else {
            return Telling(text: "A device loses access by \(event)", loss: .access)
        }
        let back = sides[0].recovery(of: robbed.entitlement, on: robbed.device)
        let device = SmallWorld.device(robbed.device)
        return Telling(
            text: "Device \(device) loses \(robbed.entitlement) by \(event), which is another "
                + "customer's, " + (back.map { "until it \($0.words)" } ?? Consequence.hopeless),
            back: back)
    }
}
