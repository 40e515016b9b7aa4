// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Where delimiters and line ends are in some bytes, found many at a time and before anybody asks.
///
/// Fields are short and of any length, so that looking for the end of each one costs more than
/// writing all ends down.
struct DelimiterIndex: ~Copyable {
    /// As many bytes are looked through at a time.
    private static let window = 1 << 13

    /// Where the reader is among those that were found; a copy of its own costs no memory access.
    struct Cursor {
        fileprivate let places: UnsafeMutablePointer<UInt32>
        fileprivate var count = 0
        fileprivate var next = 0

        /// The next delimiter or line end; nil where more have to be looked for.
        @inline(__always)
        mutating func first() -> Int? {
            if next == count { return nil }
            next &+= 1
            return Int(places[next &- 1])
        }
    }

    /// Where the reader is.
    var cursor: Cursor
    private let delimiters: UInt64
    /// Where the bytes begin that were not looked through.
    private var end: Int
    /// Where the last of them ends; sixty-three more may be read.
    private let limit: Int

    init(from start: Int, to limit: Int, delimiter: UInt8) {
        // Eight are written at once, be there as many or not.
        cursor = Cursor(places: .allocate(capacity: DelimiterIndex.window + 8))
        delimiters = ByteWord.repeating(delimiter)
        end = start
        self.limit = limit
    }

    deinit { cursor.places.deallocate() }

    /// The next delimiter or line end; there has to be one.
    @inline(__always)
    mutating func first(in bytes: UnsafePointer<UInt8>) -> Int {
        while true {
            if let place = cursor.first() { return place }
            look(bytes)
        }
    }

    /// Forgets those before a place.
    mutating func skip(to place: Int) {
        while cursor.next < cursor.count, Int(cursor.places[cursor.next]) < place {
            cursor.next &+= 1
        }
        if cursor.next == cursor.count { end = max(end, place) }
    }

    @inline(never)
    private mutating func look(_ bytes: UnsafePointer<UInt8>) {
        var count = 0
        let places = cursor.places
        let stop = min(limit, end &+ DelimiterIndex.window)
        while end < stop {
            var marks: UInt64 = 0
            for word in 0..<8 {
                let some = ByteWord.load(bytes + (end &+ word &* 8))
                let found =
                    ByteWord.allEqual(some, delimiters)
                    | ByteWord.allEqual(some, 0x0A0A_0A0A_0A0A_0A0A)
                marks |= ByteWord.gathered(found) &<< UInt64(truncatingIfNeeded: word &* 8)
            }
            let last = count &+ marks.nonzeroBitCount
            while count < last {
                for number in 0..<8 {
                    places[count &+ number] = UInt32(
                        truncatingIfNeeded: end &+ marks.trailingZeroBitCount)
                    marks &= marks &- 1
                }
                count &+= 8
            }
            count = last
            end &+= 64
        }
        (cursor.count, cursor.next) = (count, 0)
    }
}
