// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation

/// What REST v2 takes for one subscription.
///
/// A store may go on with one where v2 has a new one: a paid subscription that changes product, or
/// one that had lapsed and is bought again, is new. If the product changes in a free trial, the
/// payment that follows is the trial's conversion, and the subscription is the same.
/// Source: https://www.revenuecat.com/docs/api-v2, What constitutes a new subscription, read
/// 2026-11-27.
package struct HeldSubscription: Sendable {
    /// What it was in turn, with one product each; the newest is last.
    package private(set) var parts: [HeldPurchase]

    /// All of it, as it is now.
    package var whole: HeldPurchase {
        parts.dropLast().reversed().reduce(parts[parts.count - 1]) { $0.joined(to: $1) }
    }

    /// Which of its purchase's parts it began with; no other subscription of the purchase did.
    package var first: Int { parts[0].part }

    /// Those that a purchase was in turn, the oldest first.
    package static func all(of purchase: HeldPurchase) -> [HeldSubscription] {
        var all: [HeldSubscription] = []
        for part in purchase.parts {
            if let before = all.last?.parts.last, before.isTrial,
                before.product.id != part.product.id
            {
                all[all.count - 1].parts.append(part)
            } else {
                all.append(HeldSubscription(parts: [part]))
            }
        }
        return all
    }
}
