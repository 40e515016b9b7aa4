// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// A transaction as the server says it and the device keeps it.
struct StoredTransaction: Codable, Hashable, Sendable {
    var id: String
    var originalID: String
    var date: Date
    var expires: Date?
    var revoked: Date?
    var environment: Int
    var ownership: Int
    var type: Int
    var promoOfferID: String?

    /// The transactions of a purchase, oldest first; a refund is that of the newest.
    static func all(
        of purchase: HeldPurchase, in environment: Qonversion.TransactionEnvironment
    ) -> [StoredTransaction] {
        purchase.transactions.indices.map { offset in
            let transaction = purchase.transactions[offset]
            let isNewest = offset == purchase.transactions.count - 1
            return StoredTransaction(
                id: transaction.id, originalID: purchase.originalTransactionID,
                date: transaction.date, expires: transaction.expirationDate,
                revoked: isNewest ? purchase.refundDate : nil,
                environment: (purchase.isSandbox ? .sandbox : environment).rawValue,
                ownership: (purchase.isFamilyShared
                    ? Qonversion.TransactionOwnershipType.familySharing : .owner).rawValue,
                type: type(at: offset, of: purchase).rawValue,
                promoOfferID: purchase.promotionalOffer(of: transaction)?.id)
        }
    }

    private static func type(
        at offset: Int, of purchase: HeldPurchase
    ) -> Qonversion.TransactionType {
        switch purchase.product.kind {
        case .nonConsumable: return .nonConsumablePurchase
        case .consumable, .nonRenewing: return .unknown
        case .subscription: break
        }
        switch purchase.transactions[offset].offer {
        case .free: return .trialStarted
        case .asYouGo, .upFront:
            let isFirst = purchase.transactions[..<offset].allSatisfy { $0.offer == nil }
            return isFirst ? .introStarted : .introRenewed
        case nil:
            let isFirstPaid = purchase.transactions[..<offset].allSatisfy { $0.offer != nil }
            return isFirstPaid ? .subscriptionStarted : .subscriptionRenewed
        }
    }
}
