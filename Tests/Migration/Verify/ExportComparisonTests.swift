// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// What a target exports after an import, against the plan.
@Suite struct ExportComparisonTests {
    private func trip(_ kind: ExportKind, customers: Int = 120) throws -> RoundTrip {
        let lines = try sample("neutral", "neutral.lines", customers: customers, seed: 3)
        return try RoundTrip(lines, by: kind.key, kind.readers)
    }

    private func compare(
        _ files: [(name: String, text: String)], with folder: TemporaryFolder
    ) throws -> (report: ExportReport, rows: [ExportReport.Row]) {
        var rows: [ExportReport.Row] = []
        let report = try Migration.compare(
            files.map { input($0.text, name: $0.name) }, with: folder.path,
            hashing: TestHashing(), mappings: mappings()
        ) { rows.append($0) }
        for matter in ExportReport.Row.Matter.allCases {
            #expect(report.matters[matter] ?? 0 == rows.count { $0.matter == matter })
        }
        return (report, rows)
    }

    @Test(arguments: ExportKind.all)
    func `Who was imported is found in what the target exports`(kind: ExportKind) throws {
        let trip = try trip(kind)
        let (report, rows) = try compare(trip.export.files(), with: trip.there)
        let faults = rows.filter(\.isFault)
        #expect(faults.isEmpty, "\(faults)")
        #expect(report.holds)
        #expect(report.present == report.expected)
    }

    // MARK: - By hand

    private static func purchase(
        _ id: String, ends: String = "2026-12-01", state: String = "active"
    ) -> String {
        #"{"allonym":1,"type":"purchase","user-id":"\#(id)","product":"p","store":"stripe","#
            + #""state":"\#(state)","entitlement":["pro"],"expiry-date":"\#(ends)","#
            + #""original-transaction-id":"t-\#(id)"}"# + "\n"
    }

    private static let planned = purchase("ada") + purchase("bob")

    /// Somebody whom only a later export has.
    private static let later =
        #"{"allonym":1,"type":"customer","ids":[{"id":"x","kind":"custom"}],"#
        + #""version-date":"2026-12-20"}"# + "\n"

