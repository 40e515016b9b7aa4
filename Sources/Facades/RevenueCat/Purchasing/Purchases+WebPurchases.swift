// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Redeeming what was bought on the web.
///
/// `SimulatedStore.redemptionToken(for:of:)` makes the token of a link.
/// Source: https://www.revenuecat.com/docs/web/redemption-links, read 2026-11-22;
/// https://github.com/RevenueCat/purchases-ios (WebPurchaseRedemptionHelper), read 2026-11-22.
extension Purchases {
    /// A link is good for so long.
    private static let linkSeconds: TimeInterval = 60 * 60

    /// Reads a link; nil where it is none of RevenueCat's.
    public static func parseAsWebPurchaseRedemption(_ url: URL) -> WebPurchaseRedemption? {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            parts.host == "redeem_web_purchase",
            let token = parts.queryItems?.first(where: { $0.name == "redemption_token" })?.value,
            !token.isEmpty
        else { return nil }
        return WebPurchaseRedemption(redemptionToken: token)
    }

    /// Redeems what was bought on the web, for the user of now; the ID in use stays.
    ///
    /// The handler gets what ``redeemWebPurchase(_:)`` answers as an error, where it is no success.
    public func redeemWebPurchase(
        webPurchaseRedemption: WebPurchaseRedemption,
        completion: @escaping (CustomerInfo?, PublicError?) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.redeem(webPurchaseRedemption, &$0, isOffline: $1) },
            answered: { completion.value($0.customerInfo, $0.publicError) })
    }

    /// Redeems what was bought on the web, for the user of now; the ID in use stays.
    public func redeemWebPurchase(
        _ webPurchaseRedemption: WebPurchaseRedemption
    ) async -> WebPurchaseRedemptionResult {
        await answer { self.redeem(webPurchaseRedemption, &$0, isOffline: $1) }
    }

    private func redeem(
        _ redemption: WebPurchaseRedemption, _ session: inout PurchasesSession, isOffline: Bool
    ) -> WebPurchaseRedemptionResult {
        if let error = prepare(&session, isOffline) { return .error(error.asPublicError) }
        switch line.redeem(redemption.redemptionToken, validFor: Purchases.linkSeconds) {
        case .unknownToken: return .invalidToken
        case .expired(let account), .used(by: let account):
            return .expired(Purchases.obfuscated(account))
        case .answered(let reply):
            if reply.refusal == .ownedByAnother { return .purchaseBelongsToOtherUser }
            switch take(reply, &session) {
            case .success(let info): return .success(info)
            case .failure(let error): return .error(error.asPublicError)
            }
        }
    }

    /// An address with little of it left; how RevenueCat obfuscates is not documented.
    private static func obfuscated(_ address: String) -> String {
        let parts = address.split(separator: "@", maxSplits: 1)
        return parts.map { "\($0.prefix(1))***" }.joined(separator: "@")
    }
}

extension WebPurchaseRedemptionResult {
    fileprivate var customerInfo: CustomerInfo? {
        guard case .success(let info) = self else { return nil }
        return info
    }

    fileprivate var publicError: PublicError? {
        switch self {
        case .success: nil
        case .error(let error): error
        case .invalidToken: ErrorCode.invalidWebPurchaseToken.asPublicError
        case .purchaseBelongsToOtherUser: ErrorCode.purchaseBelongsToOtherUser.asPublicError
        case .expired: ErrorCode.expiredWebPurchaseToken.asPublicError
        }
    }
}
