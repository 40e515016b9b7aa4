// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Entitlements that customers were said to have, beside what gives them.
extension Settlement {
    /// What became of them.
    struct Added {
        /// How many a purchase or a grant gives, or another one of them.
        var joined = 0
        /// The rows of those that are known by the provider's own ID alone.
        var unnamed: [PurchaseNumber] = []
    }

    /// Adds a row for each entitlement that nothing gives of what its customer holds.
    ///
    /// - Parameter entitlements: What customers were said to have.
    /// - Returns: What became of them.
    func add(_ entitlements: NamedEntitlements) -> Added {
        var added = Added()
        if entitlements.holdings.isEmpty { return added }
        var given: [CustomerNumber: Set<UInt32>] = [:]
        for holding in entitlements.holdings { given[ids.customer(of: holding.user)] = [] }
        for number in 0..<purchases.count {
            let row = purchases.rows[number]
            let customer = ids.customer(of: row.user)
            guard row.traits.contains(.givesAccess), !row.traits.contains(.gone),
                given[customer] != nil
            else { continue }
            given[customer]?.formUnion(
                purchases.texts.numbers(ofList: purchases.texts.triple(row.article).2))
        }
        for holding in entitlements.holdings {
            let name = entitlements.name(of: holding)
            let word = name ?? holding.word
            guard given[ids.customer(of: holding.user)]?.insert(word).inserted == true else {
                added.joined += 1
                continue
            }
            let row = append(holding, word)
            settleState(row)
            if name == nil { added.unnamed.append(PurchaseNumber(row)) }
        }
        return added
    }

    private func append(_ holding: NamedEntitlements.Holding, _ word: UInt32) -> Int {
        var row = PurchaseRow(.none, .place, store: 0)
        row.user = holding.user
        row.article = purchases.texts.triple(0, 0, purchases.texts.list(of: [word]))
        row.expires = holding.expires
        row[.givesAccess] = true
        return purchases.rows.append(row)
    }
}
