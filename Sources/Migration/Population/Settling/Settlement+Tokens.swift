// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Purchases that one file knows by their token and another by their transaction.
extension Settlement {
    /// Rows of one purchase, by its key, and also those that have the token of another one.
    ///
    /// - Parameter doubles: What is known to be the same by its key.
    /// - Returns: The same with the purchases that have one token joined; as it was where all rows are
    ///   known by their token, or none is.
    func joiningTokens(_ doubles: [PurchaseTable.Double]) -> [PurchaseTable.Double] {
        guard isTokenAndElse() else { return doubles }
        let firsts = Dictionary(
            doubles.map { ($0.row, $0.first) }, uniquingKeysWith: { first, _ in first })
        var roots: [Int: Int] = [:]
        func root(of first: Int) -> Int {
            var root = first
            while let next = roots[root] { root = next }
            return root
        }
        var known: [Fingerprint: Int] = [:]
        for row in 0..<purchases.count {
            let purchase = purchases.rows[row]
            guard let offset = purchases.facts.value(.token, purchase.facts) else { continue }
            let first = root(of: firsts[row] ?? row)
            let print = purchases.texts.withBytes(of: StoredText(offset: offset)) {
                Fingerprint($0)
            }
            if let other = known[print].map(root), other != first {
                roots[max(first, other)] = min(first, other)
            } else {
                known[print] = first
            }
        }
        let keyed = doubles.map { PurchaseTable.Double(first: root(of: $0.first), row: $0.row) }
        let joined = roots.keys.sorted().map {
            PurchaseTable.Double(first: root(of: $0), row: $0)
        }
        for pair in joined { nameOwner(of: pair) }
        return keyed + joined
    }

    /// Lets a purchase that no record of its own gives to somebody be the one's whom the other names.
    private func nameOwner(of pair: PurchaseTable.Double) {
        let (first, other) = (purchases.rows[pair.first].user, purchases.rows[pair.row].user)
        if !first.isPresent { purchases.rows[pair.first].user = other }
        if !other.isPresent { purchases.rows[pair.row].user = first }
    }

    /// Whether some rows with a token are known by it, and some by something else.
    private func isTokenAndElse() -> Bool {
        let kind = PurchaseKey.Kind.token.rawValue
        var (isByToken, isByElse) = (false, false)
        for number in 0..<purchases.count {
            let row = purchases.rows[number]
            if row.facts == 0 || purchases.facts.value(.token, row.facts) == nil { continue }
            if row.keyKind == kind { isByToken = true } else { isByElse = true }
            if isByToken, isByElse { return true }
        }
        return false
    }
}
