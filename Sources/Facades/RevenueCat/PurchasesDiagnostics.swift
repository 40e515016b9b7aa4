// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Whether the SDK is set up well.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PurchasesDiagnostics), read
/// 2026-11-21.
public final class PurchasesDiagnostics: NSObject, Sendable {
    /// Looks at the ``Purchases/shared`` instance.
    public static let `default` = PurchasesDiagnostics()

    /// What is not well.
    public enum Error: Swift.Error {
        /// The server cannot be reached.
        case failedConnectingToAPI(any Swift.Error)
        /// The API key is not valid; the simulation takes any.
        case invalidAPIKey
        /// There are no offerings that can be shown.
        case failedFetchingOfferings(any Swift.Error)
        /// An answer's signature is wrong; the simulation signs none.
        case failedMakingSignedRequest(any Swift.Error)
        /// Anything else.
        case unknown(any Swift.Error)
    }

    /// Asks the server and looks at the offerings.
    ///
    /// - Throws: ``Error``.
    @available(*, deprecated, message: "It asks more than an app needs.")
    public func testSDKHealth() async throws {
        do {
            _ = try await Purchases.shared.customerInfo(fetchPolicy: .fetchCurrent)
        } catch ErrorCode.offlineConnectionError {
            throw Error.failedConnectingToAPI(ErrorCode.offlineConnectionError)
        } catch {
            throw Error.unknown(error)
        }
        do {
            _ = try await Purchases.shared.offerings()
        } catch {
            throw Error.failedFetchingOfferings(error)
        }
    }
}

extension PurchasesDiagnostics.Error: CustomNSError {
    /// What an `NSError` of it carries: the error behind it.
    public var errorUserInfo: [String: Any] {
        switch self {
        case .failedConnectingToAPI(let error), .failedFetchingOfferings(let error),
            .failedMakingSignedRequest(let error), .unknown(let error):
            [NSUnderlyingErrorKey: error as NSError]
        case .invalidAPIKey: [:]
        }
    }
}
