// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Looks at the devices of a world after each step, and remembers what it saw.
///
/// Only those are looked at that a step can have changed something for.
struct DeviceObserver {
    private struct Watched {
        var view: DeviceView
        /// Those whose purchases the device can see.
        var customers: [CustomerHandle]
    }

    /// In order of installation.
    private var watched: [Watched] = []
    /// The ID that spoke for a customer when it was last seen.
    private var speakers: [CustomerHandle: UserID] = [:]
    /// The holders of every purchase that has any.
    private var holders: [PurchaseHandle: [CustomerHandle]] = [:]

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
        let touched = touched(by: decision.changes, in: ledger)
        // An ID that comes back stands for another customer on whatever device uses it.
        let isAnyTouched = decision.changes.contains {
            if case .return = $0 { true } else { false }
        }
        let own = ledger.installation(on: device)
        var changed: [DeviceView] = []
        for index in ledger.installations.indices {
            let installation = InstallationHandle(index)
            let isOld = index < watched.count
            if isOld, installation != own, !isAnyTouched,
                !watched[index].customers.contains(where: touched.contains)
            {
                continue
            }
            let seen =
                installation == own
                ? access : ledger.access(of: installation, under: world.rules).entitlements
            let now = look(at: installation, in: ledger, seeing: seen)
            if isOld, watched[index].view == now.view {
                watched[index].customers = now.customers
                continue
            }
            if isOld { watched[index] = now } else { watched.append(now) }
            changed.append(now.view)
        }
        return changed
    }

    /// The customers who hold other purchases than before, have others of them active, or have
    /// other IDs.
    private mutating func touched(by changes: [Change], in ledger: Ledger) -> Set<CustomerHandle> {
        var touched: Set<CustomerHandle> = []
        for change in changes {
            switch change {
            case .owner(let purchase, _), .copy(let purchase, _), .uncopy(let purchase, _),
                .known(let purchase, _), .knownProduct(let purchase),
                .productChange(let purchase, _):
                touched.formUnion(holders[purchase] ?? [])
                holders[purchase] = ledger.holders(of: purchase)
                touched.formUnion(holders[purchase] ?? [])
            case .merge(let left, let right), .split(let left, from: let right, _):
                touched.formUnion([left, right])
                for purchase in ledger.purchases(of: left) + ledger.purchases(of: right) {
                    holders[purchase] = ledger.holders(of: purchase)
                }
            case .user(_, _, let customer), .grant(_, let customer), .revoke(_, let customer),
                .lapse(_, let customer):
                touched.insert(customer)
            case .erase(let customer):
                touched.insert(customer)
                for (purchase, before) in holders where before.contains(customer) {
                    holders[purchase] = ledger.holders(of: purchase)
                    touched.formUnion(holders[purchase] ?? [])
                }
            case .return(let user): touched.insert(ledger.customer(of: user))
            case .account, .product, .purchase, .share, .unshare, .state, .waiting, .customer,
                .original, .install, .current, .own, .caughtUp, .synced, .use, .posted, .backup:
                break
            }
        }
        return touched
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
        if let displayID = speakers[customer] { return displayID }
        let others = ledger.aliases(of: customer).map(ledger.id(of:)).filter { $0 != id }
        let original = ledger.id(of: ledger.original(of: customer))
        return original == id ? others.first ?? original : original
    }

    private mutating func look(
        at installation: InstallationHandle, in ledger: Ledger, seeing access: [EntitlementID]
    ) -> Watched {
        let user = ledger.current(of: installation)
        let customer = ledger.customer(of: user)
        let displayID = ledger.id(of: ledger.displayID(for: customer))
        speakers[customer] = displayID
        let view = DeviceView(
            device: DeviceID(unchecked: ledger.deviceNames[Int(installation.index)]),
            userID: ledger.id(of: user), isAnonymous: ledger.isAnonymous(user),
            customer: displayID, access: access)
        let own = ledger.own(of: installation).map(ledger.customer(of:))
        let account = ledger.purchases(of: ledger.account(of: installation))
            .flatMap { ledger.holders(of: $0) }
        return Watched(view: view, customers: [customer] + (own.map { [$0] } ?? []) + account)
    }
}
