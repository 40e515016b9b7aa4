// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

extension Qonversion {
    /// What the app tells of a purchase that it made itself with StoreKit 2.
    ///
    /// Nothing looks at it: what was bought is what the store account of the simulation holds.
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONStoreKit2PurchaseModel (6.13.1,
    /// 2026-07-21), read 2026-11-24.
    public final class StoreKit2PurchaseModel: NSObject {
        /// The store's ID of the product.
        public var productId = ""
        /// What was paid, as the app writes it.
        public var price = ""
        /// The code of the currency.
        public var currency = ""
        /// The store's ID of the transaction.
        public var transactionId = ""
        /// The store's ID of the first transaction.
        public var originalTransactionId = ""
        /// What the subscription's period is counted in.
        public var subscriptionPeriodUnit: String?
        /// How many of it.
        public var subscriptionPeriodNumberOfUnits: String?
        /// The introductory price.
        public var introductoryPrice: String?
        /// For how many periods it is paid.
        public var introductoryNumberOfPeriods: String?
        /// What such a period is counted in.
        public var introductoryPeriodUnit: String?
        /// How many of it.
        public var introductoryPeriodNumberOfUnits: String?
        /// When it is paid.
        public var introductoryPaymentMode: String?
        /// The ID of the promotional offer.
        public var promoOfferId: String?
        /// Its price.
        public var promoOfferPrice: String?
        /// For how many periods it is paid.
        public var promoOfferNumberOfPeriods: String?
        /// What such a period is counted in.
        public var promoOfferPeriodUnit: String?
        /// How many of it.
        public var promoOfferPeriodNumberOfUnits: String?
        /// When it is paid.
        public var promoOfferPaymentMode: String?
        /// The country of the store.
        public var storefrontCountryCode: String?

        /// A model to be filled in.
        public override init() {}
    }
}

/// Purchases that the app made itself.
extension Qonversion {
    /// Presents what the store account holds, after the app has bought with StoreKit 2.
    public func handlePurchases(_ purchasesInfo: [StoreKit2PurchaseModel]) {
        handlePurchases(purchasesInfo, completion: nil)
    }

    /// Presents what the store account holds, after the app has bought with StoreKit 2.
    ///
    /// - Parameters:
    ///   - purchasesInfo: What was bought; the store account itself is looked at.
    ///   - completion: Called once on the main actor, with whether the provider took it.
    public func handlePurchases(
        _ purchasesInfo: [StoreKit2PurchaseModel], completion: DefaultCompletionHandler?
    ) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in present(&$0, $1) }) { handed.value?($0 == nil, $0) }
    }

    /// Presents what the store account holds, after the app has bought with StoreKit 2.
    @discardableResult
    public func handlePurchases(
        _ purchasesInfo: [StoreKit2PurchaseModel]
    ) async throws -> Bool {
        if let error = await answer(to: { [self] in present(&$0, $1) }) { throw error }
        return true
    }

    /// Presents what the store account holds, as each session does; the error, where that is not
    /// possible.
    private func present(_ state: inout SessionState, _ isOffline: Bool) -> NSError? {
        prepare(&state, isOffline) ?? perform(.open, &state).error
    }

    fileprivate func presentSilently() {
        send { [self] state, isOffline in _ = present(&state, isOffline) }
    }

    fileprivate func presentToTheEnd() async {
        _ = await answer(to: { [self] in present(&$0, $1) })
    }
}

/// The SDK's calls for apps that use StoreKit 2; those that take StoreKit's transactions are not
/// here.
///
/// Source: https://github.com/qonversion/qonversion-ios-sdk, QonversionSwift (6.13.1, 2026-07-21),
/// read 2026-11-24.
public final class QonversionSwift: Sendable {
    /// The one object of the class.
    public static let shared = QonversionSwift()

    private init() {}

    /// Presents what the store account holds.
    public func syncStoreKit2Purchases() { Qonversion.shared().presentSilently() }

    /// Presents what the store account holds, and returns when the provider has answered.
    public func syncStoreKit2Transactions() async { await Qonversion.shared().presentToTheEnd() }
}
