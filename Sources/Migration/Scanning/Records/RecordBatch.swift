// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Records on their way from the input to whoever takes them, in the order of the input.
///
/// Used again and again: what is to be kept has to be copied.
package final class RecordBatch {
    /// What the bytes are.
    enum Shape {
        /// Whole lines, each of them a document, or blank.
        case lines
        /// Documents, or elements of one, whose places are known.
        case values
        /// Whole rows.
        case rows
        /// A page without its elements, once these are all through.
        case page
    }

    /// The bytes of the input; behind them a 0, and then texts that had to be decoded.
    let buffer: ByteBuffer
    /// How many of them are of the input.
    var inputCount = 0
    var shape = Shape.lines
    /// Where documents begin and end; of shape `values`.
    var units: [Range<Int>] = []
    /// Where in the bytes the first row or line begins.
    var start = 0
    /// What is known of the file.
    var file: OpenFile?
    /// Whether it is the first one of its file.
    var isFirst = false
    /// How many lists and objects lie around the documents.
    var depth = 0
    /// What stands around the list that the documents are elements of.
    var page: PageStart?
    /// What ends the file behind these bytes.
    var fault: PieceFault?
    /// Its place in the order of all batches.
    var number = 0

    /// Which input it is of.
    package internal(set) var input = 0
    /// Where its first byte is in the input.
    package internal(set) var offset = 0
    /// The line of its first byte.
    package internal(set) var firstLine = 1
    /// How many lines end in it.
    var lineEnds = 0

    private(set) var heads: UnsafeMutablePointer<Record.Head>
    private(set) var slots: UnsafeMutablePointer<UInt64>
    private var capacity = 256
    /// How many records there are.
    package private(set) var count = 0
    /// The texts of lists, one record behind the other.
    var lists: [Text] = []
    /// What was not taken.
    package var rejections: [Rejection] = []
    /// What is to be said about records that were taken.
    package var remarks: [Remark] = []
    /// The latest moment at which a record says that something happened.
    package internal(set) var latest = Instant.none

    init(capacity: Int) {
        buffer = ByteBuffer(capacity: capacity)
        heads = .allocate(capacity: self.capacity)
        slots = .allocate(capacity: self.capacity * Record.slotCount)
    }

    deinit {
        heads.deallocate()
        slots.deallocate()
    }

    /// Forgets everything but the memory.
    func empty() {
        buffer.count = 0
        (inputCount, start, lineEnds, count) = (0, 0, 0, 0)
        units.removeAll(keepingCapacity: true)
        (file, fault, page) = (nil, nil, nil)
        forget(to: Mark())
        latest = .none
    }

    /// Ends the input's bytes.
    func endInput(at count: Int) {
        inputCount = count
        buffer.count = count
        buffer.reserve(1)
        buffer.start[count] = 0
        buffer.count += 1
    }

    // MARK: - Records

    /// The next record, with nothing in it; it counts once it is kept.
    @inline(__always)
    func beginRecord() -> (UnsafeMutablePointer<Record.Head>, UnsafeMutablePointer<UInt64>) {
        if count == capacity { grow() }
        let slots = slots + count &* Record.slotCount
        slots.update(repeating: 0, count: Record.slotCount)
        return (heads + count, slots)
    }

    @inline(__always)
    func keepRecord() { count &+= 1 }

    @inline(never)
    private func grow() {
        let newHeads = UnsafeMutablePointer<Record.Head>.allocate(capacity: capacity * 2)
        newHeads.update(from: heads, count: count)
        heads.deallocate()
        heads = newHeads
        let size = capacity * Record.slotCount
        let newSlots = UnsafeMutablePointer<UInt64>.allocate(capacity: size * 2)
        newSlots.update(from: slots, count: size)
        slots.deallocate()
        slots = newSlots
        capacity *= 2
    }

    /// How much there is, to go back to.
    struct Mark {
        fileprivate var count = 0
        fileprivate var lists = 0
        fileprivate var rejections = 0
        fileprivate var remarks = 0
    }

    var mark: Mark {
        Mark(
            count: count, lists: lists.count, rejections: rejections.count, remarks: remarks.count)
    }

    /// Takes back what has come since.
    func forget(to mark: Mark) {
        count = mark.count
        if lists.count > mark.lists { lists.removeSubrange(mark.lists...) }
        if rejections.count > mark.rejections { rejections.removeSubrange(mark.rejections...) }
        if remarks.count > mark.remarks { remarks.removeSubrange(mark.remarks...) }
    }
}

// MARK: - For whoever takes it

extension RecordBatch {
    /// One of the records.
    @inline(__always)
    package subscript(number: Int) -> Record {
        Record(head: heads + number, slots: slots + number &* Record.slotCount)
    }

    /// The line of a record, from 1.
    package func line(of record: Record) -> Int { firstLine + Int(record.head.pointee.line) }

    /// Where a text of the input is in it; of texts that were decoded there is no such place.
    package func offset(of text: Text) -> Int { offset + text.start }

    /// The bytes of a text; they are the batch's, and change with it.
    @inline(__always)
    package func bytes(of text: Text) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: buffer.start + max(0, text.start), count: text.count)
    }

    /// A text as a string; nil where there is none.
    package func string(_ text: Text) -> String? {
        text.isPresent ? String(decoding: bytes(of: text), as: UTF8.self) : nil
    }

    /// The texts of a list.
    package func texts(of list: TextList) -> ArraySlice<Text> {
        list.isPresent ? lists[list.range.start..<list.range.start + list.count] : []
    }
}

// MARK: - Lines and columns

extension RecordBatch {
    /// Says on which line the batch begins, and puts lines and columns into what was not taken.
    ///
    /// - Parameters:
    ///   - line: The line of the first byte; afterwards that of the first byte behind the batch.
    ///   - lineStart: Where that line begins in the input.
    /// - Returns: What ends the file behind this batch.
    func settle(line: inout Int, lineStart: inout Int) -> ScanError? {
        // What the cutter has skipped, such as the first row.
        firstLine = line + ByteSearch.count(10, in: buffer.start, 0, start)
        for number in rejections.indices {
            rejections[number].line += firstLine
            if let place = rejections[number].column {
                rejections[number].column = column(place, lineStart)
                // A row may hold line ends.
                rejections[number].line += ByteSearch.count(
                    10, in: buffer.start, rejections[number].source.start, place)
            }
        }
        var error: ScanError?
        if let fault {
            error = ScanError(
                file?.name ?? "",
                line: firstLine + ByteSearch.count(10, in: buffer.start, start, fault.place),
                column: column(fault.place, lineStart), fault.reason)
        }
        line = firstLine + lineEnds
        if let last = ByteSearch.last(10, in: buffer.start, 0, inputCount) {
            lineStart = offset + last + 1
        }
        return error
    }

    private func column(_ place: Int, _ lineStart: Int) -> Int {
        if let last = ByteSearch.last(10, in: buffer.start, 0, place) { return place - last }
        return offset + place - lineStart + 1
    }
}
