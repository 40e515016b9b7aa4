// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

extension REST3.Purchase {
    /// What a store says of a purchase, whichever store it is.
    package struct Proof: Hashable, Sendable {
        /// What stands for the purchase: a receipt, a token or an ID.
        package let token: String
        /// The product's ID at the store, where it is named.
        package let product: String?
        private let stores: Set<Store>

        /// Whether a store of the simulation is one that it can be of.
        package func isOf(_ store: Store) -> Bool { stores.contains(store) }

        init?(_ token: String?, _ product: String?, of stores: Set<Store>) {
            guard let token else { return nil }
            self.token = token
            self.product = product
            self.stores = stores
        }
    }

    /// Of how many stores it is; one is right.
    package var storeCount: Int {
        [appStoreData != nil, playStoreData != nil, stripeStoreData != nil, paddleStoreData != nil]
            .count { $0 }
    }

    /// What the store says; nil where nothing stands for a purchase.
    package var proof: Proof? {
        if let data = appStoreData {
            return Proof(
                data.receipt ?? data.originalTransactionID ?? data.transactionID, data.productID,
                of: [.appStore, .macAppStore, .testStore])
        }
        if let data = playStoreData {
            return Proof(data.purchaseToken, data.productID, of: [.playStore])
        }
        if let data = stripeStoreData {
            return Proof(data.subscriptionID, data.productID, of: [.stripe])
        }
        return Proof(
            paddleStoreData?.subscriptionID ?? paddleStoreData?.transactionID,
            paddleStoreData?.productID, of: [.paddle])
    }
}
