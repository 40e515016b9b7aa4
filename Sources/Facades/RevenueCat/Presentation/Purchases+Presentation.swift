// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// What the store or the SDK shows: there are no screens in the simulation.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Purchases), read
/// 2026-11-21.
extension Purchases {
    /// Does nothing: the simulated store has no sheet for codes.
    ///
    /// `SimulatedStore.own(_:)` buys outside of the app.
    public func presentCodeRedemptionSheet() {}

    /// Does nothing: prices of the simulated store do not change.
    public func showPriceConsentIfNeeded() {}

    /// Does nothing: there is no page to manage subscriptions.
    ///
    /// `SimulatedStore.cancel(_:)` cancels one.
    public func showManageSubscriptions(completion: @escaping (PublicError?) -> Void) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        installation.deliver { completion.value(nil) }
    }

    /// Does nothing: there is no page to manage subscriptions.
    ///
    /// `SimulatedStore.cancel(_:)` cancels one.
    public func showManageSubscriptions() async throws {}

    /// Does nothing: the simulated store has no messages.
    public func showStoreMessages(completion: @escaping () -> Void) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        installation.deliver { completion.value() }
    }

    /// Does nothing: the simulated store has no messages.
    public func showStoreMessages(forTypes types: NSSet, completion: @escaping () -> Void) {
        showStoreMessages(completion: completion)
    }

    /// Does nothing: the simulated store has no messages.
    public func showStoreMessages(
        for types: Set<StoreMessageType> = Set(StoreMessageType.allCases)
    ) async {}

    /// Does nothing: there are no paywalls.
    public func overridePreferredUILocale(_ locale: String?) {}

    /// Does nothing: the simulated server counts no impressions.
    public func trackCustomPaywallImpression(_ params: CustomPaywallImpressionParams) {}

    /// Does nothing: the simulated server counts no impressions.
    public func trackCustomPaywallImpression() {}
}

/// What a message of the store is about.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, StoreMessageType), read
/// 2026-11-21.
public enum StoreMessageType: Int, CaseIterable, Sendable {
    /// A payment failed.
    case billingIssue = 0
    /// A price is to rise, and the person has to agree.
    case priceIncreaseConsent
    /// Anything else.
    case generic
    /// An offer for those who have left.
    case winBackOffer
}

/// Which paywall of the app's own was shown.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomPaywallImpressionParams), read
/// 2026-11-21.
public final class CustomPaywallImpressionParams: NSObject, Sendable {
    /// The app's name for it.
    public let paywallId: String?
    /// The offering that it shows.
    public let offeringId: String?

    private init(_ paywallId: String?, showing offeringId: String?) {
        self.paywallId = paywallId
        self.offeringId = offeringId
        super.init()
    }

    /// A paywall.
    public convenience init(paywallId: String? = nil) { self.init(paywallId, showing: nil) }

    /// A paywall, and the offering that it shows.
    @available(*, deprecated, renamed: "init(paywallId:offering:)")
    public convenience init(paywallId: String? = nil, offeringId: String?) {
        self.init(paywallId, showing: offeringId)
    }

    /// A paywall, and the offering that it shows.
    public convenience init(paywallId: String? = nil, offering: Offering) {
        self.init(paywallId, showing: offering.identifier)
    }
}
