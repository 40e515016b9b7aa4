// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import Foundation

/// What the store answers to a purchase.
public enum PurchaseAnswer: Hashable, Sendable, CaseIterable {
    /// It is paid.
    case succeeds
    /// The person closes the store's sheet.
    case isCancelled
    /// Somebody else has to allow it first, as ``SimulatedStore/approve(_:)`` does.
    case isPending
    /// The store cannot.
    case fails
}

/// A store account, of an ``Installation`` or of nobody's device: what it does outside of the app,
/// and what the store does to it.
///
/// The app sees it as the provider's rules say: at its next session, at a claim, or at once.
/// Each method says whether anything came of it. Nothing can before an SDK on a device with this
/// account was configured for the first time, or the account was sold something on the web, since
/// no ledger knows of the account then. What is shared with a family member follows the purchase;
/// the member's own account can do nothing to it.
public final class SimulatedStore: Sendable {
    let world: SharedWorld
    let account: StoreAccount
    private let answer = Locked(PurchaseAnswer.succeeds)
    /// What waits to be allowed, and the device on which it was asked for.
    private let pending = Locked([(product: String, device: DeviceID)]())

    init(_ world: SharedWorld, _ account: StoreAccount) {
        self.world = world
        self.account = account
    }

    /// What it answers to the next purchase; after that it sells again.
    public var nextPurchase: PurchaseAnswer {
        get { answer.withLock { $0 } }
        set { answer.withLock { $0 = newValue } }
    }

    /// A purchase that had to wait is allowed: the SDK, which watches the store's queue, presents it.
    ///
    /// The app sees it when it asks next, or comes to the foreground.
    @discardableResult
    public func approve(_ product: String) -> Bool {
        let device = pending.withLock { pending -> DeviceID? in
            let index = pending.firstIndex { $0.product == product }
            return index.map { pending.remove(at: $0).device }
        }
        guard let device, let item = world.catalogue[product] else { return false }
        return world.withState { state, now in
            !state.perform(.buy(item.product), on: device, now: now).decision.changes.isEmpty
        }
    }

    /// A subscription goes into its next period; an expired one runs again.
    @discardableResult public func renew(_ product: String) -> Bool { does(.renew, product) }
    /// Renewal is switched off; it runs to the end of its period.
    ///
    /// A change to another product that waits for the renewal is dropped.
    @discardableResult public func cancel(_ product: String) -> Bool { does(.cancel, product) }
    /// Renewal is switched on again before the period ends.
    @discardableResult public func uncancel(_ product: String) -> Bool { does(.uncancel, product) }
    /// It ends now.
    @discardableResult public func expire(_ product: String) -> Bool { does(.expire, product) }
    /// The money is returned, and it ends now.
    @discardableResult public func refund(_ product: String) -> Bool { does(.refund, product) }
    /// A payment fails; the store tries again for the product's grace period.
    @discardableResult public func fail(_ product: String) -> Bool { does(.fail, product) }
    /// The store goes on trying to charge without a grace period, or after it: Apple's billing
    /// retry, Google's account hold.
    ///
    /// It does so until ``recover(_:)`` or ``expire(_:)``; no time ends it by itself.
    @discardableResult public func hold(_ product: String) -> Bool { does(.hold, product) }
    /// A failed payment succeeds, and a new period begins where the old one was over.
    @discardableResult public func recover(_ product: String) -> Bool { does(.recover, product) }
    /// The customer pauses it, as Google Play offers.
    ///
    /// Google Play pauses at the end of the period that is paid.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - atRenewal: Whether the pause begins instead of the next renewal, and not at once.
    ///   - end: When it resumes by itself, after the pause has begun; nil for never.
    /// - Returns: Whether anything came of it.
    @discardableResult
    public func pause(_ product: String, atRenewal: Bool = false, until end: Date? = nil) -> Bool {
        world.withState { state, now in
            state.newest(product, of: account).map {
                state.pause($0, atRenewal: atRenewal, until: end, now: now)
            } ?? false
        }
    }
    /// A paused one goes on.
    @discardableResult public func resume(_ product: String) -> Bool { does(.resume, product) }

    /// A subscription goes over to another product of its group: at once, as an upgrade does, or at
    /// its next renewal, as a downgrade does.
    ///
    /// At once a paid period of the other product begins; there is no further offer. False where
    /// the products are of different groups, or the account holds the other product already.
    @discardableResult
    public func change(_ product: String, to other: String, atRenewal: Bool = false) -> Bool {
        guard let item = world.catalogue[other],
            world.catalogue[product]?.subscriptionGroup == item.subscriptionGroup
        else { return false }
        let action = Action.change(
            ProductID(unchecked: product), to: item.product, atRenewal: atRenewal)
        return perform(action)?.outcome == .applied
    }

    /// The account buys outside of the app: before the SDK was in it, elsewhere, by a code.
    @discardableResult
    public func own(_ product: String) -> Bool {
        guard let item = world.catalogue[product] else { return false }
        return perform(.own(item.product))?.outcome == .applied
    }

    /// The store's server tells the provider of a purchase.
    @discardableResult
    public func notify(_ product: String) -> Bool {
        perform(.notify(ProductID(unchecked: product)))?.changes.isEmpty == false
    }

    /// A family member gets a share of a running purchase, which from then on follows it.
    ///
    /// Subscriptions and non-consumables can be shared, between accounts of one store. The provider
    /// hears of the share when the member's device presents it.
    @discardableResult
    public func share(_ product: String, with other: Installation) -> Bool {
        shares(with: other) { .share(ProductID(unchecked: product), with: $0) }
    }

    /// The family member has the share no more.
    @discardableResult
    public func unshare(_ product: String, with other: Installation) -> Bool {
        shares(with: other) { .unshare(ProductID(unchecked: product), with: $0) }
    }

    private func shares(with other: Installation, _ action: (DeviceID) -> Action) -> Bool {
        guard other.world === world else { return false }
        // Of the member's device each SDK is a device of its own; they have one account.
        let device = world.withState { state, _ in state.devices(on: other.device).first }
        return device.flatMap { perform(action($0)) }?.outcome == .applied
    }

    /// Performs an action for the account; nil while no ledger knows of it.
    private func perform(_ action: Action) -> Decision? {
        world.withState { state, now in
            state.actor(of: account).map { state.perform(action, by: $0, now: now).decision }
        }
    }

    private func does(_ event: StoreEvent, _ product: String) -> Bool {
        world.withState { state, now in
            state.storeDoes(event, product, of: account, now: now)
        }
    }

    /// What is answered to a purchase now.
    func takeAnswer(to product: String, on device: DeviceID) -> PurchaseAnswer {
        let given = answer.withLock { answer in
            defer { answer = .succeeds }
            return answer
        }
        if given == .isPending {
            pending.withLock { $0.append((product: product, device: device)) }
        }
        return given
    }
}
