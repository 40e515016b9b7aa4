// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// The SDK's value types: names, raw values, and what the vocabulary says of them.
@Suite struct PurchaselyValueTests {
    static let entries = (try? Mappings.load())?.vocabularies["purchasely"]?.entries ?? []

    /// Name and raw value of every case of every enum.
    static let rawValues: [(type: String, found: [String: Int], expected: [String])] = [
        (
            "PLYPresentationAction", raw(PLYPresentationAction.self),
            [
                "close", "closeAll", "login", "navigate", "purchase", "restore",
                "openPresentation", "openPlacement", "promoCode", "webCheckout",
            ]
        ),
        ("PLYInterceptResult", raw(PLYInterceptResult.self), ["success", "failed", "notHandled"]),
        (
            "PLYSubscriptionStatus", raw(PLYSubscriptionStatus.self),
            [
                "autoRenewing", "onHold", "inGracePeriod", "autoRenewingCanceled", "deactivated",
                "revoked", "paused", "unpaid", "unknown",
            ]
        ),
        (
            "PLYSubscriptionSource", raw(PLYSubscriptionSource.self),
            ["appleAppStore", "googlePlayStore", "amazonAppstore", "huaweiAppGallery", "none"]
        ),
        (
            "PLYSubscriptionOfferType", raw(PLYSubscriptionOfferType.self),
            ["none", "freeTrial", "introOffer", "promoCode", "promotionalOffer"]
        ),
        (
            "PLYSubscriptionEnvironment", raw(PLYSubscriptionEnvironment.self),
            ["sandbox", "production", "unknown"]
        ),
        (
            "PLYPlanType", raw(PLYPlanType.self),
            [
                "consumable", "nonConsumable", "autoRenewingSubscription",
                "nonRenewingSubscription", "unknown",
            ]
        ),
        (
            "PLYPurchaseResult", raw(PLYPurchaseResult.self),
            ["cancelled", "purchased", "restored", "none"]
        ),
    ]

    private static func raw<Value: CaseIterable & RawRepresentable>(
        _ type: Value.Type
    ) -> [String: Int] where Value.RawValue == Int {
        Dictionary(uniqueKeysWithValues: type.allCases.map { ("\($0)", $0.rawValue) })
    }

    @Test(arguments: rawValues.indices)
    func `Each case has the raw value of its index in the SDK's order`(row: Int) {
        let (_, found, expected) = Self.rawValues[row]
        #expect(found == Dictionary(uniqueKeysWithValues: zip(expected, 0...)))
    }

    @Test func `The states of the vocabulary are the cases and numbers of the status`() {
        let coded = Self.entries.filter { $0.list == "states" && $0.code != nil }
        #expect(coded.count == 8)
        for entry in coded {
            let status = entry.code.flatMap { Int($0) }.flatMap(PLYSubscriptionStatus.init)
            #expect(status.map { "\($0)" } == entry.name, "\(entry.id)")
        }
    }

    @Test func `The stores of the vocabulary are the cases and numbers of the source`() {
        let coded = Self.entries.filter { $0.list == "stores" && $0.code != nil }
        #expect(coded.count == 3)
        for entry in coded {
            let source = entry.code.flatMap { Int($0) }.flatMap(PLYSubscriptionSource.init)
            #expect(source.map { "\($0)" } == entry.name, "\(entry.id)")
        }
    }

    @Test func `The kinds of the vocabulary are the cases of the plan's type`() {
        let names = Self.entries.filter { $0.list == "kinds" && $0.note == "Swift case" }
            .map(\.name)
        #expect(Set(names) == Set(PLYPlanType.allCases.dropLast().map { "\($0)" }))
    }

    @Test func `The events are those that the vocabulary has for the app`() {
        let names = Self.entries.filter {
            $0.list == "events" && $0.note?.hasPrefix("event in the app") == true
        }.map(\.name)
        let told: [PLYEvent] = [
            .userLoggedIn, .userLoggedOut, .subscriptionsTransferred, .inAppPurchased,
            .inAppRenewed,
        ]
        #expect(Set(names) == Set(told.map(\.name)))
    }

