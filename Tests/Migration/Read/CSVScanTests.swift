// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation
import Testing

/// Comma-separated values as RFC 4180 has them, in pieces of any size.
@Suite struct CSVScanTests {
    private static func record(_ line: Int, _ id: String, _ name: String? = nil) -> String {
        "\(line): customer user-id=\(id)" + (name.map { " device=\($0)" } ?? "")
    }

    @Test(
        arguments: [
            ("id,name\na,b\n", [record(2, "a", "b")]),
            ("id,name\na,b", [record(2, "a", "b")]),
            ("id,name\r\na,b\r\nc,d\r\n", [record(2, "a", "b"), record(3, "c", "d")]),
            ("\u{FEFF}id,name\na,b\n", [record(2, "a", "b")]),
            ("\"id\",\"name\"\n\"a\",\"b\"\n", [record(2, "a", "b")]),
            ("name,id\nb,a\n", [record(2, "a", "b")]),
            ("id,other,name\na,x,b\n", [record(2, "a", "b")]),
            ("id,name\na,\nc,\"\"\n", [record(2, "a"), record(3, "c")]),
            ("id,name\n\n\r\na,b\n", [record(4, "a", "b")]),
            ("id,name\n\"a\"\"b\",\"\"\"\"\n", [record(2, "a\"b", "\"")]),
            (
                "id,name\n\"a\nb\",\"c\r\nd\"\ne,f\n",
                [record(2, "a\nb", "c\r\nd"), record(5, "e", "f")]
            ),
            ("id,name\n\"a,b\",c\n", [record(2, "a,b", "c")]),
            ("id,name\na\"b,c\"\n", [record(2, "a\"b", "c\"")]),
            ("id,name\n a , b \n", [record(2, " a ", " b ")]),
            ("id,name\na,b\r", [record(2, "a", "b\r")]),
            ("id,name\né,日本\n", [record(2, "é", "日本")]),
            ("\"i\"\"d\",id,name\nx,a,b\n", [record(2, "a", "b")]),
            ("id,name\n", []), ("id,name", []),
        ])
    func `Rows are read, wherever pieces end`(text: String, records: [String]) throws {
        let readers = try csvReader()
        for pieceSize in 1...text.utf8.count {
            let scanned = Scanned.of(text, readers, pieceSize: pieceSize)
            #expect(scanned.records == records, "pieces of \(pieceSize)")
            #expect(scanned.rejections.isEmpty)
            #expect(scanned.error == nil)
        }
    }

    @Test(
        arguments: [
            (
                "id,name\na\nb,c\n", 1,
                ["2 scan.field-count: expected 2 fields, as in the first row; found 1"], ["a"]
            ),
            (
                "id,name\na,b,c\nb,c\n", 1,
                ["2 scan.field-count: expected 2 fields, as in the first row; found 3"], ["a,b,c"]
            ),
            (
                "id,name\r\na\r\nb,c\r\n", 1,
                ["2 scan.field-count: expected 2 fields, as in the first row; found 1"], ["a"]
            ),
            (
                "id,name\na,\"b\"c\nd,e\n", 1,
                ["2:6 scan.quotes: expected the delimiter or a line end after the closing quote"],
                ["a,\"b\"c"]
            ),
            (
                "id,name\na,\"b\"\rc\nd,e\n", 1,
                ["2:6 scan.quotes: expected the delimiter or a line end after the closing quote"],
                ["a,\"b\"\rc"]
            ),
            (
                "id,name\nd,e\n\"a\n\",\"b\nc", 1,
                [
                    "4:3 scan.quotes: the quote is never closed; expected a second one before the "
                        + "end of the file"
                ], ["\"a\n\",\"b\nc"]
            ),
            ("id,name\n,b\nc,d\n", 1, ["2 scan.missing: \"id\" is missing, or empty"], [",b"]),
        ] as [(String, Int, [String], [String])])
    func `A damaged row is refused whole, and the others are read`(
        text: String, records: Int, rejections: [String], rejected: [String]
    ) throws {
        let readers = try csvReader()
        for pieceSize in 1...text.utf8.count {
            let scanned = Scanned.of(text, readers, pieceSize: pieceSize)
            #expect(scanned.records.count == records)
            #expect(scanned.rejections == rejections, "pieces of \(pieceSize)")
            #expect(scanned.rejected == rejected)
        }
    }

