// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymSimulation

/// Where an entitlement comes from.
///
/// Source: https://github.com/qonversion/qonversion-ios-sdk (6.13.1, 2026-07-21), QNMapper.
package enum EntitlementSource: String, Hashable, Codable, Sendable, CaseIterable {
    case appStore = "appstore"
    case playStore = "playstore"
    case stripe, manual, unknown

    /// Stores that have no word of their own are unknown.
    package init(_ store: Store) {
        switch store {
        case .appStore, .macAppStore: self = .appStore
        case .playStore: self = .playStore
        case .stripe: self = .stripe
        case .amazon, .paddle, .webBilling, .testStore: self = .unknown
        }
    }
}

/// Whether a subscription will be renewed.
///
/// Source: https://documentation.qonversion.io/reference/user-entitlements, read 2026-11-24.
package enum RenewState: String, Hashable, Codable, Sendable, CaseIterable {
    case willRenew = "will_renew"
    case canceled
    case billingIssue = "billing_issue"

    /// Of a subscription in a state; one that has ended will not be renewed.
    package init(_ state: PurchaseState) {
        switch state {
        case .active: self = .willRenew
        case .grace, .billingRetry: self = .billingIssue
        case .cancelled, .paused, .expired, .refunded: self = .canceled
        }
    }
}

/// What the running period of a subscription is.
package enum PeriodType: String, Hashable, Codable, Sendable, CaseIterable {
    case normal, trial, intro

    package init(_ purchase: HeldPurchase) {
        self = purchase.isTrial ? .trial : purchase.offer != nil ? .intro : .normal
    }
}

/// Which of a project's two worlds a user lives in.
package enum Environment: String, Hashable, Codable, Sendable, CaseIterable {
    case production = "prod"
    case sandbox
}
