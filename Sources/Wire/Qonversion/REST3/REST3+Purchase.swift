// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST3 {
    /// A purchase as a server presents it, and as it is answered.
    ///
    /// Source: https://documentation.qonversion.io/reference/purchases, read 2026-11-24; the members
    /// of what the stores say are those that the vendor's SDKs send.
    package struct Purchase: Hashable, Codable, Sendable {
        package struct AppStoreData: Hashable, Codable, Sendable {
            package var transactionID: String?
            package var originalTransactionID: String?
            package var productID: String?
            /// A receipt, or a signed transaction.
            package var receipt: String?

            private enum CodingKeys: String, CodingKey {
                case receipt
                case transactionID = "transaction_id"
                case originalTransactionID = "original_transaction_id"
                case productID = "product_id"
            }
        }

        package struct PlayStoreData: Hashable, Codable, Sendable {
            package var type: String?
            package var productID: String?
            package var purchaseToken: String?
            package var transactionID: String?
            package var originalTransactionID: String?

            private enum CodingKeys: String, CodingKey {
                case type
                case productID = "product_id"
                case purchaseToken = "purchase_token"
                case transactionID = "transaction_id"
                case originalTransactionID = "original_transaction_id"
            }
        }

        package struct StripeStoreData: Hashable, Codable, Sendable {
            package var subscriptionID: String?
            package var productID: String?

            private enum CodingKeys: String, CodingKey {
                case subscriptionID = "subscription_id"
                case productID = "product_id"
            }
        }

        package struct PaddleStoreData: Hashable, Codable, Sendable {
            package var transactionID: String?
            package var productID: String?
            /// `subscription` or `non_recurring`.
            package var type: String?
            package var subscriptionID: String?

            private enum CodingKeys: String, CodingKey {
                case type
                case transactionID = "transaction_id"
                case productID = "product_id"
                case subscriptionID = "subscription_id"
            }
        }

        /// In the answer only.
        package var userID: String?
        /// A number as text, such as `12.99`.
        package var price: String?
        /// The ISO 4217 code.
        package var currency: String?
        /// Seconds since 1970.
        package var purchased: Int64?
        package var appStoreData: AppStoreData?
        package var playStoreData: PlayStoreData?
        package var stripeStoreData: StripeStoreData?
        package var paddleStoreData: PaddleStoreData?

        private enum CodingKeys: String, CodingKey {
            case price, currency, purchased
            case userID = "user_id"
            case appStoreData = "app_store_data"
            case playStoreData = "play_store_data"
            case stripeStoreData = "stripe_store_data"
            case paddleStoreData = "paddle_store_data"
        }

        /// The names of the members of which a purchase has one.
        package static let storeMembers = [
            CodingKeys.appStoreData, .playStoreData, .stripeStoreData, .paddleStoreData,
        ].map(\.rawValue)
    }
}