    @Test func `A row that is no UTF-8 is refused, with the byte`() throws {
        let bytes = Array("id,name\né,b\na,x".utf8) + [0xE9] + Array("\nc,d\n".utf8)
        let scanned = Scanned.of([.bytes(bytes, name: "in")], try csvReader())
        #expect(scanned.records.count == 2)
        #expect(scanned.rejections == ["3:4 scan.encoding: invalid UTF-8; save the file as UTF-8"])
    }

    @Test func `Semicolons divide where the format says so`() throws {
        let scanned = Scanned.of("id;name\na,b;\"c;d\"\n", try csvReader(delimiter: ";"))
        #expect(scanned.records == [Self.record(2, "a,b", "c;d")])
    }

    @Test func `Columns of which nothing is made are named`() throws {
        let scanned = Scanned.of("x,id,y,name\n1,a,2,b\n", try csvReader())
        #expect(scanned.files.map(\.unknownColumns) == [["x", "y"]])
        #expect(scanned.files.map(\.bytes) == [20])
        #expect(scanned.files.map(\.reader) == ["fifth.csv"])
    }

    @Test func `What stands in them is kept with the line and the user, if the row names one`()
        throws
    {
        let readers = try formats(
            """
            {"id": "fifth.csv", "title": "Rows", "container": "csv", "delimiter": ",",
             "known-by": ["name"], "clock": [], "order": "latest-row",
             "authority": "documented", "source": "guide", "checked": "2026-11-21",
             "records": [{"at": "$", "makes": "customer", "fields": [
               {"name": "id", "field": "user-id"}, {"name": "name", "field": "device"}]}]}
            """)
        let rows = "x,id,name\n1,a,b\n,a,b\n\"2\n\",,b\n3,c,b\n"
        nonisolated(unsafe) var found: [String] = []
        _ = try Scan(readers, threads: 1).run([input(rows)]) { batch in
            for row in batch.unknownValues {
                let values = row.values.map { batch.string($0.text) ?? "" }
                found.append("\(batch.line(of: row)) \(batch.string(row.userID) ?? "-") \(values)")
            }
        }
        #expect(found == ["2 a [\"1\"]", "4 - [\"2\\n\"]", "6 c [\"3\"]"])
    }

    @Test func `Random rows are read the same for any threads and pieces`() throws {
        var numbers = SeededNumbers(seed: seedOfRun)
        let cells = [
            "a", "bc", "", "\"q\"", "\"a,b\"", "\"a\nb\"", "\"\"", "\"x\"\"y\"", "é", "a\"b",
            "\"\"\"\"", "\"\r\n\"", "long enough for a word", "\"a\"b", "\"a\n\"\"\n,\"",
        ]
        let rows = amount("ALLONYM_SCAN_ROWS", usually: 3_000)
        var text = "id,name\n"
        for _ in 0..<rows {
            let count = Int.random(in: 0...20, using: &numbers) == 0 ? 3 : 2
            text += (0..<count).map { _ in
                cells[Int.random(in: 0..<cells.count, using: &numbers)]
            }.joined(separator: ",")
            text += Bool.random(using: &numbers) ? "\n" : "\r\n"
        }
        let readers = try csvReader()
        let one = Scanned.of(text, readers)
        #expect(one.records.count + one.rejections.count >= rows - rows / 50)
        for threads in [1, 3] {
            for pieceSize in [1, 64, 1_000, 60_000] {
                let other = Scanned.of(text, readers, threads: threads, pieceSize: pieceSize)
                #expect(other == one, "seed \(seedOfRun), \(threads) threads, \(pieceSize)")
            }
        }
    }
}
