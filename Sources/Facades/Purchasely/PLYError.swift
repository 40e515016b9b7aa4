// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import Foundation

/// What went wrong.
///
/// The cases are those of the SDK for iOS, 5.7.1 and 6.0.0, read 2026-11-21, in their order; there
/// are no raw values. The types that `application` and `network` carry are not documented in what
/// was read.
public enum PLYError: Error, Sendable {
    /// The server's answer to a call that it did not like.
    ///
    /// Here also a refusal that Purchasely has no error for, which happens over another provider's
    /// rules: the message is then its neutral word.
    case application(message: String?, code: String?)
    /// The server's answer could not be read.
    case parsing
    /// The server was not reached.
    case network(statusCode: Int?, error: (any Error)?)
    /// A call could not be made.
    case request
    /// The SDK is not started, or was started without a key.
    case configuration
    /// There is no such product or plan.
    case productNotFound
    /// Somebody else has to allow the purchase.
    case deferredPayment
    /// The bank asks for more.
    case psd2Required
    /// There is no receipt.
    case absentReceipt
    /// The purchase was not valid.
    case validationFailed
    /// The person may not do this.
    case clientInvalid
    /// The person changed their mind.
    case paymentCancelled
    /// The payment was not valid.
    case paymentInvalid
    /// The person may not pay.
    case paymentNotAllowed
    /// The store does not sell it.
    case storeProductNotAvailable
    /// The store's cloud may not be used.
    case cloudServicePermissionDenied
    /// The store's cloud was not reached.
    case cloudServiceNetworkConnectionFailed
    /// The store's cloud may no longer be used.
    case cloudServiceRevoked
    /// Another purchase is under way.
    case purchaseAlreadyRunning
    /// Another restoration is under way.
    case restorationAlreadyRunning
    /// There is nothing to restore.
    case noProductsToRestore
    /// Nothing was restored, for these reasons.
    case restorationFailedWithErrors([any Error])
    /// These were restored, others not, for these reasons.
    case restorationPartial([String], [any Error])
    /// The validation took too long.
    case receiptValidationTimedOut
    /// An event that is not tracked.
    case untrackedEvent
    /// Too many calls.
    case tooManyRequests(String?)
    /// The running mode has no such thing.
    case runningMode
    /// The store's signature did not hold.
    case unverifiedTransaction(String)
    /// The system has no StoreKit 2.
    case storekit2NotAvailable
    /// Anything else.
    case unknown
    /// The person cannot have the offer.
    case ineligibleForOffer
    /// The person may not buy.
    case purchaseNotAllowed
    /// So many cannot be bought.
    case invalidQuantity
    /// There is no such offer.
    case invalidOfferIdentifier
    /// The offer's price is not valid.
    case invalidOfferPrice
    /// The offer's signature is not valid.
    case invalidOfferSignature
    /// The offer lacks something.
    case missingOfferParameters
    /// The products took too long to come.
    case productsTimeout
    /// The screen is not loaded.
    case presentationNotLoaded
}

extension PLYError: LocalizedError {
    /// The error for people, in English; the SDK's own texts are not imitated.
    public var errorDescription: String? {
        switch self {
        case .application(let message, let code):
            "The server refused: \(message ?? "no reason given")"
                + (code.map { " (\($0))." } ?? ".")
        case .network(let status, let error):
            "The server was not reached"
                + (status.map { " (status \($0))" } ?? "")
                + (error.map { ": \($0.localizedDescription)" } ?? ".")
        case .configuration: "The SDK is not started with an API key: call start first."
        case .productNotFound: "There is no such product or plan."
        case .noProductsToRestore: "There is nothing to restore."
        case .paymentCancelled: "The purchase was cancelled."
        case .deferredPayment: "The purchase waits for somebody's permission."
        case .purchaseAlreadyRunning: "Another purchase is under way."
        case .restorationAlreadyRunning: "Another restoration is under way."
        case .restorationFailedWithErrors(let errors):
            "Nothing was restored: \(PLYError.list(errors))."
        case .restorationPartial(let restored, let errors):
            "Restored \(restored.joined(separator: ", ")), but: \(PLYError.list(errors))."
        case .tooManyRequests(let text): "Too many calls" + (text.map { ": \($0)." } ?? ".")
        case .unverifiedTransaction(let id): "The store's signature of \(id) does not hold."
        case .parsing, .request, .psd2Required, .absentReceipt, .validationFailed, .clientInvalid,
            .paymentInvalid, .paymentNotAllowed, .storeProductNotAvailable,
            .cloudServicePermissionDenied, .cloudServiceNetworkConnectionFailed,
            .cloudServiceRevoked, .receiptValidationTimedOut, .untrackedEvent, .runningMode,
            .storekit2NotAvailable, .unknown, .ineligibleForOffer, .purchaseNotAllowed,
            .invalidQuantity, .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature,
            .missingOfferParameters, .productsTimeout, .presentationNotLoaded:
            "Purchasely's error \(self)."
        }
    }

    private static func list(_ errors: [any Error]) -> String {
        errors.map(\.localizedDescription).joined(separator: "; ")
    }
}

extension PLYError {
    /// The cases that carry nothing, in their order.
    package static let plainCases: [PLYError] = [
        .parsing, .request, .configuration, .productNotFound, .deferredPayment, .psd2Required,
        .absentReceipt, .validationFailed, .clientInvalid, .paymentCancelled, .paymentInvalid,
        .paymentNotAllowed, .storeProductNotAvailable, .cloudServicePermissionDenied,
        .cloudServiceNetworkConnectionFailed, .cloudServiceRevoked, .purchaseAlreadyRunning,
        .restorationAlreadyRunning, .noProductsToRestore, .receiptValidationTimedOut,
        .untrackedEvent, .runningMode, .storekit2NotAvailable, .unknown, .ineligibleForOffer,
        .purchaseNotAllowed, .invalidQuantity, .invalidOfferIdentifier, .invalidOfferPrice,
        .invalidOfferSignature, .missingOfferParameters, .productsTimeout, .presentationNotLoaded,
    ]

    /// The case of this name, as the vocabulary spells it.
    init?(named name: String) {
        guard let found = PLYError.plainCases.first(where: { "\($0)" == name }) else { return nil }
        self = found
    }

    /// What the SDK says where the rules say no: the first name that its vocabulary has for it.
    init(_ refusal: Refusal, named names: [String]) {
        self =
            names.lazy.compactMap(PLYError.init(named:)).first
            ?? .application(message: refusal.rawValue, code: nil)
    }

    /// What a call without a network fails with.
    static var offline: PLYError {
        .network(
            statusCode: nil,
            error: NSError(domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet))
    }
}

/// Why a subscription could not be read.
public enum PLYSubscriptionError: Error, Hashable, Sendable {
    /// It names no product.
    case couldntFindProduct
}
