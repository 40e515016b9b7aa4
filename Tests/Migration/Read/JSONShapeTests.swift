// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation
import Testing

/// How JSON values may lie in a file, and in pieces of it.
@Suite struct JSONShapeTests {
    private static let fields = """
        {"name": "id", "field": "product", "required": true},
        {"name": "t", "field": "purchase-date", "form": "seconds"}
        """

    @Test(
        arguments: [
            ("{\"id\":\"a\"}", ["1: purchase product=a"]),
            ("{\"id\":\"a\"}\n", ["1: purchase product=a"]),
            ("\u{FEFF}{\"id\":\"a\"}\n", ["1: purchase product=a"]),
            ("\n\n {\"id\":\"a\"}\n", ["3: purchase product=a"]),
            ("{\n  \"id\": \"a\"\n}\n", ["1: purchase product=a"]),
            ("{\"id\":\"a\"}\n{\"id\":\"b\"}", ["1: purchase product=a", "2: purchase product=b"]),
            (
                "{\"id\":\"a\"}\r\n\r\n \n{\"id\":\"b\"}\r\n",
                ["1: purchase product=a", "4: purchase product=b"]
            ),
            (
                "[{\"id\":\"a\"},{\"id\":\"b\"}]",
                ["1: purchase product=a", "1: purchase product=b"]
            ),
            (
                "[\n  {\"id\":\"a\"},\n  {\n\"id\":\"b\"}\n]\n",
                ["2: purchase product=a", "3: purchase product=b"]
            ),
            (
                "{\n\"id\":\"a\"\n}\n{\n\"id\":\"b\"\n}\n",
                ["1: purchase product=a", "4: purchase product=b"]
            ),
            (
                "[{\"id\":\"a\"}]\n[{\"id\":\"b\"},{\"id\":\"c\"}]\n",
                ["1: purchase product=a", "2: purchase product=b", "2: purchase product=c"]
            ),
        ] as [(String, [String])])
    func `One value, a list of values and one value a line are read`(
        text: String, records: [String]
    ) throws {
        let readers = try jsonReader(Self.fields)
        for pieceSize in [nil, 1, 2, 3, 5, 8, 13] {
            let scanned = Scanned.of(text, readers, pieceSize: pieceSize)
            #expect(scanned.records == records)
            #expect(scanned.error == nil)
            #expect(scanned.rejections.isEmpty)
        }
    }

    @Test(
        arguments: [
            (
                "{\"id\":\"a\"}\n{\"id\":\n{\"id\":\"c\"}\n", "in",
                ["2:7 scan.syntax: the text ends too early; it is truncated"], ["{\"id\":"]
            ),
            (
                "{\"id\":\"a\"}\n{\"id\":\"b\"}}\n{\"id\":\"c\"}\n", "in",
                ["2:11 scan.syntax: expected the end after the value"], ["{\"id\":\"b\"}}"]
            ),
            (
                "{\"id\":\"a\n{\"id\":\"b\"}\n", "in",
                ["1:9 scan.syntax: the text ends too early; it is truncated"], ["{\"id\":\"a"]
            ),
            (
                "{\"id\":\"a\"}\n{\"id\":7}\n{\"t\":1}\n\"x\"\n", "in",
                [
                    "2 scan.kind: \"id\" holds a number; expected a text",
                    "3 scan.missing: \"id\" is missing, or empty",
                    "4 scan.missing: \"id\" is missing, or empty",
                ], ["{\"id\":7}", "{\"t\":1}", "\"x\""]
            ),
            (
                "[{\"id\":\"a\"}]\n[{\"id\":\"b\"},{\"id\":}]\n[]\n", "in",
                ["2:19 scan.syntax: expected a value"], ["[{\"id\":\"b\"},{\"id\":}]"]
            ),
        ] as [(String, String, [String], [String])])
    func `A damaged line is refused whole, and the others are read`(
        text: String, name: String, rejections: [String], rejected: [String]
    ) throws {
        let readers = try jsonReader(Self.fields)
        for pieceSize in [nil, 1, 4, 16] {
            let scanned = Scanned.of(text, readers, pieceSize: pieceSize)
            #expect(scanned.rejections == rejections)
            #expect(scanned.rejected == rejected)
            #expect(scanned.error == nil)
        }
    }

    @Test(
        arguments: [
            ("[{\"id\":\"a\"},\n{\"id\":}]", 1, "in:2:7: expected a value"),
            (
                "[{\"id\":\"a\"}\n{\"id\":\"b\"}]", 1,
                "in:2:1: expected a comma or the end of the list"
            ),
            ("[{\"id\":\"a\"},\n", 1, "in:2:1: the text ends too early; it is truncated"),
            ("[{\"id\":\"a\"},", 1, "in:1:13: the text ends too early; it is truncated"),
            ("[{\"id\":\"a\"},{\"id\":\"b", 1, "in:1:21: the text ends too early; it is truncated"),
            ("{\n\"id\":\"a\"", 0, "in:2:9: the text ends too early; it is truncated"),
            ("{\n\"id\":\"a\"\n}\nx\n", 1, "in:4:1: expected a value"),
            ("[{\"id\":\"a\"},]", 1, "in:1:13: expected a value"),
        ])
    func `Damage in a single document ends the file, after what stands before it`(
        text: String, records: Int, error: String
    ) throws {
        let readers = try jsonReader(Self.fields)
        for pieceSize in [nil, 1, 4, 16] {
            let scanned = Scanned.of(text, readers, pieceSize: pieceSize)
            #expect(scanned.records.count == records)
            #expect(scanned.error == error)
        }
    }

