// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Calls about the device and its advertising, which have nothing to do here.
extension Qonversion {
    /// From whom an attribution is.
    public enum AttributionProvider: Int, Sendable, CaseIterable {
        /// AppsFlyer.
        case appsFlyer = 0
        /// Branch.
        case branch = 1
        /// Adjust.
        case adjust = 2
        /// Apple's search ads, as they were.
        case appleSearchAds = 3
        /// Apple's AdServices.
        case appleAdServices = 4
    }

    /// Hands over what an attribution network says of the installation.
    ///
    /// Does nothing: the simulation has no attribution network.
    @available(*, deprecated, message: "Attribution works without this call.")
    public func attribution(_ data: [AnyHashable: Any], from provider: AttributionProvider) {}

    /// Collects what Apple's search ads say of the installation.
    ///
    /// Does nothing: the simulation has no search ads.
    public func collectAppleSearchAdsAttribution() {}

    /// Collects the advertising ID.
    ///
    /// Does nothing: the simulated device has none.
    public func collectAdvertisingId() {}

    /// Shows the App Store's sheet for offer codes.
    ///
    /// Does nothing: there is no App Store. A test has the store account hold a product with
    /// `installation.store.own(_:)`.
    public func presentCodeRedemptionSheet() {}

    /// Whether the app brings a file for when the provider cannot be reached.
    ///
    /// Does nothing but say no: the façade reads no such file.
    public func isFallbackFileAccessible() -> Bool { false }
}
