// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Everything one provider and the stores know: customers, their IDs, purchases, installations.
///
/// A value. ``decide(_:under:)`` reads it and says what an action changes, ``evolve(_:)`` applies a
/// change; nothing else writes to it, and neither knows a clock, a random number or a file.
///
/// Names and records lie in flat arrays, a customer's IDs and purchases are chains through them: a
/// customer with two IDs, an installation and a purchase takes under 400 bytes.
public struct Ledger: Equatable, Sendable {
    package var userNames = NameTable()
    package var users: [UserRecord] = []
    package var customers: [CustomerRecord] = []
    package var deviceNames = NameTable()
    package var installations: [InstallationRecord] = []
    package var accountNames = NameTable()
    package var accounts: [AccountRecord] = []
    package var productNames = NameTable()
    package var products: [ProductRecord] = []
    package var entitlementNames = NameTable()
    package var purchases: [PurchaseRecord] = []
    /// The holders of a purchase beyond its owner, oldest first.
    package var copies: [PurchaseHandle: [CustomerHandle]] = [:]
    /// For each customer who holds any, its copies, oldest first.
    package var copiesHeld: [CustomerHandle: [PurchaseHandle]] = [:]
    /// Manual grants, oldest first.
    package var grants: [CustomerHandle: [EntitlementHandle]] = [:]
    /// The products that subscriptions go over to at their next renewal.
    package var waiting: [PurchaseHandle: ProductHandle] = [:]
    /// The products that the provider still takes subscriptions for that have gone over to another.
    package var outdated: [PurchaseHandle: ProductHandle] = [:]
    /// For each share the purchase that it is, or was, a share of.
    package var sharedFrom: [PurchaseHandle: PurchaseHandle] = [:]
    /// The shares that follow a purchase, oldest first.
    package var shares: [PurchaseHandle: [PurchaseHandle]] = [:]
    /// Whether each token that an installation has posted would renew when it did.
    ///
    /// Kept only for rules that ask for it.
    package var posts: [Post: Bool] = [:]
    /// The anonymous IDs that devices have in their backups.
    package var backups: [InstallationHandle: UserHandle] = [:]

    /// A ledger that nothing has happened to.
    public init() {}
}

// MARK: - Looking up

extension Ledger {
    /// The installation on a device.
    public func installation(on device: DeviceID) -> InstallationHandle? {
        deviceNames.index(of: device.text).map(InstallationHandle.init)
    }

    /// A user ID: as apps and providers write it, or else an anonymous one that stands apart.
    public func user(_ id: UserID) -> UserHandle? {
        given(id) ?? userNames.index(of: Ledger.key(id, .anonymousApart)).map(UserHandle.init)
    }

    /// A user ID that an app can name.
    func given(_ id: UserID) -> UserHandle? {
        userNames.index(of: Ledger.key(id, .custom)).map(UserHandle.init)
    }

    /// A user ID as a provider mints it: where its anonymous IDs stand apart, none that an app gave.
    ///
    /// One in the common namespace is found as well: rules that shared it may have made it earlier.
    package func minted(_ id: UserID, under rules: Rules) -> UserHandle? {
        anonymous(id) ?? (rules.mintsApart ? nil : given(id))
    }

    /// An anonymous user ID, in whichever namespace it stands.
    func anonymous(_ id: UserID) -> UserHandle? {
        userNames.index(of: Ledger.key(id, .anonymousApart)).map(UserHandle.init)
            ?? given(id).flatMap { isAnonymous($0) ? $0 : nil }
    }

    /// Whether an anonymous ID stands in a namespace of its own.
    package func isApart(_ user: UserHandle) -> Bool {
        let start = Ledger.key(UserID(unchecked: ""), .anonymousApart).utf8
        return userNames[Int(user.index)].utf8.starts(with: start)
    }

    /// Whoever acts with an ID and without an installation.
    package func actor(_ user: UserHandle, _ account: StoreAccount? = nil) -> Actor {
        isApart(user) ? .minted(id(of: user), account) : .user(id(of: user), account)
    }

    /// Whether an ID of this kind is in the ledger.
    package func knows(_ id: UserID, as kind: UserIDKind) -> Bool {
        userNames.index(of: Ledger.key(id, kind)) != nil
    }

    /// The text of a user ID.
    public func id(of user: UserHandle) -> UserID {
        let key = userNames[Int(user.index)]
        return UserID(
            unchecked: key.utf8.first == 1 ? String(key.unicodeScalars.dropFirst(2)) : key)
    }

    /// The name under which an ID is kept: two namespaces in one table, without a text that would
    /// stand for both.
    package static func key(_ id: UserID, _ kind: UserIDKind) -> String {
        if kind == .anonymousApart { return "\u{1}a" + id.text }
        return id.text.utf8.first == 1 ? "\u{1}c" + id.text : id.text
    }

    /// Whether an ID is anonymous.
    public func isAnonymous(_ user: UserHandle) -> Bool { users[user].isAnonymous }

    /// The customer that an ID belongs to.
    public func customer(of user: UserHandle) -> CustomerHandle { users[user].customer }

    /// The ID in use on an installation.
    public func current(of installation: InstallationHandle) -> UserHandle {
        installations[installation].current
    }

    /// Every customer that no merge has absorbed and that was not erased, in order of coming into
    /// being.
    public var liveCustomers: [CustomerHandle] {
        customers.indices.map { CustomerHandle($0) }.filter {
            customers[$0].absorbedBy.isNone && !customers[$0].isErased
        }
    }