    @Test func `There are the 46 events of SDK 6, each with a number, a name and a type`() {
        #expect(PLYEvent.allCases.map(\.rawValue) == Array(0..<48))
        #expect(Set(PLYEvent.allCases.map(\.name)).count == 48)
        #expect(PLYEvent(rawValue: 8) == .inAppPurchased)
        #expect(PLYEvent.webCheckoutTimedOut.rawValue == 45)
        #expect(PLYEvent.productFetchError.name == "STORE_PRODUCT_FETCH_FAILED")
        #expect(PLYEvent.webCheckoutOpenedInWebBrowser.name == "WEB_CHECKOUT_OPENED_IN_WEB_BROWSER")
        #expect(NSString.fromPLYEvent(.inAppPurchased) == "IN_APP_PURCHASED")
        #expect(PLYEvent.userLoggedIn.type == .login)
        #expect(Set(PLYEvent.allCases.map(\.type)).count == PLYEventType.allCases.count - 1)
    }

    @Test func `The keys of properties are the cases in lower case with underscores`() {
        #expect(PLYEventProperty.allCases.count == 109)
        #expect(PLYEventProperty.displayedPresentation.name == "displayed_presentation")
        #expect(PLYEventProperty.eventCreatedAtMs.name == "event_created_at_ms")
        #expect(PLYEventProperty.eligibleToIntroOfferSK2.name == "eligible_to_intro_offer_sk2")
        #expect(Set(PLYEventProperty.allCases.map(\.name)).count == 109)
    }

    @Test func `The running mode has the raw values of SDK 6, and the names of SDK 5 too`() {
        #expect(PLYRunningMode.observer.rawValue == 2)
        #expect(PLYRunningMode.full.rawValue == 3)
        #expect(PLYRunningMode.allCases.count == 2)
        #expect(PLYRunningMode.paywallObserver == .observer)
        #expect(PLYRunningMode.transactionOnly == .full)
        #expect(PLYRunningMode(rawValue: 1) == nil)
    }

    @Test func `The refusals of the vocabulary that name an error of the SDK name a case`() {
        let names = Self.entries.filter {
            $0.list == "refusals" && $0.source == "sdk, PLYError"
        }.map(\.name)
        #expect(names.count == 3)
        for name in names {
            #expect(PLYError.plainCases.contains { $0.caseName == name }, "\(name)")
        }
        #expect("\(PLYSubscriptionError.couldntFindProduct)" == "couldntFindProduct")
        #expect(Self.entries.contains { $0.name == "couldntFindProduct" })
    }

    @Test func `There are 39 errors, each with a sentence for people`() {
        let reason = NSError(domain: "d", code: 7)
        let carrying: [PLYError] = [
            .application(message: "no", code: "3"), .network(statusCode: 500, error: reason),
            .restorationFailedWithErrors([reason]), .restorationPartial(["a"], [reason]),
            .tooManyRequests("wait"), .unverifiedTransaction("1"),
        ]
        let all = PLYError.plainCases + carrying
        #expect(all.count == 39)
        #expect(Set(all.map(\.caseName)).count == 39)
        for error in all {
            #expect(error.errorDescription?.isEmpty == false)
            #expect(error.localizedDescription == error.errorDescription)
        }
        #expect(PLYError.tooManyRequests("wait").localizedDescription.contains("wait"))
        #expect(carrying[0].localizedDescription.contains("no"))
        #expect(carrying[1].localizedDescription.contains("500"))
    }

    @Test func `A catalogue's product becomes a plan of the kind that it is`() {
        for (kind, type) in [
            (ProductKind.subscription, PLYPlanType.autoRenewingSubscription),
            (.nonRenewing, .nonRenewingSubscription), (.nonConsumable, .nonConsumable),
            (.consumable, .consumable),
        ] {
            let plan = PLYPlan(.init("x", kind, title: "An X"))
            #expect(plan.type == type)
            #expect(plan.vendorId == "x")
            #expect(plan.appleProductId == "x")
            #expect(plan.name == "An X")
        }
    }
}
