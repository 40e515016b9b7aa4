// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Fixed texts, each with the facts that it stands for.
final class ValueTable: @unchecked Sendable {
    // Unchecked because the compiler knows nothing of pointers; nothing is written after `init`.

    private struct Entry {
        let start: Int
        let count: Int
        let anyCase: Bool
        let facts: Facts
        let next: Int32
    }

    private static let buckets = 1024
    private let heads: UnsafeMutablePointer<Int32>
    private let entries: UnsafeMutablePointer<Entry>
    private let blob: UnsafeMutablePointer<UInt8>
    /// The lengths that occur.
    let lengths: Set<Int>
    /// The longest of them.
    let longest: Int

    init(_ values: [(text: String, anyCase: Bool, facts: Facts)]) {
        heads = .allocate(capacity: ValueTable.buckets)
        heads.initialize(repeating: -1, count: ValueTable.buckets)
        entries = .allocate(capacity: max(1, values.count))
        blob = .allocate(capacity: max(1, values.reduce(0) { $0 + $1.text.utf8.count }))
        lengths = Set(values.map(\.text.utf8.count))
        longest = lengths.max() ?? 0
        var start = 0
        for (number, value) in values.enumerated() {
            let bytes = Array(value.text.utf8)
            for (offset, byte) in bytes.enumerated() {
                (blob + start + offset).initialize(to: byte)
            }
            let bucket = ValueTable.bucket(blob + start, bytes.count)
            (entries + number).initialize(
                to: Entry(
                    start: start, count: bytes.count, anyCase: value.anyCase, facts: value.facts,
                    next: heads[bucket]))
            heads[bucket] = Int32(number)
            start += bytes.count
        }
    }

    deinit {
        heads.deallocate()
        entries.deallocate()
        blob.deallocate()
    }

    /// The facts of every value that these bytes are.
    @inline(__always)
    func facts(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Facts {
        var number = heads[ValueTable.bucket(bytes, count)]
        var facts: Facts = 0
        while number >= 0 {
            let entry = entries[Int(number)]
            if entry.count == count, equals(bytes, entry) { facts |= entry.facts }
            number = entry.next
        }
        return facts
    }

    private func equals(_ bytes: UnsafePointer<UInt8>, _ entry: Entry) -> Bool {
        let value = blob + entry.start
        for offset in 0..<entry.count where bytes[offset] != value[offset] {
            guard entry.anyCase, lower(bytes[offset]) == lower(value[offset]) else { return false }
        }
        return true
    }

    private func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

    /// By the length, and four bytes without regard to case.
    @inline(__always)
    private static func bucket(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        guard count > 0 else { return 0 }
        let first = UInt32(bytes[0] | 0x20)
        let last = UInt32(bytes[count &- 1] | 0x20)
        let middle = UInt32(bytes[count / 2] | 0x20)
        let second = UInt32(bytes[min(1, count &- 1)] | 0x20)
        let word = first | last << 8 | middle << 16 | second << 24
        let hash = (word &+ UInt32(truncatingIfNeeded: count)) &* 0x9E37_79B1
        return Int(hash >> 22)
    }
}
