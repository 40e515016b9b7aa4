// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import QonversionFacade

/// The deprecated calls; through a protocol they can be used without a warning.
protocol QonversionDeprecatedCalls {
    func purchase(
        _ productID: String, completion: @escaping Qonversion.PurchaseCompletionHandler)
    func purchaseProduct(
        _ product: Qonversion.Product, completion: @escaping Qonversion.PurchaseCompletionHandler)
    func purchaseProduct(
        _ product: Qonversion.Product, options: Qonversion.PurchaseOptions,
        completion: @escaping Qonversion.PurchaseCompletionHandler)
    func purchase(_ productID: String) async throws -> ([String: Qonversion.Entitlement], Bool)
    func purchaseProduct(
        _ product: Qonversion.Product
    ) async throws -> ([String: Qonversion.Entitlement], Bool)
    func purchaseProduct(
        _ product: Qonversion.Product, options: Qonversion.PurchaseOptions
    ) async throws -> ([String: Qonversion.Entitlement], Bool)
}

extension Qonversion: QonversionDeprecatedCalls {
    /// The deprecated calls.
    var old: any QonversionDeprecatedCalls { self }

    func oldPurchase(
        _ productID: String, completion: @escaping Qonversion.PurchaseCompletionHandler
    ) { old.purchase(productID, completion: completion) }

    func oldPurchase(
        _ productID: String
    ) async -> (entitlements: [String: Entitlement], error: (any Error)?, isCancelled: Bool) {
        await withCheckedContinuation { continuation in
            oldPurchase(productID) { entitlements, error, isCancelled in
                continuation.resume(returning: (entitlements, error, isCancelled))
            }
        }
    }
}

protocol QonversionOldOfferings {
    func offerings(_ completion: @escaping Qonversion.OfferingsCompletionHandler)
    func offerings() async throws -> Qonversion.Offerings
}

extension Qonversion: QonversionOldOfferings {
    func oldOfferings() async throws -> Offerings {
        try await (self as any QonversionOldOfferings).offerings()
    }

    func oldOfferings(_ completion: @escaping OfferingsCompletionHandler) {
        (self as any QonversionOldOfferings).offerings(completion)
    }
}

protocol QonversionOldListening {
    func setEntitlementsUpdateListener(_ listener: any Qonversion.EntitlementsUpdateListener)
    func attribution(_ data: [AnyHashable: Any], from provider: Qonversion.AttributionProvider)
}

extension Qonversion: QonversionOldListening {}
