// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import QonversionWire

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
    var wireKey: String? { meaning?.rawValue }

    private var meaning: PropertyKey? {
        switch self {
        case .email: .email
        case .name: .name
        case .appsFlyerUserID: .appsFlyerUserID
        case .adjustAdID: .adjustAdID
        case .kochavaDeviceID: .kochavaDeviceID
        case .advertisingID: .advertisingID
        case .userID: .customUserID
        case .firebaseAppInstanceId: .firebaseInstanceID
        case .facebookAttribution: .facebookAttribution
        case .appSetId: .appSetID
        case .pushWooshUserId: .pushWooshUserID
        case .pushWooshHwId: .pushWooshHardwareID
        case .appMetricaDeviceId: .appMetricaDeviceID
        case .appMetricaUserProfileId: .appMetricaUserProfileID
        case .tenjinAnalyticsInstallationId: .tenjinInstallationID
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
