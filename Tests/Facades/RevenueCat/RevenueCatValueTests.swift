// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// Names and raw values, as documented.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT), read 2026-11-21.
@Suite struct RevenueCatValueTests {
    private func rows<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> [String]
    where Value.RawValue == Int {
        type.allCases.map { "\(caseName(of: $0)) \($0.rawValue)" }
    }

    /// The name of an enumeration's case.
    private func caseName(of value: some Any) -> String {
        String("\(String(reflecting: value))".split(separator: ".").last ?? "")
    }

    @Test func `Stores have the documented numbers`() {
        #expect(
            rows(RevenueCatFacade.Store.self) == [
                "appStore 0", "macAppStore 1", "playStore 2", "stripe 3", "promotional 4",
                "unknownStore 5", "amazon 6", "rcBilling 7", "external 8", "paddle 9",
                "testStore 10", "galaxy 11",
            ])
    }

    @Test func `Periods, owners and verifications have the documented numbers`() {
        #expect(rows(PeriodType.self) == ["normal 0", "intro 1", "trial 2", "prepaid 3"])
        #expect(
            rows(PurchaseOwnershipType.self) == ["purchased 0", "familyShared 1", "unknown 2"])
        #expect(
            rows(VerificationResult.self) == [
                "notRequested 0", "verified 1", "failed 2", "verifiedOnDevice 3",
            ])
        #expect(
            VerificationResult.allCases.filter(\.isVerified) == [.verified, .verifiedOnDevice])
    }

    @Test func `Fetch policies and log levels have the documented numbers`() {
        #expect(
            rows(CacheFetchPolicy.self) == [
                "fromCacheOnly 0", "fetchCurrent 1", "notStaleCachedOrFetched 2",
                "cachedOrFetched 3",
            ])
        #expect(CacheFetchPolicy.default == .cachedOrFetched)
        #expect(
            LogLevel.allCases.map { "\($0) \($0.rawValue)" }
                == ["VERBOSE 4", "DEBUG 0", "INFO 1", "WARN 2", "ERROR 3"])
        #expect(LogLevel.allCases.sorted() == [.verbose, .debug, .info, .warn, .error])
    }

    @Test func `Configuration values have the documented numbers`() {
        #expect(PurchasesAreCompletedBy.revenueCat.rawValue == 0)
        #expect(PurchasesAreCompletedBy.myApp.rawValue == 1)
        #expect(StoreKitVersion.storeKit1.rawValue == 1)
        #expect(StoreKitVersion.storeKit2.rawValue == 2)
        #expect(StoreKitVersion.default == .storeKit2)
        #expect(Configuration.EntitlementVerificationMode.disabled.rawValue == 0)
        #expect(Configuration.EntitlementVerificationMode.informational.rawValue == 1)
        #expect(SubscriptionPeriod.Unit.day.rawValue == 0)
        #expect(SubscriptionPeriod.Unit.week.rawValue == 1)
        #expect(SubscriptionPeriod.Unit.month.rawValue == 2)
        #expect(SubscriptionPeriod.Unit.year.rawValue == 3)
    }

    @Test func `The numbers are those of the vocabulary`() throws {
        let vocabulary = try #require(
            try SharedWorld.packageMappings.get().vocabularies["revenuecat"])
        let cases = vocabulary.entries.filter {
            $0.note?.contains("Swift case") == true && $0.code != nil
        }
        var found = 0
        for entry in cases {
            let number = entry.code.flatMap { Int($0) }
            let name: String?
            switch entry.list {
            case "stores":
                let store = number.flatMap(RevenueCatFacade.Store.init)
                name = store.map { self.caseName(of: $0) }
            case "refusals":
                name = RevenueCatErrorTests.codes.first { $0.number == number }?.name
            case "kinds":
                name = number.flatMap(StoreProduct.ProductType.init).map {
                    caseName(of: $0)
                }
            default: name = nil
            }
            #expect(name == entry.name, "\(entry.id)")
            found += 1
        }
        #expect(found == 17)
        for entry in vocabulary.entries where entry.note?.hasPrefix("rc_code_name") == true {
            let code = entry.code.flatMap { Int($0) }.flatMap(ErrorCode.init)
            #expect(code?.codeName == entry.name, "\(entry.id)")
            #expect(code?.errorUserInfo["rc_code_name"] as? String == entry.name, "\(entry.id)")
        }
    }
}

