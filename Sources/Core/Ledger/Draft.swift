// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A decision in the making: what it has found so far, laid over the ledger, which stays as it is.
///
/// A log-in that makes a new customer, merges two, and then claims purchases must see its own first
/// steps when it takes the next one. The draft holds just those: at most two new IDs, the merges,
/// and the purchases that changed hands.
struct Draft {
    let rules: Rules
    var decision = Decision()
    /// What has been true so far; the first in order is the outcome.
    private var happened: UInt16 = 0

    var installation: InstallationHandle?
    var record: InstallationRecord?
    /// The store of an account that this action makes known.
    var newStore: Store?
    /// How many changes and moves, from the first, stand even after a refusal: what the store did,
    /// and what became of purchases that were presented by themselves.
    private var standing = (changes: 0, moves: 0)
    /// What the documents say becomes of a new purchase although the claim is refused.
    private var given: Given?
    /// What is written down about the device whatever the answer is.
    var lasting: [Change] = []
    /// Whether the installation is a fresh one, which has posted nothing.
    var hasPostedNothing = false
    /// The ID that acts without an installation, where nobody had it before.
    var newActor: UserID?

    private var newUsers: [(handle: UserHandle, isAnonymous: Bool, customer: CustomerHandle)] = []
    private var newCustomers = 0
    /// How many of the new IDs the ledger does not know yet; the others were nobody's.
    private var newNames = 0
    private var merges: [(absorbed: CustomerHandle, survivor: CustomerHandle)] = []
    /// Purchases that got an owner, or beyond their owner a holder.
    private var holdings: [(purchase: PurchaseHandle, holder: CustomerHandle, isOwner: Bool)] = []
    /// The purchase that this action makes.
    var newPurchase: PurchaseRecord?
    private var bits: FreshBits

    /// What becomes of a new purchase although the claim is refused.
    private struct Given {
        var changes: [Change] = []
        var moves: [Move] = []
    }

    init(_ bits: FreshBits, _ rules: Rules) {
        self.bits = bits
        self.rules = rules
    }

    mutating func happened(_ outcome: Outcome) { happened |= 1 << UInt16(outcome.rawValue) }

    /// The first outcome that is true.
    var outcome: Outcome {
        happened == 0
            ? .unchanged
            : Outcome(rawValue: UInt8(happened.trailingZeroBitCount)) ?? .unchanged
    }

    /// Matches a table and remembers the row.
    mutating func row(_ table: Table, _ situation: Situation) -> Ruling {
        let ruling = rules.ruling(table, situation)
        decision.rows.append(ruling.number)
        return ruling
    }

    /// The bits for the next anonymous ID.
    mutating func mint() -> UserID {
        defer { bits = bits.next }
        return rules.mint(bits)
    }

    mutating func change(_ change: Change) {
        decision.changes.append(change)
    }

    /// From now on a refusal takes back nothing of what has been written down so far.
    mutating func stand() {
        standing = (changes: decision.changes.count, moves: decision.moves.count)
    }

    /// Lets what was written down from this index on stand, and only that: it goes before what a
    /// refusal takes back, such as the customer that a server's call has just made.
    mutating func stand(from start: Int) {
        guard start > standing.changes else { return stand() }
        let sold = Array(decision.changes[start...])
        decision.changes.removeLast(sold.count)
        decision.changes.insert(contentsOf: sold, at: standing.changes)
        standing.changes += sold.count
    }

    /// Takes everything back but what stands, and what was given in spite of the refusal.
    mutating func refuse(_ refusal: Refusal) {
        decision.outcome = .refused
        decision.refusal = refusal
        decision.changes.removeLast(decision.changes.count - standing.changes)
        decision.moves.removeLast(decision.moves.count - standing.moves)
        decision.changes += given?.changes ?? []
        if !lasting.isEmpty { decision.changes += lasting }
        decision.moves += given?.moves ?? []
    }

    /// The answer is no refusal.
    mutating func finish() {
        decision.outcome = outcome
        if !lasting.isEmpty { decision.changes += lasting }
    }
}

// MARK: - The ledger as the draft has it

extension Ledger {
    func customer(of user: UserHandle, _ draft: borrowing Draft) -> CustomerHandle {
        draft.survivor(of: draft.newCustomer(of: user) ?? users[user].customer)
    }

    func currentCustomer(_ draft: borrowing Draft) -> CustomerHandle? {
        draft.record.map { customer(of: $0.current, draft) }
    }

    func isAnonymous(_ user: UserHandle, _ draft: borrowing Draft) -> Bool {
        draft.newIsAnonymous(user) ?? users[user].isAnonymous
    }

    func isIdentified(_ customer: CustomerHandle, _ draft: borrowing Draft) -> Bool {
        if customer.index < customers.count, customers[customer].isIdentified { return true }
        return draft.hasBecomeIdentified(customer, in: self)
    }

    func record(of purchase: PurchaseHandle, _ draft: borrowing Draft) -> PurchaseRecord {
        if purchase.index == purchases.count, let new = draft.newPurchase { return new }
        return purchases[purchase]
    }

