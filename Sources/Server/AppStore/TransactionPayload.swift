// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// What Apple signs of a transaction; only what is used here.
    ///
    /// Source: https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload,
    /// by way of https://apple.github.io/app-store-server-library-node/interfaces/JWSTransactionDecodedPayload.html,
    /// read 2026-11-25. Times are in milliseconds, the price in thousandths.
    struct TransactionPayload: Decodable, Sendable {
        let transactionId: String
        let originalTransactionId: String
        let bundleId: String
        let productId: String
        let purchaseDate: Int64
        let originalPurchaseDate: Int64?
        let expiresDate: Int64?
        let revocationDate: Int64?
        let signedDate: Int64
        let type: ProductType
        let environment: Environment
        let offerType: Int?
        let offerDiscountType: DiscountType?
        let price: Int64?
        let currency: String?

        enum ProductType: String, Decodable {
            case subscription = "Auto-Renewable Subscription"
            case nonConsumable = "Non-Consumable"
            case consumable = "Consumable"
            case nonRenewing = "Non-Renewing Subscription"

            var kind: ProductKind {
                switch self {
                case .subscription: .subscription
                case .nonConsumable: .nonConsumable
                case .consumable: .consumable
                case .nonRenewing: .nonRenewing
                }
            }
        }

        enum Environment: String, Decodable {
            case production = "Production"
            case sandbox = "Sandbox"
            case xcode = "Xcode"
            /// Of StoreKit tests that run without the App Store.
            case localTesting = "LocalTesting"
        }

        enum DiscountType: String, Decodable {
            case freeTrial = "FREE_TRIAL"
            case payAsYouGo = "PAY_AS_YOU_GO"
            case payUpFront = "PAY_UP_FRONT"
            /// Of a part of a period, and no way to pay.
            case oneTime = "ONE_TIME"

            var payment: CatalogueOffer.Payment? {
                switch self {
                case .freeTrial: .free
                case .payAsYouGo: .asYouGo
                case .payUpFront: .upFront
                case .oneTime: nil
                }
            }
        }

        /// The offer type that is an introductory offer.
        ///
        /// Source: https://developer.apple.com/documentation/appstoreserverapi/offertype, read
        /// 2026-11-25.
        private static let introductoryOffer = 1

        /// Times that are taken: from 1970 to the end of the year 9999.
        private static let times: ClosedRange<Int64> = 0...253_402_300_799_999

        /// Reads a payload.
        ///
        /// - Throws: ``TransactionFault`` where it is not what Apple documents.
        static func read(_ data: Data) throws(TransactionFault) -> TransactionPayload {
            guard let payload = try? JSONDecoder().decode(TransactionPayload.self, from: data)
            else { throw TransactionFault("The payload of the JWS is not a transaction.") }
            let times = [
                payload.purchaseDate, payload.originalPurchaseDate, payload.expiresDate,
                payload.revocationDate, payload.signedDate,
            ]
            let ids = [payload.transactionId, payload.originalTransactionId]
            guard times.allSatisfy({ $0.map(TransactionPayload.times.contains) ?? true }),
                ids.allSatisfy({ (1...64).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) }),
                payload.price.map({ $0 >= 0 }) ?? true
            else {
                throw TransactionFault("The transaction has an invalid ID, time or price.")
            }
            return payload
        }

        private static func isDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }

        /// The same in this program's words.
        var stated: StatedTransaction {
            let date = Date(milliseconds: purchaseDate)
            var stated = StatedTransaction(
                id: transactionId, originalID: originalTransactionId, product: productId,
                kind: type.kind, date: date,
                originalDate: originalPurchaseDate.map { Date(milliseconds: $0) } ?? date,
                isSandbox: environment != .production)
            stated.expirationDate = expiresDate.map { Date(milliseconds: $0) }
            stated.revocationDate = revocationDate.map { Date(milliseconds: $0) }
            stated.offer = offerDiscountType?.payment
            stated.isIntroduction = offerType == TransactionPayload.introductoryOffer
            if let price, let currency {
                stated.payment = (amount: Decimal(price) / 1_000, currency: currency)
            }
            return stated
        }
    }
#endif