/// Errors, as documented.
@Suite struct RevenueCatErrorTests {
    static let codes: [(code: ErrorCode, name: String, number: Int, codeName: String)] = [
        (.unknownError, "unknownError", 0, "UNKNOWN"),
        (.purchaseCancelledError, "purchaseCancelledError", 1, "PURCHASE_CANCELLED"),
        (.storeProblemError, "storeProblemError", 2, "STORE_PROBLEM"),
        (.purchaseNotAllowedError, "purchaseNotAllowedError", 3, "PURCHASE_NOT_ALLOWED"),
        (.purchaseInvalidError, "purchaseInvalidError", 4, "PURCHASE_INVALID"),
        (
            .productNotAvailableForPurchaseError, "productNotAvailableForPurchaseError", 5,
            "PRODUCT_NOT_AVAILABLE_FOR_PURCHASE"
        ),
        (
            .productAlreadyPurchasedError, "productAlreadyPurchasedError", 6,
            "PRODUCT_ALREADY_PURCHASED"
        ),
        (.receiptAlreadyInUseError, "receiptAlreadyInUseError", 7, "RECEIPT_ALREADY_IN_USE"),
        (.invalidReceiptError, "invalidReceiptError", 8, "INVALID_RECEIPT"),
        (.missingReceiptFileError, "missingReceiptFileError", 9, "MISSING_RECEIPT_FILE"),
        (.networkError, "networkError", 10, "NETWORK_ERROR"),
        (.invalidCredentialsError, "invalidCredentialsError", 11, "INVALID_CREDENTIALS"),
        (
            .unexpectedBackendResponseError, "unexpectedBackendResponseError", 12,
            "UNEXPECTED_BACKEND_RESPONSE_ERROR"
        ),
        (
            .receiptInUseByOtherSubscriberError, "receiptInUseByOtherSubscriberError", 13,
            "RECEIPT_IN_USE_BY_OTHER_SUBSCRIBER"
        ),
        (.invalidAppUserIdError, "invalidAppUserIdError", 14, "INVALID_APP_USER_ID"),
        (
            .operationAlreadyInProgressForProductError, "operationAlreadyInProgressForProductError",
            15, "OPERATION_ALREADY_IN_PROGRESS_FOR_PRODUCT_ERROR"
        ),
        (.unknownBackendError, "unknownBackendError", 16, "UNKNOWN_BACKEND_ERROR"),
        (
            .invalidAppleSubscriptionKeyError, "invalidAppleSubscriptionKeyError", 17,
            "INVALID_APPLE_SUBSCRIPTION_KEY"
        ),
        (.ineligibleError, "ineligibleError", 18, "INELIGIBLE_ERROR"),
        (
            .insufficientPermissionsError, "insufficientPermissionsError", 19,
            "INSUFFICIENT_PERMISSIONS_ERROR"
        ),
        (.paymentPendingError, "paymentPendingError", 20, "PAYMENT_PENDING_ERROR"),
        (
            .invalidSubscriberAttributesError, "invalidSubscriberAttributesError", 21,
            "INVALID_SUBSCRIBER_ATTRIBUTES"
        ),
        (
            .logOutAnonymousUserError, "logOutAnonymousUserError", 22,
            "LOGOUT_CALLED_WITH_ANONYMOUS_USER"
        ),
        (.configurationError, "configurationError", 23, "CONFIGURATION_ERROR"),
        (.unsupportedError, "unsupportedError", 24, "UNSUPPORTED_ERROR"),
        (
            .emptySubscriberAttributes, "emptySubscriberAttributes", 25,
            "EMPTY_SUBSCRIBER_ATTRIBUTES"
        ),
        (
            .productDiscountMissingIdentifierError, "productDiscountMissingIdentifierError", 26,
            "PRODUCT_DISCOUNT_MISSING_IDENTIFIER_ERROR"
        ),
        (
            .productDiscountMissingSubscriptionGroupIdentifierError,
            "productDiscountMissingSubscriptionGroupIdentifierError", 28,
            "PRODUCT_DISCOUNT_MISSING_SUBSCRIPTION_GROUP_IDENTIFIER_ERROR"
        ),
        (.customerInfoError, "customerInfoError", 29, "CUSTOMER_INFO_ERROR"),
        (.systemInfoError, "systemInfoError", 30, "SYSTEM_INFO_ERROR"),
        (.beginRefundRequestError, "beginRefundRequestError", 31, "BEGIN_REFUND_REQUEST_ERROR"),
        (.productRequestTimedOut, "productRequestTimedOut", 32, "PRODUCT_REQUEST_TIMED_OUT_ERROR"),
        (.apiEndpointBlockedError, "apiEndpointBlockedError", 33, "API_ENDPOINT_BLOCKED_ERROR"),
        (
            .invalidPromotionalOfferError, "invalidPromotionalOfferError", 34,
            "INVALID_PROMOTIONAL_OFFER_ERROR"
        ),
        (.offlineConnectionError, "offlineConnectionError", 35, "OFFLINE_CONNECTION_ERROR"),
        (
            .featureNotAvailableInCustomEntitlementsComputationMode,
            "featureNotAvailableInCustomEntitlementsComputationMode", 36,
            "FEATURE_NOT_AVAILABLE_IN_CUSTOM_ENTITLEMENTS_COMPUTATION_MODE_ERROR"
        ),
        (
            .signatureVerificationFailed, "signatureVerificationFailed", 37,
            "SIGNATURE_VERIFICATION_FAILED"
        ),
        (
            .featureNotSupportedWithStoreKit1, "featureNotSupportedWithStoreKit1", 38,
            "FEATURE_NOT_SUPPORTED_WITH_STOREKIT1"
        ),
        (.invalidWebPurchaseToken, "invalidWebPurchaseToken", 39, "INVALID_WEB_PURCHASE_TOKEN"),
        (
            .purchaseBelongsToOtherUser, "purchaseBelongsToOtherUser", 40,
            "ALREADY_REDEEMED_WEB_PURCHASE_TOKEN"
        ),
        (.expiredWebPurchaseToken, "expiredWebPurchaseToken", 41, "EXPIRED_WEB_PURCHASE_TOKEN"),
        (
            .testStoreSimulatedPurchaseError, "testStoreSimulatedPurchaseError", 42,
            "TEST_STORE_SIMULATED_PURCHASE_ERROR"
        ),
    ]

