// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A transaction that was named beside all that a customer may use, which is not said to be that of any
/// one of it, and one thing of that list.
struct Claim {
    /// The number of the word for the transaction.
    let transaction: UInt32
    /// The index of the purchase's row.
    let row: Int
    /// The customer's ID.
    let user: IDNumber
    /// The product and what it unlocks, as they were listed.
    let article: UInt32
    let time: SpokenTime
}

/// Purchases that a newer list names for somebody else.
extension Settlement {
    /// Takes from customers what a newer list has for another one under the same transaction.
    ///
    /// Of several things of one list that unlock the same, the one of the same product is meant.
    ///
    /// - Parameter claims: The transactions, and what was listed beside each.
    /// - Returns: Who held what now is another customer's.
    func passOnClaimed(_ claims: [Claim]) -> [FormerHolder] {
        var losers: [FormerHolder] = []
        let byTransaction = Dictionary(grouping: claims, by: \.transaction)
        for (_, claims) in byTransaction.sorted(by: { $0.key < $1.key }) {
            let first = ids.customer(of: claims[0].user)
            guard claims.contains(where: { ids.customer(of: $0.user) != first }) else { continue }
            var newest: [Article: Newest] = [:]
            var counts: [Listing: Int] = [:]
            for claim in claims {
                let customer = ids.customer(of: claim.user)
                for article in articles(of: claim) {
                    newest[article, default: Newest()].take(claim, of: customer)
                }
                counts[listing(of: claim), default: 0] += 1
            }
            for claim in claims {
                let row = purchases.rows[claim.row]
                let customer = ids.customer(of: claim.user)
                guard !row.traits.contains(.gone), ids.customer(of: row.user) == customer,
                    purchases.facts.listed(row) == claim.time
                else { continue }
                let isOnly = counts[listing(of: claim)] == 1
                let article = articles(of: claim)[isOnly ? 0 : 1]
                guard let taker = newest[article]?.other(than: customer), taker.time > claim.time
                else { continue }
                purchases.rows[claim.row].traits.insert(.gone)
                let isTaken =
                    isListedAnew(claim.user, since: claim.time)
                    || isReceived(by: taker.user, since: claim.time)
                    || isLogIn(from: claim.user, to: taker.user)
                losers.append(
                    FormerHolder(
                        row: taker.row, user: claim.user,
                        isDisputed: !isTaken && runs(row.expires)))
            }
        }
        return losers
    }

    /// What is unlocked, by one product or by any.
    private struct Article: Hashable {
        let product: UInt32?
        let entitlements: UInt32
    }

    /// Things of one list that unlock the same.
    private struct Listing: Hashable {
        let customer: CustomerNumber
        let time: SpokenTime
        let entitlements: UInt32
    }

    /// The newest claims of two customers.
    private struct Newest {
        private var claims: [(claim: Claim, customer: CustomerNumber)] = []

        mutating func take(_ claim: Claim, of customer: CustomerNumber) {
            if let same = claims.firstIndex(where: { $0.customer == customer }) {
                if claim.time > claims[same].claim.time { claims[same].claim = claim }
            } else {
                claims.append((claim, customer))
            }
            claims.sort { $0.claim.time > $1.claim.time }
            if claims.count > 2 { claims.removeLast() }
        }

        func other(than customer: CustomerNumber) -> Claim? {
            claims.first { $0.customer != customer }?.claim
        }
    }

    /// What a claim is about: whatever unlocks the same, and that of the same product.
    private func articles(of claim: Claim) -> [Article] {
        let (product, _, entitlements) = purchases.texts.triple(claim.article)
        return [
            Article(product: nil, entitlements: entitlements),
            Article(product: product, entitlements: entitlements),
        ]
    }

    private func listing(of claim: Claim) -> Listing {
        Listing(
            customer: ids.customer(of: claim.user), time: claim.time,
            entitlements: purchases.texts.triple(claim.article).2)
    }
}
