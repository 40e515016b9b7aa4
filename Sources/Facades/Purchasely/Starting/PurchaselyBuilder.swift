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
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PurchaselyBuilder), read 2026-11-21.
public final class PurchaselyBuilder: NSObject, Sendable {
    private struct Choice {
        var userID: String?
        var mode = PLYRunningMode.observer
        var logLevel: PLYLogger.PLYLogLevel?
        var allowsDeeplinks: Bool?
        var deeplink: URL?
    }

    private let key: String
    private let choice = Locked(Choice())

    init(_ key: String) { self.key = key }

    private func with(_ change: (inout Choice) -> Void) -> PurchaselyBuilder {
        choice.withLock { change(&$0) }
        return self
    }

    /// The user: the same as a log-in after the start.
    ///
    /// Nil logs nobody out.
    @discardableResult
    public func appUserId(_ value: String?) -> PurchaselyBuilder { with { $0.userID = value } }

    /// Whether purchases are validated; without this call they are not, since SDK 6 observes unless
    /// it is told otherwise.
    @discardableResult
    public func runningMode(_ value: PLYRunningMode) -> PurchaselyBuilder {
        with { $0.mode = value }
    }

    /// Does nothing: there is one store, the simulated one.
    @discardableResult
    public func storekitSettings(_ value: StorekitSettings) -> PurchaselyBuilder { self }

    /// Logs what is of this level or above it; without this call, errors.
    @discardableResult
    public func logLevel(_ value: PLYLogger.PLYLogLevel) -> PurchaselyBuilder {
        with { $0.logLevel = value }
    }

    /// Does nothing: there is one server, the simulated one.
    @discardableResult
    public func environment(_ value: PLYEnvironment) -> PurchaselyBuilder { self }

    /// Does nothing: the simulated store promotes no purchases.
    @discardableResult
    public func showsPromotedInAppPurchasePaywall(_ value: Bool) -> PurchaselyBuilder { self }

    /// Does nothing: the simulated server counts no technologies.
    @discardableResult
    public func appTechnology(_ value: PLYAppTechnology) -> PurchaselyBuilder { self }

    /// Does nothing: the simulated server counts no versions.
    @discardableResult
    public func sdkBridgeVersion(_ value: String?) -> PurchaselyBuilder { self }

    /// Does nothing: screens are not drawn.
    @discardableResult
    public func themeMode(_ value: Purchasely.PLYThemeMode) -> PurchaselyBuilder { self }

    /// Says whether the screens of deeplinks are shown, or wait; without this call they are shown.
    @discardableResult
    public func allowDeeplink(_ allow: Bool) -> PurchaselyBuilder {
        with { $0.allowsDeeplinks = allow }
    }

    /// Does nothing: the simulated console has no campaigns.
    @discardableResult
    public func allowCampaigns(_ allow: Bool) -> PurchaselyBuilder { self }

    /// Shows the screen of a deeplink after the start; one that is not Purchasely's changes nothing.
    @discardableResult
    public func handleDeeplink(_ url: URL?) -> PurchaselyBuilder { with { $0.deeplink = url } }

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
    public func start(initialized: (@Sendable ((any Error)?) -> Void)? = nil) {
        let installation = PurchaselySession.current().line.installation
        send { error in installation.deliver { initialized?(error) } }
    }

    private func send(_ answered: @escaping @Sendable (PLYError?) -> Void) {
        let choice = choice.withLock { $0 }
        let session = PurchaselySession.current()
        if !key.isEmpty {
            session.state.withLock { state in
                state.showsDeeplinksByItself = true
                if let level = choice.logLevel { state.logLevel = level }
                if let allows = choice.allowsDeeplinks { state.allowsDeeplinks = allows }
            }
        }
        session.start(key, as: choice.userID, choice.mode, answered: answered)
        if let url = choice.deeplink { Purchasely.handleDeeplink(url) }
    }
}
