// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Customers whom an added file makes one, once it is settled who has what.
extension Settlement {
    /// Makes one customer of those whose IDs stand in one group.
    ///
    /// - Parameters:
    ///   - groups: For each group an ID of each customer.
    ///   - customerCount: How many customers there are.
    ///   - sharing: What several customers hold; what is one customer's now is held once.
    /// - Returns: How many customers there are after that.
    func merge(
        _ groups: [[IDNumber]], of customerCount: Int, _ sharing: inout Sharing
    ) -> Int {
        if groups.isEmpty { return customerCount }
        var sets = DisjointSets(count: customerCount)
        for group in groups {
            for id in group.dropFirst() {
                sets.join(ids.customer(of: group[0]).index, ids.customer(of: id).index)
            }
        }
        var numbers = [UInt32](repeating: 0, count: customerCount)
        var count: UInt32 = 0
        for customer in 0..<customerCount {
            let first = sets.root(customer)
            if first == customer {
                numbers[customer] = count
                count += 1
            } else {
                // It comes before.
                numbers[customer] = numbers[first]
            }
        }
        for id in 0..<ids.count { ids.rows[id].parent = numbers[Int(ids.rows[id].parent)] }
        for (row, holders) in sharing.earlier.sorted(by: { $0.key < $1.key }) {
            let owner = ids.customer(of: purchases.rows[row].user)
            guard holders.contains(where: { ids.customer(of: $0) == owner }) else { continue }
            purchases.rows[row].traits.insert(.gone)
            sharing.earlier[row] = nil
            sharing.copies -= 1
            sharing.joined += 1
        }
        return Int(count)
    }
}
