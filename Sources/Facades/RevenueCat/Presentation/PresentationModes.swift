// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How the customer centre is shown; the façade has none.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerCenterPresentationMode), read
/// 2026-11-21.
public enum CustomerCenterPresentationMode: Codable, Hashable, Sendable {
    /// On a sheet.
    case sheet
    /// On the whole screen.
    case fullScreen

    /// ``sheet``.
    public static let `default`: CustomerCenterPresentationMode = .sheet
}

/// How much of the screen a paywall takes; the façade has none.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PaywallViewMode), read
/// 2026-11-21.
public enum PaywallViewMode: Codable, CaseIterable, Hashable, Sendable {
    /// All of it.
    case fullScreen
    /// The lower part.
    case footer
    /// The lower part, folded up.
    case condensedFooter

    /// ``fullScreen``.
    public static let `default`: PaywallViewMode = .fullScreen

    /// Whether it takes all of the screen.
    public var isFullScreen: Bool { self == .fullScreen }
}

/// An offering that is shown when a paywall is closed; the façade has no paywalls.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, ExitOffer), read
/// 2026-11-21.
public struct ExitOffer: Codable, Sendable, Hashable, Equatable {
    /// The offering.
    public let offeringId: String

    /// An offering.
    public init(offeringId: String) { self.offeringId = offeringId }
}

/// What is shown when a paywall is left; the façade has no paywalls.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, ExitOffers), read
/// 2026-11-21.
public struct ExitOffers: Codable, Sendable, Hashable, Equatable {
    /// When it is closed.
    public let dismiss: ExitOffer?

    /// What is shown.
    public init(dismiss: ExitOffer? = nil) { self.dismiss = dismiss }
}
