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
            "ended at 2026-11-22T00:00:00.000Z, by the plan at 2026-12-01T00:00:00.000Z"
        ),
        // It ended when it should, at the moment of a later export.
        (
            purchase("ada", state: "expired") + purchase("bob", ends: "2027-01-01")
                + #"{"allonym":1,"type":"customer","ids":[{"id":"x","kind":"custom"}],"#
                + #""version-date":"2026-12-20"}"# + "\n", "unexpected", ""
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
