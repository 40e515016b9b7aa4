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
    public struct Share: Hashable, Sendable {
        /// The customers who have access by it, each under what becomes of it.
        public internal(set) var customers = Outcomes()
        /// What was paid for it last, by currency, in millionths: the sum of the latest prices of
        /// purchases whose price is known, each under what becomes of the access that it gives.
        public internal(set) var paid: [String: Outcomes] = [:]

        mutating func add(_ other: Share) {
            customers.add(other.customers)
            for (currency, amounts) in other.paid {
                paid[currency, default: Outcomes()].add(amounts)
            }
        }
    }

    /// Why the import alone does not give access: the finding that says so.
    package struct Reason: Hashable, Sendable {
        package let code: FindingCode
        /// Nil where the finding is about the whole plan.
        package let severity: Finding.Severity?
        /// Nil where the finding is about the whole plan.
        package let rule: String?
    }

    /// The customers who have access to anything, each under the worst that becomes of it.
    public internal(set) var customers = Outcomes()
    /// What these customers paid last, by currency, in millionths: of each customer for what comes to
    /// the worst, so that nobody's money counts where the customer does not.
    public internal(set) var paid: [String: Outcomes] = [:]
    /// Those of them who have access by sandbox purchases alone: testers, who have paid nothing.
    public internal(set) var testers = Outcomes()
    /// By entitlement, as it is called at the target.
    public internal(set) var entitlements: [String: Share] = [:]
    /// By the word of the store; `""` where that is not known.
    public internal(set) var stores: [String: Share] = [:]
    /// By what stands in the way; what is kept has nothing.
    ///
    /// A customer counts under the reason of the worst; what the customer paid for what comes to that,
    /// under the reason of each purchase.
    package var reasons: [Reason: Share] = [:]

    /// Nothing is at stake.
    init() {}

    /// Takes over what was counted of other customers.
    mutating func add(_ other: Stakes) {
        customers.add(other.customers)
        testers.add(other.testers)
        for (currency, amounts) in other.paid { paid[currency, default: Outcomes()].add(amounts) }
        for (name, share) in other.entitlements { entitlements[name, default: Share()].add(share) }
        for (store, share) in other.stores { stores[store, default: Share()].add(share) }
        for (reason, share) in other.reasons { reasons[reason, default: Share()].add(share) }
    }
}

extension Stakes {
    /// Stops where customers, or money, stand under no reason or under several.
    func checkSums() {
        for outcome in AccessOutcome.allCases where outcome != .kept {
            let counted = reasons.values.reduce(0) { $0 + $1.customers[outcome] }
            precondition(
                counted == customers[outcome],
                "Every customer whom the import alone does not give access has one reason for it.")
            precondition(
                Stakes.paid(outcome, in: reasons.values) == amounts(outcome),
                "What was paid for access that the import alone does not give has one reason for it."
            )
        }
    }

    /// What stands in the way, by the codes of findings.
    package var codes: [String: Share] {
        var codes: [String: Share] = [:]
        for (reason, share) in reasons {
            codes[reason.code.rawValue, default: Share()].add(share)
        }
        return codes
    }

    /// What the customers of an outcome paid last for what comes to it, by currency, in millionths.
    func amounts(_ outcome: AccessOutcome) -> [String: Int] {
        paid.mapValues { $0[outcome] }.filter { $0.value > 0 }
    }

    /// What was paid last for what has an outcome, by currency, in millionths.
    static func paid(
        _ outcome: AccessOutcome, in shares: some Sequence<Share>
    ) -> [String: Int] {
        var sums: [String: Int] = [:]
        for share in shares {
            for (currency, amounts) in share.paid { sums[currency, default: 0] += amounts[outcome] }
        }
        return sums.filter { $0.value > 0 }
    }
}
