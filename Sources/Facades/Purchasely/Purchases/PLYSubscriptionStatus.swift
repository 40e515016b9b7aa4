// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import PurchaselyWire

/// The state of a subscription.
///
/// Source: the interface of the SDK for iOS, 6.0.0, read 2026-11-21.
public enum PLYSubscriptionStatus: Int, Sendable, Codable, CaseIterable {
    /// It will renew.
    case autoRenewing = 0
    /// A payment failed and the store retries it, without access.
    case onHold = 1
    /// A payment failed and the store retries it, with access.
    case inGracePeriod = 2
    /// It runs to the end of its period.
    case autoRenewingCanceled = 3
    /// It has ended.
    case deactivated = 4
    /// The money was returned, or the family took it back.
    case revoked = 5
    /// The customer paused it.
    case paused = 6
    /// It has ended for want of payment.
    case unpaid = 7
    /// Not known; here also what has no such state, a purchase made once.
    case unknown = 8
}

extension PLYSubscriptionStatus {
    /// The status of a purchase; one-time purchases have none.
    init(_ purchase: HeldPurchase) {
        switch purchase.product.kind {
        case .consumable, .nonConsumable: self = .unknown
        case .subscription, .nonRenewing: self.init(SubscriptionStatus(purchase))
        }
    }

    /// The status that events name so.
    private init(_ status: SubscriptionStatus) {
        switch status {
        case .autoRenewing: self = .autoRenewing
        case .onHold: self = .onHold
        case .inGracePeriod: self = .inGracePeriod
        case .autoRenewingCanceled: self = .autoRenewingCanceled
        case .deactivated: self = .deactivated
        case .revoked: self = .revoked
        case .paused: self = .paused
        case .unpaid: self = .unpaid
        }
    }
}

/// Which of a store's environments a purchase was made in.
///
/// Source: the interface of the SDK for iOS, 6.0.0, read 2026-11-21.
public enum PLYSubscriptionEnvironment: Int, Sendable, Codable, CaseIterable {
    /// For tests.
    case sandbox = 0
    /// For customers.
    case production = 1
    /// Not known.
    case unknown = 2
}
