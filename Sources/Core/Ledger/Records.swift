// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A user ID: whose it is, and the next ID of the same customer.
package struct UserRecord: Hashable, Sendable {
    package var customer: CustomerHandle
    package var next: UserLink = .none
    /// Minted by the provider, or of the form that the provider takes for minted.
    package var isAnonymous: Bool
}

/// A customer: its IDs and its purchases are chains through their records.
package struct CustomerRecord: Hashable, Sendable {
    package var original: UserHandle
    package var firstUser: UserLink
    package var lastUser: UserLink
    /// What it owns, in order of purchase.
    package var firstPurchase: PurchaseLink = .none
    package var lastPurchase: PurchaseLink = .none
    /// The customer that absorbed this one in a merge.
    package var absorbedBy: CustomerLink = .none
    /// Has a custom ID.
    package var isIdentified: Bool
    /// Has an anonymous ID.
    package var hasAnonymous: Bool
    /// The provider has erased it, or never took its one ID: it holds nothing, and its IDs are
    /// nobody's until one of them is used again.
    package var isErased = false
}

/// A purchase: what, by which account, in which state, and who holds it.
package struct PurchaseRecord: Hashable, Sendable {
    package var product: ProductHandle
    package var account: AccountHandle
    package var owner: CustomerLink = .none
    package var nextOfOwner: PurchaseLink = .none
    package var nextOfAccount: PurchaseLink = .none
    /// The account's count of transactions when the newest one on this purchase came.
    package var transaction: Int32 = 0
    /// The state at the store.
    package var state: PurchaseState = .active
    /// The state as the provider knows it; says nothing while there is no owner.
    package var known: PurchaseState = .active
    package var kind: ProductKind
    /// Bought in the app, and has not gone from its first owner to another.
    package var isFirstHand = false
}

/// A token that an installation has posted.
package struct Post: Hashable, Sendable {
    package var installation: InstallationHandle
    package var purchase: PurchaseHandle

    package init(installation: InstallationHandle, purchase: PurchaseHandle) {
        self.installation = installation
        self.purchase = purchase
    }
}

/// A product: its kind and what it unlocks.
package struct ProductRecord: Hashable, Sendable {
    package var kind: ProductKind
    package var entitlements: [EntitlementHandle]
}

/// A store account: its purchases, oldest first.
package struct AccountRecord: Hashable, Sendable {
    package var firstPurchase: PurchaseLink = .none
    package var lastPurchase: PurchaseLink = .none
    /// How many renewals and recoveries there have been.
    package var transactions: Int32 = 0
    package var store: Store
}

/// An installation: where it buys, its own anonymous ID, and the ID in use.
package struct InstallationRecord: Hashable, Sendable {
    package var account: AccountHandle
    package var own: UserLink = .none
    package var current: UserHandle
    /// The account's count of transactions that this installation has seen.
    package var seenTransactions: Int32 = 0
    /// Has synchronised since it was installed.
    package var hasSynced = false
}
