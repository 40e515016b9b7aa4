// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// One thing that happens on a device, at its store account, or at the provider for it.
public enum Action: Hashable, Sendable {
    /// A fresh installation and its first launch. Without an account it is `app_store:` and the
    /// device's name.
    case install(StoreAccount?)
    /// The app deleted and installed again: device and store account stay, local state is lost.
    case reinstall
    /// A launch with a custom ID. On a device without the app this is the first launch.
    case configure(UserID, StoreAccount?)
    case logIn(UserID)
    case logOut
    /// The app comes to the foreground and a session starts.
    case open
    /// A purchase, and a claim of it. Of a subscription or non-consumable that runs already it makes
    /// no new purchase; a consumable or non-renewing one can be bought again.
    case buy(Product)
    case restore
    /// The silent restore.
    case sync
    /// Something the store does to the newest purchase of a product.
    case store(StoreEvent, ProductID)
    /// The store account holds a purchase that the provider has not seen.
    case own(Product)
    /// The store's server tells the provider of a purchase.
    case notify(ProductID)
    /// A manual entitlement for the current customer.
    case grant(EntitlementID)
    case revoke(EntitlementID)
    /// A manual entitlement of the current customer ends by its date.
    case expireGrant(EntitlementID)
    /// A subscription goes over to another product: at once, or at its next renewal.
    ///
    /// Nothing happens where the account holds the other product already.
    indirect case change(ProductID, to: Product, atRenewal: Bool)
    /// The device signs in to another store account; the app stays installed.
    case use(StoreAccount)
    /// Family sharing: the other device's store account holds a share of the running purchase.
    case share(ProductID, with: DeviceID)
    case unshare(ProductID, with: DeviceID)
    /// The provider moves all purchases of one customer to another by hand.
    case transfer(UserID, to: UserID)
    /// A purchase that this ID made on the web is redeemed on the device.
    case redeem(ProductID, from: UserID)
    /// The provider erases the customer of this ID.
    case delete(UserID)
    /// Nothing happens; access is looked at.
    case check

    /// The neutral word for it.
    public var word: String {
        switch self {
        case .install: "install"
        case .reinstall: "reinstall"
        case .configure: "configure"
        case .logIn: "log in"
        case .logOut: "log out"
        case .open: "open"
        case .buy: "buy"
        case .restore: "restore"
        case .sync: "sync"
        case .store(let event, _): event.rawValue
        case .own: "own"
        case .notify: "notify"
        case .grant: "grant"
        case .revoke: "revoke"
        case .expireGrant: "expire grant"
        case .change: "change"
        case .use: "use"
        case .share: "share"
        case .unshare: "unshare"
        case .transfer: "transfer"
        case .redeem: "redeem"
        case .delete: "delete"
        case .check: "check"
        }
    }
}

/// 128 bits that come with an action, from which a provider's anonymous ID is made if it needs one.
///
/// The core has no randomness of its own: an app passes random bits, a scenario passes a number.
public struct FreshBits: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    /// The bits of a fresh ID.
    public init(high: UInt64 = 0, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The bits for a second ID in the same action.
    package var next: FreshBits {
        FreshBits(high: low == .max ? high &+ 1 : high, low: low &+ 1)
    }
}

/// Who acts.
public enum Actor: Hashable, Sendable {
    /// The app on a device.
    case device(DeviceID)
    /// A user ID without an installation, as a server names it, and the store account of the receipt
    /// that it presents, if it presents one.
    ///
    /// The ID is in use, it is its own where it is anonymous, and nothing was seen or synchronised
    /// before. What belongs to an installation, such as a log-out, it cannot do.
    indirect case user(UserID, StoreAccount?)
    /// An anonymous ID without an installation, as a server names it: the same as ``user(_:_:)``, in
    /// the namespace of the IDs that the provider mints.
    ///
    /// One that nobody has becomes an anonymous user, of whatever form it is.
    indirect case minted(UserID, StoreAccount?)
    /// A store account by itself, which no device and no ID need have shown the provider yet.
    ///
    /// It holds purchases that are made elsewhere, and its store does what stores do; whatever
    /// needs an ID in use it cannot do.
    indirect case account(StoreAccount)
}
