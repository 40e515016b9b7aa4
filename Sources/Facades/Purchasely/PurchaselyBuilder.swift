// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Starting the SDK, as version 6 does.
extension Purchasely {
    /// Begins a start (SDK 6): what is to be said of it is added, and `start` ends it.
    public static func apiKey(_ apiKey: String) -> PurchaselyBuilder {
        PurchaselyBuilder(apiKey)
    }
}

/// A start of the SDK in the making (SDK 6).
///
/// Source: the interface of the SDK for iOS, 6.0.0, read 2026-11-21.
public final class PurchaselyBuilder: Sendable {
    private struct Choice {
        var userID: String?
        var mode = PLYRunningMode.observer
    }

    private let key: String
    private let choice = Locked(Choice())

    init(_ key: String) { self.key = key }

    /// The user: the same as a log-in after the start.
    ///
    /// Nil logs nobody out.
    @discardableResult
    public func appUserId(_ appUserId: String?) -> PurchaselyBuilder {
        choice.withLock { $0.userID = appUserId }
        return self
    }

    /// Whether purchases are validated; without this call they are not, since SDK 6 observes unless
    /// it is told otherwise.
    @discardableResult
    public func runningMode(_ runningMode: PLYRunningMode) -> PurchaselyBuilder {
        choice.withLock { $0.mode = runningMode }
        return self
    }

    /// Of no effect.
    @discardableResult
    public func storekitSettings(_ storekitSettings: StorekitSettings) -> PurchaselyBuilder {
        self
    }

    /// Of no effect.
    @discardableResult
    public func logLevel(_ logLevel: PLYLogger.PLYLogLevel) -> PurchaselyBuilder { self }

    /// Of no effect.
    @discardableResult
    public func showsPromotedInAppPurchasePaywall(_ shows: Bool) -> PurchaselyBuilder { self }

    /// Of no effect.
    @discardableResult
    public func sdkBridgeVersion(_ version: String) -> PurchaselyBuilder { self }

    /// Of no effect: there are no deeplinks.
    @discardableResult
    public func allowDeeplink(_ isAllowed: Bool) -> PurchaselyBuilder { self }

    /// Of no effect: there are no campaigns.
    @discardableResult
    public func allowCampaigns(_ isAllowed: Bool) -> PurchaselyBuilder { self }

    /// Of no effect: there are no deeplinks.
    @discardableResult
    public func handleDeeplink(_ deeplink: URL?) -> PurchaselyBuilder { self }

    /// Starts the SDK.
    ///
    /// - Throws: ``PLYError/configuration`` for an empty key, ``PLYError/network(statusCode:error:)``
    ///   without a network.
    public func start() async throws {
        let error = await withCheckedContinuation { continuation in
            send { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }

    /// Starts the SDK, and calls back once, on the main actor.
    public func start(initialized: (((any Error)?) -> Void)?) {
        let installation = PurchaselySession.current.line.installation
        // Sound to carry over: called once, on the main actor.
        let initialized = Handed(initialized)
        send { error in installation.deliver { initialized.value?(error) } }
    }

    private func send(_ answered: @escaping @Sendable (PLYError?) -> Void) {
        let choice = choice.withLock { $0 }
        PurchaselySession.current.start(
            key, as: choice.userID, choice.mode, answered: answered)
    }
}
