// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Qonversion {
    /// Gets the user, or nil and why there is none.
    public typealias UserInfoCompletionHandler = (User?, (any Error)?) -> Void
    /// Gets entitlements by their ID, and an error.
    public typealias EntitlementsCompletionHandler = ([String: Entitlement], (any Error)?) -> Void
    /// Gets entitlements by their ID, and an error.
    public typealias RestoreCompletionHandler = ([String: Entitlement], (any Error)?) -> Void
    /// Gets entitlements by their ID, an error, and whether the person changed their mind.
    public typealias PurchaseCompletionHandler = (
        [String: Entitlement], (any Error)?, Bool
    ) -> Void
    /// Gets what came of a purchase.
    public typealias PurchaseResultCompletionHandler = (PurchaseResult) -> Void
    /// Is given what to call when a purchase that began in the App Store is done.
    public typealias PromoPurchaseCompletionHandler = (@escaping PurchaseCompletionHandler) -> Void
    /// Gets products by their ID, and an error.
    public typealias ProductsCompletionHandler = ([String: Product], (any Error)?) -> Void
    /// Gets offerings, or nil and why there are none.
    public typealias OfferingsCompletionHandler = (Offerings?, (any Error)?) -> Void
    /// Gets eligibilities by product ID, and an error.
    public typealias EligibilityCompletionHandler = (
        [String: IntroEligibility], (any Error)?
    ) -> Void
    /// Gets a signed offer, or nil and why there is none.
    public typealias PromotionalOfferCompletionHandler = (
        PromotionalOffer?, (any Error)?
    ) -> Void
    /// Gets a remote configuration, or nil and why there is none.
    public typealias RemoteConfigCompletionHandler = (RemoteConfig?, (any Error)?) -> Void
    /// Gets remote configurations, or nil and why there are none.
    public typealias RemoteConfigListCompletionHandler = (
        RemoteConfigList?, (any Error)?
    ) -> Void
    /// Gets whether it was done, or why not.
    public typealias ExperimentAttachCompletionHandler = (Bool, (any Error)?) -> Void
    /// Gets whether it was done, or why not.
    public typealias RemoteConfigurationAttachCompletionHandler = (Bool, (any Error)?) -> Void
    /// Gets the user's properties, or nil and why there are none.
    public typealias UserPropertiesCompletionHandler = (UserProperties?, (any Error)?) -> Void
    /// Gets whether it was done, or why not.
    public typealias DefaultCompletionHandler = (Bool, (any Error)?) -> Void
    /// Gets nothing but the call.
    public typealias EmptyCompletionHandler = () -> Void
}
