// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an app tells RevenueCat about its user.
///
/// Attributes are kept on the device, for each App User ID; the simulation's server takes no
/// notice of them. A log-in from an anonymous ID takes them along. Names that begin with `$` are
/// RevenueCat's.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Attribution), read
/// 2026-11-21.
public final class Attribution: NSObject, Sendable {
    private let purchases: Purchases

    init(_ purchases: Purchases) {
        self.purchases = purchases
        super.init()
    }

    /// Sets attributes of the user's; an empty value deletes one.
    public func setAttributes(_ attributes: [String: String]) {
        let id = purchases.appUserID
        purchases.line.changeAttributes(of: id) { stored in
            for (name, value) in attributes { stored[name] = value.isEmpty ? nil : value }
        }
    }

    /// Sets the token for push notifications, as Apple gives it; nil deletes it.
    public func setPushToken(_ pushToken: Data?) {
        let digits = pushToken?.map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        setPushTokenString(digits?.joined())
    }

    /// Sets one attribute; nil and the empty text delete it.
    func set(_ name: String, _ value: String?) { setAttributes([name: value ?? ""]) }

    /// What stands for the SDK in calls that ask it for something.
    var owner: Purchases { purchases }

    /// The attributes that are kept for the user.
    package var stored: [String: String] {
        purchases.line.attributes(of: purchases.appUserID)
    }
}

/// Attributes with names of RevenueCat's own; nil and the empty text delete one.
extension Attribution {
    /// Sets `$email`.
    public func setEmail(_ email: String?) { set("$email", email) }
    /// Sets `$phoneNumber`.
    public func setPhoneNumber(_ phoneNumber: String?) { set("$phoneNumber", phoneNumber) }
    /// Sets `$displayName`.
    public func setDisplayName(_ displayName: String?) { set("$displayName", displayName) }
    /// Sets `$apnsTokens`.
    public func setPushTokenString(_ pushToken: String?) { set("$apnsTokens", pushToken) }
    /// Sets `$adjustId`.
    public func setAdjustID(_ adjustID: String?) { set("$adjustId", adjustID) }
    /// Sets `$appsflyerId`.
    public func setAppsflyerID(_ appsflyerID: String?) { set("$appsflyerId", appsflyerID) }
    /// Sets `$fbAnonId`.
    public func setFBAnonymousID(_ fbAnonymousID: String?) { set("$fbAnonId", fbAnonymousID) }
    /// Sets `$mparticleId`.
    public func setMparticleID(_ mparticleID: String?) { set("$mparticleId", mparticleID) }
    /// Sets `$onesignalId`.
    public func setOnesignalID(_ onesignalID: String?) { set("$onesignalId", onesignalID) }
    /// Sets `$onesignalUserId`.
    public func setOnesignalUserID(_ onesignalUserID: String?) {
        set("$onesignalUserId", onesignalUserID)
    }
    /// Sets `$airshipChannelId`.
    public func setAirshipChannelID(_ airshipChannelID: String?) {
        set("$airshipChannelId", airshipChannelID)
    }
    /// Sets `$clevertapId`.
    public func setCleverTapID(_ cleverTapID: String?) { set("$clevertapId", cleverTapID) }
    /// Sets `$kochavaDeviceId`.
    public func setKochavaDeviceID(_ kochavaDeviceID: String?) {
        set("$kochavaDeviceId", kochavaDeviceID)
    }
    /// Sets `$airbridgeDeviceId`.
    public func setAirbridgeDeviceID(_ airbridgeDeviceID: String?) {
        set("$airbridgeDeviceId", airbridgeDeviceID)
    }
    /// Sets `$solarEngineDistinctId`.
    public func setSolarEngineDistinctId(_ solarEngineDistinctId: String?) {
        set("$solarEngineDistinctId", solarEngineDistinctId)
    }
    /// Sets `$solarEngineAccountId`.
    public func setSolarEngineAccountId(_ solarEngineAccountId: String?) {
        set("$solarEngineAccountId", solarEngineAccountId)
    }
    /// Sets `$solarEngineVisitorId`.
    public func setSolarEngineVisitorId(_ solarEngineVisitorId: String?) {
        set("$solarEngineVisitorId", solarEngineVisitorId)
    }
    /// Sets `$tenjinId`.
    public func setTenjinAnalyticsInstallationID(_ tenjinAnalyticsInstallationID: String?) {
        set("$tenjinId", tenjinAnalyticsInstallationID)
    }
    /// Sets `$posthogUserId`.
    public func setPostHogUserID(_ postHogUserID: String?) { set("$posthogUserId", postHogUserID) }
    /// Sets `$amplitudeUserId`.
    public func setAmplitudeUserID(_ amplitudeUserID: String?) {
        set("$amplitudeUserId", amplitudeUserID)
    }
    /// Sets `$amplitudeDeviceId`.
    public func setAmplitudeDeviceID(_ amplitudeDeviceID: String?) {
        set("$amplitudeDeviceId", amplitudeDeviceID)
    }
    /// Sets `$mixpanelDistinctId`.
    public func setMixpanelDistinctID(_ mixpanelDistinctID: String?) {
        set("$mixpanelDistinctId", mixpanelDistinctID)
    }
    /// Sets `$firebaseAppInstanceId`.
    public func setFirebaseAppInstanceID(_ firebaseAppInstanceID: String?) {
        set("$firebaseAppInstanceId", firebaseAppInstanceID)
    }
    /// Sets `$mediaSource`.
    public func setMediaSource(_ mediaSource: String?) { set("$mediaSource", mediaSource) }
    /// Sets `$campaign`.
    public func setCampaign(_ campaign: String?) { set("$campaign", campaign) }
    /// Sets `$adGroup`.
    public func setAdGroup(_ adGroup: String?) { set("$adGroup", adGroup) }
    /// Sets `$ad`.
    public func setAd(_ installAd: String?) { set("$ad", installAd) }
    /// Sets `$keyword`.
    public func setKeyword(_ keyword: String?) { set("$keyword", keyword) }
    /// Sets `$creative`.
    public func setCreative(_ creative: String?) { set("$creative", creative) }
}
