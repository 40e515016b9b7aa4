// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Why a campaign could not be shown.
///
/// The only numbered errors in the SDK's interface. The façade shows no campaigns and so never
/// gives one; the type is there for code that names it.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public enum LaunchCampaignError: Int, Error, Hashable, CaseIterable {
    /// There is no campaign for everybody.
    case DEFAULT_CAMPAIGN_NOT_FOUND
    /// There is no campaign of this label.
    case LABELED_CAMPAIGN_NOT_FOUND
    /// The campaign has no data.
    case CAMPAIGN_DATA_NOT_FOUND
    /// A paywall is on the screen.
    case PAYWALL_ALREADY_DISPLAYED
    /// The SDK was not configured.
    case SDK_NOT_INITIALIZED
    /// The paywall could not be shown.
    case PAYWALL_COULD_NOT_DISPLAY
    /// There is no campaign of this address.
    case URL_CAMPAIGN_NOT_FOUND
    /// The products' data is missing.
    case PRODUCT_DATA_NOT_FOUND
    /// The paywall's groups of products are missing.
    case PRODUCT_GROUPS_NOT_FOUND
}
