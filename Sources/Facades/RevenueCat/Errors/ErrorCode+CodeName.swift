// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The names of the errors that are the same on all platforms.
extension ErrorCode {
    /// The text under `rc_code_name`.
    ///
    /// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, ErrorCode), read
    /// 2026-11-21.
    package var codeName: String {
        switch self {
        case .unknownError: "UNKNOWN"
        case .purchaseCancelledError: "PURCHASE_CANCELLED"
        case .storeProblemError: "STORE_PROBLEM"
        case .purchaseNotAllowedError: "PURCHASE_NOT_ALLOWED"
        case .purchaseInvalidError: "PURCHASE_INVALID"
        case .productNotAvailableForPurchaseError: "PRODUCT_NOT_AVAILABLE_FOR_PURCHASE"
        case .productAlreadyPurchasedError: "PRODUCT_ALREADY_PURCHASED"
        case .receiptAlreadyInUseError: "RECEIPT_ALREADY_IN_USE"
        case .invalidReceiptError: "INVALID_RECEIPT"
        case .missingReceiptFileError: "MISSING_RECEIPT_FILE"
        case .networkError: "NETWORK_ERROR"
        case .invalidCredentialsError: "INVALID_CREDENTIALS"
        case .unexpectedBackendResponseError: "UNEXPECTED_BACKEND_RESPONSE_ERROR"
        case .receiptInUseByOtherSubscriberError: "RECEIPT_IN_USE_BY_OTHER_SUBSCRIBER"
        case .invalidAppUserIdError: "INVALID_APP_USER_ID"
        case .operationAlreadyInProgressForProductError:
            "OPERATION_ALREADY_IN_PROGRESS_FOR_PRODUCT_ERROR"
        case .unknownBackendError: "UNKNOWN_BACKEND_ERROR"
        case .invalidAppleSubscriptionKeyError: "INVALID_APPLE_SUBSCRIPTION_KEY"
        case .ineligibleError: "INELIGIBLE_ERROR"
        case .insufficientPermissionsError: "INSUFFICIENT_PERMISSIONS_ERROR"
        case .paymentPendingError: "PAYMENT_PENDING_ERROR"
        case .invalidSubscriberAttributesError: "INVALID_SUBSCRIBER_ATTRIBUTES"
        case .logOutAnonymousUserError: "LOGOUT_CALLED_WITH_ANONYMOUS_USER"
        case .configurationError: "CONFIGURATION_ERROR"
        case .unsupportedError: "UNSUPPORTED_ERROR"
        case .emptySubscriberAttributes: "EMPTY_SUBSCRIBER_ATTRIBUTES"
        case .productDiscountMissingIdentifierError: "PRODUCT_DISCOUNT_MISSING_IDENTIFIER_ERROR"
        case .productDiscountMissingSubscriptionGroupIdentifierError:
            "PRODUCT_DISCOUNT_MISSING_SUBSCRIPTION_GROUP_IDENTIFIER_ERROR"
        case .customerInfoError: "CUSTOMER_INFO_ERROR"
        case .systemInfoError: "SYSTEM_INFO_ERROR"
        case .beginRefundRequestError: "BEGIN_REFUND_REQUEST_ERROR"
        case .productRequestTimedOut: "PRODUCT_REQUEST_TIMED_OUT_ERROR"
        case .apiEndpointBlockedError: "API_ENDPOINT_BLOCKED_ERROR"
        case .invalidPromotionalOfferError: "INVALID_PROMOTIONAL_OFFER_ERROR"
        case .offlineConnectionError: "OFFLINE_CONNECTION_ERROR"
        case .featureNotAvailableInCustomEntitlementsComputationMode:
            "FEATURE_NOT_AVAILABLE_IN_CUSTOM_ENTITLEMENTS_COMPUTATION_MODE_ERROR"
        case .signatureVerificationFailed: "SIGNATURE_VERIFICATION_FAILED"
        case .featureNotSupportedWithStoreKit1: "FEATURE_NOT_SUPPORTED_WITH_STOREKIT1"
        case .invalidWebPurchaseToken: "INVALID_WEB_PURCHASE_TOKEN"
        case .purchaseBelongsToOtherUser: "ALREADY_REDEEMED_WEB_PURCHASE_TOKEN"
        case .expiredWebPurchaseToken: "EXPIRED_WEB_PURCHASE_TOKEN"
        case .testStoreSimulatedPurchaseError: "TEST_STORE_SIMULATED_PURCHASE_ERROR"
        }
    }
}
