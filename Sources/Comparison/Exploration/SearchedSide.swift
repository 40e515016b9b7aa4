// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// One provider's side of a state that a search is in: the rules, the ledger under them, and which
/// of its user IDs are those that the search gives.
///
/// It cannot be copied by accident: a copy of a ledger is cheap, but not for somebody who makes a
/// million decisions a second.
package struct SearchedSide: ~Copyable, Sendable {
    /// How many devices, IDs and products a search can have.
    package static let most = 8

    package let rules: Rules
    package let relevance: Relevance
    let classes: StateClasses
    package private(set) var ledger: Ledger
    /// For each ID that the search gives its index in the ledger, or -1 while it is not there.
    private var indices = SIMD8<Int32>(repeating: -1)
    /// What has been touched since it was a copy.
    private var touched: LedgerParts = []

    /// A side to which nothing has happened.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - products: Products that the ledger knows from the start, so that they have the same index
    ///     on every side.
    ///   - events: What stores do.
    package init(_ rules: Rules, products: [Product], events: [StoreEvent]) {
        self.rules = rules
        relevance = rules.relevance
        classes = StateClasses(rules, events: events)
        ledger = Ledger()
        for product in products { ledger.evolve(.product(product)) }
    }

    /// A copy of another side.
    package init(copying other: borrowing SearchedSide) {
        rules = other.rules
        relevance = other.relevance
        classes = other.classes
        ledger = other.ledger
        indices = other.indices
    }

    /// The index of an ID in the ledger, by its number among those that the search gives.
    package func user(_ id: Int) -> UserHandle? {
        indices[id] < 0 ? nil : UserHandle(Int(indices[id]))
    }

    /// The number of a custom ID of the ledger among those that the search gives.
    package func number(of user: UserHandle) -> Int? {
        for id in 0..<SearchedSide.most where indices[id] == user.index { return id }
        return nil
    }

    /// How many devices have the app.
    package var installed: Int { ledger.installations.count }

    /// Whether a store account is there, by its name.
    package func isKnown(account: String) -> Bool {
        ledger.accountNames.index(of: account) != nil
    }

    /// Decides an action.
    ///
    /// - Parameters:
    ///   - request: The action.
    ///   - decision: Where the decision goes.
    /// - Returns: What a search asks of every decision.
    package func decide(
        _ request: Request, into decision: UnsafeMutablePointer<Decision>
    ) -> DecisionTraits {
        ledger.decide(request, under: rules, into: &decision.pointee)
        var traits: DecisionTraits = isKept(by: decision) ? .kept : []
        if decision.pointee.outcome == .refused { traits.insert(.refused) }
        for row in decision.pointee.rows where rules.isInferred(row) { traits.insert(.inferred) }
        return traits
    }

    /// Whether a decision leaves everything that matters as it is.
    private func isKept(by decision: UnsafePointer<Decision>) -> Bool {
        for change in decision.pointee.changes {
            switch change {
            case .state(let purchase, let state, isTransaction: false):
                let record = ledger.purchases[Int(purchase.index)]
                let isPosted = relevance.contains(.posts) && !ledger.showsReceipt(record)
                guard
                    classes.store(record.state, of: record.kind, isPosted: isPosted)
                        == classes.store(state, of: record.kind, isPosted: isPosted)
                else { return false }
            case .known(let purchase, let state):
                let record = ledger.purchases[Int(purchase.index)]
                guard classes.known(record.known) == classes.known(state) else { return false }
            case .revoke: guard ledger.grants.isEmpty else { return false }
            case .state, .account, .product, .purchase, .share, .unshare, .productChange, .waiting,
                .customer,
                .user, .merge, .original, .erase, .return, .split, .install, .current, .own,
                .caughtUp, .synced, .use, .posted, .backup, .owner, .copy, .uncopy, .knownProduct,
                .grant, .lapse:
                return false
            }
        }
        return true
    }

    /// Applies what a decision changes.
    ///
    /// - Parameters:
    ///   - decision: Where the decision is, which was made for this side's ledger.
    ///   - id: The number of the ID that the action gives, if it gives one: no other custom ID can
    ///     come into being.
    package mutating func apply(_ decision: UnsafePointer<Decision>, giving id: Int?) {
        for change in decision.pointee.changes {
            switch change {
            case .customer(_, .custom), .user(_, .custom, _):
                if let id { indices[id] = Int32(ledger.users.count) }
                touched.insert(.people)
            case .customer, .user, .merge, .original, .erase, .return, .split, .owner, .copy,
                .uncopy:
                touched.formUnion([.people, .purchases])
            case .account, .product, .purchase, .share, .unshare, .state, .productChange, .waiting,
                .known, .knownProduct:
                touched.insert(.purchases)
            case .install: touched.formUnion([.devices, .people])
            case .current, .own, .caughtUp, .synced, .use, .posted, .backup:
                touched.insert(.devices)
            case .grant, .revoke, .lapse: touched.insert(.people)
            }
            ledger.evolve(change)
        }
    }

    /// Takes back everything that has been applied since it was a copy of another side.
    package mutating func goBack(to earlier: borrowing SearchedSide) {
        indices = earlier.indices
        ledger.goBack(
            to: earlier.ledger, people: touched.contains(.people),
            purchases: touched.contains(.purchases), devices: touched.contains(.devices))
        touched = []
    }
}

/// What a search asks of every decision.
package struct DecisionTraits: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It leaves everything that matters as it is.
    package static let kept = DecisionTraits(rawValue: 1)
    /// It is a refusal.
    package static let refused = DecisionTraits(rawValue: 2)
    /// It rests on a row that says what no document says.
    package static let inferred = DecisionTraits(rawValue: 4)
}

/// The parts of a ledger that changes touch.
private struct LedgerParts: OptionSet {
    let rawValue: UInt8

    /// User IDs, customers, grants, copies.
    static let people = LedgerParts(rawValue: 1)
    /// Accounts, products, purchases.
    static let purchases = LedgerParts(rawValue: 2)
    /// Installations.
    static let devices = LedgerParts(rawValue: 4)
}

extension Ledger {
    /// Whether a purchase stands on a receipt, or has a token of its own.
    func showsReceipt(_ purchase: PurchaseRecord) -> Bool {
        accounts[Int(purchase.account.index)].store.showsReceipt
    }
}
