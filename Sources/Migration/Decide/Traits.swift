// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// How many customers and purchases are in a situation in which providers differ.
struct Traits {
    /// For each situation how many, and for each state.
    private var behaviours = [Int](repeating: 0, count: Behaviour.allCases.count)
    private var states = [Int](repeating: 0, count: NeutralState.allCases.count)

    /// How many are in a situation.
    subscript(behaviour: Behaviour) -> Int { behaviours[behaviour.rawValue] }

    /// How many purchases are in a state.
    subscript(state: NeutralState) -> Int { states[Int(state.code) - 1] }

    mutating func count(customer: CustomerShape) {
        if customer.anonymousIDs > 1, customer.customIDs > 0 { add(.secondDevice) }
        if customer.customIDs == 0, customer.purchases > 0 { add(.firstLogIn) }
        if customer.customIDs > 1 { add(.secondCustomID) }
        if customer.customIDs > 0, customer.purchases > 0 { add(.logOut) }
    }

    mutating func count(purchase values: FieldValues, isCopy: Bool) {
        if isCopy { add(.sharedAccount) }
        let state = PlanField(.state)
        guard values.has(state) else { return }
        states[Int(values.number(state))] += 1
        guard values.word(.state, of: NeutralState.self) == .expired else { return }
        switch values.word(.store, of: NeutralStore.self) {
        case .appStore, .macAppStore: add(.sharedAccountExpired)
        default: break
        }
    }

    /// Takes over what was counted of other customers.
    mutating func add(_ other: Traits) {
        for (index, count) in other.behaviours.enumerated() { behaviours[index] += count }
        for (index, count) in other.states.enumerated() { states[index] += count }
    }

    private mutating func add(_ behaviour: Behaviour) { behaviours[behaviour.rawValue] += 1 }
}

/// As much of a customer as situations depend on.
struct CustomerShape {
    /// How many IDs the source minted.
    var anonymousIDs = 0
    /// How many the app gave.
    var customIDs = 0
    /// How many purchases there are.
    var purchases = 0
}
