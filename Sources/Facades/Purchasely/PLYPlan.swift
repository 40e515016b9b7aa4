// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
public import Foundation

/// What a plan sells.
///
/// Source: the interface of the SDK for iOS, 6.0.0, read 2026-11-21.
public enum PLYPlanType: Int, Sendable, Codable, CaseIterable {
    /// Used up, and bought again.
    case consumable = 0
    /// Bought once, for good.
    case nonConsumable = 1
    /// A subscription that renews by itself.
    case autoRenewingSubscription = 2
    /// A subscription that does not.
    case nonRenewingSubscription = 3
    /// Not known.
    case unknown = 4
}

/// Something that can be bought: what other providers call a product.
///
/// Here a plan is a product of the world's catalogue, under the same ID.
public final class PLYPlan: NSObject, Codable, Sendable {
    /// The plan's ID.
    public let vendorId: String
    /// Its ID at the App Store.
    public let appleProductId: String?
    /// What it sells.
    public let type: PLYPlanType
    /// Its name for people.
    public let name: String?

    /// The plan that a product of the catalogue is.
    package init(_ product: CatalogueProduct) {
        vendorId = product.id
        appleProductId = product.id
        name = product.title
        type =
            switch product.kind {
            case .consumable: .consumable
            case .nonConsumable: .nonConsumable
            case .subscription: .autoRenewingSubscription
            case .nonRenewing: .nonRenewingSubscription
            }
    }
}

/// A group of plans that give the same.
///
/// Here a product is an entitlement of the catalogue: its plans are those whose first entitlement
/// it is.
public final class PLYProduct: NSObject, Codable, Sendable {
    /// The product's ID.
    public let vendorId: String
    /// Its name for people.
    public let name: String?
    /// Its plans, in the order of the catalogue.
    public let plans: [PLYPlan]

    init(_ vendorId: String, plans: [PLYPlan]) {
        self.vendorId = vendorId
        name = vendorId
        self.plans = plans
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
