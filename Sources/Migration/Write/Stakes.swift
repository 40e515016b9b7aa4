// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What is at stake: how many customers have access now, what becomes of it, and what they paid.
public struct Stakes: Sendable {
    /// How many customers there are of each outcome, or how much money.
    public struct Outcomes: Hashable, Sendable {
        private var numbers = SIMD4<Int>.zero

        /// None.
        init() {}

        /// How many have an outcome.
        public internal(set) subscript(outcome: AccessOutcome) -> Int {
            get { numbers[outcome.rawValue] }
            set { numbers[outcome.rawValue] = newValue }
        }

        /// All of them.
        public var all: Int { numbers.wrappedSum() }

        mutating func add(_ other: Outcomes) { numbers &+= other.numbers }
    }

    /// Of one entitlement, or one store.
    public struct Share: Sendable {
        /// The customers who have access by it, each under what becomes of it.
        public internal(set) var customers = Outcomes()
        /// What was paid for it last, by currency, in millionths: the sum of the latest prices of
        /// purchases whose price is known.
        public internal(set) var paid: [String: Outcomes] = [:]

        mutating func add(_ other: Share) {
            customers.add(other.customers)
            for (currency, amounts) in other.paid {
                paid[currency, default: Outcomes()].add(amounts)
            }
        }
    }

    /// The customers who have access to anything, each under the worst that becomes of it.
    public internal(set) var customers = Outcomes()
    /// By entitlement, as it is called at the target.
    public internal(set) var entitlements: [String: Share] = [:]
    /// By the word of the store; `""` where that is not known.
    public internal(set) var stores: [String: Share] = [:]

    /// Nothing is at stake.
    init() {}

    /// Takes over what was counted of other customers.
    mutating func add(_ other: Stakes) {
        customers.add(other.customers)
        for (name, share) in other.entitlements { entitlements[name, default: Share()].add(share) }
        for (store, share) in other.stores { stores[store, default: Share()].add(share) }
    }
}
