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
            { Answer.success(self.redeem(webPurchaseRedemption, isOffline: $0)) },
            then: { answer in
                guard let result = answer.value else { return }
                completion.value(result.customerInfo, result.publicError)
            })
    }

    /// Redeems what was bought on the web, for the user of now; the ID in use stays.
    public func redeemWebPurchase(
        _ webPurchaseRedemption: WebPurchaseRedemption
    ) async -> WebPurchaseRedemptionResult {
        let result = try? await send {
            Answer.success(self.redeem(webPurchaseRedemption, isOffline: $0))
        }
        return result ?? .error(ErrorCode.unknownError.asPublicError)
    }

    private func redeem(
        _ redemption: WebPurchaseRedemption, isOffline: Bool
    ) -> WebPurchaseRedemptionResult {
        session.withLock { session in
            if isOffline { return .error(ErrorCode.offlineConnectionError.asPublicError) }
            if let refusal = session.launchRefusal {
                return .error(line.error(for: refusal).asPublicError)
            }
            switch line.redeem(redemption.redemptionToken, validFor: Purchases.linkSeconds) {
            case .unknownToken: return .invalidToken
            case .expired(let account), .used(by: let account):
                return .expired(Purchases.obfuscated(account))
            case .answered(let reply):
                switch (reply.refusal, reply.view) {
                case (.ownedByAnother, _): return .purchaseBelongsToOtherUser
                case (let refusal?, _): return .error(line.error(for: refusal).asPublicError)
                case (nil, nil): return .error(ErrorCode.unknownBackendError.asPublicError)
                case (nil, let view?): return .success(session.adopt(view, in: self))
                }
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