    @Test(arguments: [
        (planned, "", ""),
        // Renewed, and somebody who is new.
        (
            purchase("ada", ends: "2027-01-01") + purchase("bob") + purchase("cleo"), "unexpected",
            ""
        ),
        (purchase("bob"), "missing", ""),
        (
            purchase("bob")
                + #"{"allonym":1,"type":"customer","ids":[{"id":"ada","kind":"custom"}]}"#
                + "\n", "different", "without pro"
        ),
        (
            purchase("ada", ends: "2026-11-22", state: "expired") + purchase("bob"), "different",
            "pro ended at 2026-11-22T00:00:00.000Z, by the plan at 2026-12-01T00:00:00.000Z"
        ),
        // An export of later tells it all the same.
        (
            purchase("ada", ends: "2026-11-22", state: "expired")
                + purchase("bob", ends: "2027-01-01") + later, "different unexpected",
            "pro ended at 2026-11-22T00:00:00.000Z, by the plan at 2026-12-01T00:00:00.000Z"
        ),
        // It ended when it should, at the moment of a later export.
        (
            purchase("ada", state: "expired") + purchase("bob", ends: "2027-01-01") + later,
            "unexpected", ""
        ),
        (
            planned + #"{"allonym":1,"type":"customer","ids":[{"id":"ada","kind":"custom"},"#
                + #"{"id":"bob","kind":"custom"}]}"# + "\n", "different",
            "one customer with ada"
        ),
    ])
    func `What is missing or less is told, and what happened since is not`(
        export: String, matters: String, note: String
    ) throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: "neutral")
        migration.at = testMoment
        _ = try migration.plan([input(Self.planned)], into: folder.path)
        let moment = #"{"allonym":1,"type":"customer","ids":[{"id":"ada","kind":"custom"}],"#
        let dated = matters == "missing" ? "" : moment + #""version-date":"2026-11-25"}"# + "\n"
        let (report, rows) = try compare([("export", export + dated)], with: folder)
        #expect(rows.map(\.matter.rawValue).joined(separator: " ") == matters)
        #expect(note.isEmpty || rows.contains { $0.note == note }, "\(rows)")
        #expect(report.holds == (matters.isEmpty || matters == "unexpected"))
        #expect(report.expected == 2)
        let shown = rows.filter(\.isFault)
        #expect(report.lines(shown).count { $0.hasPrefix("  ") } == shown.count)
    }

    /// A purchase that unlocks nothing but its product.
    private static func coins(_ id: String) -> String {
        #"{"allonym":1,"type":"purchase","user-id":"\#(id)","product":"coins","store":"stripe","#
            + #""kind":"consumable","state":"active","original-transaction-id":"t-\#(id)"}"# + "\n"
    }

    private static func customer(_ id: String) -> String {
        #"{"allonym":1,"type":"customer","ids":[{"id":"\#(id)","kind":"custom"}],"#
            + #""version-date":"2026-11-25"}"# + "\n"
    }

    @Test(arguments: [
        (coins("ada") + coins("bob"), 0, 0, 2), (coins("ada") + customer("bob"), 0, 1, 1),
        (coins("ada"), 1, 0, 1), (customer("ada") + customer("bob"), 0, 0, 0),
        (customer("ada"), 1, 0, 0), (customer("cleo"), 2, 0, 0),
    ])
    func `Who is in the export with no ID is missing, though it tells of no such product`(
        export: String, missing: Int, different: Int, present: Int
    ) throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: "neutral")
        migration.at = testMoment
        _ = try migration.plan([input(Self.coins("ada") + Self.coins("bob"))], into: folder.path)
        let (report, _) = try compare([("export", export)], with: folder)
        #expect(report.matters[.missing] ?? 0 == missing)
        #expect(report.matters[.different] ?? 0 == different)
        #expect(report.present == present)
        #expect(report.uncompared == 2 - missing - different - present)
        #expect(report.holds == (missing + different == 0))
        let line =
            "Customers who are there, with nothing that is compared: \(report.uncompared)."
        #expect(report.lines([]).contains(line) == (report.uncompared > 0))
    }

    /// An App Store subscription, which the app itself brings to Qonversion.
    private static func subscribed(_ id: String) -> String {
        #"{"allonym":1,"type":"purchase","user-id":"\#(id)","product":"pro_m","#
            + #""store":"app_store","original-transaction-id":"100\#(id.utf8.count)","#
            + #""kind":"subscription","state":"active","entitlement":["pro"],"#
            + #""purchase-date":"2026-11-10","expiry-date":"2026-12-10"}"# + "\n"
    }

    @Test(
        arguments: [
            (["ada", "bobby"], 0, true), (["ada", "other"], 1, true), (["other"], 2, false),
        ] as [([String], Int, Bool)])
    func `An export in which nobody of the plan is does not hold, though all wait for the app`(
        ids: [String], absent: Int, holds: Bool
    ) throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: "qonversion")
        migration.at = testMoment
        _ = try migration.plan(
            [input(Self.subscribed("ada") + Self.subscribed("bobby"))], into: folder.path)
        let user = "QON_5b3f1d9c7a8e6b4d2f0c1a3e5d7b9f8"
        let lines = ids.enumerated().map { number, id in
            #"{"id":"\#(id)","user_id":"\#(user)\#(number)"}"# + "\n"
        }
        let (report, rows) = try compare([("identities", lines.joined())], with: folder)
        #expect(report.found == 2 - absent && report.absent == absent)
        #expect(report.matters[.waiting] == 2)
        #expect(rows.allSatisfy { !$0.isFault })
        #expect(report.holds == holds)
        let said = report.lines([]).contains { $0.hasPrefix("The export has nobody of this plan") }
        #expect(said == !holds)
    }

    private static let tables = (
        products: "source_product,target_product,target_store_product,kind,entitlements\n",
        entitlements: "source_entitlement,target_entitlement\n"
    )

    /// A Stripe subscription of bob's until 10 December.
    private static let subscription =
        #"{"allonym":1,"type":"purchase","user-id":"bob-c21e","product":"pro_m","#
        + #""store-product":"com.e.pro.m","store":"stripe","original-transaction-id":"sub_B","#
        + #""kind":"subscription","state":"active","entitlement":["pro"],"#
        + #""purchase-date":"2026-11-10","expiry-date":"2026-12-10","price":9.99,"#
        + #""currency":"USD"}"# + "\n"

    @Test(arguments: [
        ("", "", "pro"),
        (tables.products + "pro_m,pro_m,com.e.pro.m,subscription,pro\n", "", "pro"),
        // Another product, and then another entitlement as well.
        (tables.products + "pro_m,pro_x,com.e.pro.m,subscription,pro\n", "", "pro"),
        (tables.products + "pro_m,pro_x,com.e.pro.m,subscription,plus\n", "", "plus"),
        ("", tables.entitlements + "pro,premium\n", "premium"),
        (
            tables.products + "pro_m,pro_x,com.e.pro.m,subscription,pro\n",
            tables.entitlements + "pro,premium\n", "premium"
        ),
    ])
    func `Access that ended too early is told under whatever name the plan gives it`(
        products: String, entitlements: String, name: String
    ) throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: "qonversion")
        migration.at = testMoment
        if !products.isEmpty { migration.products = input(products) }
        if !entitlements.isEmpty { migration.entitlements = input(entitlements) }
        _ = try migration.plan([input(Self.subscription)], into: folder.path)
        #expect(try folder.rows("purchases.csv").map { $0[7] } == [""])
        let user = "QON_5b3f1d9c7a8e6b4d2f0c1a3e5d7b9f8a"
        let (report, rows) = try compare(
            [
                ("identities", #"{"id":"bob-c21e","user_id":"\#(user)"}"# + "\n"),
                (
                    "entitlements",
                    #"{"user_id":"\#(user)","data":[{"id":"\#(name)","active":false,"#
                        + #""started":1794297600,"expires":1794470400,"source":"stripe","#
                        + #""product":{"product_id":"pro_m","subscription":"#
                        + #"{"renew_state":"canceled","current_period_type":"normal"}}}]}"# + "\n"
                ),
            ], with: folder)
        #expect(!report.holds)
        #expect(rows.map(\.matter) == [.different])
        #expect(
            rows.map(\.note) == [
                "\(name) ended at 2026-11-12T08:00:00.000Z, by the plan at "
                    + "2026-12-10T00:00:00.000Z"
            ])
    }

    private static func grant(
        _ names: String = "pro", ends: String? = nil, state: String = "active"
    ) -> String {
        #"{"allonym":1,"type":"grant","user-id":"ada-7f3a","product":"gift","#
            + #""store":"promotional","state":"\#(state)","entitlement":["\#(names)"]"#
            + (ends.map { #","expiry-date":"\#($0)""# } ?? "") + "}\n"
    }

    /// The export of RevenueCat, or of Qonversion, of a grant that has ended.
    private static let endedAtRevenueCat =
        #"{"request_date":"2026-11-26T00:00:00Z","subscriber":{"original_app_user_id":"#
        + #""ada-7f3a","last_seen":"2026-11-25T00:00:00Z","entitlements":{"pro":{"#
        + #""expires_date":"2026-11-22T00:00:00Z","product_identifier":"rc_promo_pro","#
        + #""purchase_date":"2026-11-20T00:00:00Z"}},"non_subscriptions":{},"subscriptions":{"#
        + #""rc_promo_pro":{"expires_date":"2026-11-22T00:00:00Z","is_sandbox":false,"#
        + #""original_purchase_date":"2026-11-20T00:00:00Z","period_type":"normal","#
        + #""purchase_date":"2026-11-20T00:00:00Z","store":"promotional"}}}}"# + "\n"
    private static let endedAtQonversion = [
        #"{"id":"ada-7f3a","user_id":"QON_0d4d0a6a5a2c4d6f8e9b1c3a5d7f9e0b"}"# + "\n",
        #"{"user_id":"QON_0d4d0a6a5a2c4d6f8e9b1c3a5d7f9e0b","data":[{"id":"pro","active":false,"#
            + #""started":1795132800,"expires":1795305600,"source":"manual"}]}"# + "\n",
    ]

    @Test(arguments: [
        ("neutral", [grant(ends: "2026-11-22", state: "expired")]),
        ("qonversion", endedAtQonversion), ("revenuecat", [endedAtRevenueCat]),
    ])
    func `A grant that ended too early is told, by what its call or row says of the end`(
        target: String, export: [String]
    ) throws {
        let files = export.enumerated().map { (name: "file \($0)", text: $1) }
        for (end, says) in [
            ("2027-01-01", "pro ended at 2026-11-22T00:00:00.000Z, by the plan at 2027-01-01T"),
            ("2026-11-22", ""), (nil, "pro ended, and the plan has no end"),
        ] as [(String?, String)] {
            let folder = TemporaryFolder()
            var migration = try migration(from: "neutral", to: target)
            migration.at = testMoment
            _ = try migration.plan([input(Self.grant(ends: end))], into: folder.path)
            let (report, rows) = try compare(files, with: folder)
            #expect(report.expected == 1)
            #expect(report.holds == says.isEmpty)
            #expect(rows.filter(\.isFault).allSatisfy { $0.note.hasPrefix(says) }, "\(rows)")
            #expect(rows.count { $0.matter == .different } == (says.isEmpty ? 0 : 1))
        }
    }

    @Test(arguments: [
        // The subscription ended when it should, and the grant goes on.
        ("2026-12-01", "active", ""),
        ("2026-11-22", "active", "pro ended at 2026-11-22T"),
        ("2026-11-22", "expired", "gold ended at 2026-11-30T"),
        ("2026-12-01", "expired", "gold ended at 2026-11-30T"),
    ])
    func `Each entitlement is held against its own end`(
        purchaseEnds: String, grantState: String, note: String
    ) throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: "neutral")
        migration.at = testMoment
        _ = try migration.plan(
            [input(Self.purchase("ada-7f3a") + Self.grant("gold", ends: "2027-06-01"))],
            into: folder.path)
        let grantEnds = grantState == "active" ? "2027-06-01" : "2026-11-30"
        let (report, rows) = try compare(
            [
                (
                    "export",
                    Self.purchase("ada-7f3a", ends: purchaseEnds, state: "expired")
                        + Self.grant("gold", ends: grantEnds, state: grantState) + Self.later
                )
            ], with: folder)
        #expect(report.holds == note.isEmpty)
        let notes = rows.filter(\.isFault).map(\.note)
        #expect(notes.count == (note.isEmpty ? 0 : 1))
        #expect(notes.allSatisfy { $0.hasPrefix(note) }, "\(notes)")
    }

    @Test func `Every provider takes grants as lines of JSON, in which their ends are read`() throws
    {
        for target in everySide {
            let writers = try side(target).writers.filter { $0.subject == .grant && $0.isImport }
            for writer in writers {
                if case .csv = writer.container {
                    Issue.record("\(writer.id) writes grants to a table")
                }
            }
        }
    }

    @Test func `What cannot be read of an export is said`() throws {
        let folder = TemporaryFolder()
        let migration = try migration(from: "neutral", to: "neutral")
        _ = try migration.plan([input(Self.planned)], into: folder.path)
        let (report, _) = try compare(
            [("export", Self.planned + #"{"allonym":1,"type":"grant","user-id":5}"# + "\n")],
            with: folder)
        #expect(report.notes.count == 1)
        #expect(
            report.notes[0].hasPrefix(
                "Records of the export that are not read: 1, the first one in export, line 3"))
        #expect(throws: MigrationError.self) {
            _ = try compare([("export", "a,b\n1,2\n")], with: folder)
        }
    }
}
