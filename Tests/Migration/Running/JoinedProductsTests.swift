// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation
import Testing

/// A product that entitlements call by the provider's name, and purchases by the store's.
@Suite struct JoinedProductsTests {
    private static let ada = "QON_00000000000000000000000000000001"
    private static let bob = "QON_00000000000000000000000000000002"
    private static let columns =
        "source_product,target_product,target_store_product,kind,entitlements\n"
    private static let joining = "monthly,monthly,,,\ncom.x.monthly,monthly,com.x.monthly,,\n"

    private static func list(_ what: String, of user: String, _ item: String) -> String {
        #"{"object":"list","url":"/v4/users/\#(user)/\#(what)","has_more":false,"#
            + #""data":[\#(item)]}"# + "\n"
    }

    private static func entitlement(
        _ user: String, _ product: String = "monthly", source: String = "appstore"
    ) -> String {
        list(
            "entitlements", of: user,
            #"{"object":"user_entitlement","id":"pro","is_active":true,"source":"\#(source)","#
                + #""started_at":"2026-11-01T00:00:00Z","expires_at":"2026-12-01T00:00:00Z","#
                + #""product":{"product_id":"\#(product)","subscription":"#
                + #"{"renew_state":"will_renew","current_period_type":"normal"}}}"#)
    }

    private static func purchase(
        _ user: String, _ product: String = "com.x.monthly", platform: String = "app_store",
        transaction: String = "900"
    ) -> String {
        list(
            "purchases", of: user,
            #"{"object":"purchase","id":"\#(transaction)","user_id":"\#(user)","#
                + #""platform":"\#(platform)","product_id":"\#(product)","currency":"USD","#
                + #""price":"9.99","purchased_at":"2026-11-01T00:00:00Z","#
                + #""expires_at":"2026-12-01T00:00:00Z","is_auto_renewing":true,"#
                + #""created_at":"2026-11-01T00:00:00Z","store_data":"#
                + #"{"transaction_id":"\#(transaction)","#
                + #""original_transaction_id":"\#(transaction)"}}"#)
    }

    /// Under which IDs the two have logged in.
    private static let identities = [("ada", ada), ("bob", bob)].map { name, user in
        #"{"object":"identity","id":"\#(name)","url":"/identities/\#(name)","#
            + #""user_id":"\#(user)"}"# + "\n"
    }.joined()

    /// A plan of files that lie in a folder of their own, with a table of these rows.
    private func plan(
        _ files: [String], _ rows: String?, to target: String = "revenuecat"
    ) throws -> (report: MigrationReport, folder: TemporaryFolder, inputs: TemporaryFolder) {
        let (folder, inputs) = (TemporaryFolder(), TemporaryFolder())
        try FileManager.default.createDirectory(
            atPath: inputs.path, withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws -> Input {
            try text.write(
                toFile: "\(inputs.path)/\(name)", atomically: true, encoding: .utf8)
            return .file("\(inputs.path)/\(name)")
        }
        var migration = try migration(from: "qonversion", to: target)
        migration.at = testMoment
        migration.preferredRoute = .api
        migration.products = try rows.map { try write(Self.columns + $0, "products.csv") }
        let report = try migration.plan(
            ([Self.identities] + files).enumerated().map { try write($1, "\($0).jsonl") },
            into: folder.path)
        return (report, folder, inputs)
    }

    /// The product and the transaction of each purchase.
    private func purchases(_ folder: TemporaryFolder) throws -> [[String]] {
        try folder.rows("purchases.csv").map { [$0[1], $0[3]] }
    }

    @Test(
        arguments: [
            joining, "monthly,,,,\ncom.x.monthly,monthly,,,\n",
            "monthly,com.x.monthly,,,\ncom.x.monthly,,,,\n",
        ], [false, true])
    func `Two names of one target product are one purchase`(
        rows: String, isReversed: Bool
    ) throws {
        var files = [Self.entitlement(Self.ada), Self.purchase(Self.ada)]
        if isReversed { files.reverse() }
        let (report, folder, inputs) = try plan(files, rows)
        try withExtendedLifetime(inputs) {
            #expect(report.counts.customers.withAccess == 1)
            #expect(try purchases(folder).map { $0[1] } == ["900"])
            let findings = try folder.findings()
            #expect(findings["twin-products"] == nil && findings["product-unused"] == nil)
            let outcome = try verify(folder, "revenuecat")
            #expect(outcome.holds && outcome.readAgain != nil, "\(outcome.lines)")
        }
    }

    @Test(
        arguments: [
            (nil, entitlement(ada), 1),
            ("monthly,monthly,,,\ncom.x.monthly,com.x.monthly,,,\n", entitlement(ada), 1),
            (joining, entitlement(ada, source: "playstore"), nil),
            (joining + "other,other,,,\n", entitlement(ada, "other"), 1),
        ] as [(String?, String, Int?)])
    func `Names that the table keeps apart, and purchases of two stores, stay two`(
        rows: String?, entitlement: String, twins: Int?
    ) throws {
        let (_, folder, _) = try plan([entitlement, Self.purchase(Self.ada)], rows)
        #expect(try purchases(folder).map { $0[1] }.sorted() == ["", "900"])
        #expect(try folder.findings()["twin-products"] == twins)
    }

    @Test func `What an entitlement itself names comes before what the table joins`() throws {
        let (_, folder, _) = try plan(
            [
                Self.entitlement(Self.ada), Self.purchase(Self.ada, transaction: "901"),
                Self.purchase(Self.ada, "monthly"),
            ], Self.joining, to: "neutral")
        let entitled = try folder.objects("neutral.jsonl").filter { $0["entitlement"] != nil }
        #expect(entitled.map { $0["original-transaction-id"] as? String } == ["900"])
    }

    @Test func `The row of the provider's name says what the purchase unlocks`() throws {
        let rows = "monthly,gold,,,premium\ncom.x.monthly,gold,,,\n"
        let (_, folder, inputs) = try plan(
            [Self.entitlement(Self.ada), Self.purchase(Self.ada)], rows, to: "neutral")
        try withExtendedLifetime(inputs) {
            let sold = try folder.objects("neutral.jsonl").first { $0["product"] != nil }
            #expect(sold?["product"] as? String == "gold")
            #expect(sold?["store-product"] as? String == "com.x.monthly")
            #expect(sold?["entitlement"] as? [String] == ["premium"])
            let outcome = try verify(folder, "neutral")
            #expect(outcome.holds && outcome.readAgain != nil, "\(outcome.lines)")
        }
    }

    @Test func `What has a number at the store goes over once the names are joined`() throws {
        let files = [
            Self.entitlement(Self.ada, source: "stripe"),
            Self.purchase(Self.ada, platform: "stripe", transaction: "sub_1"),
        ]
        let (apart, _, _) = try plan(files, nil)
        let (joined, folder, _) = try plan(files, Self.joining)
        #expect(apart.counts.customers.byDecision == 1)
        #expect(apart.findings.contains { $0.code == "missing-original-transaction-id" })
        #expect(joined.counts.customers.kept == 1 && joined.counts.customers.byDecision == 0)
        let receipts = try folder.text("revenuecat-receipts.jsonl")
        #expect(receipts.contains("\"fetch_token\":\"sub_1\""))
    }

    @Test func `A transaction of two customers has one holder once names are joined`() throws {
        let files = [Self.ada, Self.bob].map { Self.entitlement($0) + Self.purchase($0) }
        let (_, apart, _) = try plan(files, nil)
        let (_, joined, _) = try plan(files, Self.joining)
        #expect(try purchases(apart).count == 4)
        #expect(try purchases(joined).count == 2)
        #expect(try joined.findings()["two-holders"] == 1)
    }

    @Test func `A line of an added file may have either name once they are joined`() throws {
        let line = NeutralLine.added([
            "user-id": "ada", "product": "monthly", "store": "app_store",
            "original-transaction-id": "900",
        ])
        let files = [Self.entitlement(Self.ada), Self.purchase(Self.ada), line]
        let (_, apart, _) = try plan(files, nil)
        let (_, joined, _) = try plan(files, Self.joining)
        #expect(try apart.findings()["added-other-product"] == 1)
        #expect(try joined.findings()["added-other-product"] == nil)
    }

    @Test func `What may count twice is told of first, with the number of customers`() throws {
        let files = [Self.ada, Self.bob].enumerated().map { number, user in
            Self.entitlement(user, source: "stripe")
                + Self.purchase(user, platform: "stripe", transaction: "sub_\(number)")
        }
        let (report, folder, _) = try plan(files, nil)
        let twins = try #require(report.findings.first { $0.code == "twin-products" })
        #expect(twins.severity == .needsDecision && twins.count == 2)
        #expect(twins.subjects == ["monthly and com.x.monthly (2 customers)"])
        let rows = try folder.rows("findings.csv").filter { $0[0] == "twin-products" }
        #expect(rows.map { [$0[2], $0[4]] } == [[Self.ada, "monthly"], [Self.bob, "monthly"]])
        let told = try folder.text("steps.md").split(separator: "\n").filter {
            $0.contains("(2 customers lose access") || $0.contains("twin-products")
        }
        #expect(told.first?.contains("`twin-products`") == true)
        #expect(told.first?.contains("(2 customers may be counted wrongly)") == true)
        #expect(told.first?.contains("migrate products --from qonversion --in") == true)
        let page = try folder.text("report.html")
        let first = try #require(page.range(of: "id=\"f1\""))
        #expect(page[first.upperBound...].prefix(80).contains("twin-products"))
    }
}
