// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// The attributes that an app sets, and whose they are.
@Suite struct RevenueCatAttributeTests {
    private let bob = "bob-faf4462d"
    private let id = "3f2c8a5e-6d0f-4d7e-9f52-7b1f0d1a9c11"

    private func phone() throws -> Installation {
        try SharedWorld("revenuecat").installation("phone")
    }

    @Test func `Attributes are kept for each user, and go along from an anonymous one`()
        async throws
    {
        let phone = try phone()
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            purchases.attribution.setEmail("a@example.com")
            purchases.attribution.setAttributes(["colour": "green", "size": "L"])
            purchases.attribution.setPushToken(Data([0, 15, 255]))
            purchases.attribution.setAttributes(["size": ""])
            let expected = [
                "$email": "a@example.com", "colour": "green", "$apnsTokens": "000fff",
            ]
            #expect(purchases.attribution.stored == expected)
            _ = try await purchases.logIn(id)
            #expect(purchases.attribution.stored == expected)
            purchases.attribution.setEmail(nil)
            _ = try await purchases.logIn(bob)
            #expect(purchases.attribution.stored == [:])
            _ = try await purchases.logIn(id)
            #expect(purchases.attribution.stored["$email"] == nil)
            #expect(purchases.attribution.stored["colour"] == "green")
        }
    }

    static let setters: [(name: String, set: @Sendable (Attribution, String?) -> Void)] = [
        ("$email", { $0.setEmail($1) }), ("$phoneNumber", { $0.setPhoneNumber($1) }),
        ("$displayName", { $0.setDisplayName($1) }),
        ("$apnsTokens", { $0.setPushTokenString($1) }), ("$adjustId", { $0.setAdjustID($1) }),
        ("$appsflyerId", { $0.setAppsflyerID($1) }), ("$fbAnonId", { $0.setFBAnonymousID($1) }),
        ("$mparticleId", { $0.setMparticleID($1) }), ("$onesignalId", { $0.setOnesignalID($1) }),
        ("$onesignalUserId", { $0.setOnesignalUserID($1) }),
        ("$airshipChannelId", { $0.setAirshipChannelID($1) }),
        ("$clevertapId", { $0.setCleverTapID($1) }),
        ("$kochavaDeviceId", { $0.setKochavaDeviceID($1) }),
        ("$mixpanelDistinctId", { $0.setMixpanelDistinctID($1) }),
        ("$firebaseAppInstanceId", { $0.setFirebaseAppInstanceID($1) }),
        ("$mediaSource", { $0.setMediaSource($1) }), ("$campaign", { $0.setCampaign($1) }),
        ("$adGroup", { $0.setAdGroup($1) }), ("$ad", { $0.setAd($1) }),
        ("$keyword", { $0.setKeyword($1) }), ("$creative", { $0.setCreative($1) }),
    ]

    @Test func `Each setter has its reserved name, and nil deletes`() throws {
        try phone().use {
            let attribution = Purchases.configure(withAPIKey: "key").attribution
            for setter in Self.setters {
                setter.set(attribution, "value of \(setter.name)")
                #expect(attribution.stored[setter.name] == "value of \(setter.name)")
            }
            #expect(attribution.stored.count == Self.setters.count)
            for setter in Self.setters { setter.set(attribution, nil) }
            #expect(attribution.stored.isEmpty)
        }
    }
}