    func owner(of purchase: PurchaseHandle, _ draft: borrowing Draft) -> CustomerHandle? {
        if let owner = draft.newOwner(of: purchase) { return owner }
        guard purchase.index < purchases.count else { return nil }
        return purchases[purchase].owner.handle.map { draft.survivor(of: $0) }
    }

    func holds(
        _ customer: CustomerHandle, _ purchase: PurchaseHandle, _ draft: borrowing Draft
    ) -> Bool {
        if owner(of: purchase, draft) == customer { return true }
        if draft.hasCopied(purchase, to: customer) { return true }
        if draft.newOwner(of: purchase) != nil { return false }
        if copies.isEmpty { return false }
        return copies[purchase]?.contains { draft.survivor(of: $0) == customer } ?? false
    }

    func displayID(for customer: CustomerHandle, _ draft: borrowing Draft) -> UserHandle? {
        customer.index < customers.count
            ? displayID(for: customer) : draft.firstNewUser(of: customer)
    }
}

extension Draft {
    func survivor(of customer: CustomerHandle) -> CustomerHandle {
        var customer = customer
        for merge in merges where merge.absorbed == customer { customer = merge.survivor }
        return customer
    }

    func newCustomer(of user: UserHandle) -> CustomerHandle? {
        newUsers.first { $0.handle == user }?.customer
    }

    func newIsAnonymous(_ user: UserHandle) -> Bool? {
        newUsers.first { $0.handle == user }?.isAnonymous
    }

    /// The new ID that speaks for a new customer: its custom one, else the minted one.
    func firstNewUser(of customer: CustomerHandle) -> UserHandle? {
        let users = newUsers.filter { $0.customer == customer }
        return (users.first { !$0.isAnonymous } ?? users.first)?.handle
    }

    func hasBecomeIdentified(_ customer: CustomerHandle, in ledger: Ledger) -> Bool {
        newUsers.contains { !$0.isAnonymous && survivor(of: $0.customer) == customer }
            || merges.contains { merge in
                survivor(of: merge.survivor) == customer
                    && merge.absorbed.index < ledger.customers.count
                    && ledger.customers[merge.absorbed].isIdentified
            }
    }

    func newOwner(of purchase: PurchaseHandle) -> CustomerHandle? {
        holdings.last { $0.purchase == purchase && $0.isOwner }.map { survivor(of: $0.holder) }
    }

    func hasCopied(_ purchase: PurchaseHandle, to customer: CustomerHandle) -> Bool {
        holdings.contains {
            $0.purchase == purchase && !$0.isOwner && survivor(of: $0.holder) == customer
        }
    }

    // MARK: Writing

    /// A new ID with a customer of its own.
    mutating func addCustomer(_ id: UserID, _ kind: UserIDKind, in ledger: Ledger) -> UserHandle {
        let customer = CustomerHandle(ledger.customers.count + newCustomers)
        newCustomers += 1
        let user = UserHandle(ledger.users.count + newNames)
        newNames += 1
        newUsers.append((handle: user, isAnonymous: kind != .custom, customer: customer))
        change(.customer(id, kind))
        return user
    }

    /// A customer of its own for an ID that was nobody's.
    mutating func giveBack(_ user: UserHandle, in ledger: Ledger) {
        let customer = CustomerHandle(ledger.customers.count + newCustomers)
        newCustomers += 1
        let isAnonymous = ledger.users[user].isAnonymous
        newUsers.append((handle: user, isAnonymous: isAnonymous, customer: customer))
        change(.return(user))
    }

    /// A new ID of a customer.
    mutating func addUser(
        _ id: UserID, _ kind: UserIDKind, to customer: CustomerHandle, in ledger: Ledger
    ) -> UserHandle {
        let user = UserHandle(ledger.users.count + newNames)
        newNames += 1
        newUsers.append((handle: user, isAnonymous: kind != .custom, customer: customer))
        change(.user(id, kind, customer))
        return user
    }

    mutating func merge(_ absorbed: CustomerHandle, into survivor: CustomerHandle) {
        merges.append((absorbed: absorbed, survivor: survivor))
        change(.merge(absorbed, into: survivor))
    }

    mutating func setCurrent(_ user: UserHandle) {
        record?.current = user
        if let installation { change(.current(installation, user)) }
    }

    mutating func setOwn(_ user: UserHandle) {
        record?.own = Link(user)
        if let installation { change(.own(installation, user)) }
    }

    mutating func setOwner(of purchase: PurchaseHandle, to customer: CustomerHandle) {
        holdings.append((purchase: purchase, holder: customer, isOwner: true))
        change(.owner(purchase, customer))
    }

    /// Gives a purchase its first owner although the claim is refused.
    mutating func give(
        _ purchase: PurchaseHandle, to customer: CustomerHandle, as user: UserHandle,
        in state: PurchaseState?
    ) {
        var given = given ?? Given()
        given.changes.append(.owner(purchase, customer))
        if let state { given.changes.append(.known(purchase, state)) }
        given.moves.append(Move(purchase: purchase, from: nil, to: user))
        self.given = given
    }

    mutating func copy(_ purchase: PurchaseHandle, to customer: CustomerHandle) {
        holdings.append((purchase: purchase, holder: customer, isOwner: false))
        change(.copy(purchase, customer))
    }
}
