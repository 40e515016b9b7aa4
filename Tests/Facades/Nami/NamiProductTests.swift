// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// SKUs, configurations and languages that the app itself makes or reads.
@Suite struct NamiProductTests {
    @Test(
        arguments: [
            ("subscription", NamiSKUType.subscription), ("one_time_purchase", .one_time_purchase),
            ("unknown", .unknown), ("", .unknown), ("Subscription", .unknown),
        ])
    func `A type of SKU is read by its name`(name: String, type: NamiSKUType) {
        #expect(NamiSKUType(value: name) == type)
    }

    @Test func `The app can make a SKU`() {
        let plain = NamiSKU(namiId: "1", storeId: "monthly", skuType: .subscription)
        #expect(plain.id == "1" && plain.skuId == "monthly" && plain.type == .subscription)
        #expect(plain.associatedEntitlements.isEmpty && plain.product == nil)
        let offered = NamiSKU(
            namiId: "1", storeId: "monthly", skuType: .subscription, name: "Monthly",
            promoId: "half", computedSignature: nil)
        #expect(offered.promoId == "half" && offered.name == "Monthly" && offered != plain)
        let bound = NamiSKU(
            namiId: "1", storeId: "monthly", skuType: .subscription, product: "StoreKit's")
        #expect(bound.product as? String == "StoreKit's" && bound == plain)
    }

    @Test(
        arguments: [
            (["id": "1", "skuId": "a", "type": "subscription"], "1 a subscription"),
            (["id": "1", "skuId": "a"], "1 a unknown"), (["id": "1"], nil), ([:], nil),
        ] as [([String: String], String?)])
    func `A SKU is read from a dictionary, if it has its IDs`(
        dictionary: [String: String], expected: String?
    ) {
        let sku = NamiSKU.fromDictionary(dictionary)
        #expect(sku.map { "\($0.id) \($0.skuId) \($0.type.description)" } == expected)
    }

    @Test(
        arguments: [
            ("en_US", "en"), ("en-GB", "en-gb"), ("pt_BR", "pt-br"), ("pt_PT", "pt"),
            ("zh-Hant_TW", "zh-hant"), ("zh_TW", "zh-hant"), ("zh_CN", "zh-hans"), ("is", "is"),
            ("no", "nb"), ("tlh", "en"),
        ])
    func `A locale has the nearest language code`(locale: String, code: String) {
        let locale = Locale(identifier: locale)
        #expect(NamiLanguageCodes.namiLanguageCode(fromLocale: locale) == code)
        #expect(NamiLanguageCodes.allAvailableNamiLanguageCodes.contains(code))
        #expect(NamiLanguageCodes.allAvailableNamiLanguageCodes.count == 96)
    }

    @Test func `A configuration comes through JSON`() throws {
        let configuration = NamiConfiguration.configuration(forAppPlatformId: "app")
        configuration.namiLanguageCode = NamiLanguageCodes.pt_br
        configuration.namiCommands = ["useStagingAPI"]
        let data = try JSONEncoder().encode(configuration)
        let again = try JSONDecoder().decode(NamiConfiguration.self, from: data)
        #expect(again == configuration && again.hash == configuration.hash)
        configuration.customHostname = "example.com"
        #expect(again != configuration)
    }

    @Test func `What does nothing can be called`() throws {
        try NamiTrial.phone().use {
            Nami.setLogLevel(.debug)
            NamiMLManager.coreAction(label: "play")
            NamiMLManager.enterCoreContent(labels: ["news"])
            NamiMLManager.exitCoreContent(label: "news")
            NamiPaywallManager.setProductDetails(productDetails: "{}")
            NamiPaywallManager.setAppSuppliedVideoDetails(url: "https://example.com", name: nil)
            NamiFlowManager.registerEventHandler { _ in }
            NamiFlowManager.pause()
            NamiFlowManager.finish()
            #expect(!Nami.namiWindowEnabled() && !Nami.sdkConfigured())
            #expect(NamiCustomerManager.deviceSplitPosition() == nil)
        }
    }
}
