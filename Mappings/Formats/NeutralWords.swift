// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// A word of a closed list, as records hold it.
package protocol NeutralWord: RawRepresentable<String>, CaseIterable, Hashable, Sendable
where AllCases == [Self] {}

/// Where a purchase was made.
package enum NeutralStore: String, NeutralWord {
    case appStore = "app_store"
    case macAppStore = "mac_app_store"
    case playStore = "play_store"
    case amazon
    case stripe
    case promotional
    case paddle
    case roku
    case webBilling = "rc_billing"
    case testStore = "test_store"
    case huawei
    case external

    /// Whether a device has an account there, from which an app gets at purchases.
    package var isOnDevice: Bool {
        switch self {
        case .appStore, .macAppStore, .playStore, .amazon, .roku, .huawei: true
        case .stripe, .promotional, .paddle, .webBilling, .testStore, .external: false
        }
    }
}

/// What was bought.
package typealias NeutralKind = ProductKind

extension ProductKind: NeutralWord {}

/// What was paid for the current period.
package enum NeutralPeriod: String, NeutralWord {
    case trial
    case introductory
    case normal
    case promotional
    case prepaid
    case offer
}

/// How a purchase stands.
package enum NeutralState: String, NeutralWord {
    case active
    case cancelled
    case expired
    case grace
    case paused
    case refunded
    case billingRetry = "billing-retry"
    case onHold = "on-hold"
    case pending
}

/// Whether real money was paid.
package enum NeutralEnvironment: String, NeutralWord {
    case production
    case sandbox
}

/// What a reader makes of one location in its input.
package enum RecordKind: String, NeutralWord {
    case customer
    case purchase
    case grant
    case event
    case alias
    /// An entitlement that a customer has, whatever it comes from; of no customer, how one is called.
    case access
    /// An envelope: it makes nothing.
    case page
}

/// What an event says has happened.
package enum NeutralEvent: String, NeutralWord {
    case accessEnded = "access-ended"
    case accessStarted = "access-started"
    case aliased
    case billingProblem = "billing-problem"
    case cancelled
    case expired
    case extended
    case granted
    case loggedIn = "logged-in"
    case loggedOut = "logged-out"
    case paused
    case productChanged = "product-changed"
    case purchased
    case recovered
    case refundReversed = "refund-reversed"
    case refunded
    case renewed
    case resumed
    case revoked
    case transferredFrom = "transferred-from"
    case transferredTo = "transferred-to"
    case trialConverted = "trial-converted"
    case trialExpired = "trial-expired"
    case trialStarted = "trial-started"
    case uncancelled
    case unchanged
    /// Sent to try the connection; it changes nothing.
    case test
    /// Known, and without meaning for customers and purchases.
    case ignored
}

extension NeutralState {
    /// Whether the store counts it as running.
    package var runs: Bool {
        switch self {
        case .active, .cancelled, .grace: true
        case .expired, .paused, .refunded, .billingRetry, .onHold, .pending: false
        }
    }
}
