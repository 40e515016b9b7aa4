// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// Names and raw values, and those of the vocabulary beside them.
///
/// Source: https://github.com/qonversion/qonversion-ios-sdk (6.13.1, 2026-07-21), read 2026-11-21.
@Suite struct QonversionValueTests {
    @Test func `Error codes have the SDK's numbers, with its gaps`() {
        let numbers = Qonversion.ErrorCode.allCases.map(\.rawValue)
        #expect(numbers == Array(0...36).filter { ![6, 13, 15, 16, 24].contains($0) })
        let named: [(Qonversion.ErrorCode, Int)] = [
            (.unknown, 0), (.purchaseCanceled, 1), (.productNotFound, 2), (.clientInvalid, 3),
            (.paymentInvalid, 4), (.paymentNotAllowed, 5), (.storeProductNotAvailable, 7),
            (.cloudServicePermissionDenied, 8), (.cloudServiceNetworkConnectionFailed, 9),
            (.cloudServiceRevoked, 10), (.privacyAcknowledgementRequired, 11),
            (.unauthorizedRequestData, 12), (.networkConnectionFailed, 14), (.internalError, 17),
            (.purchasePending, 18), (.remoteConfigurationNotAvailable, 19),
            (.failedToReceiveData, 20), (.responseParsingFailed, 21), (.incorrectRequest, 22),
            (.backendError, 23), (.invalidCredentials, 25), (.invalidClientUID, 26),
            (.unknownClientPlatform, 27), (.fraudPurchase, 28), (.featureNotSupported, 29),
            (.appleStoreError, 30), (.purchaseInvalid, 31), (.projectConfigError, 32),
            (.invalidStoreCredentials, 33), (.receiptValidationError, 34),
            (.apiRateLimitExceeded, 35), (.offeringsNotAvailable, 36),
        ]
        #expect(named.map(\.0) == Qonversion.ErrorCode.allCases)
        #expect(named.map(\.1) == numbers)
    }

    @Test func `An error is read as NSError and as its code`() {
        let error: any Error = NSError(domain: "com.qonversion.io", code: 14)
        #expect(Qonversion.ErrorCode.errorDomain == "com.qonversion.io")
        #expect(error as? Qonversion.ErrorCode == .networkConnectionFailed)
        do { throw error } catch Qonversion.ErrorCode.networkConnectionFailed {
        } catch { Issue.record("the code did not match") }
        let gap: any Error = NSError(domain: "com.qonversion.io", code: 13)
        #expect(gap as? Qonversion.ErrorCode == nil)
        let other: any Error = NSError(domain: "elsewhere", code: 14)
        #expect(other as? Qonversion.ErrorCode == nil)
        let own: any Error = Qonversion.ErrorCode.backendError
        #expect((own as NSError).domain == "com.qonversion.io")
        #expect((own as NSError).code == 23)
    }

