// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Qonversion

final class QonversionBilling: Billing {
    let name = "Qonversion"
    private let entitlement: String

    init(projectKey: String, entitlement: String) {
        self.entitlement = entitlement
        let configuration = Qonversion.Configuration(
            projectKey: projectKey, launchMode: .subscriptionManagement)
        configuration.setEnvironment(.sandbox)
        Qonversion.initWithConfig(configuration)
    }

    func signIn(_ userID: String) async throws {
        do {
            _ = try await Qonversion.shared().identify(userID)
        } catch {
            throw BillingError.rejected(userID)
        }
    }

    func signOut() async throws { Qonversion.shared().logout() }

    func products() async throws -> [BillingProduct] {
        try await Qonversion.shared().products().values
            .map { BillingProduct(id: $0.storeID, price: $0.prettyPrice) }
            .sorted { $0.id < $1.id }
    }

    func buy(_ productID: String) async throws -> Bool {
        let products = try await Qonversion.shared().products()
        guard let product = products.values.first(where: { $0.storeID == productID }) else {
            throw BillingError.unknownProduct(productID)
        }
        let result = await Qonversion.shared().purchase(product)
        return result.isSuccessful && isActive(result.entitlements ?? [:])
    }

    func restore() async throws -> Bool {
        isActive(try await Qonversion.shared().restore())
    }

    func isSubscribed() async throws -> Bool {
        isActive(try await Qonversion.shared().checkEntitlements())
    }

    private func isActive(_ entitlements: [String: Qonversion.Entitlement]) -> Bool {
        entitlements[entitlement]?.isActive == true
    }
}
