// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

/// A link that the provider mails to whoever has bought on the web, for redeeming it in the app.
struct Redemption: Hashable, Sendable {
    /// What was bought.
    let product: ProductID
    /// The ID that bought it.
    let user: UserID
    /// The name of the account that paid, to which mails go.
    let account: String
    /// When the link was made.
    let date: Date
    /// Whether it was redeemed.
    var isUsed = false
}

extension SimulatedStore {
    /// Sells a product to a user ID without a device, as a checkout on the web does, and lets the
    /// provider know.
    ///
    /// An ID that nobody has becomes a customer. False where the ID or the purchase is refused.
    @discardableResult
    public func sell(_ product: String, to id: String) -> Bool {
        guard let item = world.catalogue[product] else { return false }
        return world.withState { state, now in
            let actor = Actor.user(UserID(unchecked: id), account)
            return state.perform(.buy(item.product), by: actor, now: now).decision.refusal == nil
        }
    }

    /// The token of a new link with which the app can redeem what an ID has bought on the web; each
    /// is good for one use, and for as long as the provider documents.
    ///
    /// The SDK's own call redeems it: RevenueCat's `redeemWebPurchase`, Qonversion's
    /// `handleRedemptionLink`. Where the ID holds no such purchase, redeeming changes nothing.
    public func redemptionToken(for product: String, of id: String) -> String {
        world.withState { state, now in
            // By number where IDs are numbered too; else as hard to guess as they are.
            let number = state.redemptions.count + 1
            let token =
                state.isNumbered
                ? "token-\(number)"
                : "token-\(number)-" + String(state.fresh.next().high, radix: 16)
            state.redemptions[token] = Redemption(
                product: ProductID(unchecked: product), user: UserID(unchecked: id),
                account: String(account.text.dropFirst(account.store.rawValue.count + 1)),
                date: now)
            return token
        }
    }
}
