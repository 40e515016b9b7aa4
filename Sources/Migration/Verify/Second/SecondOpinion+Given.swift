// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// What customers have, gathered one thing at a time.
    ///
    /// Most customers have what many others have: sets that are equal are kept once.
    struct Given {
        /// Different things, by numbers from 1.
        private var holdings: [Holding] = []
        private var numbers: [Holding: Int32] = [:]
        /// Each thing that a customer has; 0 says that the customer was told of.
        private var pairs: [(customer: Int32, holding: Int32)] = []

        /// A record is about a customer, who may have nothing by it.
        mutating func tell(of customer: Int) { pairs.append((Int32(customer), 0)) }

        /// A customer has something.
        mutating func give(_ holding: Holding, to customer: Int) {
            let number = numbers[holding] ?? Int32(holdings.count + 1)
            if number > holdings.count {
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
            var start = 0
            while start < pairs.count {
                let customer = pairs[start].customer
                var held: [Int32] = []
                while start < pairs.count, pairs[start].customer == customer {
                    let holding = pairs[start].holding
                    if holding > 0, holding != held.last { held.append(holding) }
                    start += 1
                }
                let known = sets[held]
                let set = known ?? Set(held.map { holdings[Int($0) - 1] })
                if known == nil { sets[held] = set }
                all[Int(customer)] = set
            }
            return all
        }
    }
}
