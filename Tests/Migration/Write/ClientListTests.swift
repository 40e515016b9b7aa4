// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Testing

import AllonymMigration

/// The lists of what the app itself brings.
@Suite struct ClientListTests {
    /// A subscription of Google Play whose token nobody knows.
    private static var purchase: Fields {
        var fields = PurchasePlanTests.running
        fields["store"] = "play_store"
        return fields
    }

    @Test(arguments: [
        (
            "qonversion", #","syncHistoricalData(), once, after identify()""#,
            #","syncHistoricalData(), once, at the first start""#
        ),
        ("purchasely", ";userLogin(with:), then synchronize()", ";synchronize()"),
        ("revenuecat", ",syncPurchases", ",syncPurchases"),
    ])
    func `A customer without a custom ID has no call that needs one`(
        target: String, custom: String, anonymous: String
    ) throws {
        let id = People.ID(
            text: "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a", isAnonymous: true)
        let people = People([
            .init(ids: [.init(text: "user_42")], purchases: [Self.purchase]),
            .init(ids: [id], purchases: [Self.purchase]),
        ])
        let folder = TemporaryFolder()
        let report = try plan(people, from: side("neutral"), to: side(target), in: folder)
        let file = try #require(report.written.first { $0.route == "client" }?.file)
        let rows = try folder.text(file).split(separator: "\n").dropFirst()
        try #require(rows.count == 2)
        #expect(rows.first?.hasSuffix(custom) == true, "\(rows)")
        #expect(rows.last?.hasSuffix(anonymous) == true, "\(rows)")
    }

    @Test(arguments: [
        ("nami", "At the start of every session"),
        ("purchasely", "when the app calls synchronize()"),
        ("qonversion", "The app calls syncHistoricalData() once: after identify()"),
        ("revenuecat", "The app calls syncPurchases once"),
    ])
    func `What brings a purchase is named in the report and in the steps`(
        target: String, call: String
    ) throws {
        let people = People([.init(ids: [.init(text: "user_42")], purchases: [Self.purchase])])
        let folder = TemporaryFolder()
        let report = try plan(people, from: side("neutral"), to: side(target), in: folder)
        let finding = try #require(report.findings.first { $0.code == "brought-by-app" })
        #expect(finding.message.contains(" gets the purchase from the app itself. "))
        #expect(finding.message.contains(call))
        #expect(try folder.text("report.md").contains(call))
        let steps = try folder.text("steps.md").split(separator: "\n")
        #expect(steps.contains { $0.contains("Let the app do what ") && $0.contains(call) })
    }
}
