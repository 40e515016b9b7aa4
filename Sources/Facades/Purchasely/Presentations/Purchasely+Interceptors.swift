// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Asked before an action on a screen is done (SDK 5.7).
///
/// The last argument is to be called once: with true the SDK goes on, with false it does not.
public typealias PLYPaywallActionsInterceptor = (
    PLYPresentationAction, PLYPresentationActionParameters?, PLYPresentationInfo?,
    @escaping (Bool) -> Void
) -> Void

/// Asked before one action is done (SDK 6).
typealias ActionInterceptor = (
    PLYInterceptorInfo, PLYPresentationActionParameters?,
    @escaping (PLYInterceptResult) -> Void
) -> Void

/// Taking part in what a person does on a screen.
///
/// The screens are ``SimulatedPaywall``s. Interceptors are called on the main actor; an `async` one
/// runs where it was written to run. One that SDK 6 has for an action goes before the one that SDK 5
/// has for all.
extension Purchasely {
    /// Has every action asked for; nil ends that (SDK 5.7).
    ///
    /// Source: https://docs.purchasely.com/docs/user-identification, read 2026-11-21.
    public static func setPaywallActionsInterceptor(
        _ paywallActionsInterceptor: PLYPaywallActionsInterceptor?
    ) {
        PurchaselySession.current().replace(\.interceptor, with: paywallActionsInterceptor)
    }

    /// Has one action asked for, by a handler that is given where to answer (SDK 6).
    public static func interceptAction(
        _ action: PLYPresentationAction,
        handler:
            @escaping (
                PLYInterceptorInfo, PLYPresentationActionParameters?,
                @escaping (PLYInterceptResult) -> Void
            ) -> Void
    ) {
        PurchaselySession.current().replace(\.actionInterceptors[action], with: handler)
    }

    /// Has one action asked for, by a handler that returns the answer (SDK 6).
    public static func interceptAction(
        _ action: PLYPresentationAction,
        handler:
            @escaping (
                PLYInterceptorInfo, PLYPresentationActionParameters?
            ) async -> PLYInterceptResult
    ) {
        // Safe to carry over: one tap is handled at a time, so the handler runs in one task at a
        // time, each begun on the main actor; the answer is given once.
        let handler = Handed(handler)
        interceptAction(action) { info, parameters, answer in
            let answer = Handed(answer)
            Task { answer.value(await handler.value(info, parameters)) }
        }
    }

    /// Ends that for one action (SDK 6).
    public static func removeActionInterceptor(_ action: PLYPresentationAction) {
        PurchaselySession.current().replace(\.actionInterceptors[action], with: nil)
    }

    /// Ends it for all actions (SDK 6).
    public static func removeAllActionInterceptors() {
        PurchaselySession.current().replace(\.actionInterceptors, with: [:])
    }
}

extension PurchaselySession {
    /// Puts a new value in the place of an old one, which is let go of outside of the lock: what it
    /// holds may call the SDK as it goes.
    func replace<Value>(
        _ path: WritableKeyPath<State, Value>, with value: Value
    ) {
        let before = state.withLock { state in
            defer { state[keyPath: path] = value }
            return state[keyPath: path]
        }
        withExtendedLifetime(before) {}
    }

    /// Whoever is asked before an action, in the form of SDK 6.
    func interceptor(of action: PLYPresentationAction) -> ActionInterceptor? {
        state.withLock { state in
            if let own = state.actionInterceptors[action] { return own }
            guard let interceptor = state.interceptor else { return nil }
            return { info, parameters, answer in
                interceptor(action, parameters, PLYPresentationInfo(info)) { goesOn in
                    answer(goesOn ? .notHandled : .success)
                }
            }
        }
    }
}
