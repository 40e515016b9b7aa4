// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation
package import AllonymSimulation

/// Products of the web and the test store, with prices:
/// `GET /rcbilling/v1/subscribers/{id}/products`.
///
/// Source: https://github.com/RevenueCat/purchases-js (products-response.ts), read 2026-11-24.
package struct ProductsResponse: Hashable, Codable, Sendable {
    /// One product.
    package struct Details: Hashable, Codable, Sendable {
        package var identifier: String
        /// `subscription`, `consumable` or `non_consumable`.
        package var productType: String
        package var title: String
        @Nullable package var description: String?
        package var defaultPurchaseOptionID: String?
        package var purchaseOptions: [String: Option]

        package init(
            identifier: String, productType: String, title: String, description: String? = nil,
            defaultPurchaseOptionID: String? = nil, purchaseOptions: [String: Option]
        ) {
            self.identifier = identifier
            self.productType = productType
            self.title = title
            self.description = description
            self.defaultPurchaseOptionID = defaultPurchaseOptionID
            self.purchaseOptions = purchaseOptions
        }

        private enum CodingKeys: String, CodingKey {
            case identifier, title, description
            case productType = "product_type"
            case defaultPurchaseOptionID = "default_purchase_option_id"
            case purchaseOptions = "purchase_options"
        }
    }

    /// A way to buy it, whose ID is its key; the one at the plain price is `base_option`.
    package struct Option: Hashable, Codable, Sendable {
        package var id: String?
        package var priceID: String
        /// Of a subscription.
        package var base: Phase?
        /// Of anything else.
        package var basePrice: Price?
        package var trial: Phase?
        package var introPrice: Phase?

        package init(
            id: String? = nil, priceID: String, base: Phase? = nil, basePrice: Price? = nil,
            trial: Phase? = nil, introPrice: Phase? = nil
        ) {
            self.id = id
            self.priceID = priceID
            self.base = base
            self.basePrice = basePrice
            self.trial = trial
            self.introPrice = introPrice
        }

        private enum CodingKeys: String, CodingKey {
            case id, base, trial
            case priceID = "price_id"
            case basePrice = "base_price"
            case introPrice = "intro_price"
        }
    }

    /// A price for a time.
    package struct Phase: Hashable, Codable, Sendable {
        /// ISO 8601, as `P1M`.
        @Nullable package var periodDuration: String?
        /// Null for a free trial.
        @Nullable package var price: Price?
        package var cycleCount: Int

        package init(periodDuration: String? = nil, price: Price? = nil, cycleCount: Int) {
            self.periodDuration = periodDuration
            self.price = price
            self.cycleCount = cycleCount
        }

        private enum CodingKeys: String, CodingKey {
            case price
            case periodDuration = "period_duration"
            case cycleCount = "cycle_count"
        }
    }

    /// Millionths of a unit of the currency.
    package struct Price: Hashable, Codable, Sendable {
        package var amountMicros: Int64
        package var currency: String

        package init(amountMicros: Int64, currency: String) {
            self.amountMicros = amountMicros
            self.currency = currency
        }

        private enum CodingKeys: String, CodingKey {
            case currency
            case amountMicros = "amount_micros"
        }
    }

    package var productDetails: [Details]

    package init(productDetails: [Details]) {
        self.productDetails = productDetails
    }

    private enum CodingKeys: String, CodingKey {
        case productDetails = "product_details"
    }
}

extension ProductsResponse {
    /// The catalogue's products of these IDs, in the order asked; unknown ones are left out.
    package init(_ ids: [String], of catalogue: Catalogue) {
        self.init(productDetails: ids.compactMap { catalogue[$0] }.map(Details.init))
    }
}

extension ProductsResponse.Details {
    fileprivate init(_ product: CatalogueProduct) {
        let price = ProductsResponse.Price(product.price, product.currencyCode)
        var option = ProductsResponse.Option(id: "base_option", priceID: "price_\(product.id)")
        switch product.kind {
        case .subscription:
            option.base = ProductsResponse.Phase(
                periodDuration: product.period?.isoDuration, price: price, cycleCount: 1)
            option.trial = product.trial.map {
                ProductsResponse.Phase(periodDuration: $0.isoDuration, cycleCount: 1)
            }
        case .nonRenewing, .nonConsumable, .consumable:
            option.basePrice = price
        }
        let type =
            switch product.kind {
            case .subscription: "subscription"
            case .consumable: "consumable"
            case .nonRenewing, .nonConsumable: "non_consumable"
            }
        self.init(
            identifier: product.id, productType: type, title: product.title,
            description: product.description, defaultPurchaseOptionID: "base_option",
            purchaseOptions: ["base_option": option])
    }
}

extension ProductsResponse.Price {
    fileprivate init(_ amount: Decimal, _ currency: String) {
        self.init(
            amountMicros: NSDecimalNumber(decimal: amount * 1_000_000).int64Value,
            currency: currency)
    }
}
