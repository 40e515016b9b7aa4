// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Attributes of the user.
extension Purchases {
    /// Sets attributes of the user's.
    public var attribution: Attribution { Attribution(self) }

    /// Sets attributes of the user's; an empty value deletes one.
    @available(*, deprecated, message: "Use the setAttributes of Purchases.shared.attribution.")
    public func setAttributes(_ attributes: [String: String]) {
        attribution.setAttributes(attributes)
    }

    /// Sets the token for push notifications; nil deletes it.
    @available(*, deprecated, message: "Use the setPushToken of Purchases.shared.attribution.")
    public func setPushToken(_ pushToken: Data?) { attribution.setPushToken(pushToken) }

    /// Sets `$email`.
    @available(*, deprecated, message: "Use the setEmail of Purchases.shared.attribution.")
    public func setEmail(_ email: String?) { attribution.setEmail(email) }

    /// Sets `$phoneNumber`.
    @available(*, deprecated, message: "Use the setPhoneNumber of Purchases.shared.attribution.")
    public func setPhoneNumber(_ phoneNumber: String?) { attribution.setPhoneNumber(phoneNumber) }

    /// Sets `$displayName`.
    @available(*, deprecated, message: "Use the setDisplayName of Purchases.shared.attribution.")
    public func setDisplayName(_ displayName: String?) { attribution.setDisplayName(displayName) }

    /// Sets `$apnsTokens`.
    @available(
        *, deprecated, message: "Use the setPushTokenString of Purchases.shared.attribution."
    )
    public func setPushTokenString(_ pushToken: String?) {
        attribution.setPushTokenString(pushToken)
    }

    /// Sets `$adjustId`.
    @available(*, deprecated, message: "Use the setAdjustID of Purchases.shared.attribution.")
    public func setAdjustID(_ adjustID: String?) { attribution.setAdjustID(adjustID) }

    /// Sets `$appsflyerId`.
    @available(*, deprecated, message: "Use the setAppsflyerID of Purchases.shared.attribution.")
    public func setAppsflyerID(_ appsflyerID: String?) { attribution.setAppsflyerID(appsflyerID) }

    /// Sets `$fbAnonId`.
    @available(*, deprecated, message: "Use the setFBAnonymousID of Purchases.shared.attribution.")
    public func setFBAnonymousID(_ fbAnonymousID: String?) {
        attribution.setFBAnonymousID(fbAnonymousID)
    }

    /// Sets `$mparticleId`.
    @available(*, deprecated, message: "Use the setMparticleID of Purchases.shared.attribution.")
    public func setMparticleID(_ mparticleID: String?) { attribution.setMparticleID(mparticleID) }

    /// Sets `$onesignalId`.
    @available(*, deprecated, message: "Use the setOnesignalID of Purchases.shared.attribution.")
    public func setOnesignalID(_ onesignalID: String?) { attribution.setOnesignalID(onesignalID) }

    /// Sets `$clevertapId`.
    @available(*, deprecated, message: "Use the setCleverTapID of Purchases.shared.attribution.")
    public func setCleverTapID(_ cleverTapID: String?) { attribution.setCleverTapID(cleverTapID) }

    /// Sets `$mixpanelDistinctId`.
    @available(
        *, deprecated, message: "Use the setMixpanelDistinctID of Purchases.shared.attribution."
    )
    public func setMixpanelDistinctID(_ mixpanelDistinctID: String?) {
        attribution.setMixpanelDistinctID(mixpanelDistinctID)
    }

    /// Sets `$firebaseAppInstanceId`.
    @available(
        *, deprecated, message: "Use the setFirebaseAppInstanceID of Purchases.shared.attribution."
    )
    public func setFirebaseAppInstanceID(_ firebaseAppInstanceID: String?) {
        attribution.setFirebaseAppInstanceID(firebaseAppInstanceID)
    }

    /// Sets `$mediaSource`.
    @available(*, deprecated, message: "Use the setMediaSource of Purchases.shared.attribution.")
    public func setMediaSource(_ mediaSource: String?) { attribution.setMediaSource(mediaSource) }

    /// Sets `$campaign`.
    @available(*, deprecated, message: "Use the setCampaign of Purchases.shared.attribution.")
    public func setCampaign(_ campaign: String?) { attribution.setCampaign(campaign) }

    /// Sets `$adGroup`.
    @available(*, deprecated, message: "Use the setAdGroup of Purchases.shared.attribution.")
    public func setAdGroup(_ adGroup: String?) { attribution.setAdGroup(adGroup) }

    /// Sets `$ad`.
    @available(*, deprecated, message: "Use the setAd of Purchases.shared.attribution.")
    public func setAd(_ installAd: String?) { attribution.setAd(installAd) }

    /// Sets `$keyword`.
    @available(*, deprecated, message: "Use the setKeyword of Purchases.shared.attribution.")
    public func setKeyword(_ keyword: String?) { attribution.setKeyword(keyword) }

    /// Sets `$creative`.
    @available(*, deprecated, message: "Use the setCreative of Purchases.shared.attribution.")
    public func setCreative(_ creative: String?) { attribution.setCreative(creative) }

    /// Sets `$airshipChannelId`.
    @available(
        *, deprecated, message: "Use the setAirshipChannelID of Purchases.shared.attribution."
    )
    public func setAirshipChannelID(_ airshipChannelID: String?) {
        attribution.setAirshipChannelID(airshipChannelID)
    }

    /// Does nothing: the simulated device has no advertising identifiers.
    @available(
        *, deprecated, message: "Use the collectDeviceIdentifiers of Purchases.shared.attribution."
    )
    public func collectDeviceIdentifiers() { attribution.collectDeviceIdentifiers() }

    /// Does nothing: the simulation has no attribution network.
    @available(*, deprecated, message: "Use the setters of Purchases.shared.attribution.")
    public static func addAttributionData(
        _ data: [String: Any], fromNetwork network: AttributionNetwork
    ) {}

    /// Does nothing: the simulation has no attribution network.
    @available(*, deprecated, message: "Use the setters of Purchases.shared.attribution.")
    public static func addAttributionData(
        _ data: [String: Any], from network: AttributionNetwork,
        forNetworkUserId networkUserId: String?
    ) {}
}
