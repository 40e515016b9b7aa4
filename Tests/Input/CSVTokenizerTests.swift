// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Testing

@Suite struct CSVTokenizerTests {
    /// A row and what is wrong with it, for comparison.
    struct Row: Equatable, Sendable, CustomStringConvertible {
        var line: Int
        var fields: [String]
        var fault: String?

        init(_ line: Int, _ fields: [String], _ fault: String? = nil) {
            (self.line, self.fields, self.fault) = (line, fields, fault)
        }

        var description: String { "\(line): \(fields)" + (fault.map { " \($0)" } ?? "") }
    }

    /// All rows of a text that comes in pieces, each of which ends behind so many bytes of the text.
    private func rows(
        _ text: String, ends: [Int], delimiter: Character = ",", from start: Int = 0
    ) -> [Row] {
        let bytes = Array(text.utf8)
        var rows: [Row] = []
        var (isOpen, field) = (false, [UInt8]())
        func take(_ row: CSVRow, in buffer: UnsafePointer<UInt8>) {
            if !isOpen { rows.append(Row(row.line, [])) }
            for part in row.fields {
                field += part.bytes(in: buffer)
                if part.isPart { continue }
                rows[rows.count - 1].fields.append(String(decoding: field, as: UTF8.self))
                field = []
            }
            isOpen = !row.isWhole
            rows[rows.count - 1].fault = row.fault.map { "\($0.reason) \($0.line):\($0.column)" }
        }
        var buffer = [UInt8]()
        var read = 0
        var tokenizer = CSVTokenizer(
            delimiter: delimiter.asciiValue ?? 0, from: start, to: start, isLast: false)
        for end in ends + [bytes.count] {
            let isFirst = read == 0
            buffer = Array(buffer.dropFirst(isFirst ? 0 : tokenizer.offset)) + bytes[read..<end]
            read = end
            tokenizer.resume(
                from: isFirst ? start : 0, to: buffer.count, isLast: end == bytes.count)
            // Nothing stands behind the bytes, so that a sanitizer sees who reads on.
            let exact = UnsafeMutablePointer<UInt8>.allocate(capacity: buffer.count)
            exact.initialize(from: buffer, count: buffer.count)
            defer { exact.deallocate() }
            while let row = tokenizer.next(in: exact) {
                take(row, in: exact)
                if !row.isWhole { break }
            }
        }
        return rows
    }

    private static let examples: [(String, [Row])] = [
        ("", []), ("a", [Row(1, ["a"])]), ("a\n", [Row(1, ["a"])]), ("\n", [Row(1, [""])]),
        ("\r\n", [Row(1, [""])]), (",", [Row(1, ["", ""])]),
        ("a,b\nc,d", [Row(1, ["a", "b"]), Row(2, ["c", "d"])]),
        ("a,b\r\n\r\nc,\r\n", [Row(1, ["a", "b"]), Row(2, [""]), Row(3, ["c", ""])]),
        // A CR elsewhere is part of its field.
        ("a\rb,\rc\r", [Row(1, ["a\rb", "\rc\r"])]), ("a\r\r\n", [Row(1, ["a\r"])]),
        ("\r", [Row(1, ["\r"])]), ("\r\"a\"", [Row(1, ["\r\"a\""])]),
        // Quotes.
        ("\"a\",\"\"\n", [Row(1, ["a", ""])]), ("\"a\"", [Row(1, ["a"])]),
        ("\"a,b\nc\r\nd\"\re\n", [Row(1, ["a,b\nc\r\nd"], "behindQuote 3:3")]),
        ("\"a,b\nc\r\nd\"\r\ne\n", [Row(1, ["a,b\nc\r\nd"]), Row(4, ["e"])]),
        ("\"a\"\"b\",\"\"\"\",\"\"\"\"\"\"\n", [Row(1, ["a\"b", "\"", "\"\""])]),
        ("a\"b,\"c\"\nd\"\"e", [Row(1, ["a\"b", "c"]), Row(2, ["d\"\"e"])]),
        ("\"\n\n\",\"\n\"\nx", [Row(1, ["\n\n", "\n"]), Row(5, ["x"])]),
        // Faults, behind which rows are found.
        ("\"a\"b\nc", [Row(1, ["a"], "behindQuote 1:4"), Row(2, ["c"])]),
        ("x,\"a\" ,y\nc", [Row(1, ["x", "a", "y"], "behindQuote 1:6"), Row(2, ["c"])]),
        ("x\ny,\"a\"b\"c,d\n", [Row(1, ["x"]), Row(2, ["y", "a", "d"], "behindQuote 2:6")]),
        ("\"a\"\r", [Row(1, ["a"], "behindQuote 1:4")]),
        ("\"a\"\r,b\n", [Row(1, ["a", "b"], "behindQuote 1:4")]),
        ("\"a\"b,\"c", [Row(1, ["a", "c"], "behindQuote 1:4")]),
        ("x,\"a", [Row(1, ["x", "a"], "unclosed 1:3")]),
        ("x\n\"a\nb", [Row(1, ["x"]), Row(2, ["a\nb"], "unclosed 2:1")]),
        ("\"a\nb\",\"c\n\n", [Row(1, ["a\nb", "c\n\n"], "unclosed 2:4")]),
        ("\"", [Row(1, [""], "unclosed 1:1")]), ("\"\"\"", [Row(1, ["\""], "unclosed 1:1")]),
        ("é,\"日\"x", [Row(1, ["é", "日"], "behindQuote 1:9")]),
    ]

