// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// Which format a file is of, and what is said when it is of none.
@Suite struct RecognitionTests {
    /// Two formats of JSON, one of them more special, and one of CSV.
    private static func readers() throws -> [FormatReader] {
        try jsonReader(
            "{\"name\": \"id\", \"field\": \"product\"}", knownBy: "\"id\", \"a\"",
            more: "\"constants\": {\"country\": \"one\"},")
            + jsonReader(
                "{\"name\": \"id\", \"field\": \"product\"}", knownBy: "\"id\", \"a\", \"b\"",
                more: "\"constants\": {\"country\": \"two\"},")
            + csvReader(delimiter: ";")
    }

    @Test(
        arguments: [
            ("{\"id\":\"x\",\"a\":1}\n", ["1: purchase product=x country=one"]),
            ("{\"id\":\"x\",\"a\":1,\"b\":null}\n", ["1: purchase product=x country=two"]),
            (
                "{\"id\":\"x\",\"a\":1}\n{\"id\":\"y\",\"a\":1,\"b\":2}\n{\"id\":\"z\"}\n",
                [
                    "1: purchase product=x country=one", "2: purchase product=y country=one",
                    "3: purchase product=z country=one",
                ]
            ),
            (
                "{\"id\":\"x\",\"a\":1,\"b\":1}\n{\"id\":\"y\",\"a\":1}\n{\"id\":\"z\"}\n",
                [
                    "1: purchase product=x country=two", "2: purchase product=y country=one",
                    "3: purchase product=z country=two",
                ]
            ),
            ("{\"id\":\n{\"id\":\"x\",\"a\":1}\n", ["2: purchase product=x country=one"]),
            ("id;name\nx;y\n", ["2: customer user-id=x device=y"]),
        ])
    func `A file is of the format that knows most of it, and so is each document`(
        text: String, records: [String]
    ) throws {
        #expect(Scanned.of(text, try Self.readers()).records == records)
    }

    @Test(
        arguments: [
            (
                "",
                "in: the file is empty; expected one of these:\n  Objects (JSON with \"id\", \"a\")\n  "
            ),
            (" \n\n", "in: the file is empty"), ("\u{FEFF}", "in: the file is empty"),
            (
                "{\"x\":1,\"y\":{}}\n",
                "in:1: no format recognises this file; its first object has \"x\", \"y\"; expected one of"
            ),
            (
                "{\"x\":1,\"y\":",
                "in:1:12: the text ends too early; it is truncated, and no format recognises"
            ),
            (
                "{\n \"x\": [1,\n 2",
                "in:3:3: the text ends too early; it is truncated, and no format"
            ),
            (
                "{\n \"x\": 1;\n}\n",
                "in:2:8: expected a comma or the end of the object, and no format"
            ),
            ("[]", "in:1: no format recognises this file; its first object has nothing in it"),
            ("[1,2]", "in:1: no format recognises this file; its first object has nothing in it"),
            (
                "a,b\n1,2\n",
                "in:1: no format recognises this file; its first row has \"a\", \"b\"; expected"
            ),
            (
                "id,name\n1,2\n",
                "in:1: the columns of \"Rows\" are separated by commas; expected semicolons"
            ),
            ("id\tname\n1\t2\n", "in:1: the columns of \"Rows\" are separated by tabs"),
            (
                "id;name;id\n1;2;3\n",
                "in:1: the columns 1 and 3 are both called \"id\"; remove all but one"
            ),
            ("\u{1F}\u{8B}", "in:1: no format recognises this file"),
        ])
    func `What no format knows is an error that says what was found and expected`(
        text: String, error: String
    ) throws {
        let found = Scanned.of(text, try Self.readers()).error
        #expect(found?.hasPrefix(error) == true, "\(found ?? "none")")
    }

    @Test func `Of a long first row the beginning is shown, and each known format on a line`()
        throws
    {
        let text = "a,b,c,d,e,f,g,h,i,j,k\n"
        let error = try #require(Scanned.of(text, try Self.readers()).error)
        let lines = error.split(separator: "\n")
        #expect(lines.first?.hasSuffix(#""i", "j" and more; expected one of these:"#) == true)
        #expect(lines.count == 1 + 3)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") && $0.hasSuffix(")") })
    }

