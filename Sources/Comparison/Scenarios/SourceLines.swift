// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A file's bytes and where its lines lie.
///
/// Lines end with LF or CRLF; a byte order mark is skipped.
struct SourceLines: Sendable {
    let file: String
    private let bytes: [UInt8]
    private let ranges: [Range<Int>]

    /// - Throws: ``ReadingError`` at the first byte that is not UTF-8.
    init(file: String, bytes: [UInt8]) throws(ReadingError) {
        self.file = file
        self.bytes = bytes
        var ranges: [Range<Int>] = []
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let hasReturn = end > start && end < bytes.count && bytes[end - 1] == 0x0D
            ranges.append(start..<(hasReturn ? end - 1 : end))
            start = end + 1
        }
        self.ranges = ranges
        for (index, range) in ranges.enumerated() {
            if let offset = SourceLines.fault(in: bytes[range]) {
                throw ReadingError(
                    file: file, line: index + 1, column: offset + 1,
                    reason: "a byte that is not UTF-8; expected a text file in UTF-8")
            }
        }
    }

    var count: Int { ranges.count }

    /// A line, from 1.
    subscript(line: Int) -> String {
        String(decoding: bytes[ranges[line - 1]], as: UTF8.self)
    }

    /// The first byte of a line that is not white space.
    func firstByte(_ line: Int) -> UInt8? {
        bytes[ranges[line - 1]].first { $0 != 0x20 && $0 != 0x09 }
    }

    /// The offset of the first byte that is not UTF-8.
    private static func fault(in line: ArraySlice<UInt8>) -> Int? {
        guard line.contains(where: { $0 >= 0x80 }) else { return nil }
        var decoder = UTF8()
        var remaining = line.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&remaining) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }
}
