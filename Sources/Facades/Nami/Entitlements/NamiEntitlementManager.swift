// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Given the active entitlements.
public typealias NamiEntitlementsResponseHandler = (
    _ activeEntitlements: [NamiEntitlement]
) -> Void

/// What the customer may use.
///
/// What is active is what the platform said last: at the start of a session, at a log-in or log-out,
/// at a purchase or restore, or when asked by ``refresh()``. Handlers run on the main actor.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public final class NamiEntitlementManager: NSObject {
    /// An object of use for ``register(activeEntitlementsHandler:)`` alone.
    public override init() {}

    /// Every entitlement that there is, in byte order of the IDs, active or not.
    public static func available() -> [NamiEntitlement] {
        let session = NamiSession.current()
        guard session.isConfigured else { return [] }
        return session.look { state in
            Set(session.line.catalogue.products.flatMap(\.entitlements))
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                .map {
                    NamiEntitlement(
                        $0, in: session.line.catalogue, purchases: state.view?.purchases ?? [])
                }
        }
    }

    /// The active entitlements, in byte order of the IDs.
    public static func active() -> [NamiEntitlement] {
        let session = NamiSession.current()
        return session.look { $0.active(session.line) }
    }

    /// Whether an entitlement is active; false for one that there is not.
    ///
    /// - Parameter referenceId: Its ID.
    /// - Returns: Whether it is among those of ``active()``.
    public static func isEntitlementActive(_ referenceId: String) -> Bool {
        let session = NamiSession.current()
        return session.look { $0.activeIDs(session.line.now).contains(referenceId) }
    }

    /// Asks the platform what is active; ``registerActiveEntitlementsHandler(_:)`` tells of changes.
    public static func refresh() { refresh(nil) }

    /// Asks the platform what is active.
    ///
    /// Without a network the handler gets what was known.
    ///
    /// - Parameter refreshHandler: Called once, on the main actor.
    public static func refresh(_ refreshHandler: NamiEntitlementsResponseHandler?) {
        // Handed: called once, on the main actor.
        let handler = Handed(refreshHandler)
        let session = NamiSession.current()
        session.call { state, failure in
            if failure == nil { state.take(session.line.view()) }
            let active = state.active(session.line)
            return { handler.value?(active) }
        }
    }

    /// Sets the one handler for changes of what is active, additions and removals.
    ///
    /// - Parameter activeEntitlementsHandler: Given all that is active then.
    public static func registerActiveEntitlementsHandler(
        _ activeEntitlementsHandler: @escaping NamiEntitlementsResponseHandler
    ) {
        let handler = Handed(activeEntitlementsHandler)
        NamiSession.current().register { $0.activeEntitlements = handler }
    }

    /// Sets the one handler for changes of what is active, or takes it away.
    ///
    /// - Parameter activeEntitlementsHandler: As with ``registerActiveEntitlementsHandler(_:)``.
    public func register(activeEntitlementsHandler: NamiEntitlementsResponseHandler?) {
        let handler = activeEntitlementsHandler.map(Handed.init)
        NamiSession.current().register { $0.activeEntitlements = handler }
    }

    /// Takes that handler away.
    public static func unregisterActiveEntitlementsHandler() {
        NamiSession.current().register { $0.activeEntitlements = nil }
    }

    /// Takes back, for a test, what was given before the platform confirmed it.
    public static func clearProvisionalEntitlementGrants() {
        NamiSession.current().change { state in
            state.clearProvisional()
            return nil
        }
    }
}
