// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What the mobile SDKs send and read: no contract, seen in their code.
///
/// Source: https://github.com/qonversion/qonversion-ios-sdk (6.13.1, 2026-07-21) and
/// https://github.com/qonversion/android-sdk (2026-07-21), the types of requests and answers.
package enum Mobile {
    /// An answer: whether it went well, and what there is to say.
    package struct Envelope<Content: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
        package var success: Bool
        package var data: Content

        package init(_ data: Content) {
            success = true
            self.data = data
        }
    }

    /// A failure.
    package struct Failure: Hashable, Codable, Sendable {
        package struct Content: Hashable, Codable, Sendable {
            /// The number that the SDKs make their errors of.
            package var code: Int?
            package var message: String
            package var status: Int
        }

        package var success: Bool
        package var data: Content

        package init(code: Int?, message: String, status: Int) {
            success = false
            data = Content(code: code, message: message, status: status)
        }
    }

    /// What every request has of the user, and of what the device's store shows.
    package struct Request: Hashable, Codable, Sendable {
        /// What Android sends of a purchase.
        package struct Purchase: Hashable, Codable, Sendable {
            /// The product's ID at the store.
            package var product: String?
            package var purchaseToken: String?
            package var transactionID: String?
            package var originalTransactionID: String?

            private enum CodingKeys: String, CodingKey {
                case product
                case purchaseToken = "purchase_token"
                case transactionID = "transaction_id"
                case originalTransactionID = "original_transaction_id"
            }
        }

        /// An element of a list of purchases, which is wrapped or not.
        package struct Listed: Hashable, Codable, Sendable {
            package var purchase: Purchase?
            package var purchaseToken: String?

            private enum CodingKeys: String, CodingKey {
                case purchase
                case purchaseToken = "purchase_token"
            }
        }

        /// The user's ID; the iOS SDK sends the same as `client_uid`.
        package var qUID: String?
        package var clientUID: String?
        /// The App Store's receipt; empty on other devices.
        package var receipt: String?
        package var purchase: Purchase?
        package var purchases: [Listed]?
        /// Of a restore on Android.
        package var history: [Listed]?
        package var productsLocalData: [StoreProduct]?

        private enum CodingKeys: String, CodingKey {
            case receipt, purchase, purchases, history
            case qUID = "q_uid"
            case clientUID = "client_uid"
            case productsLocalData = "products_local_data"
        }

        /// The user's ID; nil where it is missing or empty.
        package var userID: String? {
            [qUID, clientUID].lazy.compactMap { $0 }.first { !$0.isEmpty }
        }

        /// All that stands for a purchase, in order, each once.
        package var proofs: [String] {
            var proofs: [String] = []
            let listed = (purchases ?? []) + (history ?? [])
            let tokens =
                [purchase?.purchaseToken, receipt]
                + listed.map { $0.purchase?.purchaseToken ?? $0.purchaseToken }
            for case let token? in tokens where !token.isEmpty && !proofs.contains(token) {
                proofs.append(token)
            }
            return proofs
        }
    }

    package struct StoreProduct: Hashable, Codable, Sendable {
        package var storeID: String?

        private enum CodingKeys: String, CodingKey { case storeID = "store_id" }
    }

    package struct IdentityRequest: Hashable, Codable, Sendable {
        package var anonID: String?
        package var identityID: String?

        package init(anonID: String?, identityID: String?) {
            self.anonID = anonID
            self.identityID = identityID
        }

        private enum CodingKeys: String, CodingKey {
            case anonID = "anon_id"
            case identityID = "identity_id"
        }
    }

    /// The user that the device goes on with.
    package struct Identity: Hashable, Codable, Sendable {
        package var anonID: String

        package init(anonID: String) { self.anonID = anonID }

        private enum CodingKeys: String, CodingKey { case anonID = "anon_id" }
    }

    /// A user, and the identity if there is one.
    package struct User: Hashable, Codable, Sendable {
        package var uid: String
        package var identityID: String?

        package init(uid: String, identityID: String?) {
            self.uid = uid
            self.identityID = identityID
        }

        private enum CodingKeys: String, CodingKey {
            case uid
            case identityID = "identity_id"
        }
    }
}
