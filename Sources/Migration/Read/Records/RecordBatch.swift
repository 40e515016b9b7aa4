// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// Records on their way from the input to whoever takes them, in the order of the input.
///
/// Used again and again: what is to be kept has to be copied.
package final class RecordBatch {
    /// What the bytes are.
    enum Shape {
        /// Whole lines, each of them a document, or blank.
        case lines
        /// Documents, or elements of one, whose offsets are known.
        case values
        /// Whole rows.
        case rows
        /// A page without its elements, once these are all through.
        case page
    }

    /// The bytes of the input; behind them a 0, and then texts that had to be decoded.
    package let buffer: ByteBuffer
    /// How many of them are of the input.
    @exclusivity(unchecked) var inputCount = 0
    @exclusivity(unchecked) var shape = Shape.lines
    /// Where documents begin and end; of shape `values`.
    @exclusivity(unchecked) var units: [Range<Int>] = []
    /// Where in the bytes the first row or line begins.
    @exclusivity(unchecked) var start = 0
    /// What is known of the file.
    @exclusivity(unchecked) var file: OpenFile?
    /// Whether it is the first one of its file.
    @exclusivity(unchecked) var isFirst = false
    /// How many lists and objects lie around the documents.
    @exclusivity(unchecked) var depth = 0
    /// What stands around the list that the documents are elements of.
    @exclusivity(unchecked) var page: PageStart?
    /// What ends the file behind these bytes.
    @exclusivity(unchecked) var fault: PieceFault?
    /// Its number in the order of all batches.
    @exclusivity(unchecked) var number = 0

    /// Whether its file is none of the provider's own.
    package var isBeside: Bool { file?.isBeside ?? false }
    /// Whether its file does not say what purchases unlock, as files of its format do.
    var lacksEntitlements: Bool { file?.lacksEntitlements ?? false }
    /// Which input it is of.
    @exclusivity(unchecked) package internal(set) var input = 0
    /// Where its first byte is in the input.
    @exclusivity(unchecked) package internal(set) var offset = 0
    /// The line of its first byte.
    @exclusivity(unchecked) package var firstLine = 1
    /// Where that line begins in the input.
    @exclusivity(unchecked) var lineStart = 0
    /// How many lines end in it.
    @exclusivity(unchecked) var lineEnds = 0
    /// What stands in columns that the format does not know.
    @exclusivity(unchecked) package internal(set) var unknownValues: [UnknownValues] = []

    /// The records, behind a pointer, because every access to a variable of an object is checked.
    struct State {
        var heads: UnsafeMutablePointer<Record.Head>
        var slots: UnsafeMutablePointer<UInt64>
        var capacity: Int
        var count = 0
        var lists: [Text] = []
        var rejections: [Rejection] = []
        var remarks: [Remark] = []
        var pages: [ListPage] = []
        var latest = LatestMoments()
    }

    let state: UnsafeMutablePointer<State>

    package init(capacity: Int) {
        buffer = ByteBuffer(capacity: capacity)
        state = .allocate(capacity: 1)
        state.initialize(
            to: State(
                heads: .allocate(capacity: 256), slots: .allocate(capacity: 256 * Record.slotCount),
                capacity: 256))
    }

    deinit {
        state.pointee.heads.deallocate()
        state.pointee.slots.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// How many records there are.
    package var count: Int { state.pointee.count }
    /// What was not taken.
    package var rejections: [Rejection] { state.pointee.rejections }
    /// What is to be said about records that were taken.
    package var remarks: [Remark] { state.pointee.remarks }
    /// The pages of lists.
    var pages: [ListPage] { state.pointee.pages }

    /// The latest moments at which records say that something happened; they stand in the input.
    var latest: LatestMoments { state.pointee.latest.moved(by: firstLine, offset) }

    /// The latest moment of all.
    package var latestMoment: Instant { state.pointee.latest.latest }

    /// Takes the moment at which a record says that something happened.
    package func take(_ moment: Instant, line: Int, start: Int) {
        let row = LatestMoments.Row(input: input, line: line, start: start)
        state.pointee.latest.take(moment, in: row)
    }

    /// Forgets everything but the memory.
    package func empty() {
        buffer.count = 0
        (inputCount, start, lineEnds) = (0, 0, 0)
        units.removeAll(keepingCapacity: true)
        unknownValues.removeAll(keepingCapacity: true)
        (file, fault, page) = (nil, nil, nil)
        forget(to: Mark())
        state.pointee.latest = LatestMoments()
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
    package func beginRecord() -> (UnsafeMutablePointer<Record.Head>, UnsafeMutablePointer<UInt64>)
    {
        if state.pointee.count == state.pointee.capacity { grow() }
        let slots = state.pointee.slots + state.pointee.count &* Record.slotCount
        slots.update(repeating: 0, count: Record.slotCount)
        return (state.pointee.heads + state.pointee.count, slots)
    }

    @inline(__always)
    package func keepRecord() { state.pointee.count &+= 1 }

    func add(_ rejection: Rejection) { state.pointee.rejections.append(rejection) }

    func add(_ remark: Remark) { state.pointee.remarks.append(remark) }

    func add(_ page: ListPage) { state.pointee.pages.append(page) }

    /// The texts of lists, one record behind the other.
    package var listCount: Int { state.pointee.lists.count }

    package func addToList(_ text: Text) { state.pointee.lists.append(text) }

    /// The texts of the list that was begun last.
    func lists(from start: Int) -> ArraySlice<Text> { state.pointee.lists[start...] }

    @inline(never)
    private func grow() {
        let old = state.pointee
        let size = old.capacity * Record.slotCount
        let heads = UnsafeMutablePointer<Record.Head>.allocate(capacity: old.capacity * 2)
        let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: size * 2)
        heads.update(from: old.heads, count: old.count)
        slots.update(from: old.slots, count: size)
        old.heads.deallocate()
        old.slots.deallocate()
        (state.pointee.heads, state.pointee.slots) = (heads, slots)
        state.pointee.capacity *= 2
    }

    /// How much there is, to go back to.
    struct Mark {
        fileprivate var count = 0
        fileprivate var lists = 0
        fileprivate var rejections = 0
        fileprivate var remarks = 0
        fileprivate var pages = 0
    }

    @inline(__always)
    var mark: Mark {
        Mark(
            count: state.pointee.count, lists: state.pointee.lists.count,
            rejections: state.pointee.rejections.count, remarks: state.pointee.remarks.count,
            pages: state.pointee.pages.count)
    }

    /// Takes back what has come since.
    func forget(to mark: Mark) {
        state.pointee.count = mark.count
        state.pointee.lists.removeSubrange(mark.lists...)
        state.pointee.rejections.removeSubrange(mark.rejections...)
        state.pointee.remarks.removeSubrange(mark.remarks...)
        state.pointee.pages.removeSubrange(mark.pages...)
    }
}

// MARK: - For whoever takes it

extension RecordBatch {
    /// One of the records.
    @inline(__always)
    package subscript(number: Int) -> Record {
        Record(
            head: state.pointee.heads + number,
            slots: state.pointee.slots + number &* Record.slotCount)
    }

    /// The texts of a list.
    package func texts(of list: TextList) -> ArraySlice<Text> {
        list.isPresent
            ? state.pointee.lists[list.range.start..<list.range.start + list.count] : []
    }
}