    @Test(arguments: examples)
    func `Rows are read as RFC 4180 says, and faults with their offsets`(
        text: String, expected: [Row]
    ) {
        #expect(rows(text, ends: []) == expected)
    }

    @Test(arguments: examples)
    func `Rows are the same wherever the bytes are cut`(text: String, expected: [Row]) {
        let count = text.utf8.count
        for size in 1..<max(1, count) {
            let ends = Array(stride(from: size, to: count, by: size))
            #expect(rows(text, ends: ends) == expected, "pieces of \(size)")
            #expect(rows(text, ends: [size]) == expected, "cut at \(size)")
        }
    }

    @Test(arguments: [";", "\t", "|"] as [Character])
    func `Any byte divides that is said to`(delimiter: Character) {
        let text = "a,b\(delimiter)\"c\(delimiter)d\"\n"
        #expect(
            rows(text, ends: [], delimiter: delimiter) == [Row(1, ["a,b", "c\(delimiter)d"])])
    }

    @Test func `Columns are counted from behind a byte order mark`() {
        let text = "\u{FEFF}\"a\"b\nc"
        let mark = text.withSpan { UTF8Check.markLength($0) }
        #expect(mark == 3)
        #expect(
            rows(text, ends: [], from: mark)
                == [Row(1, ["a"], "behindQuote 1:4"), Row(2, ["c"])])
    }

    @Test func `What is written by the rules is read back, however it is cut`() {
        var numbers = SeededNumbers(7)
        let parts = ["", "a", "longer", "é", ",", "\"", "\n", "\r", "\r\n", "\"\"", ",,", " "]
        for _ in 0..<300 {
            var (text, expected, line) = ("", [Row](), 1)
            // Some are longer than what is looked through at a time.
            for _ in 0..<(numbers.next(30) == 0 ? 1_000 : 4) {
                let fields = (0...numbers.next(5)).map { _ in
                    (0...numbers.next(3)).map { _ in parts[numbers.next(parts.count)] }.joined()
                }
                expected.append(Row(line, fields))
                let row = fields.map { field in
                    let isPlain = !field.utf8.contains { [44, 34, 10, 13].contains($0) }
                    return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
                }.joined(separator: ",")
                text += row + (numbers.next(2) == 0 ? "\n" : "\r\n")
                line += row.utf8.count { $0 == 10 } + 1
            }
            #expect(rows(text, ends: []) == expected)
            let count = text.utf8.count
            let ends = (0..<numbers.next(6)).map { _ in numbers.next(count) }.sorted()
            #expect(rows(text, ends: ends) == expected, "\(ends)")
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 8_191, 8_192, 8_193, 20_000])
    func `Fields and rows of any length are read`(count: Int) {
        let long = String(repeating: "x", count: count)
        let many = [String](repeating: "", count: count + 1)
        let text = "\(long),\"\(long)\"\n\(many.joined(separator: ","))\n"
        #expect(rows(text, ends: []) == [Row(1, [long, long]), Row(2, many)])
    }

    @Test(arguments: examples)
    func `The end of the last whole row is the one that reading the rows comes to`(
        text: String, expected: [Row]
    ) {
        let bytes = Array(text.utf8)
        for count in 0...bytes.count {
            bytes.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else { return }
                var tokenizer = CSVTokenizer(delimiter: 44, to: count, isLast: false)
                var end: Int?
                while let row = tokenizer.next(in: base), row.isWhole { end = row.next }
                #expect(CSVTokenizer.end(ofRowsIn: base, count, delimiter: 44) == end, "\(count)")
            }
        }
    }
}
