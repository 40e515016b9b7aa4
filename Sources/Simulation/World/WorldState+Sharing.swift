// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

// Family sharing between store accounts, where no device is known.

extension WorldState {
    /// A family member's store account gets a share of a running purchase.
    ///
    /// - Parameters:
    ///   - purchase: The purchase.
    ///   - member: The account, at the same store.
    ///   - now: What time it is.
    /// - Returns: The share; nil where the store gives none.
    package mutating func share(
        _ purchase: PurchaseHandle, with member: StoreAccount, now: Date
    ) -> PurchaseHandle? {
        isShared(purchase, with: member, now) { .share($0, with: $1) }
            ? share(of: purchase, by: member) : nil
    }

    /// The family member has the share no more.
    ///
    /// - Parameters:
    ///   - purchase: The purchase.
    ///   - member: The account that holds a share of it.
    ///   - now: What time it is.
    /// - Returns: The share, which has ended; nil where there is none.
    package mutating func unshare(
        _ purchase: PurchaseHandle, with member: StoreAccount, now: Date
    ) -> PurchaseHandle? {
        let held = share(of: purchase, by: member)
        return isShared(purchase, with: member, now) { .unshare($0, with: $1) } ? held : nil
    }

    private func share(of purchase: PurchaseHandle, by member: StoreAccount) -> PurchaseHandle? {
        world.ledger.shares[purchase]?.first { world.ledger.account(of: $0) == member }
    }

    private mutating func isShared(
        _ purchase: PurchaseHandle, with member: StoreAccount, _ now: Date,
        _ action: (ProductID, DeviceID) -> Action
    ) -> Bool {
        // The member's device is asked for nothing: the account is named beside it.
        let device = DeviceID(unchecked: member.text)
        let done = perform(
            action(world.ledger.product(of: purchase), device),
            by: .account(world.ledger.account(of: purchase)), now: now, purchase: purchase,
            member: member)
        return done.decision.outcome == .applied
    }
}
