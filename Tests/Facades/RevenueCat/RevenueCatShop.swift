// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// A world with something to show.
enum RevenueCatShop {
    /// Two offerings of subscriptions with offers, and a product that none of them has.
    static let catalogue = Catalogue(
        [
            .subscription(
                "pro_monthly", unlocks: ["pro"], trial: .week,
                price: 10, title: "Pro", description: "Everything, for a month",
                promotionalOffers: [.payUpFront(20, for: BillingPeriod(3, .month), id: "back")],
                group: "pro", isFamilyShareable: true),
            .subscription(
                "pro_yearly", unlocks: ["pro"], every: .year, price: 73,
                currencyCode: "EUR", locale: Locale(identifier: "de_DE"),
                introductoryOffer: .payAsYouGo(3, every: .month, periods: 2),
                group: "pro"),
            .nonConsumable("pro_forever", unlocks: ["pro"], price: 200),
            .consumable("coins", price: 1),
        ],
        offerings: [
            CatalogueOffering(
                "main", description: "The usual",
                metadata: [
                    "headline": "Go pro", "isNew": true, "rank": 3, "share": 0.5,
                    "style": ["color": "red", "sizes": [1, 2]],
                ],
                packages: [
                    "$rc_monthly": "pro_monthly", "$rc_annual": "pro_yearly",
                    "$rc_lifetime": "pro_forever", "$rc_weekly": "not_sold", "tip": "coins",
                    "$rc_new": "coins",
                ]),
            CatalogueOffering("sale", packages: ["$rc_annual": "pro_yearly"]),
            CatalogueOffering("bare", packages: ["$rc_annual": "not_sold"]),
        ],
        placements: ["onboarding": "sale", "settings": nil], fallback: "main")

    /// A phone in such a world.
    static func phone(_ catalogue: Catalogue = catalogue) throws -> Installation {
        try SharedWorld("revenuecat", catalogue: catalogue).installation("phone")
    }
}
