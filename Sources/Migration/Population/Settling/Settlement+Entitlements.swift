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
        for right in rights(of: entitlements, &added) {
            guard given[right.customer]?.contains(right.word) == false else {
                added.joined += 1
                continue
            }
            let row = append(right)
            settleState(row)
            if !right.isNamed { added.unnamed.append(PurchaseNumber(row)) }
        }
        return added
    }

    /// What a customer was said to have under one name.
    private struct Right {
        let customer: CustomerNumber
        let user: IDNumber
        let word: UInt32
        let isNamed: Bool
        /// The latest end that was said; none for good.
        var expires: Instant
    }

    /// Each entitlement of each customer once, in the order in which they were read.
    private func rights(of entitlements: NamedEntitlements, _ added: inout Added) -> [Right] {
        var rights: [Right] = []
        var indices: [CustomerNumber: [UInt32: Int]] = [:]
        for holding in entitlements.holdings {
            let customer = ids.customer(of: holding.user)
            let name = entitlements.name(of: holding)
            let word = name ?? holding.word
            guard let index = indices[customer]?[word] else {
                indices[customer, default: [:]][word] = rights.count
                rights.append(
                    Right(
                        customer: customer, user: holding.user, word: word, isNamed: name != nil,
                        expires: holding.expires))
                continue
            }
            added.joined += 1
            let isForGood = !holding.expires.isPresent || !rights[index].expires.isPresent
            rights[index].expires =
                isForGood ? .none : max(rights[index].expires, holding.expires)
        }
        return rights
    }

    private func append(_ right: Right) -> Int {
        var row = PurchaseRow(.none, .location, store: 0)
        row.user = right.user
        let list = purchases.texts.list(of: [right.word])
        row.article = purchases.texts.triple(0, 0, list)
        row.expires = right.expires
        row[.givesAccess] = true
        purchases.rows.append(row)
        return purchases.count - 1
    }
}
