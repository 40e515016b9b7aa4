// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymSimulation
import Foundation

extension REST4 {
    /// A transaction of a user.
    ///
    /// Source: https://documentation.qonversion.io/api-reference/purchases/list-purchases-for-a-user,
    /// read 2026-11-25.
    package struct Purchase: Hashable, Codable, Sendable {
        package struct StoreData: Hashable, Codable, Sendable {
            package var transactionID: String
            package var originalTransactionID: String
            package var productID: String

            private enum CodingKeys: String, CodingKey {
                case transactionID = "transaction_id"
                case originalTransactionID = "original_transaction_id"
                case productID = "product_id"
            }
        }

        package var object = ObjectName.purchase
        package var id: String
        package var url: String
        package var userID: String
        package var platform: Platform
        package var productID: String
        package var currency: String
        package var price: String
        /// ISO 8601.
        package var purchasedAt: String
        /// Null for what is bought once.
        package var expiresAt: String?
        package var isAutoRenewing: Bool
        package var storeData: StoreData
        package var createdAt: String

        private enum CodingKeys: String, CodingKey {
            case object, id, url, platform, currency, price
            case userID = "user_id"
            case productID = "product_id"
            case purchasedAt = "purchased_at"
            case expiresAt = "expires_at"
            case isAutoRenewing = "is_auto_renewing"
            case storeData = "store_data"
            case createdAt = "created_at"
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(object, forKey: .object)
            try container.encode(id, forKey: .id)
            try container.encode(url, forKey: .url)
            try container.encode(userID, forKey: .userID)
            try container.encode(platform, forKey: .platform)
            try container.encode(productID, forKey: .productID)
            try container.encode(currency, forKey: .currency)
            try container.encode(price, forKey: .price)
            try container.encode(purchasedAt, forKey: .purchasedAt)
            try container.encode(expiresAt, forKey: .expiresAt)
            try container.encode(isAutoRenewing, forKey: .isAutoRenewing)
            try container.encode(storeData, forKey: .storeData)
            try container.encode(createdAt, forKey: .createdAt)
        }
    }

    /// The stores that v4 names; of others it lists nothing.
    package enum Platform: String, Hashable, Codable, Sendable, CaseIterable {
        case appStore = "app_store"
        case playStore = "play_store"
        case stripe

        package init?(_ store: Store) {
            switch store {
            case .appStore, .macAppStore: self = .appStore
            case .playStore: self = .playStore
            case .stripe: self = .stripe
            case .amazon, .paddle, .webBilling, .testStore: return nil
            }
        }
    }

    /// A purchase as the unreleased SDK sends it.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk (branch major/offerings,
    /// 2026-07-10), PurchasesService.
    package struct PurchaseRequest: Hashable, Codable, Sendable {
        package struct StoreData: Hashable, Codable, Sendable {
            package var transactionID: String?
            package var originalTransactionID: String?
            package var productID: String?
            package var receipt: String?

            private enum CodingKeys: String, CodingKey {
                case receipt
                case transactionID = "transaction_id"
                case originalTransactionID = "original_transaction_id"
                case productID = "product_id"
            }
        }

        package var platform: Platform?
        package var price: String?
        package var currency: String?
        package var storeData: StoreData?

        private enum CodingKeys: String, CodingKey {
            case platform, price, currency
            case storeData = "store_data"
        }
    }

    /// Who owns a purchase that was sent.
    package struct PurchaseOwner: Hashable, Codable, Sendable {
        package var userID: String

        package init(userID: String) { self.userID = userID }

        private enum CodingKeys: String, CodingKey { case userID = "user_id" }
    }
}

extension REST4.Purchase {
    /// All transactions of a user of the simulation at the stores that v4 names, newest first.
    package static func all(of view: CustomerView, user: String) -> [REST4.Purchase] {
        let transactions = view.purchases.flatMap { purchase in
            purchase.transactions.map { (purchase: purchase, transaction: $0) }
        }
        return transactions.sorted {
            ($0.transaction.date, $0.purchase.number) > ($1.transaction.date, $1.purchase.number)
        }.compactMap { REST4.Purchase($0.purchase, $0.transaction, user: user) }
    }

    private init?(_ purchase: HeldPurchase, _ transaction: TransactionRecord, user: String) {
        guard let platform = REST4.Platform(purchase.store) else { return nil }
        self.platform = platform
        id = transaction.id
        url = REST4.path("users", user, "purchases", transaction.id)
        userID = user
        productID = purchase.product.id
        currency = purchase.product.currencyCode
        price = "\(transaction.price)"
        purchasedAt = transaction.date.wireText
        expiresAt = transaction.expirationDate?.wireText
        // An older transaction was renewed already.
        isAutoRenewing =
            purchase.product.kind == .subscription && transaction.id == purchase.transactionID
            && RenewState(purchase.state) == .willRenew
        storeData = StoreData(
            transactionID: transaction.id, originalTransactionID: purchase.originalTransactionID,
            productID: purchase.product.id)
        createdAt = transaction.date.wireText
    }
}
