// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

final class RevenueCatBilling: Billing {
    let name = "RevenueCat"
    private let entitlement: String

    init(apiKey: String, entitlement: String) {
        self.entitlement = entitlement
        Purchases.configure(withAPIKey: apiKey)
    }

    func signIn(_ userID: String) async throws {
        do {
            _ = try await Purchases.shared.logIn(userID)
        } catch let error as RevenueCat.ErrorCode where error == .invalidAppUserIdError {
            throw BillingError.rejected(userID)
        }
    }

    func signOut() async throws {
        guard !Purchases.shared.isAnonymous else { return }
        _ = try await Purchases.shared.logOut()
    }

    func products() async throws -> [BillingProduct] {
        let offering = try await Purchases.shared.offerings().current
        return (offering?.availablePackages ?? []).map {
            BillingProduct(id: $0.storeProduct.productIdentifier, price: $0.localizedPriceString)
        }
    }

    func buy(_ productID: String) async throws -> Bool {
        let offering = try await Purchases.shared.offerings().current
        guard
            let package = offering?.availablePackages.first(where: {
                $0.storeProduct.productIdentifier == productID
            })
        else { throw BillingError.unknownProduct(productID) }
        let result = try await Purchases.shared.purchase(package: package)
        return !result.userCancelled && isActive(result.customerInfo)
    }

    func restore() async throws -> Bool {
        isActive(try await Purchases.shared.restorePurchases())
    }

    func isSubscribed() async throws -> Bool {
        isActive(try await Purchases.shared.customerInfo(fetchPolicy: .fetchCurrent))
    }

    private func isActive(_ info: CustomerInfo) -> Bool {
        info.entitlements[entitlement]?.isActive == true
    }
}
