// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// Names and numbers of the SDK's types, and what of them stands among the mappings.
@Suite struct NamiValueTests {
    static let vocabulary = Result { try Mappings.load().vocabularies["nami"] }

    /// What the vocabulary says of a name.
    private func entries(_ name: String) throws -> [Vocabulary.Entry] {
        let vocabulary = try #require(try Self.vocabulary.get())
        return vocabulary.entries.filter { $0.name == name }
    }

    @Test(
        arguments: zip(
            AccountStateAction.allCases,
            [
                "login", "logout", "advertising_id_set", "advertising_id_cleared", "vendor_id_set",
                "vendor_id_cleared", "customer_data_platform_id_set",
                "customer_data_platform_id_cleared", "anonymous_mode_on", "anonymous_mode_off",
                "nami_device_id_set", "nami_device_id_cleared",
            ].enumerated()))
    func `The account's actions have their names and numbers`(
        action: AccountStateAction, expected: (offset: Int, element: String)
    ) {
        #expect("\(action)" == expected.element)
        #expect(action.rawValue == expected.offset)
        #expect(AccountStateAction.allCases.count == 12)
    }

    @Test(
        arguments: zip(
            NamiPurchaseState.allCases,
            [
                "pending", "purchased", "consumed", "resubscribed", "unsubscribed", "deferred",
                "failed", "cancelled", "unknown",
            ].enumerated()))
    func `The states of a purchase have their names and numbers`(
        state: NamiPurchaseState, expected: (offset: Int, element: String)
    ) {
        #expect("\(state)" == expected.element)
        #expect(state.rawValue == expected.offset)
        #expect(NamiPurchaseState.allCases.count == 9)
    }

    @Test(
        arguments: zip(
            LaunchCampaignError.allCases,
            [
                "DEFAULT_CAMPAIGN_NOT_FOUND", "LABELED_CAMPAIGN_NOT_FOUND",
                "CAMPAIGN_DATA_NOT_FOUND", "PAYWALL_ALREADY_DISPLAYED", "SDK_NOT_INITIALIZED",
                "PAYWALL_COULD_NOT_DISPLAY", "URL_CAMPAIGN_NOT_FOUND", "PRODUCT_DATA_NOT_FOUND",
                "PRODUCT_GROUPS_NOT_FOUND",
            ].enumerated()))
    func `The errors of campaigns have their names and numbers`(
        error: LaunchCampaignError, expected: (offset: Int, element: String)
    ) {
        #expect("\(error)" == expected.element)
        #expect(error.rawValue == expected.offset)
        #expect(LaunchCampaignError.allCases.count == 9)
    }

