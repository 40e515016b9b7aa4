// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Where a purchase was made.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, EntitlementInfo),
/// read 2026-11-21.
public enum Store: Int, CaseIterable, Sendable {
    /// Apple's App Store.
    case appStore = 0
    /// Apple's Mac App Store.
    case macAppStore = 1
    /// Google Play.
    case playStore = 2
    /// Stripe.
    case stripe = 3
    /// Granted by hand, at RevenueCat.
    case promotional = 4
    /// A store that this SDK does not know.
    case unknownStore = 5
    /// Amazon's Appstore.
    case amazon = 6
    /// RevenueCat's own billing on the web.
    case rcBilling = 7
    /// Told to RevenueCat through its API for purchases made elsewhere.
    case external = 8
    /// Paddle.
    case paddle = 9
    /// RevenueCat's test store.
    case testStore = 10
    /// The Galaxy Store.
    case galaxy = 11
}
