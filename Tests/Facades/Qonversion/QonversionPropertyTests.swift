// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// Properties of the user.
@Suite struct QonversionPropertyTests {
    @Test(arguments: [
        (Qonversion.UserPropertyKey.email, "_q_email"), (.name, "_q_name"),
        (.appsFlyerUserID, "_q_appsflyer_user_id"), (.adjustAdID, "_q_adjust_adid"),
        (.kochavaDeviceID, "_q_kochava_device_id"), (.advertisingID, "_q_advertising_id"),
        (.userID, "_q_custom_user_id"), (.firebaseAppInstanceId, "_q_firebase_instance_id"),
        (.facebookAttribution, "_q_fb_attribution"), (.appSetId, "_q_app_set_id"),
        (.pushWooshUserId, "_q_pushwoosh_user_id"), (.pushWooshHwId, "_q_pushwoosh_hwid"),
        (.appMetricaDeviceId, "_q_appmetrica_device_id"),
        (.appMetricaUserProfileId, "_q_appmetrica_user_profile_id"),
        (.tenjinAnalyticsInstallationId, "_q_tenjin_aiid"),
    ])
    func `A defined property is sent under its wire key`(
        key: Qonversion.UserPropertyKey, wireKey: String
    ) async throws {
        let phone = try QonversionTrial.started()
        phone.qonversion.setUserProperty(key, value: "value")
        await phone.qonversion.forceSendProperties()
        let properties = try await phone.qonversion.userProperties()
        #expect(properties.properties.map(\.key) == [wireKey])
        #expect(properties.definedProperty(for: key)?.value == "value")
        #expect(properties.property(for: wireKey)?.definedKey == key)
        #expect(properties.flatDefinedPropertiesMap == [NSNumber(value: key.rawValue): "value"])
    }

    @Test func `The vocabulary names the key of the property userID`() async throws {
        let phone = try QonversionTrial.started()
        phone.qonversion.setUserProperty(.userID, value: "me")
        await phone.qonversion.forceSendProperties()
        let key = try await phone.qonversion.userProperties().properties.first?.key
        let names = Line(phone, facade: "qonversion").vocabulary.entries
            .filter { $0.list == "fields" && $0.word == "attributes" }.map(\.name)
        #expect(names.contains(try #require(key)))
    }

    @Test func `A custom key cannot be set as a defined one, and the notes say so`()
        async throws
    {
        let phone = try QonversionTrial.started()
        phone.qonversion.setUserProperty(.custom, value: "value")
        await phone.qonversion.forceSendProperties()
        #expect(try await phone.qonversion.userProperties().properties.isEmpty)
        #expect(phone.notes.count == 1)
        #expect(phone.notes.first?.contains("setCustomUserProperty") == true)
    }

    @Test(arguments: [
        ("a", "v", true), ("Key-1_2.3:4", "v", true), ("1a", "v", true), ("_q_email", "v", true),
        ("", "v", false), ("12", "v", false), ("a b", "v", false), ("ä", "v", false),
        ("aé", "v", false), ("a\n", "v", false), ("a/b", "v", false), ("-_.:", "v", false),
        ("a", "", false), ("a", " ", true),
    ])
    func `An invalid key and an empty value are dropped`(
        key: String, value: String, isTaken: Bool
    ) async throws {
        let phone = try QonversionTrial.started()
        phone.qonversion.setCustomUserProperty(key, value: value)
        await phone.qonversion.forceSendProperties()
        let properties = try await phone.qonversion.userProperties()
        #expect(properties.property(for: key)?.value == (isTaken ? value : nil))
        #expect(phone.notes.isEmpty)
    }

    @Test func `Properties are sent after five seconds, or by force`() async throws {
        let phone = try QonversionTrial.started()
        phone.qonversion.setCustomUserProperty("first", value: "1")
        phone.world.clock.advance(by: 4)
        phone.qonversion.setCustomUserProperty("second", value: "2")
        #expect(try await phone.qonversion.userProperties().properties.isEmpty)
        phone.world.clock.advance(by: 1)
        let sent = try await phone.qonversion.userProperties()
        #expect(sent.flatPropertiesMap == ["first": "1", "second": "2"])
        #expect(sent.flatCustomPropertiesMap == sent.flatPropertiesMap)
        #expect(sent.customProperties.count == 2)
        #expect(sent.definedProperties.isEmpty)
        phone.qonversion.setCustomUserProperty("first", value: "one")
        let log = QonversionLog()
        phone.qonversion.forceSendProperties { log.add("sent") }
        phone.qonversion.userProperties { properties, error in
            log.add("\(properties?.property(for: "first")?.value ?? "") \(error == nil)")
        }
        await phone.settled()
        #expect(log.lines == ["sent", "one true"])
    }

    @Test func `Without a network properties wait longer each time`() async throws {
        let phone = try QonversionTrial.started()
        phone.qonversion.setCustomUserProperty("a", value: "1")
        phone.connection.goOffline()
        await phone.qonversion.forceSendProperties()
        await #expect(throws: Qonversion.ErrorCode.networkConnectionFailed) {
            try await phone.qonversion.userProperties()
        }
        phone.connection.goOnline()
        phone.world.clock.advance(by: 7.3)
        #expect(try await phone.qonversion.userProperties().properties.isEmpty)
        phone.world.clock.advance(by: 0.2)
        #expect(try await phone.qonversion.userProperties().properties.count == 1)
    }

    @Test func `Each user has properties of their own`() async throws {
        let world = try QonversionTrial.world()
        let other = try world.installation("other")
        let phone = try world.installation("phone")
        other.start()
        phone.start()
        try await other.identify("u1")
        phone.qonversion.setCustomUserProperty("who", value: "own")
        try await phone.identify("u1")
        phone.qonversion.setCustomUserProperty("who", value: "u1")
        await phone.qonversion.forceSendProperties()
        #expect(
            try await phone.qonversion.userProperties().flatPropertiesMap == ["who": "u1"])
        phone.logOut()
        #expect(
            try await phone.qonversion.userProperties().flatPropertiesMap == ["who": "own"])
    }

    @Test func `Properties that are set before the launch are those of its user`() async throws {
        let phone = try QonversionTrial.phone()
        phone.connection.hold()
        phone.start()
        phone.qonversion.setUserProperty(.email, value: "a@b.example")
        phone.connection.release()
        await phone.qonversion.forceSendProperties()
        let properties = try await phone.qonversion.userProperties()
        #expect(properties.definedProperty(for: .email)?.value == "a@b.example")
    }
}
