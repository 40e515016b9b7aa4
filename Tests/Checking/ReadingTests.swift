// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymChecking
import AllonymCore
import Foundation
import Testing

/// Input in any form: which IDs are read, and from which lines.
@Suite struct ReadingTests {
    /// An ID of JSON output and its line.
    struct Read: Equatable, Sendable {
        let id: String
        let line: Int

        init(_ id: String, _ line: Int) { (self.id, self.line) = (id, line) }
    }

    /// What a run wrote; workers write one after the other.
    private final class Written: @unchecked Sendable {
        var bytes: [UInt8] = []
    }

    private func json(
        _ input: [UInt8], _ layout: CheckLayout = .lines, workers: Int = 2
    ) throws -> [[String: Any]] {
        var check = FileCheck(try builtInCheck())
        check.layout = layout
        check.workers = workers
        let written = Written()
        _ = try check.run([.bytes(input, name: "in")], report: CheckReport(.json)) {
            written.bytes.append($0)
        }
        return try written.bytes.split(separator: 10).map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line))
            return try #require(object as? [String: Any])
        }
    }

    private func read(_ input: [UInt8], _ layout: CheckLayout = .lines) throws -> [Read] {
        try json(input, layout).map { object in
            Read(
                try #require(object["id"] as? String), try #require(object["line"] as? Int))
        }
    }

    @Test(
        arguments: [
            ("", []), ("\n", [Read("", 1)]), ("a", [Read("a", 1)]), ("a\n", [Read("a", 1)]),
            ("a\n\nb", [Read("a", 1), Read("", 2), Read("b", 3)]),
            ("a\r\nb\r\n", [Read("a", 1), Read("b", 2)]), ("a\r", [Read("a\r", 1)]),
            ("a\r\r\n", [Read("a\r", 1)]), ("\r\n", [Read("", 1)]),
            (" a \n", [Read(" a ", 1)]),
            ("\"a\",b\n", [Read("\"a\",b", 1)]), ("a\u{0}b\n", [Read("a\u{0}b", 1)]),
            ("é\u{2028}x\n", [Read("é\u{2028}x", 1)]), ("\t\u{1}\n", [Read("\t\u{1}", 1)]),
        ] as [(String, [Read])])
    func `Lines are taken as they are, but for the line end`(
        input: String, ids: [Read]
    ) throws {
        #expect(try read(Array(input.utf8)) == ids)
    }

    @Test(
        arguments: [
            ("id,x\na,1\n", .name("id"), [Read("a", 2)]),
            ("x,id\r\n1,a\r\n2,b", .name("id"), [Read("a", 2), Read("b", 3)]),
            ("\u{FEFF}id\na\n", .name("id"), [Read("a", 2)]),
            ("\"i\"\"d\"\na\n", .name("i\"d"), [Read("a", 2)]),
            ("x;id\n1;\"a;b\"\n", .name("id"), [Read("a;b", 2)]),
            ("x\tid\n1\ta,b\n", .name("id"), [Read("a,b", 2)]),
            ("id\n\"a\nb\"\nc\n", .name("id"), [Read("a\nb", 2), Read("c", 4)]),
            ("id,x\n\"a\"\"b\",1\n", .name("id"), [Read("a\"b", 2)]),
            ("x,id\n1\n\n2,\n3,\"\"\n", .name("id"), (2...5).map { Read("", $0) }),
            ("id\na\"b\n", .name("id"), [Read("a\"b", 2)]), ("id\n", .name("id"), []),
            ("id", .name("id"), []), ("x,y\n1,2\n", .number(2), [Read("2", 2)]),
            ("", .number(1), []),
            ("id\na\rb\r\n", .name("id"), [Read("a\rb", 2)]),
            ("\"x\ry\",id\n1,a\n", .name("id"), [Read("a", 2)]),
            ("id\na\r", .name("id"), [Read("a\r", 2)]),
            ("id\n a \n", .name("id"), [Read(" a ", 2)]), ("id\n\n", .name("id"), [Read("", 2)]),
            ("id,\"x\ny\"\na,1\n", .name("id"), [Read("a", 3)]),
            ("x,id\n\"1\n2\",a\nb,c\n", .name("id"), [Read("a", 2), Read("c", 4)]),
        ] as [(String, CSVColumn.Choice, [Read])])
    func `A column is read as RFC 4180 says`(
        input: String, choice: CSVColumn.Choice, ids: [Read]
    ) throws {
        #expect(try read(Array(input.utf8), .column(CSVColumn(choice))) == ids)
    }

    @Test func `A byte order mark is part of the first line, and not of a first record`() throws {
        func output(_ layout: CheckLayout) throws -> String {
            var check = FileCheck(try builtInCheck())
            check.layout = layout
            let written = Written()
            _ = try check.run(
                [.bytes(Array("\u{FEFF}a\n".utf8), name: "in")], report: CheckReport(.json)
            ) { written.bytes.append($0) }
            return String(decoding: written.bytes, as: UTF8.self)
        }
        #expect(try output(.lines).utf8.starts(with: "{\"id\":\"\u{FEFF}a\"".utf8))
        let column = CSVColumn(.number(1), hasHeader: false)
        #expect(try output(.column(column)).utf8.starts(with: "{\"id\":\"a\"".utf8))
    }

    @Test func `A column can be without a header, and its separator given`() throws {
        let column = CSVColumn(.number(2), separator: UInt8(ascii: ";"), hasHeader: false)
        #expect(
            try read(Array("a,b;c,d\n1;2\n".utf8), .column(column)) == [
                Read("c,d", 1), Read("2", 2),
            ])
    }

    @Test(
        arguments: [
            ("id\n\"a", .name("id"), "in:2:1: the quote is never closed"),
            ("id,x\na,\"b\nc", .name("id"), "in:2:3: the quote is never closed"),
            ("id\n\"a\"b\n", .name("id"), "in:2:4: expected a separator"),
            ("id\n\"a\"\rb\n", .name("id"), "in:2:4: expected a separator"),
            ("\u{FEFF}\"a\"b\n", .number(1), "in:1:4: expected a separator"),
            ("a,b\n", .name("id"), "in:1: expected a column \"id\"; there are: \"a\", \"b\""),
            ("", .name("id"), "in:1: expected a column \"id\"; there are: none"),
            ("id,x\r1,a\r2,b", .name("id"), "in:1: lines end with a carriage return alone; save"),
            ("id\r", .number(1), "in:1: lines end with a carriage return alone; save"),
            ("a,b\n1,2\n", .number(3), "in:1: expected a column 3; there are 2: \"a\", \"b\""),
            (
                "id,b,id\n", .name("id"),
                "in:1: the columns 1 and 3 are both called \"id\"; give a number"
            ),
        ] as [(String, CSVColumn.Choice, String)])
    func `What is no CSV is refused with the offset`(
        input: String, choice: CSVColumn.Choice, error: String
    ) throws {
        let thrown = #expect(throws: InputError.self) {
            try read(Array(input.utf8), .column(CSVColumn(choice)))
        }
        #expect(thrown?.description.hasPrefix(error) == true, "\(thrown?.description ?? "")")
    }

    @Test func `A number beyond the first record is refused without a header as well`() throws {
        let column = CSVColumn(.number(3), hasHeader: false)
        for input in ["a,b\nc,d,e\n", "\"a\nb\",c", "\n1,2,3\n"] {
            let error = #expect(throws: InputError.self) {
                try read(Array(input.utf8), .column(column))
            }
            #expect(error?.description.hasPrefix("in:1: expected a column 3; the first") == true)
        }
        #expect(try read(Array("a,b,\nc,d\n".utf8), .column(column)).map(\.id) == ["", ""])
        #expect(try read([], .column(column)).isEmpty)
    }

    @Test(arguments: [0, 1, 2, 100_000, 200_000], [1, 2])
    func `Everything before a fault is written and counted`(count: Int, workers: Int) throws {
        var check = FileCheck(try builtInCheck())
        check.layout = .column(CSVColumn(.number(1), hasHeader: false))
        check.workers = workers
        check.isWholeFile = true
        let input = Array(String(repeating: "user-1\n", count: count).utf8) + Array("\"a".utf8)
        let written = Written()
        let inputs = [Input.bytes(input, name: "in")]
        let summary = try check.runUntilFault(inputs, report: CheckReport(.json)) {
            written.bytes.append($0)
        }
        #expect(written.bytes.count { $0 == 10 } == count)
        #expect(summary.ids == count)
        #expect(summary.fault?.line == count + 1)
        #expect(summary.wholeFile == nil)
        let text = SummaryReport(check.check, inputs: ["in"]).text(summary)
        #expect(text.contains(" in in, before in:\(count + 1):1"))
        #expect(throws: InputError.self) { try check.run(inputs) }
    }

    @Test func `What stands in files before one that is missing is written`() throws {
        let check = FileCheck(try builtInCheck())
        let written = Written()
        let inputs = [Input.bytes(Array("a\nb".utf8), name: "a"), .file("/no/such")]
        let summary = try check.runUntilFault(inputs, report: CheckReport(.list)) {
            written.bytes.append($0)
        }
        #expect(summary.ids == 2)
        #expect(summary.fault?.file == "/no/such")
        #expect(String(decoding: written.bytes, as: UTF8.self).contains("a:2: \"b\""))
    }

    @Test(arguments: ["/no/such/file", "/"])
    func `A file that cannot be read is named`(path: String) throws {
        let check = FileCheck(try builtInCheck())
        let error = #expect(throws: InputError.self) { try check.run([.file(path)]) }
        #expect(error?.description.hasPrefix("\(path): the file cannot be read: ") == true)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x0A], "a\u{FFFD}", 1), ([0xC3], "\u{FFFD}", 0),
            ([0x61, 0xF0, 0x9F, 0x0A, 0x62], "a\u{FFFD}", 1),
        ] as [([UInt8], String, Int)])
    func `Bytes that are no text are refused, with their offset`(
        input: [UInt8], id: String, offset: Int
    ) throws {
        let first = try #require(try json(input).first)
        #expect(first["id"] as? String == id)
        #expect(first["offset"] as? Int == offset)
        let verdicts = try #require(first["verdicts"] as? [String: [String: Any]])
        for verdict in verdicts.values {
            #expect(verdict["reasons"] as? [String] == ["forbidden-character"])
        }
    }

    @Test(arguments: [262_143, 262_144, 262_145, 524_288, 700_000], ["\n", "\r\n", ""])
    func `A line longer than any buffer is one ID`(count: Int, end: String) throws {
        for unit in ["a", "é", "\r", "\"/\""] {
            let id = String(String(repeating: unit, count: count / unit.utf8.count) + "x")
            let all = "before\n" + id + end + (end.isEmpty ? "" : "after")
            let ids = try read(Array(all.utf8))
            #expect(ids.first == Read("before", 1))
            #expect(ids.dropFirst().first == Read(id, 2))
            #expect(ids.dropFirst(2).first == (end.isEmpty ? nil : Read("after", 3)))
        }
    }

    @Test(arguments: [262_140, 262_144, 300_000, 600_000])
    func `A field longer than any buffer is one ID`(count: Int) throws {
        let id = String(repeating: "a\"\"\n", count: count / 4)
        let input = "x,id,y\n1,b,2\n1,\"\(id)\",\"2\"\n1,c,2\n"
        let ids = try read(Array(input.utf8), .column(CSVColumn(.name("id"))))
        let lines = id.utf8.count { $0 == 10 }
        #expect(
            ids == [Read("b", 2), Read(id.replacing("\"\"", with: "\""), 3), Read("c", 4 + lines)])
    }

    @Test func `Two workers write what one writes, in order`() throws {
        var ids = RandomIDs(seed: 3)
        var input: [UInt8] = []
        while input.count < 1_000_000 { input += ids.next() + [10] }
        let once = try read(input)
        #expect(once.map(\.line) == Array(1...once.count))
        let one = try json(input, workers: 1).map { $0["id"] as? String }
        #expect(one == once.map(\.id))
    }
}
