// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// Starting the SDK, as version 5 does.
extension Purchasely {
    /// Starts the SDK (SDK 5).
    ///
    /// A second start in the same run of the app takes its mode and its interceptor, if it gives
    /// one, logs its user in, and is answered as the first.
    /// Source: https://github.com/Purchasely/Purchasely-iOS (5.7.1, Purchasely), read 2026-11-21.
    ///
    /// - Parameters:
    ///   - apiKey: Any text but the empty one.
    ///   - appUserId: The user: the same as a log-in after the start. Nil logs nobody out.
    ///   - runningMode: Whether purchases are validated.
    ///   - paywallActionsInterceptor: Asked before an action on a screen is done.
    ///   - storekitSettings: Of no effect.
    ///   - logLevel: What is logged.
    ///   - initialized: Called once, on the main actor, after the user is logged in. Without a
    ///     network it is told so, and the SDK is started all the same.
    public static func start(
        withAPIKey apiKey: String, appUserId: String? = nil, runningMode: PLYRunningMode = .full,
        paywallActionsInterceptor: PLYPaywallActionsInterceptor? = nil,
        storekitSettings: StorekitSettings = .storeKit2,
        logLevel: PLYLogger.PLYLogLevel = .error,
        initialized: PLYSuccessErrorClosure? = nil
    ) {
        let session = PurchaselySession.current()
        if let paywallActionsInterceptor {
            session.replace(\.interceptor, with: paywallActionsInterceptor)
        }
        session.state.withLock { $0.logLevel = logLevel }
        // Safe to carry over: called once, on the main actor.
        let initialized = Handed(initialized)
        session.start(apiKey, as: appUserId, runningMode) { error in
            session.line.installation.deliver { initialized.value?(error == nil, error) }
        }
    }
}

extension PurchaselySession {
    /// Starts; `answered` is called once, and must not call out.
    func start(
        _ apiKey: String, as id: String?, _ mode: PLYRunningMode,
        answered: @escaping @Sendable (PLYError?) -> Void
    ) {
        guard !apiKey.isEmpty else {
            send { _, _ in answered(.configuration) }
            return
        }
        state.withLock { state in
            state.isStarted = true
            state.mode = mode
        }
        let isGiven = Locked(false)
        send { [self] state, isOffline in
            guard !isOffline, !state.isLaunched else { return }
            launch(&state, as: id)
            isGiven.withLock { $0 = state.changes.isEmpty }
        }
        // Held or offline: the SDK is there all the same, and the log-in waits.
        state.withLock { launch(&$0) }
        if let id, !isGiven.withLock({ $0 }) { change(id, nil) }
        send { [self] state, isOffline in answered(prepare(&state, isOffline)) }
        openDeeplinks()
    }
}
