// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Presenting what was bought.
///
/// Source: https://www.revenuecat.com/docs/getting-started/restoring-purchases, read 2026-11-21.
extension Purchases {
    /// Presents what the store account holds, because the person asked for it.
    public func restorePurchases(completion: ((CustomerInfo?, PublicError?) -> Void)? = nil) {
        present(.restore, completion)
    }

    /// Presents what the store account holds, because the person asked for it.
    ///
    /// - Throws: ``ErrorCode``.
    public func restorePurchases() async throws -> CustomerInfo {
        try await answer { self.present(.restore, &$0, isOffline: $1) }.get()
    }

    /// Presents what the store account holds, without asking the person for anything.
    public func syncPurchases(completion: ((CustomerInfo?, PublicError?) -> Void)?) {
        present(.sync, completion)
    }

    /// Presents what the store account holds, without asking the person for anything.
    ///
    /// - Throws: ``ErrorCode``.
    public func syncPurchases() async throws -> CustomerInfo {
        try await answer { self.present(.sync, &$0, isOffline: $1) }.get()
    }

    /// Presents a purchase that the app has completed itself, and gives its newest transaction.
    ///
    /// It is for apps that complete their purchases; for others it is
    /// ``ErrorCode/configurationError``.
    public func recordPurchase(
        productID: String, completion: @escaping (StoreTransaction?, PublicError?) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.record(productID, &$0, isOffline: $1) },
            answered: { completion.value($0.value, $0.publicError) })
    }

    private func record(
        _ product: String, _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<StoreTransaction> {
        guard session.purchasesAreCompletedBy == .myApp else {
            return .failure(.configurationError)
        }
        return ask(&session, isOffline) { session in
            let reply = line.perform(.sync)
            if let error = take(reply, &session).error { return .failure(error) }
            let transaction = reply.view.flatMap { StoreTransaction(of: product, in: $0) }
            return transaction.map { .success($0) }
                ?? .failure(.productNotAvailableForPurchaseError)
        }
    }

    private func present(
        _ action: Action, _ completion: ((CustomerInfo?, PublicError?) -> Void)?
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.present(action, &$0, isOffline: $1) },
            answered: { completion.value?($0.value, $0.publicError) })
    }

    private func present(
        _ action: Action, _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<CustomerInfo> {
        ask(&session, isOffline) { perform(action, &$0) }
    }
}
