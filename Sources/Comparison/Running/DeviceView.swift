// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// What a device has after a step: who uses it, and what it sees.
public struct DeviceView: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// The ID in use.
    public let userID: UserID
    /// Whether the provider minted that ID.
    public let isAnonymous: Bool
    /// The ID that speaks for its customer: the first custom one, else the original.
    public let customer: UserID
    /// The entitlements that the device sees, in byte order.
    public let access: [EntitlementID]
}

/// Two customers, or a customer and a new ID, that are one from a step on.
public struct Joining: Hashable, Sendable {
    /// The new ID, or the one that spoke for the customer that was absorbed.
    public let id: UserID
    /// The ID that spoke for the customer that it joined.
    public let customer: UserID
}

/// Looks at every device of a world after each step, and remembers what it saw.
///
/// A step that can have changed nothing for others costs no look at them.
struct Watch {
    /// In order of installation.
    private var views: [DeviceView] = []
    /// The ID that spoke for a customer when it was last seen.
    private var speakers: [CustomerHandle: UserID] = [:]

    /// The devices for which a step has changed something, in order of installation.
    ///
    /// - Parameters:
    ///   - world: The world after the step.
    ///   - decision: What the step came to.
    ///   - device: Whose step it was.
    ///   - access: What that device sees.
    /// - Returns: A view for each device that is new, or whose view is another than before.
    mutating func changes(
        in world: World, after decision: Decision, on device: DeviceID,
        seeing access: [EntitlementID]
    ) -> [DeviceView] {
        guard !decision.changes.isEmpty else { return [] }
        let ledger = world.ledger
        let reachesOthers = decision.changes.contains(where: \.reachesOthers)
        let own = ledger.installation(on: device)
        var changed: [DeviceView] = []
        let looked =
            reachesOthers
            ? ledger.installations.indices.map { InstallationHandle($0) } : own.map { [$0] } ?? []
        for installation in looked {
            let seen =
                installation == own
                ? access : ledger.access(of: installation, under: world.rules).entitlements
            let view = view(of: installation, in: ledger, seeing: seen)
            let place = Int(installation.index)
            if place < views.count {
                guard views[place] != view else { continue }
                views[place] = view
            } else {
                views.append(view)
            }
            changed.append(view)
        }
        return changed
    }

    /// Who became one customer with whom; to be asked before ``changes(in:after:on:seeing:)``.
    func joinings(in ledger: Ledger, after decision: Decision) -> [Joining] {
        // A customer that the step itself has made joins nobody: it is new under two IDs.
        let made = decision.changes.count { if case .customer = $0 { true } else { false } }
        let first = ledger.customers.count - made
        return decision.changes.compactMap { change in
            switch change {
            case .user(let id, _, let customer) where Int(customer.index) < first:
                return Joining(id: id, customer: name(customer, but: id, in: ledger))
            case .merge(let absorbed, let survivor):
                return Joining(
                    id: name(absorbed, but: nil, in: ledger),
                    customer: name(survivor, but: nil, in: ledger))
            default: return nil
            }
        }
    }

    /// The ID that spoke for a customer before, as far as a device has used it.
    private func name(_ customer: CustomerHandle, but id: UserID?, in ledger: Ledger) -> UserID {
        if let speaker = speakers[customer] { return speaker }
        let others = ledger.aliases(of: customer).map(ledger.id(of:)).filter { $0 != id }
        let original = ledger.id(of: ledger.original(of: customer))
        return original == id ? others.first ?? original : original
    }

    private mutating func view(
        of installation: InstallationHandle, in ledger: Ledger, seeing access: [EntitlementID]
    ) -> DeviceView {
        let user = ledger.current(of: installation)
        let customer = ledger.customer(of: user)
        let speaker = ledger.id(of: ledger.speaker(for: customer))
        speakers[customer] = speaker
        return DeviceView(
            device: DeviceID(unchecked: ledger.deviceNames[Int(installation.index)]),
            userID: ledger.id(of: user), isAnonymous: ledger.isAnonymous(user),
            customer: speaker, access: access)
    }
}

extension Change {
    /// Whether it can change what another device than that of the step sees, or whose it is.
    fileprivate var reachesOthers: Bool {
        switch self {
        case .user, .merge, .split, .owner, .copy, .uncopy, .known, .grant, .revoke: true
        case .account, .product, .purchase, .state, .customer, .original, .install, .current,
            .own, .caughtUp, .synced:
            false
        }
    }
}
