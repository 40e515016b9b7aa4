// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// Exports whose user has chosen their columns, and left some out.
@Suite struct MissingColumnTests {
    private static let columns = [
        "rc_original_app_user_id", "rc_last_seen_app_user_id_alias", "product_identifier",
        "start_time", "end_time", "effective_end_time", "store", "is_auto_renewable", "is_sandbox",
        "store_transaction_id", "original_store_transaction_id", "entitlement_identifiers",
        "renewal_number", "updated_at",
    ]
    private static let pro = #""[""pro""]""#
    private static let (began, ends) = ("2026-11-01 00:00:00", "2026-12-01 00:00:00")

    /// A row of a customer: what was bought where, and what it unlocks.
    private static func row(
        _ user: String, _ product: String, at store: String = "app_store", until end: String,
        isSandbox: Bool = false, unlocks: String
    ) -> [String] {
        let renews = store == "app_store" && !end.isEmpty
        return [
            user, user, product, began, renews ? end : "", end, store, "\(renews)",
            "\(isSandbox)", "1-\(user)", "1-\(user)", unlocks, "1", began,
        ]
    }

    /// A subscription, coins, what was given by hand, and a tester's subscription.
    private static let rows = [
        row("ada", "pro_monthly", until: ends, unlocks: pro),
        row("bob", "coins", until: "", unlocks: ""),
        row("cy", "rc_promo_pro_yearly", at: "promotional", until: ends, unlocks: pro),
        row("test", "pro_monthly", until: ends, isSandbox: true, unlocks: pro),
    ]

    /// The export without some columns.
    private static func export(
        without left: String..., rows: [[String]] = MissingColumnTests.rows
    ) -> String {
        let kept = columns.indices.filter { !left.contains(columns[$0]) }
        return ([columns] + rows).map { row in
            kept.map { row[$0] }.joined(separator: ",") + "\n"
        }.joined()
    }

    private static let lacking = export(without: "entitlement_identifiers")
    private static let lacks =
        "in.csv:1: the first row lacks \"entitlement_identifiers\" of Scheduled data export, versions "
        + "4 to 7"

    /// Why a plan is refused.
    private func refusal(
        of text: String, from source: String = "revenuecat", products: String? = nil
    ) throws -> String? {
        var plan = try migration(from: source, to: "neutral")
        plan.products = products.map { input($0, name: "products.csv") }
        let folder = TemporaryFolder()
        let error = error {
            _ = try plan.plan([input(text, name: "in.csv")], into: folder.path)
        }
        #expect(!folder.exists("report.json"))
        return error?.input?.description
    }

    // MARK: - Without what purchases unlock