    // MARK: - Pages

    private static func pages(_ fields: String, knownBy: String = "\"items\"") throws
        -> [FormatReader]
    {
        try jsonReader(fields, at: "items.*", knownBy: knownBy)
    }

    @Test func `The records of a page know what stands around them`() throws {
        let readers = try Self.pages(
            """
            {"name": "id", "field": "product"}, {"name": "$.user", "field": "user-id"},
            {"name": "^.^.country", "field": "country"}
            """)
        let text = """
            {"user": "u\\u0031", "country": "DE", "items": [{"id": "a"},
             {"id": "b", "items": [1, {"x": "]"}]}], "next": null}
            """
        for pieceSize in [nil, 60, 70] {
            let scanned = Scanned.of(text, readers, pieceSize: pieceSize)
            #expect(
                scanned.records == [
                    "1: purchase user-id=u1 product=a country=DE",
                    "2: purchase user-id=u1 product=b country=DE",
                ])
            #expect(scanned.error == nil)
        }
    }

    @Test(
        arguments: [
            (",\"user\":\"u1\"}", 1, "the page is too large for memory"),
            (",\"next\":}", 9, "expected a value"), (",\"next\":1", 10, "the text ends too early"),
            ("}}", 2, "expected a value"), (",\"next\":1}", 0, nil), (",\"items\":[]}", 0, nil),
        ] as [(String, Int, String?)])
    func `What stands behind the list of a large page is checked`(
        rest: String, column: Int, error: String?
    ) throws {
        let readers = try Self.pages(
            "{\"name\": \"id\", \"field\": \"product\"}, {\"name\": \"$.user\", \"field\": \"user-id\"}"
        )
        // More than is looked at to recognise a file, so that the page is taken apart.
        let items = (0..<1_000).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
        let text = "{\"items\":[\(items)]"
        let scanned = Scanned.of(text + rest, readers, pieceSize: 16)
        #expect(scanned.records.count == 1_000)
        if let error {
            let index = "in:1:\(text.utf8.count + column): \(error)"
            #expect(
                scanned.error?.hasPrefix(index) == true, "\(scanned.error ?? "none"), not \(index)")
        } else {
            #expect(scanned.error == nil)
        }
    }

    @Test func `A page of many records on one line is read piece by piece`() throws {
        let readers = try Self.pages("{\"name\": \"id\", \"field\": \"product\"}")
        let items = (0..<20_000).map { "{\"id\":\"\($0)\",\"x\":[\($0),\"\\\"]}\"]}" }
        for (text, at) in [
            ("{\"n\":1,\"items\":[\(items.joined(separator: ","))],\"m\":2}", "items.*"),
            ("[\(items.joined(separator: " ,\n"))]", "$"),
        ] {
            let readers = at == "$" ? try jsonReader(Self.fields) : readers
            let one = Scanned.of(text, readers)
            #expect(one.records.count == 20_000)
            #expect(one.records.last?.hasSuffix("product=19999") == true)
            #expect(one.error == nil)
            for threads in [2, 5] {
                let many = Scanned.of(text, readers, threads: threads, pieceSize: 1_000)
                #expect(many == one)
            }
        }
    }

    @Test func `A line of many megabytes is one record`() throws {
        let receipt = String(repeating: "MII", count: 3_000_000)
        let text = "{\"id\":\"a\"}\n{\"id\":\"b\",\"receipt\":\"\(receipt)\"}\n{\"id\":\"c\"}\n"
        let readers = try jsonReader(
            Self.fields + ", {\"name\": \"receipt\", \"field\": \"receipt\"}")
        let scanned = Scanned.of(text, readers, threads: 2)
        #expect(scanned.records.count == 3)
        #expect(scanned.records[1].utf8.count > 9_000_000)
        #expect(scanned.rejections.isEmpty)
    }

    @Test func `The number of threads and the size of pieces change nothing`() throws {
        var random = RandomJSON(seed: seedOfRun &+ 2)
        var text = "{\"id\":\"first\"}\n"
        for _ in 0..<2_000 { text += random.object(["id", "t"], mayBeBad: true) + "\n" }
        let readers = try jsonReader(Self.fields)
        let one = Scanned.of(text, readers)
        for threads in [1, 2, 4] {
            for pieceSize in [1, 100, 5_000] {
                let other = Scanned.of(text, readers, threads: threads, pieceSize: pieceSize)
                #expect(other == one, "seed \(seedOfRun), \(threads) threads, \(pieceSize)")
            }
        }
    }
}