    @Test func `The short enumerations have their names and numbers`() {
        #expect(
            NamiConfigureState.allCases.map { "\($0) \($0.rawValue)" } == [
                "initial_success 0", "reconfig_success 1", "already_configured 2",
                "not_configured 3",
            ])
        #expect(
            NamiSKUType.allCases.map { "\($0) \($0.rawValue)" } == [
                "unknown 0", "one_time_purchase 1", "subscription 2",
            ])
        #expect(
            NamiRestorePurchasesState.allCases.map { "\($0)" } == ["started", "finished", "error"])
        #expect(NamiTagPolicy.allCases.map { "\($0) \($0.rawValue)" } == ["local 0", "device 1"])
        #expect(
            NamiLogLevel.allCases.map { "\($0) \($0.rawValue)" } == [
                "error 0", "warn 1", "info 2", "debug 3",
            ])
        #expect(
            NamiPurchaseSource.allCases.map { "\($0) \($0.rawValue)" } == [
                "campaign 0", "marketplace 1", "unknown 2",
            ])
        #expect(
            NamiCampaignType.allCases.map(\.rawValue) == ["default", "label", "url", "unknown"])
        #expect(NamiCampaignConversionEventType.allCases.map(\.rawValue) == ["deeplink", "in_app"])
        #expect(
            PaywallType.allCases.map(\.rawValue) == [
                "component", "paywall_creator", "paywall_linked",
            ])
        #expect(
            NamiProductPaymentType.allCases.map(\.rawValue) == [
                "pay_as_you_go", "pay_up_front", "free_trial",
            ])
        #expect(NamiPaywallAction.allCases.count == 36)
        #expect(NamiPaywallAction.allCases.allSatisfy { $0.rawValue == "\($0)" })
        #expect(NamiPurchaseState.resubscribed.readableString() == "resubscribed")
        #expect(NamiRestorePurchasesState.finished.readableString() == "finished")
    }

    @Test(
        arguments: [
            ("\(AccountStateAction.login)", AccountStateAction.login.rawValue, "logged-in"),
            ("\(AccountStateAction.logout)", AccountStateAction.logout.rawValue, "logged-out"),
            ("\(NamiPurchaseState.purchased)", NamiPurchaseState.purchased.rawValue, "purchased"),
            ("\(NamiSKUType.subscription)", NamiSKUType.subscription.rawValue, "subscription"),
            (
                "\(NamiSKUType.one_time_purchase)", NamiSKUType.one_time_purchase.rawValue,
                "consumable"
            ),
            (
                "\(NamiSKUType.one_time_purchase)", NamiSKUType.one_time_purchase.rawValue,
                "non-consumable"
            ),
        ])
    func `Numbers that stand among the mappings are the same there`(
        name: String, number: Int, word: String
    ) throws {
        let found = try entries(name).filter { $0.word == word }
        #expect(found.map(\.code) == [String(number)])
    }

    @Test(
        arguments: [
            "inGracePeriod", "inTrialPeriod", "inIntroOfferPeriod", "isCancelled", "inPause",
            "inAccountHold", "formerSubscriber",
        ])
    func `The journey's properties are spelt as among the mappings`(name: String) throws {
        let state = CustomerJourneyState(
            formerSubscriber: true, inGracePeriod: true, inTrialPeriod: true,
            inIntroOfferPeriod: true, isCancelled: true, inPause: true, inAccountHold: true)
        #expect(Mirror(reflecting: state).children.contains { $0.label == name })
        #expect(try !entries(name).isEmpty)
    }

    @Test(
        arguments: [
            "in_grace_period", "in_trial_period", "in_intro_offer_period", "is_cancelled",
            "in_pause", "in_account_hold", "former_subscriber",
        ])
    func `As JSON the journey is as in the platform's events`(name: String) throws {
        #expect(try !entries(name).isEmpty)
        let names = [
            "in_grace_period", "in_trial_period", "in_intro_offer_period", "is_cancelled",
            "in_pause", "in_account_hold", "former_subscriber",
        ]
        let one = Dictionary(uniqueKeysWithValues: names.map { ($0, $0 == name) })
        let data = try JSONEncoder().encode(one)
        let state = try JSONDecoder().decode(CustomerJourneyState.self, from: data)
        let again = try JSONDecoder().decode(
            [String: Bool].self, from: try JSONEncoder().encode(state))
        #expect(again == one)
        #expect(state == (try JSONDecoder().decode(CustomerJourneyState.self, from: data)))
    }

    @Test func `The version is that of the interface which the mappings cite`() throws {
        let vocabulary = try #require(try Self.vocabulary.get())
        #expect(
            vocabulary.entries.contains {
                $0.address.contains("nami-apple (\(Nami.sdkVersion()),")
            })
    }

    @Test func `The SDK's own calls are spelt as among the mappings`() throws {
        let names = ["login(withId:loginCompleteHandler:)", "logout(logoutCompleteHandler:)"]
        for name in names + ["active()", "refresh()", "restorePurchases(statehandler:)", "reset()"]
        {
            #expect(try !entries(name).isEmpty, "\(name)")
        }
    }

    @Test func `Entitlements, SKUs and purchases come through JSON`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            await NamiSimulatedPaywall.buy("skin")
            let entitlement = try #require(NamiEntitlementManager.active().first)
            let data = try JSONEncoder().encode(entitlement)
            let again = try JSONDecoder().decode(NamiEntitlement.self, from: data)
            #expect(again == entitlement && again.hash == entitlement.hash)
            #expect(again.relatedSkus.first?.associatedEntitlements.count == 2)
            #expect(again.activePurchases.first?.entitlementsGranted.count == 2)
        }
    }
}
