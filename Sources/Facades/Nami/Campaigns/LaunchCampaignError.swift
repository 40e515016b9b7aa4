// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Why a campaign could not be shown.
///
/// The handler of ``NamiCampaignManager/launch(label:context:launchHandler:paywallActionHandler:)``
/// gets it. The interface has the names and numbers; when each is given is a reading of the names.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public enum LaunchCampaignError: Int, Error, Hashable, CaseIterable {
    /// Launched without a label, and there is no default campaign.
    case DEFAULT_CAMPAIGN_NOT_FOUND
    /// There is no campaign of this label.
    case LABELED_CAMPAIGN_NOT_FOUND
    /// No campaigns have come: the SDK was configured without a network, and never with one.
    case CAMPAIGN_DATA_NOT_FOUND
    /// A paywall is on the screen.
    case PAYWALL_ALREADY_DISPLAYED
    /// The SDK was not configured.
    case SDK_NOT_INITIALIZED
    /// The paywall could not be shown; the façade gives it to none.
    case PAYWALL_COULD_NOT_DISPLAY
    /// There is no campaign of this address.
    case URL_CAMPAIGN_NOT_FOUND
    /// A product of the campaign is not in the catalogue, or there is none.
    case PRODUCT_DATA_NOT_FOUND
    /// The context asks for groups of products that the campaign does not have.
    case PRODUCT_GROUPS_NOT_FOUND
}
