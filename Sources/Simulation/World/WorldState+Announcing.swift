// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

// What providers are told of though the ledger stays as it is: it knows no dates.

extension WorldState {
    /// The store gives a subscription more time than was paid for, and providers are told of it as
    /// their tables say; false where it does not run, has no end, would end no later, or is a family
    /// member's share.
    package mutating func extend(_ purchase: PurchaseHandle, to date: Date, now: Date) -> Bool {
        let number = Int(purchase.index)
        guard records[number].product.kind == .subscription, records[number].sharedFrom == nil,
            world.ledger.state(of: purchase).isActive,
            let end = records[number].expirationDate, end < date
        else { return false }
        touch(number)
        records[number].extend(to: date)
        schedule(number, world.ledger.state(of: purchase))
        sharesFollow(purchase, now: now)
        // No action of the ledger is that.
        announce(.check, of: purchase, now) {
            $0.tellingExtension(of: purchase, by: $1, under: $2)
        }
        return true
    }

    /// Notes what providers send of something that changes nothing in the ledger.
    ///
    /// - Parameters:
    ///   - action: What stands for it.
    ///   - purchase: The purchase that it is about.
    ///   - now: What time it is.
    ///   - telling: Asks for what each of some providers sends.
    mutating func announce(
        _ action: Action, of purchase: PurchaseHandle, _ now: Date,
        _ telling: (World, Request, [Rules]) -> [Telling]
    ) {
        guard news != nil, let actor = actor(of: world.ledger.account(of: purchase)) else { return }
        var request = Request(
            actor, action, milliseconds: Int64(now.timeIntervalSince1970 * 1_000),
            fresh: fresh.next())
        request.purchase = purchase
        let tellings = telling(world, request, [world.rules] + tellers.map(\.rules))
        let others = elsewhere(tellings)
        news?.occurrences.append(
            WorldNews.Occurrence(
                date: now, request: request, decision: Decision(), end: nil, ended: nil,
                former: [:], messages: tellings[0].messages, elsewhere: others))
    }
}
