// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Remembers every different spelling of every ID in sixteen bytes: what it is, how it is spelt and
/// how often it came.
///
/// The table is cut into 256 parts that grow one by one and by a quarter, so it takes 19 to 24 bytes
/// an ID at any size. What an ID is, is a hash of 64 bits: of a hundred million different IDs two are
/// mistaken for one with a probability of 1 in 3,700. How it is spelt are four marks: two spellings
/// of one ID that both differ from the plain one in the same way are mistaken for the same with a
/// probability of 1 in 511.
final class SpellingTable: @unchecked Sendable {
    // Unchecked because workers use it one after the other: each when it is its turn.
    private var parts = (0..<256).map { _ in Part() }
    private var found = WholeFileFindings()
    private var seen = 0
    private var most: (key: UInt64, spelling: Spelling, count: Int, example: CheckExample?) =
        (0, Spelling(), 1, nil)

    struct Entry {
        var key: UInt64
        /// The spelling in the 36 low bits, the count in the others; 0 for no entry.
        var word: UInt64

        var spelling: Spelling { Spelling(word: word & (1 << 36 - 1)) }
        var count: Int { Int(word >> 36) }
    }

    deinit {
        for part in parts { part.free() }
    }

    func addLong() {
        found.tooLong += 1
        seen += 1
    }

    func add(_ sighting: Sighting, input: Int) {
        seen += 1
        guard sighting.count > 0 else { return }
        func example() -> CheckExample {
            CheckExample(sighting.bytes, sighting.count, input: input, line: sighting.line)
        }
        let part = Int(truncatingIfNeeded: sighting.key >> 56)
        var nearest: [SpellingDifference]?
        let entry = parts[part].place(of: sighting) { other in
            let differences = sighting.spelling.differences(from: other)
            if differences.count < nearest?.count ?? .max { nearest = differences }
        }
        if entry.pointee.word == 0 {
            entry.pointee = Entry(key: sighting.key, word: sighting.spelling.word | 1 << 36)
            found.distinct += 1
            for difference in nearest ?? [] {
                found.spellings[difference, default: .init()].add(example())
            }
            parts[part].countOneMore()
            return
        }
        // The count stays at its highest value, 2^28 - 1.
        if entry.pointee.count < 1 << 28 - 1 { entry.pointee.word += 1 << 36 }
        let count = entry.pointee.count
        found.repetitions += 1
        if count == 2 { found.repeated.add(example()) }
        if count > most.count {
            let isSame = most.key == sighting.key && most.spelling == sighting.spelling
            most = (sighting.key, sighting.spelling, count, isSame ? most.example : example())
        }
    }

    var findings: WholeFileFindings {
        var findings = found
        if let example = most.example, most.count >= WholeFileFindings.leastDominating,
            most.count * WholeFileFindings.dominatingShare >= seen
        {
            findings.dominating = (example, most.count)
        }
        let bytes = parts.reduce(0) { $0 + $1.capacity * MemoryLayout<Entry>.stride }
        findings.bytesEach = Double(bytes) / Double(max(1, found.distinct))
        return findings
    }
}

extension SpellingTable {
    /// A part of the table: open addressing, next place first.
    struct Part {
        private var entries: UnsafeMutablePointer<Entry>
        private(set) var capacity: Int
        private var count = 0

        init() {
            capacity = 16
            entries = Part.allocate(capacity)
        }

        func free() { Part.deallocate(entries, capacity) }

        /// The place of a spelling, or the empty one where it belongs.
        ///
        /// Other spellings of the same ID are met on the way.
        @inline(__always)
        func place(
            of sighting: Sighting, meeting: (Spelling) -> Void
        ) -> UnsafeMutablePointer<Entry> {
            var place = start(of: sighting.key)
            while entries[place].word != 0 {
                if entries[place].key == sighting.key {
                    if entries[place].spelling == sighting.spelling { break }
                    meeting(entries[place].spelling)
                }
                place = place &+ 1 == capacity ? 0 : place &+ 1
            }
            return entries + place
        }

        /// Where to begin: the bits behind those that chose the part, spread over the capacity.
        @inline(__always)
        private func start(of key: UInt64) -> Int {
            Int(truncatingIfNeeded: (key << 8).multipliedFullWidth(by: UInt64(capacity)).high)
        }

        mutating func countOneMore() {
            count += 1
            if count * 20 > capacity * 17 { grow() }
        }

        private mutating func grow() {
            let (old, size) = (entries, capacity)
            capacity = size + max(size / 4, 8)
            entries = Part.allocate(capacity)
            for number in 0..<size where old[number].word != 0 {
                var place = start(of: old[number].key)
                while entries[place].word != 0 { place = place &+ 1 == capacity ? 0 : place &+ 1 }
                entries[place] = old[number]
            }
            Part.deallocate(old, size)
        }

        // Pages from the system, so that what is given back is gone.
        private static let pages = 1 << 14

        private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
            let size = capacity * MemoryLayout<Entry>.stride
            if size >= pages, let raw = map(size) {
                return raw.bindMemory(to: Entry.self, capacity: capacity)
            }
            let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
            entries.initialize(repeating: Entry(key: 0, word: 0), count: capacity)
            return entries
        }

        private static func deallocate(_ entries: UnsafeMutablePointer<Entry>, _ capacity: Int) {
            let size = capacity * MemoryLayout<Entry>.stride
            if size >= pages {
                munmap(entries, size)
            } else {
                entries.deallocate()
            }
        }

        private static func map(_ size: Int) -> UnsafeMutableRawPointer? {
            let raw = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
            precondition(raw != MAP_FAILED, "The system has no memory left for distinct IDs.")
            return raw
        }
    }
}
