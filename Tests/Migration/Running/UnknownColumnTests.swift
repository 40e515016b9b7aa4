// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import AllonymTestSupport
import Foundation
import Testing

/// Columns that no format knows.
@Suite struct UnknownColumnTests {
    private static let name = "unknown-columns.jsonl"

    /// Rows for one Google purchase each: the user, and what stands in the further columns.
    private static func rows(
        _ columns: String, _ rows: [(user: String, cells: String)]
    ) -> String {
        "purchase_token;store_product_id;user_id\(columns)\n"
            + rows.enumerated().map { "t\($0);monthly;\($1.user)\($1.cells)\n" }.joined()
    }

    private func plan(
        _ text: String, to target: String = "neutral", threads: Int = 2,
        in folder: TemporaryFolder
    ) throws {
        var migration = try migration(from: "purchasely", to: target)
        (migration.at, migration.threads) = (testMoment, threads)
        _ = try migration.plan([input(text, name: "in/google.csv")], into: folder.path)
    }

    private func message(_ folder: TemporaryFolder) throws -> String? {
        let findings = try folder.object("report.json")["findings"] as? [[String: Any]]
        return findings?.first { $0["code"] as? String == "unknown-column" }?["message"] as? String
    }

    @Test(arguments: everySide)
    func `What stands in them is kept whole, with the row's index and user, whatever the target`(
        target: String
    ) throws {
        let folder = TemporaryFolder()
        let text = Self.rows(
            ";Team;note;Team;",
            [
                ("ada_1", ";blue;\"two\nlines, \"\"quoted\"\"\";red;"), ("bob_2", ";;;;"),
                ("eve_5", ";0;é\\;;last"), ("cleo_3", ";;\"\";;"), ("dan_4", ";; ;;"),
            ])
        try plan(text, to: target, in: folder)
        #expect(
            try folder.text(Self.name) == #"""
                {"file":"google.csv","line":2,"user-id":"ada_1","values":{"Team":"blue","note":"two\nlines, \"quoted\"","Team#2":"red"}}
                {"file":"google.csv","line":5,"user-id":"eve_5","values":{"Team":"0","note":"é\\","":"last"}}
                {"file":"google.csv","line":7,"user-id":"dan_4","values":{"note":" "}}

                """#)
        #expect(try message(folder)?.contains(Self.name) == true)
        #expect(try folder.findings()["unknown-column"] == 4)
        let outputs = try folder.object("manifest.json")["outputs"] as? [[String: Any]]
        let output = try #require(outputs?.first { $0["name"] as? String == Self.name })
        #expect(output["records"] as? Int == 3)
        let bytes = Array(try folder.text(Self.name).utf8)
        #expect(output["sha256"] as? String == hexadecimal(SHA256.hash(bytes)))
        let mode = try FileManager.default.attributesOfItem(
            atPath: "\(folder.path)/\(Self.name)")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test(arguments: [
        ("a;a;a", ["a", "a#2", "a#3"]), ("a;a#2;a", ["a", "a#2", "a#3"]),
        ("a;a;a#2;a#2", ["a", "a#3", "a#2", "a#2#2"]), (";", ["", "#2"]),
    ])
    func `Several of one name are told apart by a number that no column has`(
        columns: String, names: [String]
    ) throws {
        let folder = TemporaryFolder()
        let cells = names.indices.map { ";\($0)" }.joined()
        try plan(Self.rows(";\(columns)", [("ada_1", cells)]), in: folder)
        let values = names.enumerated().map { "\"\($1)\":\"\($0)\"" }.joined(separator: ",")
        #expect(try folder.text(Self.name).hasSuffix("\"values\":{\(values)}}\n"))
    }

    @Test func `Without anything in them there is no file, and the report says so`() throws {
        let folder = TemporaryFolder()
        try plan(Self.rows(";Team;note", [("ada_1", ";;"), ("bob_2", ";;\"\"")]), in: folder)
        #expect(!folder.exists(Self.name))
        #expect(try message(folder)?.contains("which are empty") == true)
        let known = TemporaryFolder()
        try plan(Self.rows("", [("ada_1", "")]), in: known)
        #expect(try !known.exists(Self.name) && message(known) == nil)
    }

    @Test func `A row that is not taken stands in rejected.jsonl alone`() throws {
        let folder = TemporaryFolder()
        let text =
            Self.rows(";Team", [("ada_1", ";blue"), ("bob_2", ";red;green")])
            + ";monthly;eve_5;black\n"
        try plan(text, in: folder)
        #expect(try folder.objects(Self.name).count == 1)
        #expect(try folder.text("rejected.jsonl").contains("red;green"))
        #expect(try folder.text("rejected.jsonl").contains("eve_5;black"))
    }

    @Test func `The number of threads, and another run over it, change no byte`() throws {
        let rows = (0..<20_000).map { number in
            (user: "user_\(number / 2)", cells: number % 3 == 0 ? ";" : ";\"\"\"\(number)\"\"\"")
        }
        let text = Self.rows(";Team", rows)
        let (one, many) = (TemporaryFolder(), TemporaryFolder())
        try plan(text, threads: 1, in: one)
        try plan(text, threads: 5, in: many)
        let lines = try one.objects(Self.name)
        #expect(lines.count == rows.count { $0.cells != ";" })
        #expect(lines.last?["line"] as? Int == 20_001)
        #expect(try one.contents() == many.contents())
        try plan(text, threads: 3, in: many)
        #expect(try one.contents() == many.contents())
    }

    @Test func `A plan without them takes the file of the plan before away`() throws {
        let folder = TemporaryFolder()
        try plan(Self.rows(";Team", [("ada_1", ";blue")]), in: folder)
        var migration = try migration(from: "purchasely", to: "neutral")
        (migration.at, migration.isForced) = (testMoment, true)
        let text = Self.rows("", [("ada_1", "")])
        _ = try migration.plan([input(text)], into: folder.path)
        #expect(!folder.exists(Self.name))
    }
}
