// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// A group of plans that give the same.
///
/// Here a product is an entitlement of the catalogue: its plans are those whose first entitlement
/// it is.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYProduct), read 2026-11-21.
public final class PLYProduct: NSObject, Codable, Sendable {
    /// The product's ID.
    public let vendorId: String
    /// Its plans, in the order of the catalogue.
    public let plans: [PLYPlan]
    /// Its name for people.
    public let name: String?

    init(_ vendorId: String, plans: [PLYPlan]) {
        self.vendorId = vendorId
        name = vendorId
        self.plans = plans
    }
}

/// An offer to those who have been customers.
///
/// Here a promotional offer of the world's catalogue, under the same ID at the console and at the
/// store.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPromoOffer), read 2026-11-21.
public final class PLYPromoOffer: NSObject, Codable, Sendable {
    /// The offer's ID.
    public let vendorId: String
    /// Its ID at the store.
    public let storeOfferId: String

    init(_ id: String) {
        vendorId = id
        storeOfferId = id
    }
}

/// The catalogue in Purchasely's terms.
struct PlanList: Sendable {
    /// In the order in which the catalogue first names them.
    let products: [PLYProduct]
    private let plans: [String: PLYPlan]
    private let productsOfPlans: [String: PLYProduct]

    init(_ catalogue: Catalogue) {
        var order: [String] = []
        var groups: [String: [PLYPlan]] = [:]
        var plans: [String: PLYPlan] = [:]
        for item in catalogue.products {
            let plan = PLYPlan(item)
            plans[item.id] = plan
            let product = PlanList.productID(of: item)
            if groups[product] == nil { order.append(product) }
            groups[product, default: []].append(plan)
        }
        products = order.map { PLYProduct($0, plans: groups[$0] ?? []) }
        self.plans = plans
        var productsOfPlans: [String: PLYProduct] = [:]
        for product in products {
            for plan in product.plans { productsOfPlans[plan.vendorId] = product }
        }
        self.productsOfPlans = productsOfPlans
    }

    /// The plan of this ID.
    func plan(_ id: String) -> PLYPlan? { plans[id] }

    /// The plan that was bought, and its product; made up where the catalogue has it not.
    func plan(of item: CatalogueProduct) -> (plan: PLYPlan, product: PLYProduct) {
        if let plan = plans[item.id], let product = productsOfPlans[item.id] {
            return (plan: plan, product: product)
        }
        let plan = PLYPlan(item)
        return (plan: plan, product: PLYProduct(PlanList.productID(of: item), plans: [plan]))
    }

    private static func productID(of item: CatalogueProduct) -> String {
        item.entitlements.first ?? item.id
    }
}
