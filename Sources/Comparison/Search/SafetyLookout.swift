// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What can happen to somebody who has paid, and that somebody would not call right.
public enum Hazard: String, Hashable, Sendable, CaseIterable {
    /// The store counts a purchase as running, the provider knows it or was just shown it, and no
    /// device has what it unlocks.
    case paidWithoutAccess = "paid-without-access"
    /// One purchase gives access to two customers at the same time.
    case onePurchaseForTwo = "one-purchase-for-two"
    /// A customer loses access by what another customer does.
    case takenByAnother = "taken-by-another"

    var bit: UInt8 {
        switch self {
        case .paidWithoutAccess: 1
        case .onePurchaseForTwo: 2
        case .takenByAnother: 4
        }
    }
}

/// Watches one side for what a user would not call right.
struct SafetyLookout: Lookout {
    let hazards: [Hazard]
    let actions: [SearchAction]
    /// In the order of their numbers.
    let products: [Product]

    func isOfInterest(_ step: SearchStep, mark: UInt8) -> Bool { true }

    func look(
        at step: SearchStep, mark: UInt8, _ found: (Cause) -> Void
    ) -> UInt8? {
        var mark = mark
        var isDone = true
        for hazard in hazards where mark & hazard.bit == 0 {
            guard happens(hazard, step) else {
                isDone = false
                continue
            }
            mark |= hazard.bit
            let cause = step.decisions[0].cause(
                of: .access, under: step.before.pointee.rules)
            found(Cause(kind: .hazard(hazard), first: cause, second: nil))
        }
        return isDone ? nil : mark
    }

    private func happens(_ hazard: Hazard, _ step: SearchStep) -> Bool {
        let action = actions[step.action]
        switch hazard {
        case .paidWithoutAccess:
            let product = action.bought.flatMap { id in products.firstIndex { $0.id == id } }
            return step.after.pointee.hidesPaid(
                from: action.isAsked ? action.device : nil, of: product)
        case .onePurchaseForTwo: return step.after.pointee.doubles()
        case .takenByAnother:
            return action.isOfUser
                && step.after.pointee.takes(from: step.before.pointee, by: action.device)
        }
    }
}

extension SearchAction {
    /// The product that it buys, and so presents alone.
    fileprivate var bought: ProductID? {
        if case .buy(let product) = action { return product.id }
        return nil
    }

    /// Whether the app asks for the store account's purchases to be claimed.
    fileprivate var isAsked: Bool {
        switch action {
        case .buy, .restore, .sync: true
        case .install, .reinstall, .configure, .logIn, .logOut, .open, .store, .own, .notify,
            .grant, .revoke, .expireGrant, .change, .use, .share, .unshare, .transfer, .redeem,
            .delete, .check:
            false
        }
    }

    /// Whether the user of the device does it, and not the store or the one who runs the app.
    fileprivate var isOfUser: Bool {
        switch action {
        case .buy, .restore, .sync, .install, .reinstall, .configure, .logIn, .logOut, .open,
            .use, .redeem:
            true
        case .store, .own, .notify, .grant, .revoke, .expireGrant, .change, .share, .unshare,
            .transfer, .delete, .check:
            false
        }
    }
}
