// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation

/// The handlers that the app has registered.
///
/// `Handed`: each is called on the main actor only, one call after the other.
struct NamiHandlers: Sendable {
    var accountState: Handed<NamiAccountStateHandler>?
    var journeyState: Handed<NamiCustomerJourneyStateHandler>?
    var activeEntitlements: Handed<NamiEntitlementsResponseHandler>?
    var availableCampaigns: Handed<NamiAvailableCampaignsResponseHandler>?
    var serverCampaigns: Handed<NamiAvailableCampaignsResponseHandler>?
    var signIn: Handed<NamiSignInHandler>?
    var close: Handed<NamiPaywallCloseHandler>?
    var restoreRequest: Handed<NamiPaywallRestoreRequestHandler>?
    var deeplink: Handed<NamiPaywallDeeplinkActionHandler>?
    var buySku: Handed<NamiPaywallBuySkuHandler>?
    var stepHandoff: Handed<NamiFlowHandoffStepHandler>?
    var purchasesChanged: Handed<NamiPurchaseResponseHandler>?
    var restore: Handed<NamiPurchaseManager.NamiRestorePurchasesStateHandler>?

    /// Whether a handler for campaigns is registered.
    var hearsOfCampaigns: Bool { availableCampaigns != nil || serverCampaigns != nil }

    /// Tells of the account.
    func tell(_ action: AccountStateAction, _ failure: NamiFacadeError?) {
        accountState?.value(action, failure == nil, failure)
    }
}
