// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

@_spi(ByteWord) import AllonymInput

/// Numbers for a fixed set of texts, found by their bytes.
///
/// The bytes that are looked up have to lie where eight may be read from any of them.
struct ByteTable {
    private struct Entry {
        var hash: UInt64 = 0
        var text: UnsafeMutablePointer<UInt8>?
        var count = -1
        var number: Int32 = -1
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let mask: Int

    /// A table that has to be given back with ``deallocate()``.
    init(_ texts: [([UInt8], Int)]) {
        var size = 4
        while size < texts.count * 3 { size *= 2 }
        entries = .allocate(capacity: size)
        entries.initialize(repeating: Entry(), count: size)
        mask = size - 1
        for (text, number) in texts {
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 8)
            copy.initialize(repeating: 0, count: text.count + 8)
            for (offset, byte) in text.enumerated() { copy[offset] = byte }
            let hash = ByteTable.hash(copy, text.count)
            var offset = ByteTable.offset(hash) & mask
            while entries[offset].count >= 0 { offset = (offset &+ 1) & mask }
            entries[offset] = Entry(
                hash: hash, text: copy, count: text.count, number: Int32(number))
        }
    }

    func deallocate() {
        for offset in 0...mask { entries[offset].text?.deallocate() }
        entries.deallocate()
    }

    /// The number of a text; -1 when it is none of them.
    @inline(__always)
    func find(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let hash = ByteTable.hash(bytes, count)
        var offset = ByteTable.offset(hash) & mask
        while entries[offset].count >= 0 {
            if entries[offset].hash == hash, entries[offset].count == count,
                count <= 8 || ByteTable.isEqual(entries[offset].text, bytes, count)
            {
                return Int(entries[offset].number)
            }
            offset = (offset &+ 1) & mask
        }
        return -1
    }

    /// The first eight bytes, mixed with the last eight and the length; of at most eight bytes it
    /// tells all texts of one length apart.
    @inline(__always)
    private static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        let first = ByteWord.load(bytes)
        if count >= 8 {
            let last = ByteWord.load(bytes + (count &- 8))
            return count == 8 ? first : first ^ (last &* 0x9E37_79B9_7F4A_7C15)
        }
        return first & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
    }

    @inline(__always)
    private static func offset(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash &* 0xD6E8_FEB8_6659_FD93) &>> 32)
    }

    @inline(__always)
    private static func isEqual(
        _ text: UnsafeMutablePointer<UInt8>?, _ bytes: UnsafePointer<UInt8>, _ count: Int
    ) -> Bool {
        guard let text else { return false }
        var offset = 0
        while offset &+ 8 <= count {
            if ByteWord.load(text + offset) != ByteWord.load(bytes + offset) { return false }
            offset &+= 8
        }
        return ByteWord.load(text + (count &- 8)) == ByteWord.load(bytes + (count &- 8))
    }
}