    @Test func `A text that is cut off anywhere is said to end too early`() throws {
        let text = #"{"a": ["\uD83D\uDE00é", -1.5e+7, true, null, {"b\n": ""}]}"#
        let bytes = Array(text.utf8)
        for count in 1..<bytes.count {
            let cut = bytes[..<count] + [UInt8](repeating: 0, count: 64)
            let reason = Array(cut).withUnsafeBufferPointer { bytes -> JSONFault.Reason? in
                guard let start = bytes.baseAddress else { return nil }
                var text = JSONText(start)
                text.begin(start, 0, count)
                do throws(JSONFault) {
                    try text.skipValue()
                    return nil
                } catch {
                    return error.reason
                }
            }
            #expect(reason == .ended, "\(String(decoding: bytes[..<count], as: UTF8.self))")
        }
    }

    @Test(
        arguments: [
            ([0x1F, 0x8B, 8, 0], "in: the file is compressed; expand it first, with gzip -d"),
            ([0x50, 0x4B, 3, 4], "in: the file is a ZIP archive; unpack it first"),
            (
                [0x50, 0x41, 0x52, 0x31, 0x15, 4],
                "in: the file is Parquet; export again as CSV, or convert it to CSV"
            ),
            ([0xFF, 0xFE, 0x7B, 0], "in: the file is UTF-16; save it as UTF-8"),
        ] as [([UInt8], String)])
    func `Files of another encoding are named`(bytes: [UInt8], error: String) throws {
        #expect(Scanned.of([.bytes(bytes, name: "in")], try Self.readers()).error == error)
    }

    @Test func `Events and results are read in one run`() throws {
        let events = try formats(
            """
            {"id": "fifth.events", "title": "Events", "container": "json", "known-by": ["type"],
             "clock": [], "order": "events", "authority": "documented", "source": "guide",
             "checked": "2026-11-21", "records": [{"at": "$", "makes": "event",
               "fields": [{"name": "type", "field": "event-name", "required": true}]}],
             "events": "vocabulary"}
            """,
            events: """
                {"id": "fifth.1", "word": "test", "name": "A", "formats": ["fifth.events"], CITED}
                """)
        let scanned = Scanned.of(
            [
                .bytes(Array("id,name\na,b\n".utf8), name: "one"),
                .bytes(Array("{\"type\":\"A\"}\n".utf8), name: "two"),
            ], try csvReader() + events)
        #expect(scanned.records.count == 2)
        #expect(scanned.error == nil)
    }

    @Test func `Several inputs are read in their order, files and pipes alike`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("a.csv").path
        try Data("id,name\na,b\n".utf8).write(to: URL(fileURLWithPath: path))
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data("name,id\nd,c\n".utf8))
        try pipe.fileHandleForWriting.close()
        let scanned = Scanned.of(
            [
                .file(path), .descriptor(pipe.fileHandleForReading.fileDescriptor, name: "pipe"),
                .bytes(Array("id,name\ne,f".utf8), name: "in"),
            ], try csvReader(), threads: 3)
        #expect(
            scanned.records == [
                "2: customer user-id=a device=b", "2: customer user-id=c device=d",
                "2: customer user-id=e device=f",
            ])
        #expect(scanned.files.map(\.bytes) == [12, 12, 11])
        let missing = Scanned.of([.file(path + "x")], try csvReader())
        #expect(
            missing.error?.hasSuffix(
                "a.csvx: the file cannot be read: No such file or directory; check the path")
                == true)
    }

    @Test func `Whoever takes the records can end the scan`() throws {
        struct Enough: Error {}
        let text = "id,name\n" + String(repeating: "a,b\n", count: 50_000)
        var scan = Scan(try csvReader(), threads: 4)
        scan.pieceSize = 1_000
        #expect(throws: Enough.self) {
            _ = try scan.run([.bytes(Array(text.utf8), name: "in")]) { _ in throw Enough() }
        }
    }
}
