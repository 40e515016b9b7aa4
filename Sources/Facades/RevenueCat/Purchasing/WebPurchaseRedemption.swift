// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A link with which what was bought on the web is redeemed in the app.
///
/// Source: https://www.revenuecat.com/docs/web/redemption-links, read 2026-11-22;
/// https://github.com/RevenueCat/purchases-ios (WebPurchaseRedemption), read 2026-11-22.
public final class WebPurchaseRedemption: NSObject, Sendable {
    let redemptionToken: String

    init(redemptionToken: String) { self.redemptionToken = redemptionToken }
}

extension URL {
    /// The link, if it is one: `scheme://redeem_web_purchase?redemption_token=…`.
    public var asWebPurchaseRedemption: WebPurchaseRedemption? {
        Purchases.parseAsWebPurchaseRedemption(self)
    }
}

/// What came of a link.
///
/// Source: https://github.com/RevenueCat/purchases-ios (WebPurchaseRedemptionResult), read
/// 2026-11-22.
public enum WebPurchaseRedemptionResult: Sendable {
    /// The purchase was redeemed.
    case success(CustomerInfo)
    /// It could not be asked for.
    case error(PublicError)
    /// No link has such a token.
    case invalidToken
    /// The purchase stays with the customer who has it.
    case purchaseBelongsToOtherUser
    /// The link is over an hour old, or was used; RevenueCat mails another one to this address.
    case expired(_ obfuscatedEmail: String)
}
