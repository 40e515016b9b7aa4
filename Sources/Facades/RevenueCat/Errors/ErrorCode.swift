// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a call failed: the codes of the SDK for Apple platforms.
///
/// The numbers are this SDK's. Above 25 those of other platforms differ, and there is no 27.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, ErrorCode), read
/// 2026-11-21; https://www.revenuecat.com/docs/test-and-launch/errors, read 2026-11-21.
public enum ErrorCode: Int, Error, CaseIterable, Sendable {
    /// Something went wrong that has no code of its own.
    case unknownError = 0
    /// The person closed the store's sheet.
    case purchaseCancelledError = 1
    /// The store could not.
    case storeProblemError = 2
    /// The device or the person may not buy.
    case purchaseNotAllowedError = 3
    /// What was to be bought, or how, is not valid.
    case purchaseInvalidError = 4
    /// The store does not sell the product.
    case productNotAvailableForPurchaseError = 5
    /// The user has the product already.
    case productAlreadyPurchasedError = 6
    /// The receipt belongs to another customer.
    case receiptAlreadyInUseError = 7
    /// The receipt is not valid.
    case invalidReceiptError = 8
    /// There is no receipt.
    case missingReceiptFileError = 9
    /// The request did not get through.
    case networkError = 10
    /// The API key, or the store's credentials, are not valid.
    case invalidCredentialsError = 11
    /// The server's answer could not be read.
    case unexpectedBackendResponseError = 12
    /// Another customer uses the receipt.
    case receiptInUseByOtherSubscriberError = 13
    /// The App User ID is not one that RevenueCat takes.
    case invalidAppUserIdError = 14
    /// The same is under way already.
    case operationAlreadyInProgressForProductError = 15
    /// The server refused for a reason that the SDK does not know.
    case unknownBackendError = 16
    /// Apple's key for offers is missing or not valid.
    case invalidAppleSubscriptionKeyError = 17
    /// The user is not eligible.
    case ineligibleError = 18
    /// The app may not sell.
    case insufficientPermissionsError = 19
    /// The payment has to be allowed or completed elsewhere.
    case paymentPendingError = 20
    /// An attribute could not be stored.
    case invalidSubscriberAttributesError = 21
    /// There is nobody to log out.
    case logOutAnonymousUserError = 22
    /// Something is set up wrongly.
    case configurationError = 23
    /// There is no such thing.
    case unsupportedError = 24
    /// There were no attributes to send.
    case emptySubscriberAttributes = 25
    /// A discount lacks its identifier.
    case productDiscountMissingIdentifierError = 26
    /// A discounted product lacks its group.
    case productDiscountMissingSubscriptionGroupIdentifierError = 28
    /// There is no customer info, or it could not be read.
    case customerInfoError = 29
    /// Something about the device could not be read.
    case systemInfoError = 30
    /// A refund could not be asked for.
    case beginRefundRequestError = 31
    /// The store took too long.
    case productRequestTimedOut = 32
    /// Something between the device and RevenueCat blocks it.
    case apiEndpointBlockedError = 33
    /// The offer is not valid.
    case invalidPromotionalOfferError = 34
    /// The device is offline.
    case offlineConnectionError = 35
    /// Apps that compute entitlements themselves have no such call.
    case featureNotAvailableInCustomEntitlementsComputationMode = 36
    /// The answer's signature is wrong.
    case signatureVerificationFailed = 37
    /// StoreKit 1 cannot do that.
    case featureNotSupportedWithStoreKit1 = 38
    /// The link holds no token of a web purchase.
    case invalidWebPurchaseToken = 39
    /// Somebody else redeemed the web purchase.
    case purchaseBelongsToOtherUser = 40
    /// The link is too old.
    case expiredWebPurchaseToken = 41
    /// RevenueCat's test store was asked to fail.
    case testStoreSimulatedPurchaseError = 42
}

extension ErrorCode: CustomStringConvertible {
    /// A sentence for developers; not the SDK's own wording.
    public var description: String {
        switch self {
        case .unknownError: "Something went wrong that has no code of its own."
        case .purchaseCancelledError: "The person closed the store's sheet."
        case .storeProblemError: "The store could not."
        case .purchaseNotAllowedError: "The device or the person may not buy."
        case .purchaseInvalidError: "What was to be bought, or how, is not valid."
        case .productNotAvailableForPurchaseError: "The store does not sell the product."
        case .productAlreadyPurchasedError: "The user has the product already."
        case .receiptAlreadyInUseError: "The receipt belongs to another customer."
        case .invalidReceiptError: "The receipt is not valid."
        case .missingReceiptFileError: "There is no receipt."
        case .networkError: "The request did not get through."
        case .invalidCredentialsError: "The API key, or the store's credentials, are not valid."
        case .unexpectedBackendResponseError: "The server's answer could not be read."
        case .receiptInUseByOtherSubscriberError: "Another customer uses the receipt."
        case .invalidAppUserIdError: "The App User ID is not one that RevenueCat takes."
        case .operationAlreadyInProgressForProductError: "The same is under way already."
        case .unknownBackendError: "The server refused for a reason that the SDK does not know."
        case .invalidAppleSubscriptionKeyError: "Apple's key for offers is missing or not valid."
        case .ineligibleError: "The user is not eligible."
        case .insufficientPermissionsError: "The app may not sell."
        case .paymentPendingError: "The payment has to be allowed or completed elsewhere."
        case .invalidSubscriberAttributesError: "An attribute could not be stored."
        case .logOutAnonymousUserError: "There is nobody to log out."
        case .configurationError:
            "Something is set up wrongly. If offerings were asked for: no offering of the world's "
                + "catalogue has a product that is sold; declare a CatalogueOffering."
        case .unsupportedError: "There is no such thing."
        case .emptySubscriberAttributes: "There were no attributes to send."
        case .productDiscountMissingIdentifierError: "A discount lacks its identifier."
        case .productDiscountMissingSubscriptionGroupIdentifierError:
            "A discounted product lacks its group."
        case .customerInfoError: "There is no customer info, or it could not be read."
        case .systemInfoError: "Something about the device could not be read."
        case .beginRefundRequestError: "A refund could not be asked for."
        case .productRequestTimedOut: "The store took too long."
        case .apiEndpointBlockedError: "Something between the device and RevenueCat blocks it."
        case .invalidPromotionalOfferError: "The offer is not valid."
        case .offlineConnectionError: "The device is offline."
        case .featureNotAvailableInCustomEntitlementsComputationMode:
            "Apps that compute entitlements themselves have no such call."
        case .signatureVerificationFailed: "The answer's signature is wrong."
        case .featureNotSupportedWithStoreKit1: "StoreKit 1 cannot do that."
        case .invalidWebPurchaseToken: "The link holds no token of a web purchase."
        case .purchaseBelongsToOtherUser: "Somebody else redeemed the web purchase."
        case .expiredWebPurchaseToken: "The link is too old."
        case .testStoreSimulatedPurchaseError: "RevenueCat's test store was asked to fail."
        }
    }
}

extension ErrorCode: CustomNSError {
    /// The domain of a ``PublicError``.
    public static var errorDomain: String { "RevenueCat.ErrorCode" }

    /// The number.
    public var errorCode: Int { rawValue }

    /// What a ``PublicError`` carries: the name that is the same on all platforms, and a sentence.
    public var errorUserInfo: [String: Any] {
        [
            "rc_code_name": codeName, NSLocalizedDescriptionKey: description,
            "NSDebugDescription": description,
        ]
    }
}
