// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// What published apps touch beside log-ins and purchases.
@Suite struct RevenueCatSurroundingsTests {
    private let phone: Installation

    init() throws { phone = try RevenueCatShop.phone() }

    // MARK: Errors

    @Test func `The error of a handler is an error code by a cast, on every platform`()
        async throws
    {
        phone.connection.goOffline()
        let error: PublicError? = await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            return await withCheckedContinuation { done in
                purchases.getOfferings { done.resume(returning: $1) }
            }
        }
        let given = try #require(error)
        #expect(given as? ErrorCode == .offlineConnectionError)
        #expect(given as any Error as? ErrorCode == .offlineConnectionError)
        #expect(given as Any as? ErrorCode == .offlineConnectionError)
        #expect(given.asErrorCode == .offlineConnectionError)
        #expect(given.domain == "RevenueCat.ErrorCode" && given.code == 35)
        #expect(given.userInfo["rc_code_name"] as? String == "OFFLINE_CONNECTION_ERROR")
        do {
            throw given
        } catch let code as ErrorCode {
            #expect(code == .offlineConnectionError)
        }
        do {
            throw given
        } catch ErrorCode.offlineConnectionError {
            #expect((given as any Error as NSError).code == 35)
        }
    }

    @Test(
        arguments: [
            NSError(domain: "RevenueCat.ErrorCode", code: 27),
            NSError(domain: "RevenueCat.ErrorCode", code: -1),
            NSError(domain: NSCocoaErrorDomain, code: 1),
        ])
    func `Another error is none of RevenueCat's`(error: NSError) {
        #expect(error as? ErrorCode == nil)
        #expect(error as any Error as? ErrorCode == nil)
        #expect(error.asErrorCode == nil)
    }

    // MARK: The device

    @Test func `The first download is the customer's original purchase of the app`() async throws {
        let date = Date(timeIntervalSince1970: 1_600_000_000)
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            #expect(try await purchases.customerInfo().originalPurchaseDate == nil)
            phone.store.firstDownload = AppDownload(date, version: "42")
            let info = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(info.originalPurchaseDate == date)
            #expect(info.originalApplicationVersion == "42")
        }
    }

    @Test func `The storefront is the store account's`() async {
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            #expect(purchases.storeFrontCountryCode == "USA")
            phone.store.storefront = "DEU"
            #expect(await purchases.getStorefront()?.countryCode == "DEU")
            #expect(Storefront.currentStorefront == Storefront.currentStorefront)
            let told = await withCheckedContinuation { done in
                purchases.getStorefront { done.resume(returning: $0?.countryCode) }
            }
            #expect(told == "DEU")
        }
    }

    // MARK: Refunds

    @Test func `The store takes a request for what was bought, and returns nothing by itself`()
        async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            await #expect(throws: ErrorCode.beginRefundRequestError) {
                try await purchases.beginRefundRequest(forProduct: "pro_monthly")
            }
            await #expect(throws: ErrorCode.beginRefundRequestError) {
                try await purchases.beginRefundRequestForActiveEntitlement()
            }
            let monthly = try #require(try await purchases.offerings().current?.monthly)
            _ = try await purchases.purchase(package: monthly)
            #expect(try await purchases.beginRefundRequest(forProduct: "pro_monthly") == .success)
            #expect(try await purchases.beginRefundRequest(forEntitlement: "pro") == .success)
            #expect(try await purchases.beginRefundRequestForActiveEntitlement() == .success)
            #expect(try await purchases.customerInfo().entitlements["pro"]?.isActive == true)
            let refused = await withCheckedContinuation { done in
                purchases.beginRefundRequest(forEntitlement: "plus") { done.resume(returning: $0) }
            }
            #expect(refused == .failure(ErrorCode.beginRefundRequestError as NSError))
        }
    }

    // MARK: Attribution

    @Test func `AppsFlyer's data becomes the attributes of a campaign`() {
        phone.use {
            let attribution = Purchases.configure(withAPIKey: "key").attribution
            attribution.setAppsFlyerConversionData(nil)
            #expect(attribution.stored.isEmpty)
            attribution.setAppsFlyerConversionData([
                "af_status": "Organic", "campaign": "spring", "adset": "one", "install": 1,
            ])
            #expect(
                attribution.stored
                    == ["$mediaSource": "Organic", "$campaign": "spring", "$adGroup": "one"])
            attribution.setAppsFlyerConversionData(["media_source": "Web", "af_keywords": "pro"])
            #expect(attribution.stored["$mediaSource"] == "Web")
            #expect(attribution.stored["$campaign"] == "spring", "what is not said stays")
        }
    }

    @Test func `Appstack's data is kept, and the offerings are asked for`() async throws {
        try await phone.use {
            let attribution = Purchases.configure(withAPIKey: "key").attribution
            let offerings = try await attribution.setAppstackAttributionParams([
                "appstack_id": "a-1", "rank": 2, "list": [1],
            ])
            #expect(offerings?.current?.identifier == "main")
            #expect(attribution.stored == ["$appstackId": "a-1", "rank": "2"])
        }
    }

    @Test func `Each network's setter has its attribute`() {
        phone.use {
            let attribution = Purchases.configure(withAPIKey: "key").attribution
            attribution.setAirbridgeDeviceID("1")
            attribution.setSolarEngineDistinctId("2")
            attribution.setSolarEngineAccountId("3")
            attribution.setSolarEngineVisitorId("4")
            attribution.setTenjinAnalyticsInstallationID("5")
            attribution.setPostHogUserID("6")
            attribution.setAmplitudeUserID("7")
            attribution.setAmplitudeDeviceID("8")
            attribution.collectDeviceIdentifiers()
            attribution.enableAdServicesAttributionTokenCollection()
            #expect(
                attribution.stored == [
                    "$airbridgeDeviceId": "1", "$solarEngineDistinctId": "2",
                    "$solarEngineAccountId": "3", "$solarEngineVisitorId": "4", "$tenjinId": "5",
                    "$posthogUserId": "6", "$amplitudeUserId": "7", "$amplitudeDeviceId": "8",
                ])
            attribution.setPostHogUserID(nil)
            #expect(attribution.stored["$posthogUserId"] == nil)
        }
    }

    // MARK: The rest

    @Test func `Purchases of an app that completes them itself are recorded`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            func record(_ product: String) async -> (String?, ErrorCode?) {
                await withCheckedContinuation { done in
                    purchases.recordPurchase(productID: product) {
                        done.resume(returning: ($0?.productIdentifier, $1?.asErrorCode))
                    }
                }
            }
            phone.store.own("pro_monthly")
            #expect(await record("pro_monthly") == (nil, .configurationError))
            purchases.purchasesAreCompletedBy = .myApp
            #expect(await record("pro_monthly") == ("pro_monthly", nil))
            #expect(await record("coins") == (nil, .productNotAvailableForPurchaseError))
            let info = try await purchases.customerInfo()
            #expect(info.entitlements["pro"]?.isActive == true)
        }
    }

    @Test func `There are no virtual currencies, and that stays in memory`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            #expect(purchases.cachedVirtualCurrencies == nil)
            let currencies = try await purchases.virtualCurrencies()
            #expect(currencies.all.isEmpty)
            #expect(purchases.cachedVirtualCurrencies != nil)
            purchases.invalidateVirtualCurrenciesCache()
            #expect(purchases.cachedVirtualCurrencies == nil)
        }
    }

    @Test func `What is shown by the store or the SDK calls back and changes nothing`() async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let before = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            purchases.presentCodeRedemptionSheet()
            purchases.showPriceConsentIfNeeded()
            purchases.overridePreferredUILocale("de")
            purchases.trackCustomPaywallImpression()
            await purchases.showStoreMessages()
            try await purchases.showManageSubscriptions()
            await withCheckedContinuation { done in
                purchases.showStoreMessages { done.resume() }
            }
            let error = await withCheckedContinuation { done in
                purchases.showManageSubscriptions { done.resume(returning: $0) }
            }
            #expect(error == nil)
            #expect(try await purchases.customerInfo(fetchPolicy: .fetchCurrent) == before)
        }
    }

    @Test func `Values made by hand have the SDK's defaults`() {
        let entitlement = EntitlementInfo(
            identifier: "pro", isActive: true, willRenew: true, periodType: .normal,
            store: .appStore, productIdentifier: "pro_monthly", productPlanIdentifier: "plan",
            isSandbox: false, billingIssueDetectedAt: .distantPast, ownershipType: .purchased,
            verification: .verified)
        #expect(entitlement.productPlanIdentifier == "plan")
        #expect(entitlement.billingIssueDetectedAt == .distantPast)
        #expect(entitlement.verification == .verified)
        #expect(EntitlementInfos().all.isEmpty)
        let info = CustomerInfo(
            entitlements: EntitlementInfos(entitlements: ["pro": entitlement]),
            requestDate: Date(), firstSeen: Date(), originalAppUserId: "ann")
        #expect(info.entitlements["pro"] == entitlement)
        #expect(info.allPurchasedProductIdentifiers.isEmpty)
        #expect(DangerousSettings() == DangerousSettings(autoSyncPurchases: true))
        #expect(!DangerousSettings().customEntitlementComputation)
        #expect(
            ProductPaidPrice(currency: "USD", amount: 9.5, locale: Locale(identifier: "en_US"))
                .formatted == "$9.50")
        #expect(
            Purchases.PlatformInfo(flavor: "own", version: "1")
                == Purchases.PlatformInfo(flavor: "own", version: "1"))
    }

    @Test func `Every option of the builder is taken`() {
        let configuration = Configuration.builder(withAPIKey: "key")
            .with(platformInfo: Purchases.PlatformInfo(flavor: "own", version: "1"))
            .with(diagnosticsEnabled: true)
            .with(automaticDeviceIdentifierCollectionEnabled: false)
            .with(preferredUILocaleOverride: "de")
            .build()
        #expect(configuration != Configuration.builder(withAPIKey: "key").build())
    }
}
