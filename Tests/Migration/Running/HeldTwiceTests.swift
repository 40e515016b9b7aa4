// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// What records of several customers say of one thing, from the file to the report.
@Suite struct HeldTwiceTests {
    private static let head = """
        rc_original_app_user_id,rc_last_seen_app_user_id_alias,product_identifier,start_time,\
        end_time,effective_end_time,store,is_auto_renewable,is_sandbox,store_transaction_id,\
        original_store_transaction_id,entitlement_identifiers,renewal_number,updated_at

        """

    /// A period of a subscription, of transaction 1001.
    private static func row(_ user: String, until end: String, updated: String) -> String {
        """
        \(user),\(user),pro,2026-11-01 00:00:00,\(end) 00:00:00,\(end) 00:00:00,app_store,true,\
        false,1001,1001,"[""gold""]",1,\(updated) 00:00:00

        """
    }

    private func planned(_ text: String, in folder: TemporaryFolder) throws -> MigrationReport {
        var migration = try migration(from: "revenuecat", to: "neutral")
        migration.at = testMoment
        return try migration.plan([input(text)], into: folder.path)
    }

    @Test(arguments: [
        ("2026-12-05", "holder-disputed", Finding.Severity.ambiguous),
        ("2026-11-10", "superseded", .note),
    ])
    func `Whoever loses what runs by a record of their own is not only noted`(
        end: String, code: String, severity: Finding.Severity
    ) throws {
        let folder = TemporaryFolder()
        let report = try planned(
            Self.head + Self.row("ada", until: end, updated: "2026-11-06")
                + Self.row("bob", until: "2026-12-05", updated: "2026-11-07"), in: folder)
        let lost = report.findings.filter {
            ["holder-disputed", "superseded"].contains($0.code.rawValue)
        }
        #expect(lost.map(\.code.rawValue) == [code])
        #expect(lost.map(\.severity) == [severity])
        #expect(lost.map(\.count) == [1])
        #expect(report.counts.customers.withAccess == 1)
        let rows = try folder.text("findings.csv").split(separator: "\n")
        #expect(rows.contains { $0.hasPrefix("\(code),\(severity.rawValue),ada,") })
    }

    @Test(arguments: [("2026-11-06", 2), ("2026-11-07", 0)])
    func `What equally new records give to two is planned for both, and said of both`(
        updated: String, count: Int
    ) throws {
        let folder = TemporaryFolder()
        let report = try planned(
            Self.head + Self.row("ada", until: "2026-12-05", updated: "2026-11-06")
                + Self.row("bob", until: "2026-12-05", updated: updated), in: folder)
        let undecided = report.findings.filter { $0.code == "holder-undecided" }
        #expect(undecided.reduce(0) { $0 + $1.count } == count)
        #expect(undecided.allSatisfy { $0.severity == .ambiguous })
        #expect(report.counts.customers.withAccess == (count == 0 ? 1 : 2))
        let rows = try folder.text("findings.csv").split(separator: "\n")
        for user in ["ada", "bob"] {
            let isNamed = rows.contains { $0.hasPrefix("holder-undecided,ambiguous,\(user),") }
            #expect(isNamed == (count > 0))
        }
    }

    @Test(arguments: [
        ("2.00000E+14", true), ("2E+14", true), ("2,00000E+14", true), ("2.1e+014", true),
        ("200000000000014", false), ("2E14", false), ("GPA.3311-0000-0000-00001", false),
        ("2.00000", false), ("20E+14", false), ("2.0E+1x", false),
    ])
    func `A transaction that a spreadsheet has rounded is no transaction`(
        transaction: String, isRounded: Bool
    ) throws {
        let folder = TemporaryFolder()
        let field = transaction.contains(",") ? "\"\(transaction)\"" : transaction
        let rows = ["ada", "bob"].map { user in
            Self.row(user, until: "2026-12-05", updated: "2026-11-06")
                .replacing(",1001,1001,", with: ",\(field),\(field),")
        }
        let other = Self.row("cleo", until: "2026-12-05", updated: "2026-11-06")
        let report = try planned(Self.head + rows.joined() + other, in: folder)
        let rejected = try folder.objects("rejected.jsonl").map { $0["reason"] as? String }
        let reason = """
            "store_transaction_id" holds "\(transaction)", which a spreadsheet has rounded; export \
            again, and do not save the file with a spreadsheet
            """
        #expect(rejected == (isRounded ? [reason, reason] : []))
        #expect(report.counts.records["rejected"] == rejected.count)
    }

    /// A page of grants, whose store identifiers are all the same.
    private static func page(_ kind: String, _ identifier: String, _ standing: String) -> String {
        let items = ["ada_1234", "bob_5678"].map { user in
            """
            {"object":"\(kind)","id":"\(kind)-\(user)","customer_id":"\(user)",\
            "original_customer_id":"\(user)","product_id":null,"store":"promotional",\
            \(standing),"environment":"production","\(identifier)":"rc_promo_gold_custom",\
            "ownership":"purchased","entitlements":{"object":"list","items":[\
            {"object":"entitlement","id":"entl1","lookup_key":"gold"}]}}
            """
        }
        return """
            {"object":"list","items":[\(items.joined(separator: ","))],"next_page":null,\
            "url":"/v2/projects/p/\(kind)s"}
            """
    }

    @Test(arguments: [
        (
            "subscription", "store_subscription_identifier",
            """
            "starts_at":1794000000000,"current_period_starts_at":1794000000000,\
            "current_period_ends_at":1826000000000,"ends_at":1826000000000,"gives_access":true,\
            "status":"active","auto_renewal_status":"will_not_renew"
            """
        ),
        (
            "purchase", "store_purchase_identifier",
            """
            "purchased_at":1794000000000,"quantity":1,"status":"owned"
            """
        ),
    ])
    func `Each customer keeps a grant, whatever the grants of others are called at a store`(
        kind: String, identifier: String, standing: String
    ) throws {
        let folder = TemporaryFolder()
        let report = try planned(Self.page(kind, identifier, standing), in: folder)
        #expect(report.counts.customers.withAccess == 2)
        let codes = report.findings.map(\.code.rawValue)
        #expect(!codes.contains("superseded") && !codes.contains("holder-disputed"))
        #expect(report.findings.first { $0.code == "promotional" }?.count == 2)
        #expect(try !folder.text("findings.csv").contains("rc_promo_gold_custom"))
    }
}
