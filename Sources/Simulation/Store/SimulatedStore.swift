// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

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

/// The store account of an ``Installation``: what it does outside of the app, and what the store
/// does to it.
///
/// The app sees it as the provider's rules say: at its next session, at a claim, or at once.
/// Each method says whether anything came of it. Nothing can before an SDK on a device with this
/// account was configured for the first time, since no ledger knows of the account then. Renewal
/// that was switched off comes back with ``renew(_:)``, or a purchase after the end; there are no
/// groups of subscriptions of which one replaces another.
public final class SimulatedStore: Sendable {
    private let world: SharedWorld
    private let account: StoreAccount
    private let devices: @Sendable () -> [DeviceID]
    private let answer = Locked(PurchaseAnswer.succeeds)
    /// What waits to be allowed, and the device on which it was asked for.
    private let pending = Locked([(product: String, device: DeviceID)]())

    init(
        _ world: SharedWorld, _ account: StoreAccount, devices: @escaping @Sendable () -> [DeviceID]
    ) {
        self.world = world
        self.account = account
        self.devices = devices
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
            let place = pending.firstIndex { $0.product == product }
            return place.map { pending.remove(at: $0).device }
        }
        guard let device, let item = world.catalogue[product] else { return false }
        return world.withState { state, now in
            !state.perform(.buy(item.product), on: device, now: now).decision.changes.isEmpty
        }
    }

    /// A subscription goes into its next period; an expired one runs again.
    @discardableResult public func renew(_ product: String) -> Bool { does(.renew, product) }
    /// Renewal is switched off; it runs to the end of its period.
    @discardableResult public func cancel(_ product: String) -> Bool { does(.cancel, product) }
    /// It ends now.
    @discardableResult public func expire(_ product: String) -> Bool { does(.expire, product) }
    /// The money is returned, and it ends now.
    @discardableResult public func refund(_ product: String) -> Bool { does(.refund, product) }
    /// A payment fails; the store tries again for the product's grace period.
    @discardableResult public func fail(_ product: String) -> Bool { does(.fail, product) }
    /// A failed payment succeeds.
    @discardableResult public func recover(_ product: String) -> Bool { does(.recover, product) }
    /// The customer pauses it, as Google Play offers.
    @discardableResult public func pause(_ product: String) -> Bool { does(.pause, product) }
    /// A paused one goes on.
    @discardableResult public func resume(_ product: String) -> Bool { does(.resume, product) }

    /// The account buys outside of the app: before the SDK was in it, elsewhere, by a code.
    @discardableResult
    public func own(_ product: String) -> Bool {
        guard let item = world.catalogue[product], let device = devices().first else {
            return false
        }
        let decision = world.withState { state, now in
            state.perform(.own(item.product), on: device, now: now).decision
        }
        return decision.outcome == .applied
    }

    /// The store's server tells the provider of a purchase.
    @discardableResult
    public func notify(_ product: String) -> Bool {
        guard let device = devices().first else { return false }
        let decision = world.withState { state, now in
            state.perform(.notify(ProductID(unchecked: product)), on: device, now: now).decision
        }
        return !decision.changes.isEmpty
    }

    /// A family member gets a share of a running purchase; what the store does to the one it then
    /// does to the other.
    @discardableResult
    public func share(_ product: String, with other: Installation) -> Bool {
        guard let item = world.catalogue[product], other.world === world else { return false }
        return world.withState { state, now in
            state.share(item, of: account, with: other.account, now: now)
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