    @Test func `There are 42 codes, with the documented names and numbers, and no 27`() {
        #expect(ErrorCode.allCases == Self.codes.map(\.code))
        #expect(ErrorCode.allCases.map(\.rawValue) == Self.codes.map(\.number))
        #expect(ErrorCode.allCases.map(\.codeName) == Self.codes.map(\.codeName))
        #expect(ErrorCode.allCases.count == 42)
        #expect(ErrorCode(rawValue: 27) == nil)
        let sentences = Set(ErrorCode.allCases.map(\.description))
        #expect(sentences.count == 42)
    }

    @Test func `A code is an NSError with domain, number and name`() {
        for code in ErrorCode.allCases {
            let error: PublicError = (code as any Error) as NSError
            #expect(error.domain == "RevenueCat.ErrorCode")
            #expect(error.code == code.rawValue)
            #expect(error.userInfo["rc_code_name"] as? String == code.codeName)
            #expect(error.asErrorCode == code)
            #expect(error.localizedDescription == code.description)
        }
        #expect(NSError(domain: "Other", code: 22).asErrorCode == nil)
        #expect(NSError(domain: "RevenueCat.ErrorCode", code: 27).asErrorCode == nil)
    }

    @Test func `The pattern operator knows a code in both of its shapes`() {
        let thrown: any Error = ErrorCode.networkError
        let handed: any Error = NSError(domain: "RevenueCat.ErrorCode", code: 10)
        let other: any Error = NSError(domain: "Other", code: 10)
        #expect(ErrorCode.networkError ~= thrown)
        #expect(ErrorCode.networkError ~= handed)
        #expect(!(ErrorCode.networkError ~= other))
        #expect(!(ErrorCode.storeProblemError ~= thrown))
    }

    @Test func `What a call throws can be caught by its code`() async throws {
        let phone = try SharedWorld("revenuecat").installation("phone")
        await phone.use {
            Purchases.configure(withAPIKey: "key")
            do {
                _ = try await Purchases.shared.logOut()
                Issue.record("an anonymous user cannot be logged out")
            } catch ErrorCode.logOutAnonymousUserError {
                // As it should.
            } catch {
                Issue.record("caught \(error)")
            }
        }
    }

    /// Refusals that RevenueCat documents, and those of other providers' rules.
    @Test(arguments: [
        (Refusal.alreadyAnonymous, ErrorCode.logOutAnonymousUserError),
        (.invalidIdentifier, .invalidAppUserIdError), (.ownedByAnother, .receiptAlreadyInUseError),
        (.identityTaken, .configurationError), (.unsupported, .unsupportedError),
        (.unknownProduct, .productNotAvailableForPurchaseError),
        (.alreadyLoggedIn, .unknownBackendError), (.nothingToRestore, .unknownBackendError),
    ])
    func `Each refusal has its error`(refusal: Refusal, code: ErrorCode) throws {
        let line = Line(
            try SharedWorld("revenuecat").installation("phone"), facade: "revenuecat")
        #expect(line.error(for: refusal) == code)
    }
}
