// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The stores that a receipt can be of, as the header `X-PLATFORM-TYPE` names them.
///
/// Source: https://docs.purchasely.com/docs/subscribers-base-import, read 2026-11-22.
package enum PlatformType: String, CaseIterable, Codable, Sendable {
    case appStore = "APP_STORE"
    case playStore = "PLAY_STORE"
    case appGallery = "APPGALLERY"
    case stripe = "STRIPE"

    /// The members of the body that this store's receipts need, in the order in which they are
    /// asked for; of the members in a group one is enough.
    ///
    /// The table asks for `store_product_id` of every store, its App Store examples leave it out.
    package var needs: [[String]] {
        switch self {
        case .appStore: [["user_id"], ["original_transaction_id", "receipt_data"]]
        case .playStore: [["user_id"], ["store_product_id"], ["purchase_token"]]
        case .appGallery:
            [
                ["user_id"], ["store_product_id"], ["purchase_token"], ["subscription_id"],
                ["account_flag"],
            ]
        case .stripe:
            [
                ["user_id"], ["store_product_id"], ["stripe_object_type"], ["stripe_object_id"],
                ["stripe_price_id"],
            ]
        }
    }
}

/// The body of `POST /receipts`: a purchase that a backend presents for a user.
///
/// Every member may be missing here; which ones a store needs, ``PlatformType/needs`` says.
/// Source: https://docs.purchasely.com/docs/subscribers-base-import, read 2026-11-22; what is sent
/// of prices, offers and periods is of version 4.
package struct ReceiptRequest: Hashable, Codable, Sendable {
    /// What a Stripe purchase is presented by; one page has the subscription alone.
    package enum StripeObjectType: String, Codable, Sendable {
        case subscription
        case checkoutSession = "checkout_session"
    }

    package var userID: String?
    /// At Google Play the subscription's ID and, behind a colon, its base plan's.
    package var storeProductID: String?
    /// With StoreKit 2.
    package var originalTransactionID: String?
    /// With StoreKit 1.
    package var receiptData: String?
    /// Of Google Play and the AppGallery.
    package var purchaseToken: String?
    /// Of the AppGallery.
    package var subscriptionID: String?
    /// Of the AppGallery: 0 or 1.
    package var accountFlag: Int?
    package var stripeObjectType: StripeObjectType?
    package var stripeObjectID: String?
    package var stripePriceID: String?
    /// Base64.
    package var plyContext: String?
    package var amountCents: Int?
    package var currency: String?
    package var quantity: Int?
    package var introAmountCents: Int?
    package var introCycles: Int?
    package var introDuration: Int?
    package var introPeriod: String?
    package var duration: Int?
    package var period: String?
    package var country: String?

    package init(userID: String?, storeProductID: String? = nil) {
        self.userID = userID
        self.storeProductID = storeProductID
    }

    private enum CodingKeys: String, CodingKey {
        case currency, quantity, duration, period, country
        case userID = "user_id"
        case storeProductID = "store_product_id"
        case originalTransactionID = "original_transaction_id"
        case receiptData = "receipt_data"
        case purchaseToken = "purchase_token"
        case subscriptionID = "subscription_id"
        case accountFlag = "account_flag"
        case stripeObjectType = "stripe_object_type"
        case stripeObjectID = "stripe_object_id"
        case stripePriceID = "stripe_price_id"
        case plyContext = "ply_context"
        case amountCents = "amount_cents"
        case introAmountCents = "intro_amount_cents"
        case introCycles = "intro_cycles"
        case introDuration = "intro_duration"
        case introPeriod = "intro_period"
    }

    /// The first member that a store's receipts need and this one has not: of a group its names,
    /// with "or" between them.
    package func missingMember(for platform: PlatformType) -> String? {
        let given: [String: Bool] = [
            "user_id": userID?.isEmpty == false,
            "store_product_id": storeProductID?.isEmpty == false,
            "original_transaction_id": originalTransactionID?.isEmpty == false,
            "receipt_data": receiptData?.isEmpty == false,
            "purchase_token": purchaseToken?.isEmpty == false,
            "subscription_id": subscriptionID?.isEmpty == false,
            "account_flag": accountFlag != nil, "stripe_object_type": stripeObjectType != nil,
            "stripe_object_id": stripeObjectID?.isEmpty == false,
            "stripe_price_id": stripePriceID?.isEmpty == false,
        ]
        return platform.needs.first { group in !group.contains { given[$0] == true } }
            .map { $0.joined(separator: " or ") }
    }

    /// What stands for the purchase at its store: of two things at the App Store the receipt, which
    /// can be checked.
    package func proof(for platform: PlatformType) -> String? {
        switch platform {
        case .appStore: receiptData.flatMap { $0.isEmpty ? nil : $0 } ?? originalTransactionID
        case .playStore, .appGallery: purchaseToken
        case .stripe: stripeObjectID
        }
    }
}
