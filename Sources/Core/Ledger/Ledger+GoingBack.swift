// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Ledger {
    /// Takes back every change since it was a copy of an earlier ledger, in the memory that it has.
    ///
    /// A new copy would take new memory for every change; a search makes a million changes a second
    /// to ledgers of a few hundred bytes.
    ///
    /// - Parameters:
    ///   - earlier: The earlier ledger.
    ///   - people: Whether a change touched user IDs, customers, grants or copies.
    ///   - purchases: Whether one touched accounts, products or purchases.
    ///   - devices: Whether one touched installations.
    package mutating func goBack(
        to earlier: borrowing Ledger, people: Bool, purchases: Bool, devices: Bool
    ) {
        if devices {
            deviceNames.goBack(to: earlier.deviceNames)
            installations.goBack(to: earlier.installations)
            if !(posts.isEmpty && earlier.posts.isEmpty) { posts = earlier.posts }
            if !(backups.isEmpty && earlier.backups.isEmpty) { backups = earlier.backups }
        }
        if purchases {
            accountNames.goBack(to: earlier.accountNames)
            accounts.goBack(to: earlier.accounts)
            self.purchases.goBack(to: earlier.purchases)
            if products.count != earlier.products.count {
                productNames = earlier.productNames
                products = earlier.products
            }
            if !(waiting.isEmpty && earlier.waiting.isEmpty) { waiting = earlier.waiting }
            if !(outdated.isEmpty && earlier.outdated.isEmpty) { outdated = earlier.outdated }
            if !(sharedFrom.isEmpty && earlier.sharedFrom.isEmpty) {
                sharedFrom = earlier.sharedFrom
                shares = earlier.shares
            }
        }
        guard people else { return }
        userNames.goBack(to: earlier.userNames)
        users.goBack(to: earlier.users)
        customers.goBack(to: earlier.customers)
        entitlementNames.goBack(to: earlier.entitlementNames)
        if !(copies.isEmpty && earlier.copies.isEmpty) {
            copies = earlier.copies
            copiesHeld = earlier.copiesHeld
        }
        if !(grants.isEmpty && earlier.grants.isEmpty) { grants = earlier.grants }
    }
}
