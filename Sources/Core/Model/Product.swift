// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What kind of thing a product is.
///
/// The words are the stores' own.
public enum ProductKind: String, Hashable, Sendable, CaseIterable {
    case subscription
    case nonRenewing = "non-renewing"
    case nonConsumable = "non-consumable"
    case consumable

    /// Whether the store goes on showing such a purchase after the sale.
    ///
    /// A consumable or non-renewing purchase is presented only by the `buy` that made it.
    public var isShownAfterSale: Bool {
        switch self {
        case .subscription, .nonConsumable: true
        case .nonRenewing, .consumable: false
        }
    }
}

/// A product, its kind, and the entitlements that it unlocks.
public struct Product: Hashable, Sendable {
    /// The product's ID at the store.
    public let id: ProductID
    /// Its kind.
    public let kind: ProductKind
    /// What it unlocks, in the order given.
    public let entitlements: [EntitlementID]

    /// A product; without entitlements named it unlocks the one of its own name.
    public init(
        _ id: ProductID, _ kind: ProductKind = .subscription, unlocks: [EntitlementID]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.entitlements = unlocks ?? [EntitlementID(unchecked: id.text)]
    }
}

/// The state of a purchase at the store.
public enum PurchaseState: UInt8, Hashable, Sendable, CaseIterable {
    /// Paid, and for a subscription: will renew.
    case active
    /// Will not renew; runs until the end of its period.
    case cancelled
    /// A renewal failed and the store still tries.
    case grace
    /// Stopped by the customer for a while (Google Play).
    case paused
    /// Its period is over.
    case expired
    /// Money returned; the store shows it no more.
    case refunded
    /// The store still tries to charge, without a grace period or after it: billing retry at Apple,
    /// account hold at Google.
    case billingRetry

    /// Whether the store counts it as running.
    public var isActive: Bool {
        switch self {
        case .active, .cancelled, .grace: true
        case .paused, .expired, .refunded, .billingRetry: false
        }
    }

    /// The neutral word for it.
    public var word: String {
        switch self {
        case .active: "active"
        case .cancelled: "cancelled"
        case .grace: "grace"
        case .paused: "paused"
        case .expired: "expired"
        case .refunded: "refunded"
        case .billingRetry: "billing-retry"
        }
    }
}

/// What the store does to a purchase, by itself or because the customer asked it to.
public enum StoreEvent: String, Hashable, Sendable, CaseIterable {
    case renew, cancel, expire, refund
    /// A billing problem; the grace period runs.
    case fail
    case recover, pause, resume
    /// The store goes on trying to charge, without a grace period or after it.
    case hold
    /// Renewal is switched on again.
    case uncancel

    /// Whether it is a new transaction, which the store hands to the app at its next session.
    public var isTransaction: Bool {
        switch self {
        case .renew, .recover: true
        case .cancel, .expire, .refund, .fail, .pause, .resume, .hold, .uncancel: false
        }
    }

    /// Whether it counts as having happened even where the state stays as it was.
    var countsAlways: Bool { self != .hold && self != .uncancel }

    /// The state after the event; nil when the store does no such thing to such a purchase.
    public func next(after state: PurchaseState, of kind: ProductKind) -> PurchaseState? {
        switch (self, kind) {
        case (.refund, _): .refunded
        case (.expire, .subscription), (.expire, .nonRenewing): .expired
        case (.renew, .subscription), (.recover, .subscription): .active
        case (.resume, .subscription): state == .paused ? .active : state
        case (.cancel, .subscription): state == .active ? .cancelled : state
        case (.fail, .subscription): state.isActive ? .grace : state
        case (.pause, .subscription): state.isActive ? .paused : state
        case (.hold, .subscription): state == .active || state == .grace ? .billingRetry : state
        case (.uncancel, .subscription): state == .cancelled ? .active : state
        case (.expire, _), (.renew, _), (.recover, _), (.resume, _), (.cancel, _), (.fail, _),
            (.pause, _), (.hold, _), (.uncancel, _):
            nil
        }
    }
}
