// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What an event says of money.
///
/// Amounts in other currencies have the currency's code, in lower case, at the end of their names,
/// such as `plan_price_in_eur`; the keys here are those codes.
/// Source: https://docs.purchasely.com/docs/server-events-attributes, read 2026-11-22.
package struct EventPrice: Hashable, Sendable {
    /// ISO 4217.
    package var customerCurrency: String?
    package var planPriceInCustomerCurrency: Double?
    package var planPriceIn: [String: Double] = [:]
    package var cumulatedRevenuesIn: [String: Double] = [:]
    /// Of `TRANSACTION_PROCESSED`, as the other two: negative where money was paid back.
    package var amountInCustomerCurrency: Double?
    package var amountIn: [String: Double] = [:]
    /// The event of the same moment that says why.
    package var sourceEventName: EventName?

    /// Nothing.
    package init() {}

    init(_ container: KeyedDecodingContainer<AnyName>) throws {
        customerCurrency = try container.value("customer_currency")
        planPriceInCustomerCurrency = try container.value("plan_price_in_customer_currency")
        planPriceIn = try container.amounts("plan_price_in_")
        cumulatedRevenuesIn = try container.amounts("cumulated_revenues_in_")
        amountInCustomerCurrency = try EventPrice.amount(container)
        amountIn = try container.amounts("amount_in_")
        sourceEventName = try container.value("source_event_name")
    }

    func write(into container: inout KeyedEncodingContainer<AnyName>) throws {
        try container.put(customerCurrency, "customer_currency")
        try container.put(planPriceInCustomerCurrency, "plan_price_in_customer_currency")
        try container.put(amounts: planPriceIn, "plan_price_in_")
        try container.put(amounts: cumulatedRevenuesIn, "cumulated_revenues_in_")
        try container.put(amountInCustomerCurrency, "amount_in_customer_currency")
        try container.put(amounts: amountIn, "amount_in_")
        try container.put(sourceEventName, "source_event_name")
    }

    /// The table says that this one is a text, the sample has a number: both are read.
    private static func amount(_ container: KeyedDecodingContainer<AnyName>) throws -> Double? {
        let key = AnyName("amount_in_customer_currency")
        guard container.contains(key) else { return nil }
        if let text = try? container.decode(String.self, forKey: key) {
            guard let amount = Double(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "\"\(text)\" is no amount.")
            }
            return amount
        }
        return try container.decodeIfPresent(Double.self, forKey: key)
    }
}
