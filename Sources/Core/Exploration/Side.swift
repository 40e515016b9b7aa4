// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// One provider's side of a state that a search is in: the rules, the ledger under them, and which
/// of its user IDs are those that the search gives.
///
/// It cannot be copied by accident: a copy of a ledger is cheap, but not for somebody who makes a
/// million decisions a second.
package struct Side: ~Copyable, Sendable {
    /// How many devices, IDs and products a search can have.
    package static let most = 8

    package let rules: Rules
    package let relevance: Relevance
    package private(set) var ledger: Ledger
    /// For each ID that the search gives its place in the ledger, or -1 while it is not there.
    private var places = SIMD8<Int32>(repeating: -1)

    /// A side to which nothing has happened.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - products: Products that the ledger knows from the start, so that they have the same place
    ///     on every side.
    package init(_ rules: Rules, products: [Product]) {
        self.rules = rules
        relevance = rules.relevance
        ledger = Ledger()
        for product in products { ledger.evolve(.product(product)) }
    }

    /// A copy of another side.
    package init(copying other: borrowing Side) {
        rules = other.rules
        relevance = other.relevance
        ledger = other.ledger
        places = other.places
    }

    /// The place of an ID in the ledger, by its number among those that the search gives.
    package func user(_ id: Int) -> UserHandle? {
        places[id] < 0 ? nil : UserHandle(Int(places[id]))
    }

    /// The number of a custom ID of the ledger among those that the search gives.
    package func number(of user: UserHandle) -> Int? {
        for id in 0..<Side.most where places[id] == user.index { return id }
        return nil
    }

    /// How many devices have the app.
    package var installed: Int { ledger.installations.count }

    /// Whether a store account is there, by its name.
    package func isKnown(account: String) -> Bool {
        ledger.accountNames.place(of: account) != nil
    }

    /// What an action comes to here.
    package func decide(_ request: borrowing Request) -> Decision {
        ledger.decide(copy request, under: rules)
    }

    /// Whether a decision rests on a row that says what no document says.
    package func isInferred(_ decision: borrowing Decision) -> Bool {
        for row in decision.rows where rules.isInferred(row) { return true }
        return false
    }

    /// Applies what a decision changes.
    ///
    /// - Parameters:
    ///   - decision: The decision, made for this side's ledger.
    ///   - id: The number of the ID that the action gives, if it gives one: no other custom ID can
    ///     come into being.
    package mutating func apply(_ decision: borrowing Decision, giving id: Int?) {
        for change in decision.changes {
            switch change {
            case .customer(_, .custom), .user(_, .custom, _):
                if let id { places[id] = Int32(ledger.users.count) }
            default: break
            }
            ledger.evolve(change)
        }
    }

    /// Takes back everything that has been applied since it was a copy of another side.
    package mutating func goBack(to earlier: borrowing Side) {
        places = earlier.places
        ledger.goBack(to: earlier.ledger)
    }
}

extension Ledger {
    /// Takes back every change since it was a copy of an earlier ledger, in the memory that it has.
    ///
    /// A new copy would take new memory for every change; a search makes a million changes a second
    /// to ledgers of a few hundred bytes.
    fileprivate mutating func goBack(to earlier: borrowing Ledger) {
        userNames.goBack(to: earlier.userNames)
        users.goBack(to: earlier.users)
        customers.goBack(to: earlier.customers)
        deviceNames.goBack(to: earlier.deviceNames)
        installations.goBack(to: earlier.installations)
        accountNames.goBack(to: earlier.accountNames)
        accounts.goBack(to: earlier.accounts)
        entitlementNames.goBack(to: earlier.entitlementNames)
        purchases.goBack(to: earlier.purchases)
        if products.count != earlier.products.count {
            productNames = earlier.productNames
            products = earlier.products
        }
        if !(copies.isEmpty && earlier.copies.isEmpty) {
            copies = earlier.copies
            copiesHeld = earlier.copiesHeld
        }
        if !(grants.isEmpty && earlier.grants.isEmpty) { grants = earlier.grants }
    }
}
