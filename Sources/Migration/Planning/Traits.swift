// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// How many customers and purchases are in a situation in which providers differ.
struct Traits {
    private(set) var counts: [Behaviour: Int] = [:]
    /// Purchases by their state.
    private(set) var states: [NeutralState: Int] = [:]
    /// Customers with attributes that nothing of the target takes.
    private(set) var lostAttributes = 0

    mutating func count(customer: CustomerShape) {
        if customer.anonymousIDs > 1, customer.customIDs > 0 { add(.secondDevice) }
        if customer.customIDs == 0, customer.purchases > 0 { add(.firstLogIn) }
        if customer.customIDs > 1 { add(.secondCustomID) }
        if customer.customIDs > 0, customer.purchases > 0 { add(.logOut) }
        if customer.losesAttributes { lostAttributes += 1 }
    }

    mutating func count(
        purchase state: NeutralState?, store: NeutralStore?, isCopy: Bool
    ) {
        if isCopy { add(.sharedAccount) }
        guard let state else { return }
        states[state, default: 0] += 1
        if state == .expired, store == .appStore || store == .macAppStore {
            add(.sharedAccountExpired)
        }
    }

    /// Takes over what was counted of other customers.
    mutating func add(_ other: Traits) {
        counts.merge(other.counts, uniquingKeysWith: +)
        states.merge(other.states, uniquingKeysWith: +)
        lostAttributes += other.lostAttributes
    }

    private mutating func add(_ behaviour: Behaviour) { counts[behaviour, default: 0] += 1 }
}

/// As much of a customer as situations depend on.
struct CustomerShape {
    /// How many IDs the source minted.
    var anonymousIDs = 0
    /// How many the app gave.
    var customIDs = 0
    /// How many purchases there are.
    var purchases = 0
    /// Whether there are attributes, and nothing of the target takes any.
    var losesAttributes = false
}
