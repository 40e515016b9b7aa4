// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

/// What to tell the user about an error; nil where nothing is to be told.
enum PurchaseErrorPresenter {
    static func message(for error: Error) -> String? {
        if let code = error as? RevenueCat.ErrorCode {
            return message(for: code)
        }
        let error = error as NSError
        if error.domain == RevenueCat.ErrorCode.errorDomain,
            let code = RevenueCat.ErrorCode(rawValue: error.code)
        {
            return message(for: code)
        }
        return error.localizedDescription
    }

    private static func message(for code: RevenueCat.ErrorCode) -> String? {
        switch code {
        case .purchaseCancelledError:
            return nil
        case .networkError, .offlineConnectionError:
            return "Check your connection and try again."
        case .storeProblemError, .unknownBackendError, .unexpectedBackendResponseError:
            return "The store has a problem. Try again later."
        case .receiptAlreadyInUseError, .receiptInUseByOtherSubscriberError:
            return "This subscription belongs to another account."
        case .paymentPendingError:
            return "The payment is waiting for approval."
        case .purchaseNotAllowedError:
            return "Purchases are switched off on this device."
        case .productNotAvailableForPurchaseError, .configurationError:
            return "This product cannot be bought now."
        case .invalidAppUserIdError, .logOutAnonymousUserError:
            return "Sign in again."
        default:
            return code.localizedDescription
        }
    }
}
