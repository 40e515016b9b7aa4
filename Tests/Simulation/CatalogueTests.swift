// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import Testing

/// What the stores sell, and how the dashboard arranges it.
@Suite struct CatalogueTests {
    let products: [CatalogueProduct] = [.subscription("monthly"), .subscription("yearly")]

    @Test func `A list of products is a catalogue without offerings`() {
        let catalogue: Catalogue = [.subscription("monthly"), .consumable("coins")]
        #expect(catalogue.products.map(\.id) == ["monthly", "coins"])
        #expect(catalogue.offerings.isEmpty)
        #expect(catalogue.currentOffering == nil)
        #expect(catalogue["coins"]?.kind == .consumable)
        #expect(catalogue["gems"] == nil)
    }

    @Test(
        arguments: [
            (nil, "main"), ("sale", "sale"), ("main", "main"), ("none", nil),
        ] as [(String?, String?)]
    )
    func `The current offering is the one named, else the first`(
        named: String?, expected: String?
    ) {
        let catalogue = Catalogue(
            products,
            offerings: [
                CatalogueOffering("main", packages: ["$rc_monthly": "monthly"]),
                CatalogueOffering("sale", products: ["yearly"]),
            ],
            current: named)
        #expect(catalogue.currentOffering?.id == expected)
    }

    @Test func `Of two with the same ID the first stays`() {
        let catalogue = Catalogue(
            [.subscription("monthly", price: 1), .subscription("monthly", price: 2)],
            offerings: [
                CatalogueOffering(
                    "main", description: "First",
                    packages: ["a": "monthly", "b": "monthly", "a": "yearly"]),
                CatalogueOffering("main", description: "Second", products: []),
            ])
        #expect(catalogue["monthly"]?.price == 1)
        #expect(catalogue.offerings.map(\.description) == ["First"])
        #expect(
            catalogue.currentOffering?.packages == [
                CataloguePackage("a", product: "monthly"),
                CataloguePackage("b", product: "monthly"),
            ])
    }

    @Test func `An offering is described by its ID, and holds each product under its own`() {
        let offering = CatalogueOffering("main", products: ["monthly", "yearly"])
        #expect(offering.description == "main")
        #expect(offering.packages.map(\.id) == ["monthly", "yearly"])
        #expect(offering.metadata.isEmpty)
    }

    @Test func `What the dashboard says is written as literals and read as JSON`() throws {
        let value: CatalogueValue = [
            "title": "Hello", "count": 3, "share": 0.5, "isOn": true, "none": nil,
            "list": ["a", 1, ["deep": false]],
        ]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(CatalogueValue.self, from: data) == value)
        let dictionary = value.dictionary
        #expect(dictionary["title"] as? String == "Hello")
        #expect(dictionary["count"] as? Int == 3)
        #expect(dictionary["share"] as? Double == 0.5)
        #expect(dictionary["isOn"] as? Bool == true)
        #expect(dictionary["none"] is NSNull)
        #expect((dictionary["list"] as? [Any])?.count == 3)
        #expect(CatalogueValue.text("none").dictionary.isEmpty)
    }

    @Test func `A product says everything that a store's page does, or has defaults`() {
        let plain = CatalogueProduct.subscription("monthly")
        #expect(plain.title == "monthly")
        #expect(plain.description == "monthly")
        #expect(plain.introductoryOffer == nil)
        #expect(plain.trial == nil)
        #expect(!plain.isFamilyShareable)
        let whole = CatalogueProduct(
            "yearly", .subscription, period: .year, price: 50, currencyCode: "EUR",
            title: "Pro", description: "Everything for a year",
            locale: Locale(identifier: "de_DE"),
            introductoryOffer: .payAsYouGo(2, every: .month, periods: 3),
            promotionalOffers: [.payUpFront(20, for: .year, id: "back")],
            subscriptionGroup: "pro", isFamilyShareable: true)
        #expect(whole.description == "Everything for a year")
        #expect(whole.introductoryOffer?.periods == 3)
        #expect(whole.trial == nil, "it is paid")
        #expect(whole.promotionalOffer("back")?.price == 20)
        #expect(whole.promotionalOffer("forth") == nil)
        #expect(whole.subscriptionGroup == "pro")
    }

    @Test(arguments: [ProductKind.consumable, .nonConsumable, .nonRenewing])
    func `Only subscriptions have offers and groups`(kind: ProductKind) {
        let product = CatalogueProduct(
            "it", kind, period: .week, trial: .week,
            promotionalOffers: [.freeTrial(.week, id: "week")], subscriptionGroup: "pro")
        #expect(product.introductoryOffer == nil)
        #expect(product.promotionalOffers.isEmpty)
        #expect(product.subscriptionGroup == nil)
    }

    @Test(arguments: [(0, 1), (1, 1), (7, 7), (100, 100), (101, 100), (.min, 1), (.max, 100)])
    func `An offer has from one to a hundred periods`(given: Int, expected: Int) {
        #expect(
            CatalogueOffer(.asYouGo, price: 1, period: .week, periods: given).periods == expected)
    }
}
