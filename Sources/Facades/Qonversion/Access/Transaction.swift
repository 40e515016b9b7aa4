// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// One payment for an entitlement, or the start of a free trial.
    public final class Transaction: NSObject, Sendable {
        private let record: StoredTransaction

        init(_ record: StoredTransaction) { self.record = record }

        /// The ID of the first transaction of the purchase.
        public var originalTransactionId: String { record.originalID }
        /// The store's ID.
        public var transactionId: String { record.id }
        /// The offer code; always nil, as the simulated store has no codes.
        public var offerCode: String? { nil }
        /// When it was made.
        public var transactionDate: Date { record.date }
        /// When what it paid for ends.
        public var expirationDate: Date? { record.expires }
        /// When the money was returned.
        public var transactionRevocationDate: Date? { record.revoked }
        /// The ID of the promotional offer that it was under; nil for none.
        public var promoOfferId: String? { record.promoOfferID }
        /// Whether the payment was real.
        public var environment: TransactionEnvironment {
            TransactionEnvironment(rawValue: record.environment) ?? .production
        }
        /// Whether the user paid, or a family member.
        public var ownershipType: TransactionOwnershipType {
            TransactionOwnershipType(rawValue: record.ownership) ?? .owner
        }
        /// What it was for.
        public var type: TransactionType { TransactionType(rawValue: record.type) ?? .unknown }
    }

    /// Whether a payment was real.
    public enum TransactionEnvironment: Int, Sendable, CaseIterable {
        case sandbox = 0
        case production = 1
    }

    /// Who paid.
    public enum TransactionOwnershipType: Int, Sendable, CaseIterable {
        case owner = 0
        case familySharing = 1
    }

    /// What a transaction was for.
    public enum TransactionType: Int, Sendable, CaseIterable {
        case unknown = 0
        case subscriptionStarted = 1
        case subscriptionRenewed = 2
        case trialStarted = 3
        case introStarted = 4
        case introRenewed = 5
        case nonConsumablePurchase = 6
    }
}
