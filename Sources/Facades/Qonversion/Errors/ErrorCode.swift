// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// What went wrong, by the numbers of the SDK.
    ///
    /// Every error that the façade gives is an `NSError` of the domain `com.qonversion.io` with one
    /// of these as its code. So `error as NSError` works, and so does `error as? Qonversion.ErrorCode`
    /// and `catch Qonversion.ErrorCode.networkConnectionFailed`. The numbers have gaps, as in the SDK.
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONErrors (6.13.1, 2026-07-21), read
    /// 2026-11-21.
    public enum ErrorCode: Int, Sendable, CaseIterable {
        case unknown = 0
        case purchaseCanceled = 1
        case productNotFound = 2
        case clientInvalid = 3
        case paymentInvalid = 4
        case paymentNotAllowed = 5
        case storeProductNotAvailable = 7
        case cloudServicePermissionDenied = 8
        case cloudServiceNetworkConnectionFailed = 9
        case cloudServiceRevoked = 10
        case privacyAcknowledgementRequired = 11
        case unauthorizedRequestData = 12
        case networkConnectionFailed = 14
        case internalError = 17
        case purchasePending = 18
        case remoteConfigurationNotAvailable = 19
        case failedToReceiveData = 20
        case responseParsingFailed = 21
        case incorrectRequest = 22
        case backendError = 23
        case invalidCredentials = 25
        case invalidClientUID = 26
        case unknownClientPlatform = 27
        case fraudPurchase = 28
        case featureNotSupported = 29
        case appleStoreError = 30
        case purchaseInvalid = 31
        case projectConfigError = 32
        case invalidStoreCredentials = 33
        case receiptValidationError = 34
        case apiRateLimitExceeded = 35
        case offeringsNotAvailable = 36
    }
}

/// The domain of the SDK's errors.
///
/// Source: https://github.com/qonversion/qonversion-ios-sdk, Qonversion (6.13.1, 2026-07-21), read
/// 2026-11-24.
public let QonversionErrorDomain = "com.qonversion.io"

/// The domain of errors of the SDK's server; the façade gives none.
///
/// Source: https://github.com/qonversion/qonversion-ios-sdk, Qonversion (6.13.1, 2026-07-21), read
/// 2026-11-24.
public let QonversionApiErrorDomain = "com.qonversion.io.api"

extension Qonversion {
    /// The domain of the SDK's errors.
    public static let ErrorDomain = QonversionErrorDomain
}

extension Qonversion.ErrorCode {
    /// The code of an error, which is what an error of the SDK is.
    ///
    /// The importer makes a structure of an Objective-C enumeration of errors, and of its numbers an
    /// enumeration within it; here both are one.
    public typealias Code = Qonversion.ErrorCode

    /// The code.
    public var code: Code { self }

    /// The code of an error; `unknown` of one that is not the SDK's.
    public init(_nsError error: NSError) { self = Qonversion.ErrorCode(error) ?? .unknown }
}

extension Qonversion.ErrorCode: CustomNSError {
    /// The domain of the SDK's errors.
    public static var errorDomain: String { QonversionErrorDomain }

    /// The number.
    public var errorCode: Int { rawValue }
}

extension Qonversion.ErrorCode {
    /// An error with this code and a sentence for people.
    func error(_ message: String) -> NSError {
        NSError(
            domain: Qonversion.ErrorCode.errorDomain, code: rawValue,
            userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// The code of an error of the SDK's domain; nil for any other.
    init?(_ error: NSError) {
        guard error.domain == Qonversion.ErrorCode.errorDomain else { return nil }
        self.init(rawValue: error.code)
    }
}

// What makes `error as? Qonversion.ErrorCode` find the code in an `NSError`. With Objective-C it is
// the door that imported error enumerations use; without it, that of bridged values.
#if canImport(ObjectiveC)
    extension Qonversion.ErrorCode: _ObjectiveCBridgeableError {
        /// The code of an error of the SDK's domain.
        public init?(_bridgedNSError error: NSError) { self.init(error) }
    }
#else
    extension Qonversion.ErrorCode: _ObjectiveCBridgeable {
        /// An error with this code.
        public func _bridgeToObjectiveC() -> NSError {
            NSError(domain: Qonversion.ErrorCode.errorDomain, code: rawValue)
        }

        /// The code of an error of the SDK's domain, or nothing.
        public static func _forceBridgeFromObjectiveC(
            _ source: NSError, result: inout Qonversion.ErrorCode?
        ) { result = Qonversion.ErrorCode(source) }

        /// The code of an error of the SDK's domain, and whether there is one.
        public static func _conditionallyBridgeFromObjectiveC(
            _ source: NSError, result: inout Qonversion.ErrorCode?
        ) -> Bool {
            result = Qonversion.ErrorCode(source)
            return result != nil
        }

        /// The code of an error; unknown where it has none.
        public static func _unconditionallyBridgeFromObjectiveC(
            _ source: NSError?
        ) -> Qonversion.ErrorCode { source.flatMap(Qonversion.ErrorCode.init) ?? .unknown }
    }
#endif
