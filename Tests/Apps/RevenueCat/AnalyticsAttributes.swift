// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

/// Tells RevenueCat what other tools call the user.
enum AnalyticsAttributes {
    static func report(email: String?, name: String?, pushToken: Data?, appsFlyerID: String?) {
        let attribution = Purchases.shared.attribution
        attribution.setEmail(email)
        attribution.setDisplayName(name)
        attribution.setPushToken(pushToken)
        attribution.setAppsflyerID(appsFlyerID)
        attribution.setOnesignalUserID(nil)
        attribution.setAttributes(["onboarding": "short", "$mediaSource": "organic"])
        attribution.setCampaign("spring")
        attribution.collectDeviceIdentifiers()
        attribution.enableAdServicesAttributionTokenCollection()
    }

    static func syncOfferings() async -> String? {
        try? await Purchases.shared.syncAttributesAndOfferingsIfNeeded()?.current?.identifier
    }
}
