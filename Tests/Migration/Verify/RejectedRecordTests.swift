// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration
import Testing

/// Rejected records that would have changed what customers have.
@Suite struct RejectedRecordTests {
    private static let head = """
        rc_original_app_user_id,rc_last_seen_app_user_id_alias,product_identifier,start_time,\
        end_time,effective_end_time,store,is_auto_renewable,is_sandbox,store_transaction_id,\
        original_store_transaction_id,refunded_at,entitlement_identifiers,renewal_number,updated_at

        """

    /// A row of transaction 1001, or of another one.
    private static func row(
        _ user: String, _ transaction: String = "1001", until end: String = "2026-12-05",
        refunded: String = "", updated: String
    ) -> String {
        """
        \(user),\(user),pro,2026-11-01 00:00:00,\(end) 00:00:00,\(end) 00:00:00,app_store,true,\
        false,\(transaction),\(transaction),\(refunded),"[""gold""]",1,\(updated) 00:00:00

        """
    }

    /// What would have changed who has transaction 1001, were it not damaged.
    private static let changes = [
        row("bob", updated: "2026-11-07"),
        row("ada", until: "2026-11-07", refunded: "2026-11-07 00:00:00", updated: "2026-11-07"),
    ]

    private static let damages: [(text: String, by: String)] = [
        (",app_store,", ",windows,"), (",1,2026", ",one,2026"),
        (",1001,1001,", ",2.0E+15,1001,"), (",pro,", ",,"), (",false,", ",false,,"),
        (",false,", ","), ("2026-11-01 00:00:00", "01.11.2026"), ("gold\"\"]", "gold\"\""),
    ]

    @Test(arguments: changes, damages)
    func `Whoever a rejected record would have taken something from still has it, and is verified`(
        change: String, damage: (text: String, by: String)
    ) throws {
        let damaged = change.replacing(damage.text, with: damage.by, maxReplacements: 1)
        #expect(damaged != change)
        let rows =
            Self.row("ada", updated: "2026-11-06") + Self.row("cleo", "1002", updated: "2026-11-06")
        let (folder, files) = (TemporaryFolder(), TemporaryFolder())
        let file = try files.written(Self.head + rows + damaged, to: "export.csv")
        var migration = try migration(from: "revenuecat", to: "neutral")
        migration.at = testMoment
        let report = try migration.plan([file], into: folder.path)
        #expect(report.counts.records["rejected"] == 1)
        #expect(try folder.text("access.csv").contains("\nada,ada,gold"))
        let outcome = try withExtendedLifetime(files) { try verify(folder, "neutral") }
        #expect(outcome.holds, "\(outcome.lines)")
        #expect(outcome.notes == [])
    }

    @Test func `A verification says how many records were rejected, and which IDs they alone name`()
        throws
    {
        let whole =
            Self.row("ada", updated: "2026-11-06") + Self.row("cleo", "1002", updated: "2026-11-06")
        let cut = Self.row("dora", "1003", updated: "2026-11-06").replacing(",pro,", with: ",,")
        let again = Self.row("ada", "1004", updated: "2026-11-06").replacing(",pro,", with: ",,")
        for (rows, says, alone) in [
            (whole, nil, nil),
            (
                whole + cut,
                "The plan has rejected 1 record; access that it gives is not counted here. See "
                    + "rejected.jsonl.",
                "  1 ID of these: in rejected records alone, so there is nothing to compare."
            ),
            (
                whole + cut + again,
                "The plan has rejected 2 records; access that they give is not counted here. See "
                    + "rejected.jsonl.",
                "  1 ID of these: in rejected records alone, so there is nothing to compare."
            ),
        ] as [(String, String?, String?)] {
            let (folder, files) = (TemporaryFolder(), TemporaryFolder())
            let file = try files.written(Self.head + rows, to: "export.csv")
            var migration = try migration(from: "revenuecat", to: "neutral")
            migration.at = testMoment
            _ = try migration.plan([file], into: folder.path)
            let outcome = try withExtendedLifetime(files) { try verify(folder, "neutral") }
            #expect(outcome.holds && outcome.ids == 2 && outcome.equal == 2)
            #expect(outcome.readAgain == 2 + outcome.readInRejected)
            #expect(outcome.lines.first { $0.hasPrefix("The plan has rejected ") } == says)
            #expect(outcome.lines.first { $0.contains("in rejected records alone") } == alone)
        }
    }

    @Test func `A plan that is wrong about others is found out beside a rejected record`() throws {
        let rows =
            Self.row("ada", updated: "2026-11-06") + Self.row("cleo", "1002", updated: "2026-11-06")
        let (folder, files) = (TemporaryFolder(), TemporaryFolder())
        let rejected = Self.changes[0].replacing(",app_store,", with: ",windows,")
        let file = try files.written(Self.head + rows + rejected, to: "export.csv")
        var migration = try migration(from: "revenuecat", to: "neutral")
        migration.at = testMoment
        _ = try migration.plan([file], into: folder.path)
        try folder.rewrite("access.csv") { rows in
            rows.map { $0.replacing(",gold", with: ",gild") }
        }
        let outcome = try withExtendedLifetime(files) { try verify(folder, "neutral") }
        let objections = outcome.rows.compactMap(\.objection)
        for id in ["ada", "cleo"] {
            let says = "access.csv says for \"\(id)\": \"gild\"; its inputs say: "
            #expect(objections.contains { $0.hasPrefix(says) }, "\(outcome.lines)")
        }
    }
}
