// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// One provider's side of a state that a search is in: the rules, the ledger under them, and which
/// of its user IDs are those that the search gives.
package struct Side: Sendable {
    /// How many IDs a search can give.
    package static let mostIDs = 8

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

    /// The place of an ID in the ledger, by its number among those that the search gives.
    package func user(_ id: Int) -> UserHandle? {
        places[id] < 0 ? nil : UserHandle(Int(places[id]))
    }

    /// The number of a custom ID of the ledger among those that the search gives.
    package func number(of user: UserHandle) -> Int? {
        for id in 0..<Side.mostIDs where places[id] == user.index { return id }
        return nil
    }

    /// Applies what a decision changes.
    ///
    /// - Parameters:
    ///   - decision: The decision, made for this side's ledger.
    ///   - id: The number of the ID that the action gives, if it gives one: no other custom ID can
    ///     come into being.
    package mutating func apply(_ decision: Decision, giving id: Int?) {
        for change in decision.changes {
            switch change {
            case .customer(_, .custom), .user(_, .custom, _):
                if let id { places[id] = Int32(ledger.users.count) }
            default: break
            }
            ledger.evolve(change)
        }
    }
}
