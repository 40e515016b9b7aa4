// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Two products that may be one under two names: a provider's own, by which its entitlements go, and
/// the store's, by which its purchases do.
///
/// Records are joined only where they name one product, so that such a pair counts as two purchases.
package struct TwinProducts: Hashable, Sendable {
    /// What unlocks something, and has no number or token of the store's.
    package let entitled: String
    /// What was bought.
    package let bought: String
    /// Of each customer who holds both from one store, and for the same time, what unlocks something.
    let purchases: [PurchaseNumber]

    /// How many customers hold both.
    package var customers: Int { purchases.count }

    /// What both names are known to have in common.
    private struct Sale: Hashable {
        let store: NeutralStore
        let end: Instant
        /// Of what has no end.
        let beginning: Instant

        init?(_ purchase: Purchase) {
            guard let store = purchase.store else { return nil }
            self.store = store
            end = purchase.expires
            beginning = end.isPresent ? .none : purchase.purchased
            if !end.isPresent, !beginning.isPresent { return nil }
        }
    }

    private struct Names: Hashable {
        let entitled: StoredText
        let bought: StoredText
    }

    /// All pairs, those of the most customers first.
    static func all(in population: Population) -> [TwinProducts] {
        var holders: [Names: [PurchaseNumber]] = [:]
        for customer in 0..<population.customerCount {
            let purchases = population.purchases(of: customer)
            guard purchases.count > 1 else { continue }
            var entitled: [(sale: Sale, purchase: Purchase)] = []
            var bought: [Sale: Set<StoredText>] = [:]
            for number in purchases {
                let purchase = population.purchase(number)
                guard purchase.product.isPresent, let sale = Sale(purchase) else { continue }
                if purchase.isIdentified {
                    bought[sale, default: []].insert(purchase.product)
                } else {
                    entitled.append((sale, purchase))
                }
            }
            var met: Set<Names> = []
            for (sale, purchase) in entitled {
                for other in bought[sale] ?? [] where other != purchase.product {
                    let names = Names(entitled: purchase.product, bought: other)
                    guard met.insert(names).inserted else { continue }
                    holders[names, default: []].append(purchase.number)
                }
            }
        }
        return holders.map { names, purchases in
            TwinProducts(
                entitled: population.string(names.entitled) ?? "",
                bought: population.string(names.bought) ?? "", purchases: purchases)
        }.sorted { ($1.customers, $0.entitled, $0.bought) < ($0.customers, $1.entitled, $1.bought) }
    }

    /// What follows from it, and what to do.
    package var says: String {
        "\"\(entitled)\" and \"\(bought)\" may be one product: \(customers.of("customer")) "
            + "\(customers == 1 ? "holds" : "hold") both, from one store and for the same time, and "
            + "only the second with a transaction or a token. They count as two purchases; to have "
            + "them read as one, give both rows of the table the same target_product."
    }
}

extension Purchase {
    /// Whether the store or the provider has a number for it.
    fileprivate var isIdentified: Bool {
        [transaction, originalTransaction, token, orderID, purchaseID].contains(where: \.isPresent)
            || receipt != nil
    }
}
