// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

// Pauses that are set for the renewal, and that end by themselves. The ledger knows a pause once it
// has begun; before that the store's record alone does.

extension WorldState {
    /// The store pauses a subscription: at once, or instead of its next renewal, as Google Play does.
    ///
    /// What is paid runs to its end, and so does the access. Providers are told of a pause that is
    /// set as their tables say. A cancellation, or a change to another product at once, drops it.
    /// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-flows, Subscription Paused
    /// Flow, read 2026-11-27.
    ///
    /// - Parameters:
    ///   - purchase: The subscription.
    ///   - atRenewal: Whether it is paused only when its period ends.
    ///   - end: When it resumes by itself, after the pause has begun; nil for never.
    ///   - now: What time it is.
    /// - Returns: False where the store does no such thing.
    package mutating func pause(
        _ purchase: PurchaseHandle, atRenewal: Bool, until end: Date?, now: Date
    ) -> Bool {
        let number = Int(purchase.index)
        if atRenewal {
            let state = world.ledger.state(of: purchase)
            guard records[number].takesPause(in: state) else { return false }
            touch(number)
            guard records[number].setPause(until: end) else { return false }
            let action = Action.store(.pause, world.ledger.product(of: purchase))
            announce(action, of: purchase, now) { $0.tellingAhead(of: $1, under: $2) }
        } else {
            guard end.map({ $0 > now }) ?? true, storeDoes(.pause, to: number, now: now) else {
                return false
            }
            records[number].resumes(at: end)
        }
        schedule(number, world.ledger.state(of: purchase))
        sharesFollow(purchase, now: now)
        return true
    }
}
