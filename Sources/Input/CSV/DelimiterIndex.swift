// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Where delimiters and line ends are in some bytes, found many at a time and before anybody asks; the
/// end of the bytes is the last of them.
///
/// Fields are short and of any length, so that looking for the end of each one costs more than
/// writing all ends down.
struct DelimiterIndex: ~Copyable {
    /// As many bytes are looked through at a time.
    private static let window = 1 << 13

    private let offsets: UnsafeMutablePointer<UInt32>
    private var count = 0
    private var next = 0
    /// What the offsets are counted from.
    private var base = 0
    private let delimiters: UInt64
    private let delimiter: UInt8
    /// Where the bytes begin that were not looked through, and where they end.
    private var start: Int
    private var end: Int

    init(from start: Int, to end: Int, delimiter: UInt8) {
        // Eight are written at once, be there as many or not, and the end behind them.
        offsets = .allocate(capacity: DelimiterIndex.window + 9)
        delimiters = ByteWord.repeating(delimiter)
        self.delimiter = delimiter
        (self.start, self.end) = (start, end)
    }

    deinit { offsets.deallocate() }

    /// Forgets everything and begins with other bytes.
    mutating func restart(from start: Int, to end: Int) {
        (count, next) = (0, 0)
        (self.start, self.end) = (start, end)
    }

    /// The next delimiter or line end, or the end of the bytes.
    @inline(__always)
    mutating func first(in bytes: UnsafePointer<UInt8>) -> Int {
        while next == count { look(bytes) }
        next &+= 1
        return base &+ Int(offsets[next &- 1])
    }

    /// Forgets those before an offset.
    mutating func skip(to offset: Int) {
        while next < count, base &+ Int(offsets[next]) < offset { next &+= 1 }
        if next == count { start = max(start, offset) }
    }

    @inline(never)
    private mutating func look(_ bytes: UnsafePointer<UInt8>) {
        (base, count, next) = (start, 0, 0)
        let stop = min(end, start &+ DelimiterIndex.window)
        while start &+ 64 <= stop {
            var marks: UInt64 = 0
            for word in 0..<8 {
                let some = ByteWord.load(bytes + (start &+ word &* 8))
                let found =
                    ByteWord.allEqual(some, delimiters)
                    | ByteWord.allEqual(some, 0x0A0A_0A0A_0A0A_0A0A)
                marks |= ByteWord.gathered(found) &<< UInt64(truncatingIfNeeded: word &* 8)
            }
            let last = count &+ marks.nonzeroBitCount
            while count < last {
                for number in 0..<8 {
                    offsets[count &+ number] = UInt32(
                        truncatingIfNeeded: start &- base &+ marks.trailingZeroBitCount)
                    marks &= marks &- 1
                }
                count &+= 8
            }
            count = last
            start &+= 64
        }
        // What is left is no window: the end is among it.
        while start < stop {
            if bytes[start] == delimiter || bytes[start] == 10 { note(start) }
            start &+= 1
        }
        if start == end { note(end) }
    }

    private mutating func note(_ offset: Int) {
        offsets[count] = UInt32(truncatingIfNeeded: offset &- base)
        count &+= 1
    }
}
