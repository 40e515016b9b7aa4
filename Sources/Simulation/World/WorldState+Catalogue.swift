// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

extension WorldState {
    /// Sells something else from now on.
    ///
    /// What a product unlocks is the same for everybody who has it, whenever it was bought. Source:
    /// https://www.revenuecat.com/docs/entitlements, Attaching Products to Entitlements, read
    /// 2026-11-25.
    package mutating func sell(_ catalogue: Catalogue) {
        let changed = catalogue.products.filter { self.catalogue[$0.id] != $0 }
        self.catalogue = catalogue
        guard !changed.isEmpty else { return }
        for product in changed {
            world.ledger.unlock(
                product.product.entitlements, with: ProductID(unchecked: product.id))
        }
        let products = Dictionary(changed.map { ($0.id, $0) }) { first, _ in first }
        for number in records.indices { records[number].isSold(as: products) }
    }
}
