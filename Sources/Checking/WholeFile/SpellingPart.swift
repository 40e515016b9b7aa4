// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
    private var records: UnsafeMutableRawPointer?
    private(set) var count = 0
    private var buffer: UnsafeMutablePointer<SpellingRecord>
    private var buffered = 0
    private var capacity = 16

    init(_ number: Int) {
        self.number = UInt64(number)
        buffer = .allocate(capacity: capacity)
    }

    func free() {
        Foundation.free(records)
        buffer.deallocate()
    }

    var bytes: Int {
        count * SpellingRecord.size + capacity * MemoryLayout<SpellingRecord>.stride
    }

    subscript(place: Int) -> SpellingRecord {
        guard let records else { preconditionFailure("There is no record.") }
        return SpellingRecord(records + place * SpellingRecord.size, part: number)
    }

    private func set(_ record: SpellingRecord, at place: Int) {
        guard let records else { preconditionFailure("There is no record.") }
        record.write(to: records + place * SpellingRecord.size)
    }

    /// Takes a record; true when the buffer is full, and the part has to be merged.
    @inline(__always)
    mutating func add(_ record: SpellingRecord) -> Bool {
        (buffer + buffered).initialize(to: record)
        buffered &+= 1
        return buffered == capacity
    }

    /// Merges the buffer into the records.
    ///
    /// - Parameters:
    ///   - places: Space to work in.
    ///   - repeated: Is told of each spelling that comes a second time.
    ///   - excess: Is told what was counted too much for a record to hold.
    /// - Returns: How many of the buffered records were there already.
    mutating func merge(
        _ places: inout [Int], repeated: (Repetition) -> Void,
        excess: (SpellingRecord, Int) -> Void
    ) -> Int {
        var new = UnsafeMutableBufferPointer(start: buffer, count: buffered)
        new.sort(by: SpellingRecord.precedes)
        places.removeAll(keepingCapacity: true)
        var repetitions = 0
        var place = 0
        var next = 0
        // New spellings move to the front of the buffer; for each its place among the records.
        while next < buffered {
            var record = new[next]
            while place < count, SpellingRecord.precedes(self[place], record),
                !self[place].isSameSpelling(as: record)
            { place += 1 }
            var end = next + 1
            while end < buffered, new[end].isSameSpelling(as: record) { end += 1 }
            let isKnown = place < count && self[place].isSameSpelling(as: record)
            let added = isKnown ? end - next : end - next - 1
            if isKnown {
                let second = record.place
                record = self[place]
                if record.count == 1 {
                    repeated(Repetition(key: record.key, first: record.place, second: second))
                }
            } else if added > 0 {
                let second = new[next + 1].place
                repeated(Repetition(key: record.key, first: record.place, second: second))
            }
            let total = record.count + added
            if total > SpellingRecord.mostCount {
                excess(record, total - SpellingRecord.mostCount)
            }
            record.count = min(total, SpellingRecord.mostCount)
            if isKnown {
                set(record, at: place)
            } else {
                new[places.count] = record
                places.append(place)
            }
            repetitions += added
            next = end
        }
        insert(places)
        return repetitions
    }

    /// Puts the first records of the buffer where they belong, from the back.
    private mutating func insert(_ places: [Int]) {
        let size = SpellingRecord.size
        if !places.isEmpty {
            guard let grown = realloc(records, (count + places.count) * size) else {
                preconditionFailure("The system has no memory left for distinct IDs.")
            }
            records = grown
            var end = count
            for number in places.indices.reversed() {
                let place = places[number]
                memmove(
                    grown + (place + number + 1) * size, grown + place * size, (end - place) * size)
                set(buffer[number], at: place + number)
                end = place
            }
            count += places.count
        }
        buffered = 0
        let wanted = max(16, count / 16)
        if wanted > capacity {
            buffer.deallocate()
            buffer = .allocate(capacity: wanted)
            capacity = wanted
        }
    }
}
