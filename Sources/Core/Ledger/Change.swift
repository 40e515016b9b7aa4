// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// One small thing that becomes different in a ledger.
///
/// An action is a list of them, and the list of all of them is the log: replayed from the start it
/// gives the same ledger.
public enum Change: Hashable, Sendable {
    // The store's side.

    /// A store account is known, with the index that it has in the ledger.
    case account(StoreAccount)
    /// A product is known.
    case product(Product)
    /// A store account bought a product, in the app or elsewhere.
    case purchase(ProductHandle, AccountHandle, inApp: Bool)
    /// A store account holds a share of a purchase of another.
    case share(PurchaseHandle, AccountHandle)
    /// What was a share follows the purchase no more.
    case unshare(PurchaseHandle)
    /// The state at the store; true when it came by a new transaction.
    case state(PurchaseHandle, PurchaseState, isTransaction: Bool)
    /// The subscription is for another product now.
    case productChange(PurchaseHandle, ProductHandle)
    /// The product that the subscription goes over to at its next renewal; nil for none.
    case waiting(PurchaseHandle, ProductHandle?)

    // Who is who.

    /// A new user ID with a customer of its own.
    case customer(UserID, UserIDKind)
    /// A new user ID of an existing customer.
    case user(UserID, UserIDKind, CustomerHandle)
    /// All IDs and purchases of the first go to the second.
    case merge(CustomerHandle, into: CustomerHandle)
    /// The customer's original ID.
    case original(UserHandle, CustomerHandle)
    /// The provider erases a customer, or never took its one ID: purchases lose their owner, grants
    /// and copies go, and its IDs are nobody's.
    case erase(CustomerHandle)
    /// An ID that is nobody's has a customer of its own again.
    case `return`(UserHandle)
    /// A merge undone: these IDs go back to the customer that a merge had absorbed.
    case split(CustomerHandle, from: CustomerHandle, [UserHandle])

    // Installations.

    /// A fresh installation: device, account, own anonymous ID if any, the ID in use.
    case install(DeviceID, AccountHandle, own: UserHandle?, current: UserHandle)
    /// The ID in use.
    case current(InstallationHandle, UserHandle)
    /// The installation's own anonymous ID.
    case own(InstallationHandle, UserHandle)
    /// The installation has seen all transactions of its store account.
    case caughtUp(InstallationHandle)
    case synced(InstallationHandle)
    /// The device is signed in to another store account.
    case use(InstallationHandle, AccountHandle)
    /// The installation has posted the token of a purchase, which then would or would not renew; nil:
    /// it has forgotten it.
    case posted(InstallationHandle, PurchaseHandle, renews: Bool?)
    /// The anonymous ID that the device has in its backup; nil for none.
    case backup(InstallationHandle, UserHandle?)

    // Purchases and grants.

    /// The purchase has this one owner.
    case owner(PurchaseHandle, CustomerHandle)
    /// This customer holds the purchase too.
    case copy(PurchaseHandle, CustomerHandle)
    /// This customer holds a copy no more.
    case uncopy(PurchaseHandle, CustomerHandle)
    /// The state as the provider knows it.
    ///
    /// It can be the same as before: the provider learns of a renewal, too.
    case known(PurchaseHandle, PurchaseState)
    /// The provider knows the product that the subscription is for now.
    case knownProduct(PurchaseHandle)
    case grant(EntitlementID, CustomerHandle)
    case revoke(EntitlementID, CustomerHandle)
    /// A manual entitlement ended by its date.
    case lapse(EntitlementID, CustomerHandle)
}

/// What kind of user ID it is.
public enum UserIDKind: UInt8, Hashable, Sendable {
    /// Given by the app.
    case custom
    /// Minted by the provider, or of the form that the provider takes for minted.
    case anonymous
    /// Minted by a provider whose anonymous IDs are a namespace of their own.
    case anonymousApart
}

/// A purchase that went from one ID to another.
public struct Move: Hashable, Sendable {
    /// The purchase.
    public let purchase: PurchaseHandle
    /// The ID that speaks for the customer before; nil when the purchase had no owner.
    public let from: UserHandle?
    /// The ID that speaks for the customer after.
    public let to: UserHandle
}

/// What ``Ledger/decide(_:under:)`` answers.
public struct Decision: Sendable {
    /// What the action comes to.
    public internal(set) var outcome = Outcome.unchanged
    /// With ``Outcome/refused``: why.
    public internal(set) var refusal: Refusal?
    /// What becomes different, in this order.
    ///
    /// A refusal can carry what the store did all the same.
    public internal(set) var changes: [Change] = []
    /// Every purchase that changes hands.
    public internal(set) var moves: [Move] = []
    /// Every row that decided something, in the order in which it did.
    public internal(set) var rows: [RowNumber] = []
    /// With ``Refusal/invalidIdentifier``: the IDs of the identifier rules that refuse.
    public internal(set) var identifierRules: [String] = []

    package init() {}

    /// Becomes as new, and keeps its memory.
    mutating func clear() {
        outcome = .unchanged
        refusal = nil
        // One by one, which is quicker for the few that there are.
        while !changes.isEmpty { changes.removeLast() }
        while !moves.isEmpty { moves.removeLast() }
        while !rows.isEmpty { rows.removeLast() }
        if !identifierRules.isEmpty { identifierRules = [] }
    }
}
