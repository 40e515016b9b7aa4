// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

extension Qonversion {
    /// A product that the app can sell.
    ///
    /// The SDK's class also carries what it learnt from StoreKit; here a product is one of the
    /// world's catalogue, whose ID is both the store's and Qonversion's.
    public final class Product: NSObject, Sendable {
        /// The product's ID in the dashboard.
        public let qonversionID: String
        /// The product's ID at the store.
        public let storeID: String
        /// What is sold.
        public let type: ProductType
        /// The price for people.
        public let prettyPrice: String

        init(_ product: CatalogueProduct) {
            qonversionID = product.id
            storeID = product.id
            type = ProductType(product)
            prettyPrice = "\(product.price) \(product.currencyCode)"
        }
    }

    /// What a product sells.
    public enum ProductType: Int, Sendable, CaseIterable {
        case unknown = -1
        /// A subscription that begins with a free trial.
        case trial = 0
        case directSubscription = 1
        case oneTime = 2
    }
}

extension Qonversion.ProductType {
    init(_ product: CatalogueProduct) {
        switch product.kind {
        case .subscription: self = product.trial == nil ? .directSubscription : .trial
        case .nonConsumable, .consumable, .nonRenewing: self = .oneTime
        }
    }
}
