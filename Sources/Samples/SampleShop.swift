// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What a sample sells, and where.
struct SampleShop {
    /// A product of the app.
    struct Product {
        let id: String
        let storeID: String
        let entitlements: [String]
        /// The provider's own IDs of these.
        let entitlementIDs: [String]
        let kind: NeutralKind
        /// How long a period is, in days; 0 for what is bought once.
        let days: Int
        /// In hundredths of a US dollar.
        let cents: Int
    }

    /// A country with its currency.
    struct Country {
        let code: String
        let currency: String
        /// What a US dollar is there, in hundredths.
        let rate: Int
    }

    /// What can be subscribed to, the usual first.
    static let subscriptions = [
        product("pro_monthly", ["pro"], days: 30, cents: 999),
        product("pro_yearly", ["pro"], days: 365, cents: 7_999),
        product("plus_monthly", ["plus"], days: 30, cents: 499),
        product("plus_yearly", ["plus"], days: 365, cents: 3_999),
        product("family_yearly", ["pro", "family"], days: 365, cents: 11_999),
    ]
    /// What is bought once.
    static let single = [
        product("lifetime", ["pro"], kind: .nonConsumable, cents: 14_999),
        product("coins_100", [], kind: .consumable, cents: 199),
    ]
    /// Where customers are, the usual more often.
    static let countries = [
        Country(code: "US", currency: "USD", rate: 100),
        Country(code: "US", currency: "USD", rate: 100),
        Country(code: "US", currency: "USD", rate: 100),
        Country(code: "GB", currency: "GBP", rate: 80),
        Country(code: "DE", currency: "EUR", rate: 95),
        Country(code: "FR", currency: "EUR", rate: 95),
        Country(code: "BR", currency: "BRL", rate: 540),
        Country(code: "IN", currency: "INR", rate: 8_300),
        Country(code: "JP", currency: "JPY", rate: 15_000),
        Country(code: "CA", currency: "CAD", rate: 135),
    ]

    private static func product(
        _ id: String, _ entitlements: [String], kind: NeutralKind = .subscription, days: Int = 0,
        cents: Int
    ) -> Product {
        let storeID = "com.example." + id.map { $0 == "_" ? "." : String($0) }.joined()
        return Product(
            id: id, storeID: storeID, entitlements: entitlements,
            entitlementIDs: entitlements.map { "entl_" + $0 }, kind: kind, days: days, cents: cents)
    }
}

extension SampleShop.Product {
    /// What it costs in a country, as a decimal number.
    func price(in country: SampleShop.Country) -> String {
        let exact = cents * country.rate / 100
        // Where a dollar is a hundred and more, nobody counts hundredths.
        let amount = country.rate >= 10_000 ? exact / 100 * 100 : exact
        let hundredths = amount % 100
        return "\(amount / 100).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }
}