    @Test(arguments: [nil, "source_product,target_product\npro_monthly,pro_m\ncoins,coins\n"])
    func `An export that does not say what purchases unlock is refused with what to do`(
        products: String?
    ) throws {
        #expect(
            try refusal(of: Self.lacking, products: products)
                == "\(Self.lacks); export again with this column, or state the same of each product in "
                + "the column \"entitlements\" of a table for --products")
    }

    @Test func `A table that does not state it of a product is refused with that product`() throws {
        let products = "source_product,kind,entitlements\npro_monthly,,pro\n"
        #expect(
            try refusal(of: Self.lacking, products: products)
                == "\(Self.lacks), and the table of products does not state the entitlements of "
                + "\"coins\"; fill them in, or export again with this column")
    }

    @Test func `A table that states it of every product makes up for the column`() throws {
        let files = TemporaryFolder()
        let products = try files.written(
            "source_product,kind,entitlements\npro_monthly,,pro\ncoins,consumable,\n",
            to: "products.csv")
        var access: [[[String]]] = []
        for text in [Self.export(), Self.lacking] {
            let folder = TemporaryFolder()
            var migration = try migration(from: "revenuecat", to: "neutral")
            migration.products = products
            let export = try files.written(text, to: "\(access.count)/in.csv")
            let report = try migration.plan([export], into: folder.path)
            #expect(report.counts.customers.withAccess == 3)
            #expect(report.counts.customers.kept == 3)
            access.append(try folder.rows("access.csv"))
            let outcome = try Migration.verify(
                folder.path, hashing: TestHashing(), mappings: mappings())
            #expect(outcome.holds, "\(outcome.lines)")
        }
        #expect(access[0] == access[1])
        let said = access[1].map { "\($0[0]): \($0[2])" }
        #expect(said == ["ada: pro", "cy: pro", "test: pro"])
    }

    @Test func `What was given by hand under another name than its entitlement's is rejected`()
        throws
    {
        let rows = [
            Self.rows[0],
            Self.row("cy", "gift", at: "promotional", until: Self.ends, unlocks: Self.pro),
        ]
        let folder = TemporaryFolder()
        var migration = try migration(from: "revenuecat", to: "neutral")
        migration.products = input("source_product,entitlements\npro_monthly,pro\n")
        let text = Self.export(without: "entitlement_identifiers", rows: rows)
        let report = try migration.plan([input(text, name: "in.csv")], into: folder.path)
        #expect(report.counts.customers.withAccess == 1)
        #expect(try folder.findings()["rejected-missing"] == 1)
        let whole = try migration.plan(
            [input(Self.export(rows: rows))], into: TemporaryFolder().path)
        #expect(whole.counts.customers.withAccess == 2)
    }

    @Test func `The table to begin with says what is to be filled in`() throws {
        let migration = try migration(from: "revenuecat", to: "neutral")
        let tables = try migration.startingTables([input(Self.lacking, name: "in.csv")])
        #expect(
            tables.lacks == [
                "in.csv lacks entitlement_identifiers: fill in \"entitlements\" of every product, or "
                    + "export again with that column."
            ])
        #expect(tables.products.contains("\npro_monthly,pro_monthly,,subscription,\n"))
        #expect(try migration.startingTables([input(Self.export())]).lacks == [])
    }

    @Test func `What the target exports without it is not compared with a plan`() throws {
        let folder = TemporaryFolder()
        let away = try migration(from: "neutral", to: "revenuecat")
        _ = try away.plan([input(NeutralLine.purchase())], into: folder.path)
        let error = error {
            _ = try Migration.compare(
                [input(Self.lacking, name: "in.csv")], with: folder.path, hashing: TestHashing(),
                mappings: mappings()
            ) { _ in }
        }
        #expect(
            error?.input?.description == "\(Self.lacks); export again with this column")
    }

    // MARK: - Without what the numbers depend on

    @Test(arguments: [true, false])
    func `Without is_sandbox a plan begins by saying so, and somebody has to decide`(
        isMissing: Bool
    ) throws {
        let folder = TemporaryFolder()
        let text = isMissing ? Self.export(without: "is_sandbox") : Self.export()
        let report = try migration(from: "revenuecat", to: "neutral")
            .plan([input(text, name: "in.csv")], into: folder.path)
        let found = report.findings.first { $0.code == "column-missing" }
        let severity: FindingSeverity = isMissing ? .needsDecision : .changed
        #expect(found?.severity == severity && report.worst == severity)
        if isMissing {
            #expect(found?.subjects == ["is_sandbox in in.csv"])
            #expect(found?.rule == "revenuecat.columns.2")
        }
        let says = "the purchases of testers count as those of customers. See column-missing."
        #expect(report.lines[1].hasSuffix(says) == isMissing)
        for page in ["report.md", "report.html", "steps.md"] {
            #expect(try folder.text(page).contains(says) == isMissing, "\(page)")
        }
    }

    @Test(arguments: [true, false])
    func `A subscriber file without products says that nobody counts as having access`(
        isMissing: Bool
    ) throws {
        let text =
            isMissing
            ? "original_transaction_id;user_id\n1;ada\n"
            : "original_transaction_id;store_product_id;user_id\n1;pro;ada\n"
        var migration = try migration(from: "purchasely", to: "neutral")
        migration.at = testMoment
        let report = try migration.plan([input(text)], into: TemporaryFolder().path)
        #expect(report.counts.customers.withAccess == (isMissing ? 0 : 1))
        let rules = report.findings.filter { $0.code == "column-missing" }.map(\.rule)
        #expect(rules == (isMissing ? ["purchasely.columns.1"] : []))
        #expect(report.lines[1].hasPrefix("Without store_product_id ") == isMissing)
    }
}
