// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Remembers every different spelling of every ID in 24 bytes: what it is, how it is spelt, where it
/// came first and how often.
///
/// The table is cut into 256 parts, by what an ID is. A record takes 22 bytes, and a part has a
/// buffer of a sixteenth of its records. What an ID is, is a hash of 64 bits: of n different IDs two
/// are mistaken for one with a probability of n²/2⁶⁵. Spellings of one ID are told apart by 64 bits
/// as well, and by 38 where they differ in two ways at once.
///
/// Workers use it one after the other: each when it is its turn.
final class SpellingTable {
    private var parts = (0..<256).map { SpellingPart($0) }
    private var positions: [Int] = []
    /// The first position of each input that has IDs.
    private var inputs: [(input: Int, base: Int)] = []
    private var lastPosition = 0
    private var seen = 0
    private var empty = 0
    private var tooLong = 0
    private var repetitions = 0
    private var repeated: PairList
    /// What was counted beyond what a record holds.
    private var excess: [Excess: Int] = [:]

    private struct Excess: Hashable {
        let key: UInt64
        let marks: UInt64
        let variant: UInt64

        init(_ record: SpellingRecord) {
            (key, marks, variant) = (record.key, record.marks, record.variant)
        }
    }

    /// A table that lists so many findings of each kind.
    init(most: Int) { repeated = PairList(most: most) }

    func addLong(input: Int, line: Int) {
        tooLong += 1
        seen += 1
        lastPosition = position(input: input, line: line)
    }

    /// Takes what one batch has seen, and how many empty IDs.
    func add(_ occurrences: [SpellingOccurrence], empty: Int, input: Int) {
        self.empty += empty
        seen += empty
        guard let last = occurrences.last else { return }
        seen += occurrences.count
        let base = position(input: input, line: 0)
        for occurrence in occurrences {
            var record = occurrence.record
            record.position = base + occurrence.line
            let part = Int(truncatingIfNeeded: record.key >> 56)
            if parts[part].add(record) { merge(part) }
        }
        lastPosition = base + last.line
    }

    private func position(input: Int, line: Int) -> Int {
        if inputs.last?.input != input { inputs.append((input, lastPosition)) }
        return (inputs.last?.base ?? 0) + line
    }

    private func merge(_ part: Int) {
        let repetitions = parts[part].merge(&positions) {
            repeated.add($0.key, $0.first, $0.second)
        } excess: {
            excess[Excess($0), default: 0] += $1
        }
        self.repetitions += repetitions
    }

    /// What was found, as positions.
    func finish() -> SpellingFindings {
        for part in parts.indices { merge(part) }
        var found = SpellingFindings(repeated: repeated)
        found.seen = seen
        found.empty = empty
        found.tooLong = tooLong
        found.repetitions = repetitions
        var groups = SpellingGroups(most: repeated.most)
        var group: [SpellingRecord] = []
        for part in parts {
            found.distinct += part.count
            found.bytes += part.bytes
            for number in 0..<part.count {
                let record = part[number]
                if record.key != group.first?.key {
                    if group.count > 1 { groups.add(&group) }
                    group.removeAll(keepingCapacity: true)
                }
                group.append(record)
                weigh(record, &found)
            }
            if group.count > 1 { groups.add(&group) }
            group.removeAll(keepingCapacity: true)
        }
        found.groups = groups
        return found
    }

    private func weigh(_ record: SpellingRecord, _ found: inout SpellingFindings) {
        var count = record.count
        guard count > 1, count >= min(found.most.count, SpellingRecord.mostCount) else { return }
        if count == SpellingRecord.mostCount { count += excess[Excess(record)] ?? 0 }
        let isEarlier = count == found.most.count && record.position < found.most.position
        if count > found.most.count || isEarlier {
            found.most = (record.key, record.position, count)
        }
    }

    /// The input and the line of a position.
    func line(of position: Int) -> (input: Int, line: Int) {
        var low = 0
        var high = inputs.count
        while low < high {
            let middle = (low + high) / 2
            if inputs[middle].base < position { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return (0, position) }
        return (inputs[low - 1].input, position - inputs[low - 1].base)
    }
}
