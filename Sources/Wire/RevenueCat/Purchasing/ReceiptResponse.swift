// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The answer to a receipt: the customer, and what Android and iOS read beside.
///
/// Source: https://github.com/RevenueCat/purchases-android (4980371c, Backend) and
/// https://github.com/RevenueCat/purchases-ios (ErrorResponse), read 2026-11-22.
package struct ReceiptResponse: Hashable, Sendable {
    package var customer: SubscriberResponse
    /// By product; Android consumes those that say so.
    package var purchasedProducts: [String: PurchasedProduct]?
    package var attributesErrorResponse: AttributesErrorResponse?

    package struct PurchasedProduct: Hashable, Codable, Sendable {
        package var shouldConsume: Bool

        package init(shouldConsume: Bool) { self.shouldConsume = shouldConsume }

        private enum CodingKeys: String, CodingKey {
            case shouldConsume = "should_consume"
        }
    }

    package init(
        _ customer: SubscriberResponse, purchasedProducts: [String: PurchasedProduct]? = nil,
        attributesErrorResponse: AttributesErrorResponse? = nil
    ) {
        self.customer = customer
        self.purchasedProducts = purchasedProducts
        self.attributesErrorResponse = attributesErrorResponse
    }
}

extension ReceiptResponse: Codable {
    private enum Key: String, CodingKey {
        case attributesErrorResponse = "attributes_error_response"
        case purchasedProducts = "purchased_products"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        customer = try SubscriberResponse(from: decoder)
        purchasedProducts = try container.decodeIfPresent(
            [String: PurchasedProduct].self, forKey: .purchasedProducts)
        attributesErrorResponse = try container.decodeIfPresent(
            AttributesErrorResponse.self, forKey: .attributesErrorResponse)
    }

    package func encode(to encoder: any Encoder) throws {
        try customer.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(purchasedProducts, forKey: .purchasedProducts)
        try container.encodeIfPresent(
            attributesErrorResponse, forKey: .attributesErrorResponse)
    }
}
