// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A part of the table of spellings: records sorted and side by side, and a buffer of new ones.
///
/// The buffer is a sixteenth of the part. When it is full it is sorted and merged into the records,
/// which costs the same for each ID whatever the IDs are.
struct SpellingPart {
    /// What a merge tells of.
    struct Repetition {
        let key: UInt64
        let first: Int
        let second: Int
    }

    private let number: UInt64
    private var records: [PackedRecord] = []
    private var buffer: [SpellingRecord] = []
    private var capacity = 16

    init(_ number: Int) {
        self.number = UInt64(number)
        buffer.reserveCapacity(capacity)
    }

    var count: Int { records.count }

    var bytes: Int {
        count * MemoryLayout<PackedRecord>.stride + capacity * MemoryLayout<SpellingRecord>.stride
    }

    @inline(__always)
    subscript(index: Int) -> SpellingRecord { records[index].record(part: number) }

    /// Takes a record; true when the buffer is full, and the part has to be merged.
    @inline(__always)
    mutating func add(_ record: SpellingRecord) -> Bool {
        buffer.append(record)
        return buffer.count == capacity
    }

    /// Merges the buffer into the records.
    ///
    /// - Parameters:
    ///   - indices: Space to work in.
    ///   - repeated: Is told of each spelling that comes a second time.
    ///   - excess: Is told what was counted too much for a record to hold.
    /// - Returns: How many of the buffered records were there already.
    mutating func merge(
        _ indices: inout [Int], repeated: (Repetition) -> Void,
        excess: (SpellingRecord, Int) -> Void
    ) -> Int {
        buffer.sort(by: SpellingRecord.precedes)
        indices.removeAll(keepingCapacity: true)
        var repetitions = 0
        var index = 0
        var next = 0
        // New spellings move to the front of the buffer; for each its index among the records.
        while next < buffer.count {
            var record = buffer[next]
            while index < count, SpellingRecord.precedes(self[index], record),
                !self[index].isSameSpelling(as: record)
            { index += 1 }
            var end = next + 1
            while end < buffer.count, buffer[end].isSameSpelling(as: record) { end += 1 }
            let isKnown = index < count && self[index].isSameSpelling(as: record)
            let added = isKnown ? end - next : end - next - 1
            if isKnown {
                let second = record.position
                record = self[index]
                if record.count == 1 {
                    repeated(Repetition(key: record.key, first: record.position, second: second))
                }
            } else if added > 0 {
                let second = buffer[next + 1].position
                repeated(Repetition(key: record.key, first: record.position, second: second))
            }
            let total = record.count + added
            if total > SpellingRecord.mostCount {
                excess(record, total - SpellingRecord.mostCount)
            }
            record.count = min(total, SpellingRecord.mostCount)
            if isKnown {
                records[index] = PackedRecord(record)
            } else {
                buffer[indices.count] = record
                indices.append(index)
            }
            repetitions += added
            next = end
        }
        insert(indices)
        return repetitions
    }

    /// Puts the first records of the buffer where they belong.
    private mutating func insert(_ indices: [Int]) {
        if !indices.isEmpty {
            var all: [PackedRecord] = []
            all.reserveCapacity(count + indices.count)
            var start = 0
            for (number, index) in indices.enumerated() {
                all.append(contentsOf: records[start..<index])
                all.append(PackedRecord(buffer[number]))
                start = index
            }
            all.append(contentsOf: records[start...])
            records = all
        }
        buffer.removeAll(keepingCapacity: true)
        capacity = max(capacity, count / 16)
        buffer.reserveCapacity(capacity)
    }
}
