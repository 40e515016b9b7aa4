// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Calls that an app should not make, and the SDK's own error for each.
@Suite struct PurchaselyWrongUseTests {
    /// A plan that another world's catalogue sells.
    private static let foreign = PLYPlan(CatalogueProduct("foreign", .subscription))
    private static let monthly = PLYPlan(CatalogueProduct("monthly", .subscription))

    /// What is called, and what it fails with before the start and after it.
    static let calls:
        [(name: String, call: @Sendable () async -> String?, before: String, after: String?)] = [
            ("buy", { await buy(monthly) }, "configuration", nil),
            ("buy what is not sold", { await buy(foreign) }, "configuration", "productNotFound"),
            (
                "buy at an offer",
                {
                    await PurchaselyCalls.done {
                        Purchasely.purchaseWithPromotionalOffer(
                            plan: monthly, contentId: nil, storeOfferId: "half", success: $0,
                            failure: $1)
                    }.errorName
                }, "configuration", "invalidOfferIdentifier"
            ),
            (
                "sync what is not sold",
                { await name { try await Purchasely.syncPurchase(for: "foreign") } },
                "configuration", "productNotFound"
            ),
            (
                "restore nothing", { await PurchaselyCalls.restore().errorName }, "configuration",
                "noProductsToRestore"
            ),
            (
                "synchronize nothing", { await PurchaselyCalls.sync().errorName }, "configuration",
                "noProductsToRestore"
            ),
            (
                "find a product",
                {
                    let found: Result<PLYProduct, PLYError> = await PurchaselyCalls.answer {
                        Purchasely.product(with: "foreign", success: $0, failure: $1)
                    }
                    return found.errorName
                }, "configuration", "productNotFound"
            ),
            (
                "load a screen",
                { await name { _ = try await PLYPresentationBuilder.build().preload() } },
                "configuration", nil
            ),
        ]

    @Test(arguments: calls.indices)
    func `Wrong use gives the SDK's own error`(row: Int) async throws {
        let (name, call, before, after) = Self.calls[row]
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            #expect(await call() == before, "\(name)")
            await PurchaselyCalls.start()
            #expect(await call() == after, "\(name)")
        }
    }

    private static func buy(_ plan: PLYPlan) async -> String? {
        await PurchaselyCalls.done {
            Purchasely.purchase(plan: plan, success: $0, failure: $1)
        }.errorName
    }

    /// The name of the error that is thrown.
    private static func name(_ call: () async throws -> Void) async -> String? {
        do {
            try await call()
            return nil
        } catch {
            return (error as? PLYError)?.caseName ?? "\(error)"
        }
    }
}
