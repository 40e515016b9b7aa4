// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Texts that the tables of a population share: those that recur once each, long ones in one
/// arena, and of the longest only where their record stands.
final class TextStore {
    let arena = Arena()
    /// Products, entitlements, countries, prices: by number.
    let words: TextTable
    /// Lists of the numbers of such words.
    let lists: TextTable
    /// Records that hold a text which is not copied.
    let places = Column<RecordPlace>()
    /// Where such texts are kept; nil where nobody will ask for them.
    @exclusivity(unchecked) var spill: SpillFile?

    init() {
        words = TextTable(arena)
        lists = TextTable(arena)
    }

    var allocatedBytes: Int {
        arena.allocatedBytes + words.allocatedBytes + lists.allocatedBytes
            + places.allocatedBytes
    }

    /// The number of a word + 1; 0 for none.
    @inline(__always)
    func word(_ text: Text, _ batch: RecordBatch) -> UInt32 {
        guard text.isPresent else { return 0 }
        return UInt32(words.number(of: batch.raw(text)) &+ 1)
    }

    /// The number of a list of words + 1; 0 for none, and for an empty list.
    @inline(__always)
    func list(_ list: TextList, _ batch: RecordBatch) -> UInt32 {
        if list.count == 0 { return 0 }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: list.count) { words in
            for (place, text) in batch.texts(of: list).enumerated() {
                words.initializeElement(at: place, to: word(text, batch))
            }
            return UInt32(lists.number(of: UnsafeRawBufferPointer(words)) &+ 1)
        }
    }

    /// The number of a list of words by their numbers, + 1.
    func list(of words: [UInt32]) -> UInt32 {
        UInt32(words.withUnsafeBytes { lists.number(of: $0) } &+ 1)
    }

    /// The numbers of a list's words.
    func numbers(ofList number: UInt32) -> [UInt32] {
        var numbers: [UInt32] = []
        if number != 0 { lists.forEach(of: Int(number) - 1) { numbers.append($0) } }
        return numbers
    }

    /// The number of three numbers + 1; 0 if all of them are 0.
    @inline(__always)
    func triple(_ one: UInt32, _ two: UInt32, _ three: UInt32) -> UInt32 {
        if one | two | three == 0 { return 0 }
        return withUnsafeBytes(of: (one, two, three)) { UInt32(lists.number(of: $0) &+ 1) }
    }

    /// The three numbers that a number stands for.
    @inline(__always)
    func triple(_ number: UInt32) -> (UInt32, UInt32, UInt32) {
        number == 0 ? (0, 0, 0) : lists[Int(number) &- 1].threeNumbers
    }

    /// Keeps some of a record's texts, and returns the number of their place.
    func place(of record: Record, _ batch: RecordBatch, _ fields: [NeutralField]) -> UInt64 {
        UInt64(places.append(kept(record, batch, fields)))
    }

    /// Where some of a record's texts are: in the spill file, or in the record itself.
    func kept(
        _ record: Record, _ batch: RecordBatch, _ fields: [NeutralField]
    ) -> RecordPlace {
        spill?.keep(record, batch, fields) ?? RecordPlace(record, batch)
    }
}

extension PackedText {
    /// The three numbers whose bytes the text is.
    @inline(__always)
    var threeNumbers: (UInt32, UInt32, UInt32) {
        (
            UInt32(truncatingIfNeeded: low), UInt32(truncatingIfNeeded: low &>> 32),
            UInt32(truncatingIfNeeded: high)
        )
    }
}

extension RecordPlace {
    init(_ record: Record, _ batch: RecordBatch) {
        let source = record.source
        self.init(
            input: Int32(batch.input), offset: Int64(batch.offset(of: source)),
            length: Int32(clamping: source.count))
    }
}
