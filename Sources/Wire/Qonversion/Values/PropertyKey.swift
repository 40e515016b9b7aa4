// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A property of a user that Qonversion gives a meaning, by the key that goes over the wire.
///
/// Source: https://github.com/qonversion/qonversion-ios-sdk, QONUserProperty (6.13.1, 2026-07-21),
/// read 2026-11-21; `_q_app_version` stands on the page of REST v4's properties.
package enum PropertyKey: String, Hashable, Codable, Sendable, CaseIterable {
    case email = "_q_email"
    case name = "_q_name"
    case appsFlyerUserID = "_q_appsflyer_user_id"
    case adjustAdID = "_q_adjust_adid"
    case kochavaDeviceID = "_q_kochava_device_id"
    case advertisingID = "_q_advertising_id"
    case customUserID = "_q_custom_user_id"
    case firebaseInstanceID = "_q_firebase_instance_id"
    case facebookAttribution = "_q_fb_attribution"
    case appSetID = "_q_app_set_id"
    case pushWooshUserID = "_q_pushwoosh_user_id"
    case pushWooshHardwareID = "_q_pushwoosh_hwid"
    case appMetricaDeviceID = "_q_appmetrica_device_id"
    case appMetricaUserProfileID = "_q_appmetrica_user_profile_id"
    case tenjinInstallationID = "_q_tenjin_aiid"
    case appVersion = "_q_app_version"

    /// Whether a text can be a key at all: letters, digits, `-`, `_`, `.` and `:`, and a letter among
    /// them.
    package static func isFormed(_ key: String) -> Bool {
        var hasLetter = false
        for byte in key.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                hasLetter = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: ":"):
                break
            default: return false
            }
        }
        return hasLetter
    }
}
