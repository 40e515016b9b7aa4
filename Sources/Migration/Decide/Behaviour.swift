// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// A situation that customers of the source are in, or will be, and in which providers differ.
enum Behaviour: Int, CaseIterable {
    /// A second device with purchases of its own logs in to an ID that has some.
    case secondDevice
    /// A device with purchases logs in to an ID that nobody has yet.
    case firstLogIn
    /// A device switches from one custom ID to another.
    case secondCustomID
    /// Somebody else restores on the store account of a customer.
    case sharedAccount
    /// The same, when what was bought is over.
    case sharedAccountExpired
    /// A customer logs out.
    case logOut

    /// The word in the code of its finding.
    var word: String {
        switch self {
        case .secondDevice: "second-device"
        case .firstLogIn: "first-log-in"
        case .secondCustomID: "second-custom-id"
        case .sharedAccount: "shared-store-account"
        case .sharedAccountExpired: "expired-at-store"
        case .logOut: "log-out"
        }
    }

    /// What happens, as the beginning of a sentence.
    var says: String {
        switch self {
        case .secondDevice: "A second device with a purchase of its own logs in to a known ID"
        case .firstLogIn: "An anonymous device with a purchase logs in to a new ID"
        case .secondCustomID: "A device switches from one custom ID to another"
        case .sharedAccount: "Somebody else restores on a customer's store account"
        case .sharedAccountExpired:
            "Somebody else restores expired purchases on a customer's store account"
        case .logOut: "A customer with a purchase logs out"
        }
    }

    /// The device that is looked at.
    private static let device: DeviceID = "device"
    private static let other: DeviceID = "other"

    private var steps: [Probe.Step] {
        let (device, other) = (Behaviour.device, Behaviour.other)
        let account = StoreAccount(.appStore, "account")
        let buying = [
            Probe.Step(other, .install(account)), Probe.Step(other, .logIn(Probe.someone)),
            Probe.Step(other, .buy(Probe.product)),
        ]
        let restoring = [
            Probe.Step(device, .install(account)), Probe.Step(device, .logIn(Probe.another)),
            Probe.Step(device, .restore),
        ]
        switch self {
        case .secondDevice:
            return buying + [
                Probe.Step(device, .install(StoreAccount(.appStore, "second"))),
                Probe.Step(device, .buy(Product("second"))),
                Probe.Step(device, .logIn(Probe.someone)),
            ]
        case .firstLogIn:
            return [
                Probe.Step(device, .install(account)), Probe.Step(device, .buy(Probe.product)),
                Probe.Step(device, .logIn(Probe.someone)),
            ]
        case .secondCustomID:
            return [
                Probe.Step(device, .install(account)), Probe.Step(device, .logIn(Probe.someone)),
                Probe.Step(device, .buy(Probe.product)), Probe.Step(device, .logIn(Probe.another)),
            ]
        case .sharedAccount: return buying + restoring
        case .sharedAccountExpired:
            return buying + [Probe.Step(other, .store(.expire, Probe.product.id))] + restoring
        case .logOut:
            return [
                Probe.Step(device, .install(account)), Probe.Step(device, .logIn(Probe.someone)),
                Probe.Step(device, .buy(Probe.product)), Probe.Step(device, .logOut),
            ]
        }
    }

    /// What a provider does.
    func answer(under rules: Rules) -> BehaviourAnswer {
        var probe = Probe(rules)
        probe.run(steps)
        return BehaviourAnswer(
            outcome: probe.decision.outcome, refusal: probe.decision.refusal,
            access: probe.hasAccess(Behaviour.device),
            moves: probe.decision.moves.count, rule: probe.rows.first ?? "")
    }
}

/// What a provider does in a situation.
struct BehaviourAnswer {
    let outcome: Outcome
    /// Why, where it is refused.
    let refusal: AllonymCore.Refusal?
    /// Whether the device has access afterwards.
    let access: Bool
    /// As many purchases as have changed hands.
    let moves: Int
    /// The row that decided.
    let rule: String

    /// Whether an app would notice the difference.
    func differs(from other: BehaviourAnswer) -> Bool {
        (outcome, refusal, access, moves)
            != (other.outcome, other.refusal, other.access, other.moves)
    }

    /// In words, as a part of a sentence.
    var says: String {
        let parts = [happening, moving].compactMap { $0 }.joined(separator: ", ")
        return "\(parts), and the device has \(access ? "access" : "no access")"
            + (rule.isEmpty ? "" : " (\(rule))")
    }

    /// The outcome; nil where it is that purchases change hands.
    private var happening: String? {
        switch outcome {
        case .refused: "the call is refused" + (refusal.map { " (\($0.rawValue))" } ?? "")
        case .installed: "the app is installed"
        case .loggedOut: "the user is logged out"
        case .aliased: "the two IDs become one customer"
        case .created: "a new customer is created"
        case .switched: "the device switches to that ID"
        case .moved, .copied: nil
        case .attached: "the purchase gets its first owner"
        case .applied: "the event takes effect"
        case .kept: "the user stays the same"
        case .unchanged: "nothing changes"
        }
    }

    /// How many purchases change hands; nil where none does.
    private var moving: String? {
        guard moves > 0 else { return nil }
        let isOne = moves == 1
        if outcome == .copied {
            return isOne ? "a purchase is copied" : "\(moves) purchases are copied"
        }
        return isOne ? "a purchase moves" : "\(moves) purchases move"
    }
}
