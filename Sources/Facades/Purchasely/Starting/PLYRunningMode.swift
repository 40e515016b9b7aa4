// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How far the SDK goes with purchases.
///
/// The cases and raw values are those of SDK 6, where `observer` is 2 and `full` is 3. In SDK 5.7
/// `observer` was 1 and 2 was `paywallObserver`; the two names that version 6 dropped are kept as
/// static members, so that code for version 5 compiles.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYRunningMode), read 2026-11-21.
public enum PLYRunningMode: Int, CaseIterable, Sendable {
    /// The app buys by other means, and the SDK looks on.
    case observer = 2
    /// Purchases are made, validated and linked to the user.
    case full = 3

    /// ``observer`` under the name of SDK 5.7, which has the same raw value there.
    public static let paywallObserver = PLYRunningMode.observer

    /// ``full``, for code for SDK 5.7: purchases without screens.
    ///
    /// That purchases are validated in this mode is inferred from its name.
    public static let transactionOnly = PLYRunningMode.full

    /// Whether the provider hears of a purchase as it is made.
    var validates: Bool { self == .full }
}
