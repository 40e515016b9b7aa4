// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// An event as a webhook tells it.
///
/// Source: https://documentation.qonversion.io/docs/webhooks, Request format, read 2026-11-25. What
/// the page has of devices and of advertising, a server that only backends call does not know.
package struct WebhookEvent: Hashable, Codable, Sendable {
    package struct Money: Hashable, Codable, Sendable {
        /// Negative where it was paid back.
        package var value: Double
        /// Known where it was paid in dollars.
        package var valueUSD: Double?
        package var currency: String
        /// 1 where the store's share is taken off.
        package var isProceed: Int?

        private enum CodingKeys: String, CodingKey {
            case value, currency
            case valueUSD = "value_usd"
            case isProceed = "is_proceed"
        }
    }

    package struct Transaction: Hashable, Codable, Sendable {
        package var transactionID: TransactionNumber
        package var originalTransactionID: TransactionNumber
        /// Seconds since 1970; null where it does not end.
        package var expires: Int64?
        /// Null outside of a grace period.
        package var gracePeriodExpires: Int64?
        package var transactionDate: Int64

        private enum CodingKeys: String, CodingKey {
            case expires
            case transactionID = "transaction_id"
            case originalTransactionID = "original_transaction_id"
            case gracePeriodExpires = "grace_period_expires"
            case transactionDate = "transaction_date"
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(transactionID, forKey: .transactionID)
            try container.encode(originalTransactionID, forKey: .originalTransactionID)
            try container.encode(expires, forKey: .expires)
            try container.encode(gracePeriodExpires, forKey: .gracePeriodExpires)
            try container.encode(transactionDate, forKey: .transactionDate)
        }
    }

    /// As the dashboard names it; the names by default are in the vocabulary.
    package var eventName: String
    package var userID: String
    /// The property `_q_custom_user_id`; empty where there is none.
    package var customUserID: String
    /// Empty where there is none.
    package var identityID: String
    /// When the store changed something, in seconds since 1970.
    package var time: Int64
    /// When the event was made.
    package var createdAt: Int64
    /// The product's ID at the store.
    package var productID: String
    /// Of events with a value.
    package var revenue: Money?
    package var price: Money
    package var transaction: Transaction
    package var properties: [String: String]
    package var environment: EventEnvironment
    package var platform: EventPlatform?
    /// Of a change of products, as the next.
    package var oldProductID: String?
    package var newProductID: String?

    private enum CodingKeys: String, CodingKey {
        case time, revenue, price, transaction, properties, environment, platform
        case eventName = "event_name"
        case userID = "user_id"
        case customUserID = "custom_user_id"
        case identityID = "identity_id"
        case createdAt = "created_at"
        case productID = "product_id"
        case oldProductID = "old_product_id"
        case newProductID = "new_product_id"
    }
}

/// Which of a project's two worlds an event is about, as webhooks spell it.
package enum EventEnvironment: String, Hashable, Codable, Sendable, CaseIterable {
    case production, sandbox
}

/// Where a purchase was made.
package enum EventPlatform: String, Hashable, Codable, Sendable, CaseIterable {
    case iOS, android = "Android", stripe = "Stripe"
}

/// A transaction's ID: a number in the sample, where it is one, else text.
package struct TransactionNumber: Hashable, Codable, Sendable {
    package var text: String

    package init(_ text: String) { self.text = text }

    /// Reads either form.
    ///
    /// - Throws: `DecodingError` for what is neither.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            text = String(number)
        } else {
            text = try container.decode(String.self)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let number = Int64(text), String(number) == text {
            try container.encode(number)
        } else {
            try container.encode(text)
        }
    }
}