    /// How many those are.
    package var liveCount: Int {
        customers.indices.count { index in
            let customer = customers[CustomerHandle(index)]
            return customer.absorbedBy.isNone && !customer.isErased
        }
    }

    /// Whether an ID belongs to no customer: its customer was erased, or the provider never took it.
    public func isNobody(_ user: UserHandle) -> Bool { customers[users[user].customer].isErased }

    /// A customer's IDs, in the order in which they joined.
    public func aliases(of customer: CustomerHandle) -> [UserHandle] {
        var aliases: [UserHandle] = []
        var next = customers[customer].firstUser
        while let user = next.handle {
            aliases.append(user)
            next = users[user].next
        }
        return aliases
    }

    /// A customer's original ID, by its provider's rule.
    public func original(of customer: CustomerHandle) -> UserHandle {
        customers[customer].original
    }

    /// The ID that speaks for a customer in reports: its first custom one, else the original.
    public func displayID(for customer: CustomerHandle) -> UserHandle {
        var next = customers[customer].firstUser
        while let user = next.handle {
            if !users[user].isAnonymous { return user }
            next = users[user].next
        }
        return customers[customer].original
    }

    /// The customers who hold a purchase: none while the provider has not seen it, then its owner,
    /// and after it those who hold a copy.
    public func holders(of purchase: PurchaseHandle) -> [CustomerHandle] {
        guard let owner = purchases[purchase].owner.handle else { return [] }
        return [owner] + (copies[purchase] ?? [])
    }

    /// The purchases that a customer holds: those it owns, then copies.
    public func purchases(of customer: CustomerHandle) -> [PurchaseHandle] {
        var held: [PurchaseHandle] = []
        forEachHeld(by: customer) { held.append($0) }
        return held
    }

    /// The same, one after the other.
    package func forEachHeld(by customer: CustomerHandle, _ body: (PurchaseHandle) -> Void) {
        var next = customers[customer].firstPurchase
        while let purchase = next.handle {
            body(purchase)
            next = purchases[purchase].nextOfOwner
        }
        guard !copiesHeld.isEmpty else { return }
        for purchase in copiesHeld[customer] ?? [] { body(purchase) }
    }

    /// The purchases of a store account, oldest first.
    public func purchases(of account: AccountHandle) -> [PurchaseHandle] {
        var held: [PurchaseHandle] = []
        forEachPurchase(of: account) { held.append($0) }
        return held
    }

    /// The same, one after the other.
    func forEachPurchase(of account: AccountHandle, _ body: (PurchaseHandle) -> Void) {
        var next = accounts[account].firstPurchase
        while let purchase = next.handle {
            body(purchase)
            next = purchases[purchase].nextOfAccount
        }
    }

    /// The purchases of a store account by its name.
    public func purchases(of account: StoreAccount) -> [PurchaseHandle] {
        accountNames.index(of: account.text).map { purchases(of: AccountHandle($0)) } ?? []
    }

    /// The product of a purchase.
    public func product(of purchase: PurchaseHandle) -> ProductID {
        ProductID(unchecked: productNames[Int(purchases[purchase].product.index)])
    }

    /// The state of a purchase at its store.
    public func state(of purchase: PurchaseHandle) -> PurchaseState { purchases[purchase].state }

    /// A purchase of an account that the store counts as running, the newest first looked at.
    func running(_ product: ProductHandle, of account: AccountHandle) -> PurchaseHandle? {
        newest(product, of: account) { $0.isActive }
    }

    /// The newest purchase of a product by an account that is in such a state.
    func newest(
        _ product: ProductHandle, of account: AccountHandle, _ isWanted: (PurchaseState) -> Bool
    ) -> PurchaseHandle? {
        var newest: PurchaseHandle?
        var next = accounts[account].firstPurchase
        while let purchase = next.handle {
            let record = purchases[purchase]
            if record.product == product, isWanted(record.state) { newest = purchase }
            next = record.nextOfAccount
        }
        return newest
    }

    /// Whether a purchase is a family member's share of another.
    public func isShare(_ purchase: PurchaseHandle) -> Bool {
        !sharedFrom.isEmpty && sharedFrom[purchase] != nil
    }

    /// The product that the provider takes a purchase for.
    func knownProduct(of purchase: PurchaseHandle) -> ProductHandle {
        if !outdated.isEmpty, let product = outdated[purchase] { return product }
        return purchases[purchase].product
    }
}

// MARK: - Memory

extension Ledger {
    /// The bytes that the ledger's arrays take, room for growth included.
    package var allocatedBytes: Int {
        func bytes<Element>(_ array: [Element]) -> Int {
            array.capacity * MemoryLayout<Element>.stride
        }
        // Of those that most ledgers have none of, an entry is an entry of a hash table.
        let rest =
            (waiting.count + outdated.count + sharedFrom.count + backups.count) * 16
            + posts.capacity * 16 + shares.values.reduce(0) { $0 + 64 + bytes($1) }
        let names = [userNames, deviceNames, accountNames, productNames, entitlementNames]
        let grants = grants.values.reduce(0) { $0 + 64 + bytes($1) }
        let copies =
            copies.values.reduce(0) { $0 + 64 + bytes($1) }
            + copiesHeld.values.reduce(0) { $0 + 64 + bytes($1) }
        return names.reduce(0) { $0 + $1.allocatedBytes } + bytes(users) + bytes(customers)
            + bytes(installations) + bytes(accounts) + bytes(products) + bytes(purchases) + grants
            + copies + rest
    }
}
