// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Testing

@Suite struct InputBufferTests {
    @Test(arguments: 1...9)
    func `What is cut off and put back in front is read on, whatever there is room for`(
        capacity: Int
    ) throws {
        let bytes = Array("a\nbc\n\ndef\n\n\ng".utf8)
        var stream = try ByteStream(.bytes(bytes, name: "memory"))
        let buffer = InputBuffer(capacity: capacity)
        var (read, rest) = ([UInt8](), [UInt8]())
        while true {
            buffer.empty()
            buffer.append(rest.span)
            rest = []
            guard try stream.fill(buffer) > 0 else { break }
            #expect(buffer.room == 0 || read.count + buffer.count == bytes.count)
            if let end = buffer.last(10) { buffer.cut(from: end + 1, into: &rest) }
            read += buffer.withBytes { $0.array }
        }
        #expect(read + buffer.withBytes { $0.array } == bytes)
    }

    @Test func `Dropping the first bytes leaves the others`() {
        let buffer = InputBuffer(capacity: 6)
        let other = InputBuffer(capacity: 6)
        let bytes: [UInt8] = [1, 2, 3, 4]
        other.append(bytes.span)
        buffer.append(other, 1..<4)
        buffer.append(9)
        buffer.drop(first: 2)
        #expect(buffer.withBytes { $0.array } == [4, 9])
        #expect(buffer[1] == 9 && buffer.room == 4)
        #expect(buffer.first(9) == 1 && buffer.first(7) == nil && buffer.count(of: 4) == 1)
    }

    @Test func `A byte is found at each of its offsets, and counted as often`() {
        var offsets: [UInt32] = []
        for count in 0..<200 {
            for step in [1, 2, 7, 64, 65] {
                let bytes = (0..<count).map {
                    UInt8($0 % step == step - 1 ? 10 : $0 % 2 == 0 ? 11 : 138)
                }
                ByteSearch.find(10, in: bytes.span, &offsets)
                #expect(offsets.map(Int.init) == bytes.indices.filter { bytes[$0] == 10 })
                #expect(ByteSearch.count(10, in: bytes.span) == offsets.count)
            }
        }
    }

    @Test func `Many equal bytes are counted beyond what a byte holds`() {
        let bytes = [UInt8](repeating: 10, count: 10_007)
        #expect(ByteSearch.count(10, in: bytes.span) == bytes.count)
    }

    @Test func `Two words have the hash of their bytes, and lengths and seeds count`() {
        let bytes: [UInt8] = (1...16).map { $0 }
        let zeros = [UInt8](repeating: 0, count: 9)
        #expect(
            ByteHash.hash(0x0807_0605_0403_0201, 0x100F_0E0D_0C0B_0A09, seed: 7)
                == ByteHash.hash(bytes.span, seed: 7))
        let hashes = (0...9).map { ByteHash.hash(zeros.span.extracting(..<$0)) }
        #expect(Set(hashes + [ByteHash.hash(zeros.span, seed: 1)]).count == 11)
    }
}

@Suite struct CSVCellsTests {
    @Test func `Cells are those of one row after the other`() {
        let bytes = Array("a,\"b \"\"c\"\"\"\r\n\n\"x\ny\",,z".utf8)
        var tokenizer = CSVTokenizer(delimiter: UInt8(ascii: ","), to: bytes.count)
        var cells = CSVCells()
        var rows: [[String]] = []
        var lines: [Int] = []
        var read: [UInt8] = []
        while tokenizer.next(in: bytes.span, &cells) {
            rows.append(cells.texts)
            lines.append(cells.line)
            read += bytes[cells.range]
            #expect(cells.isSound && cells.isEmpty == (cells.texts == [""]))
        }
        #expect(rows == [["a", "b \"c\""], [""], ["x\ny", "", "z"]])
        #expect(lines == [1, 2, 3] && read == bytes)
    }

    @Test(arguments: [("a,\"b", true, false), ("a,\"b\"c\n", false, false), ("a,b", true, true)])
    func `A row without an end, or with a quote at fault, is not sound`(
        text: String, isLast: Bool, isSound: Bool
    ) {
        let bytes = Array(text.utf8)
        var tokenizer = CSVTokenizer(
            delimiter: UInt8(ascii: ","), to: bytes.count, isLast: isLast)
        var cells = CSVCells()
        #expect(tokenizer.next(in: bytes.span, &cells))
        #expect(cells.isSound == isSound)
    }
}
