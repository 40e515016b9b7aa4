// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Asking the store for the money back.
///
/// The simulated store takes any request for something that was bought, and returns no money by
/// itself: `SimulatedStore.refund(_:)` does.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT,
/// BeginRefundRequestHelper), read 2026-11-21.
extension Purchases {
    /// Asks for a refund of a product.
    ///
    /// - Throws: ``ErrorCode/beginRefundRequestError`` where the user has not bought it.
    public func beginRefundRequest(
        forProduct productID: String
    ) async throws -> RefundRequestStatus {
        try await answer { self.refund(productID, &$0, isOffline: $1) }.get()
    }

    /// Asks for a refund of what is behind an entitlement.
    ///
    /// - Throws: ``ErrorCode/beginRefundRequestError`` where the user does not have it.
    public func beginRefundRequest(
        forEntitlement entitlementID: String
    ) async throws -> RefundRequestStatus {
        try await answer {
            self.refund(&$0, isOffline: $1) { $0.active[entitlementID] }
        }.get()
    }

    /// Asks for a refund of what is behind the one entitlement that is active.
    ///
    /// - Throws: ``ErrorCode/beginRefundRequestError`` where none is, or several are.
    public func beginRefundRequestForActiveEntitlement() async throws -> RefundRequestStatus {
        try await answer {
            self.refund(&$0, isOffline: $1) { $0.active.count == 1 ? $0.active.first?.value : nil }
        }.get()
    }

    /// Asks for a refund of a product.
    public func beginRefundRequest(
        forProduct productID: String,
        completion: @escaping (Result<RefundRequestStatus, PublicError>) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.refund(productID, &$0, isOffline: $1) },
            answered: { completion.value($0.mapError(\.asPublicError)) })
    }

    /// Asks for a refund of what is behind an entitlement.
    public func beginRefundRequest(
        forEntitlement entitlementID: String,
        completion: @escaping (Result<RefundRequestStatus, PublicError>) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.refund(&$0, isOffline: $1) { $0.active[entitlementID] } },
            answered: { completion.value($0.mapError(\.asPublicError)) })
    }

    /// Asks for a refund of what is behind the one entitlement that is active.
    public func beginRefundRequestForActiveEntitlement(
        completion: @escaping (Result<RefundRequestStatus, PublicError>) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { session, isOffline in
                self.refund(&session, isOffline: isOffline) {
                    $0.active.count == 1 ? $0.active.first?.value : nil
                }
            },
            answered: { completion.value($0.mapError(\.asPublicError)) })
    }

    private func refund(
        _ product: String, _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<RefundRequestStatus> {
        ask(&session, isOffline) { session in
            adopt(line.view(), &session).flatMap { info in
                info.allPurchasedProductIdentifiers.contains(product)
                    ? .success(.success) : .failure(.beginRefundRequestError)
            }
        }
    }

    private func refund(
        _ session: inout PurchasesSession, isOffline: Bool,
        of choose: (EntitlementInfos) -> EntitlementInfo?
    ) -> Answer<RefundRequestStatus> {
        ask(&session, isOffline) { session in
            adopt(line.view(), &session).flatMap { info in
                choose(info.entitlements) == nil
                    ? .failure(.beginRefundRequestError) : .success(.success)
            }
        }
    }
}

/// What came of a request for the money back.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, RefundRequestStatus), read
/// 2026-11-21.
public enum RefundRequestStatus: Int, Sendable {
    /// The person closed the sheet.
    case userCancelled = 0
    /// The store has taken the request.
    case success
    /// It has not.
    case error
}
