// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Looks for the ends of rows alone, which takes a fraction of the time.
extension CSVTokenizer {
    /// Where the last whole row ends in some bytes that begin with a row; nil when none does.
    ///
    /// A quote that begins a field belongs to the next single one. Any other quote stands for
    /// itself.
    package static func end(
        ofRowsIn bytes: UnsafePointer<UInt8>, _ count: Int, delimiter: UInt8
    ) -> Int? {
        var plain = PlainRanges(bytes)
        var offset = 0
        while true {
            let quote = ByteSearch.first(UInt8(ascii: "\""), in: bytes, offset, count) ?? count
            plain.add(offset..<quote)
            guard quote < count else { return plain.end }
            offset = quote + 1
            let begins = quote == 0 || bytes[quote - 1] == delimiter || bytes[quote - 1] == 10
            guard begins else { continue }
            while true {
                let next = ByteSearch.first(UInt8(ascii: "\""), in: bytes, offset, count)
                // Whether it is a single one is only known by the byte behind it.
                guard let next, next + 1 < count else { return plain.end }
                offset = next + 1
                if bytes[offset] != UInt8(ascii: "\"") { break }
                offset += 1
            }
        }
    }

    /// What is outside of quotes: only the last line end there is asked for, so that most is never
    /// looked through.
    private struct PlainRanges {
        private let bytes: UnsafePointer<UInt8>
        private var ranges: [Range<Int>] = []
        private var known: Int?

        /// As many ranges wait at most.
        private static let most = 1024

        init(_ bytes: UnsafePointer<UInt8>) { self.bytes = bytes }

        mutating func add(_ range: Range<Int>) {
            if ranges.count == PlainRanges.most {
                known = end
                ranges.removeAll(keepingCapacity: true)
            }
            ranges.append(range)
        }

        /// Behind the last line end; nil where there is none.
        var end: Int? {
            for range in ranges.reversed() {
                let last = ByteSearch.last(10, in: bytes, range.lowerBound, range.upperBound)
                if let last { return last + 1 }
            }
            return known
        }
    }
}
