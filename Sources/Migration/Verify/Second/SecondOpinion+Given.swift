// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// What customers have, gathered one thing at a time.
    ///
    /// Most customers have what many others have: sets that are equal are kept once.
    struct Given {
        /// Different things, by numbers.
        private var holdings: [Holding] = []
        private var numbers: [Holding: Int32] = [:]
        /// By the number of each customer, whether anything was told of it.
        private var isTold: [Bool] = []
        /// Each thing that a customer has.
        private var pairs: [(customer: Int32, holding: Int32)] = []

        /// A record is about a customer, who may have nothing by it.
        mutating func tell(of customer: Int) {
            while customer >= isTold.count { isTold.append(false) }
            isTold[customer] = true
        }

        /// A customer has something.
        mutating func give(_ holding: Holding, to customer: Int) {
            tell(of: customer)
            let number = numbers[holding] ?? Int32(holdings.count)
            if number == holdings.count {
                holdings.append(holding)
                numbers[holding] = number
            }
            pairs.append((Int32(customer), number))
        }

        /// What each customer has who was told of.
        consuming func byCustomer() -> [Int: Set<Holding>] {
            pairs.sort { $0 < $1 }
            var sets: [[Int32]: Set<Holding>] = [:]
            var all: [Int: Set<Holding>] = [:]
            var next = 0
            for customer in isTold.indices where isTold[customer] {
                var held: [Int32] = []
                while next < pairs.count, pairs[next].customer == customer {
                    if pairs[next].holding != held.last { held.append(pairs[next].holding) }
                    next += 1
                }
                let known = sets[held]
                let set = known ?? Set(held.map { holdings[Int($0)] })
                if known == nil { sets[held] = set }
                all[customer] = set
            }
            return all
        }
    }
}