    @Test func `States, sources and grants have the SDK's numbers`() {
        #expect(
            Qonversion.EntitlementRenewState.allCases.map { "\($0) \($0.rawValue)" } == [
                "nonRenewable -1", "unknown 0", "willRenew 1", "cancelled 2", "billingIssue 3",
            ])
        #expect(
            Qonversion.EntitlementSource.allCases.map { "\($0) \($0.rawValue)" } == [
                "unknown -1", "appStore 1", "playStore 2", "stripe 3", "manual 4",
            ])
        #expect(
            Qonversion.EntitlementGrantType.allCases.map { "\($0) \($0.rawValue)" } == [
                "purchase 0", "familySharing 1", "offerCode 2", "manual 3",
            ])
        #expect(
            Qonversion.ProductType.allCases.map { "\($0) \($0.rawValue)" } == [
                "unknown -1", "trial 0", "directSubscription 1", "oneTime 2",
            ])
    }

    @Test func `Transactions and results have the SDK's numbers`() {
        #expect(
            Qonversion.TransactionType.allCases.map { "\($0) \($0.rawValue)" } == [
                "unknown 0", "subscriptionStarted 1", "subscriptionRenewed 2", "trialStarted 3",
                "introStarted 4", "introRenewed 5", "nonConsumablePurchase 6",
            ])
        #expect(
            Qonversion.TransactionEnvironment.allCases.map { "\($0) \($0.rawValue)" } == [
                "sandbox 0", "production 1",
            ])
        #expect(
            Qonversion.TransactionOwnershipType.allCases.map { "\($0) \($0.rawValue)" } == [
                "owner 0", "familySharing 1",
            ])
        #expect(
            Qonversion.PurchaseResultStatus.allCases.map { "\($0) \($0.rawValue)" } == [
                "success 0", "userCanceled 1", "pending 2", "error 3",
            ])
        #expect(
            Qonversion.PurchaseResultSource.allCases.map { "\($0) \($0.rawValue)" } == [
                "api 0", "local 1",
            ])
    }

    @Test func `The configuration's enumerations have the SDK's numbers`() {
        #expect(
            Qonversion.LaunchMode.allCases.map { "\($0) \($0.rawValue)" } == [
                "analytics 1", "subscriptionManagement 2",
            ])
        #expect(
            Qonversion.Environment.allCases.map { "\($0) \($0.rawValue)" } == [
                "production 1", "sandbox 2",
            ])
        #expect(
            Qonversion.EntitlementsCacheLifetime.allCases.map { "\($0) \($0.rawValue)" } == [
                "week 1", "twoWeeks 2", "month 3", "twoMonths 4", "threeMonths 5", "sixMonths 6",
                "year 7", "unlimited 8",
            ])
    }

    @Test func `Property keys have the SDK's numbers`() {
        #expect(
            Qonversion.UserPropertyKey.allCases.map { "\($0)" } == [
                "email", "name", "appsFlyerUserID", "adjustAdID", "kochavaDeviceID",
                "advertisingID", "userID", "firebaseAppInstanceId", "facebookAttribution",
                "appSetId", "pushWooshUserId", "pushWooshHwId", "appMetricaDeviceId",
                "appMetricaUserProfileId", "tenjinAnalyticsInstallationId", "custom",
            ])
        #expect(Qonversion.UserPropertyKey.allCases.map(\.rawValue) == Array(0...15))
    }

    @Test func `What is sold and offered has the SDK's numbers`() {
        func names<Value: CaseIterable & RawRepresentable<Int>>(_ type: Value.Type) -> [String] {
            type.allCases.map { "\($0) \($0.rawValue)" }
        }
        #expect(
            names(Qonversion.ProductDuration.self) == [
                "durationUnknown -1", "durationWeekly 0", "durationMonthly 1",
                "duration3Months 2", "duration6Months 3", "durationAnnual 4", "durationLifetime 5",
            ])
        #expect(
            names(Qonversion.TrialDuration.self) == [
                "notAvailable -1", "unknown 0", "threeDays 1", "week 2", "twoWeeks 3", "month 4",
                "twoMonths 5", "threeMonths 6", "sixMonths 7", "year 8", "other 9",
            ])
        #expect(names(Qonversion.OfferingTag.self) == ["unknown -1", "none 0", "main 1"])
        #expect(
            names(Qonversion.IntroEligibilityStatus.self) == [
                "unknown 0", "nonIntroOrTrialProduct 1", "ineligible 2", "eligible 3",
            ])
        #expect(
            names(Qonversion.SubscriptionPeriodUnit.self) == [
                "day 0", "week 1", "month 2", "year 3",
            ])
        #expect(
            names(Qonversion.ExperimentGroupType.self) == [
                "unknown -1", "control 0", "treatment 1",
            ])
        #expect(
            names(Qonversion.RemoteConfigurationSourceType.self) == [
                "unknown -1", "experimentControlGroup 0", "experimentTreatmentGroup 1",
                "remoteConfiguration 2",
            ])
        #expect(
            names(Qonversion.RemoteConfigurationAssignmentType.self) == [
                "unknown -1", "auto 0", "manual 1",
            ])
        #expect(
            names(Qonversion.AttributionProvider.self) == [
                "appsFlyer 0", "branch 1", "adjust 2", "appleSearchAds 3", "appleAdServices 4",
            ])
    }

    @Test func `What the vocabulary gives a number has it here`() throws {
        let entries = Line(try QonversionTrial.phone(), facade: "qonversion").vocabulary.entries
        var known: [String: String] = [:]
        for value in Qonversion.ErrorCode.allCases { known["\(value)"] = "\(value.rawValue)" }
        for value in Qonversion.EntitlementRenewState.allCases where value != .unknown {
            known["\(value)"] = "\(value.rawValue)"
        }
        for value in Qonversion.EntitlementSource.allCases where value != .unknown {
            known["\(value)"] = "\(value.rawValue)"
        }
        for value in Qonversion.TransactionType.allCases where value != .unknown {
            known["\(value)"] = "\(value.rawValue)"
        }
        for value in Qonversion.ProductType.allCases where value != .unknown {
            known["\(value)"] = "\(value.rawValue)"
        }
        var compared = 0
        for entry in entries where entry.source.hasPrefix("sdk,") {
            guard let code = entry.code else { continue }
            compared += 1
            #expect(known[entry.name] == code, "\(entry.id)")
        }
        #expect(compared >= 20)
    }

    @Test func `A configuration has the SDK's defaults and is copied`() throws {
        let made = Qonversion.Configuration(projectKey: "key", launchMode: .analytics)
        #expect(made.projectKey == "key")
        #expect(made.launchMode == .analytics)
        #expect(made.environment == .production)
        #expect(made.entitlementsCacheLifetime == .month)
        #expect(made.baseURL == "https://api2.qonversion.io/")
        #expect(made.version == "6.13.1")
        made.setEnvironment(.sandbox)
        made.setEntitlementsCacheLifetime(.year)
        made.setCustomUserDefaultsSuitename("suite")
        made.setCustomUserDefaults(.standard)
        let copy = try #require(made.copy() as? Qonversion.Configuration)
        made.setEnvironment(.production)
        #expect(copy.environment == .sandbox)
        #expect(copy.entitlementsCacheLifetime == .year)
        #expect(copy.userDefaultsSuiteName == "suite")
        #expect(copy.customUserDefaults === UserDefaults.standard)
    }

    @Test(arguments: [
        ("proxy.example", "https://proxy.example/"),
        ("https://proxy.example/", "https://proxy.example/"),
        ("http://proxy.example/a", "http://proxy.example/a/"),
        ("", "https://"),
    ])
    func `A proxy gets scheme and slash where they lack`(given: String, expected: String) {
        let configuration = QonversionTrial.configuration
        configuration.setProxyURL(given)
        #expect(configuration.baseURL == expected)
    }
}
