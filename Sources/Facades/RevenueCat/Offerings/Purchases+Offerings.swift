// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Asking for the offerings that the world's catalogue declares.
///
/// The first answer stays in memory until the user logs out. Without a package of a product that
/// the stores sell the SDK says that something is set up wrongly.
/// Source: https://www.revenuecat.com/docs/getting-started/displaying-products, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, OfferingsManager), read
/// 2026-11-21.
extension Purchases {
    /// Tells of the offerings, from memory where they are.
    public func getOfferings(completion: @escaping (Offerings?, PublicError?) -> Void) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        if let cachedOfferings {
            installation.deliver { completion.value(cachedOfferings, nil) }
        } else {
            send(
                { self.fetchOfferings(&$0, isOffline: $1) },
                answered: { completion.value($0.value, $0.publicError) })
        }
    }

    /// Tells of the offerings, from memory where they are.
    ///
    /// - Throws: ``ErrorCode``; ``ErrorCode/configurationError`` where the catalogue has no
    ///   offering, or none with a product that the stores sell.
    public func offerings() async throws -> Offerings {
        if let cachedOfferings { return cachedOfferings }
        return try await answer { self.fetchOfferings(&$0, isOffline: $1) }.get()
    }

    /// The offerings that are in memory; nil before the first answer, and after a log-out.
    public var cachedOfferings: Offerings? { state.withLock { $0.offerings } }

    /// Sends attributes to the server, and asks for the offerings anew.
    ///
    /// The simulation's offerings do not depend on attributes.
    public func syncAttributesAndOfferingsIfNeeded(
        completion: @escaping (Offerings?, PublicError?) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.fetchOfferings(&$0, isOffline: $1) },
            answered: { completion.value($0.value, $0.publicError) })
    }

    /// Sends attributes to the server, and asks for the offerings anew.
    ///
    /// - Throws: ``ErrorCode``.
    public func syncAttributesAndOfferingsIfNeeded() async throws -> Offerings? {
        try await answer { self.fetchOfferings(&$0, isOffline: $1) }.get()
    }

    /// Asks the server.
    func fetchOfferings(
        _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<Offerings> {
        ask(&session, isOffline) { session in
            if let refusal = line.view()?.refusal { return .failure(error(for: refusal)) }
            if session.builtOfferings == nil {
                for reason in line.catalogue.unsoldPackages { logLater(.warn, reason) }
            }
            let offerings = session.builtOfferings ?? Offerings(line.catalogue)
            session.builtOfferings = offerings
            guard offerings.all.values.contains(where: { !$0.availablePackages.isEmpty }) else {
                logLater(
                    .error,
                    "No offering of the catalogue has a product that is sold; declare a "
                        + "CatalogueOffering.")
                return .failure(.configurationError)
            }
            session.offerings = offerings
            return .success(offerings)
        }
    }
}
