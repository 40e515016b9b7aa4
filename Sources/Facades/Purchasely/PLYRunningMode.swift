// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How far the SDK goes with purchases.
///
/// The raw values are those of SDK 5.7.1, which has two modes more than SDK 6.0.0. There `observer`
/// is 2; `full` is 3 in both.
/// Source: the interfaces of the SDK for iOS, 5.7.1 and 6.0.0, read 2026-11-21.
public enum PLYRunningMode: Int, Sendable, CaseIterable {
    /// Purchases without screens; SDK 5 only.
    case transactionOnly = 0
    /// The app buys by other means, and the SDK looks on.
    case observer = 1
    /// Screens, while the app buys by other means; SDK 5 only.
    case paywallObserver = 2
    /// Purchases are made, validated and linked to the user.
    case full = 3

    /// Whether the provider hears of a purchase as it is made.
    ///
    /// The documentation says so of `full` and denies it of observing; of `transactionOnly` it is
    /// inferred from the name.
    var validates: Bool {
        switch self {
        case .transactionOnly, .full: true
        case .observer, .paywallObserver: false
        }
    }
}
