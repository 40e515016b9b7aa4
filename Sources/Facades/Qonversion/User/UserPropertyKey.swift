// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// A property of a user that Qonversion gives a meaning.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONUserProperty (6.13.1,
    /// 2026-07-21), read 2026-11-21.
    public enum UserPropertyKey: Int, Sendable, CaseIterable {
        case email = 0
        case name = 1
        case appsFlyerUserID = 2
        case adjustAdID = 3
        case kochavaDeviceID = 4
        case advertisingID = 5
        /// The app's user ID for analytics and integrations.
        ///
        /// It has no effect on access; that is what ``Qonversion/identify(_:completion:)`` is for.
        case userID = 6
        case firebaseAppInstanceId = 7
        case facebookAttribution = 8
        case appSetId = 9
        case pushWooshUserId = 10
        case pushWooshHwId = 11
        case appMetricaDeviceId = 12
        case appMetricaUserProfileId = 13
        case tenjinAnalyticsInstallationId = 14
        /// A property of the app's own; set with ``Qonversion/setCustomUserProperty(_:value:)`` only.
        case custom = 15
    }

    /// A property of a user.
    public final class UserProperty: NSObject, Sendable {
        /// The key as it is sent.
        public let key: String
        /// The value.
        public let value: String

        init(key: String, value: String) {
            self.key = key
            self.value = value
        }

        /// The meaning of the key; `custom` where Qonversion gives none.
        public var definedKey: UserPropertyKey { UserPropertyKey(wireKey: key) ?? .custom }
    }
}

extension Qonversion.UserPropertyKey {
    /// The key as it is sent; nil for `custom`, which has none.
    var wireKey: String? {
        switch self {
        case .email: "_q_email"
        case .name: "_q_name"
        case .appsFlyerUserID: "_q_appsflyer_user_id"
        case .adjustAdID: "_q_adjust_adid"
        case .kochavaDeviceID: "_q_kochava_device_id"
        case .advertisingID: "_q_advertising_id"
        case .userID: "_q_custom_user_id"
        case .firebaseAppInstanceId: "_q_firebase_instance_id"
        case .facebookAttribution: "_q_fb_attribution"
        case .appSetId: "_q_app_set_id"
        case .pushWooshUserId: "_q_pushwoosh_user_id"
        case .pushWooshHwId: "_q_pushwoosh_hwid"
        case .appMetricaDeviceId: "_q_appmetrica_device_id"
        case .appMetricaUserProfileId: "_q_appmetrica_user_profile_id"
        case .tenjinAnalyticsInstallationId: "_q_tenjin_aiid"
        case .custom: nil
        }
    }

    /// The key that is sent so.
    init?(wireKey: String) {
        guard let key = Qonversion.UserPropertyKey.byWireKey[wireKey] else { return nil }
        self = key
    }

    private static let byWireKey = Dictionary(
        uniqueKeysWithValues: allCases.compactMap { key in key.wireKey.map { ($0, key) } })
}
