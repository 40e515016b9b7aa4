// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Cuts JSON that is no JSON lines: one value or several, a list of values, or a page whose list of
/// records is taken apart.
///
/// Only brackets and quotes are looked at; whether the values are JSON is found out when they are
/// scanned. What stands between the elements of a list is checked here.
struct ValueCutter {
    private enum State {
        /// Outside of all values.
        case outside
        /// In a list, before an element.
        case element
        /// In a list, behind its bracket: it may be empty.
        case firstElement
        /// In a list, behind an element.
        case comma
        /// Behind the list of a page.
        case pageEnd
    }

    private let streamed: CompiledReader.StreamedList?
    private var state = State.outside
    /// The page that the open list belongs to; nil of a list of values.
    private var page: PageStart?
    /// A page's bytes before and behind its list.
    private var skeleton: [UInt8] = []

    init(_ streamed: CompiledReader.StreamedList? = nil) { self.streamed = streamed }

    /// Finds whole values in a batch.
    ///
    /// - Returns: Where the piece ends; nil when it needs more bytes.
    mutating func cut(_ batch: RecordBatch, from start: Int, isWhole: Bool) -> Int? {
        let before = state
        if let end = advance(batch, from: start, isWhole: isWhole) { return end }
        state = before
        return nil
    }

    private mutating func advance(
        _ batch: RecordBatch, from start: Int, isWhole: Bool
    ) -> Int? {
        let bytes = UnsafePointer(batch.buffer.start)
        let count = batch.buffer.count
        var offset = start
        batch.shape = .values
        batch.units.removeAll(keepingCapacity: true)
        batch.page = page
        batch.depth = depth
        while true {
            while offset < count, BracketScan.isSpace(bytes[offset]) { offset += 1 }
            if offset == count {
                if isWhole, isOpen { _ = fail(batch, offset, .ended) }
                return offset
            }
            switch state {
            case .outside:
                if bytes[offset] == UInt8(ascii: "[") {
                    if !batch.units.isEmpty { return offset }
                    state = .firstElement
                    batch.depth = 1
                    offset += 1
                    continue
                }
            case .firstElement where bytes[offset] == UInt8(ascii: "]"),
                .comma where bytes[offset] == UInt8(ascii: "]"):
                offset += 1
                state = page == nil ? .outside : .pageEnd
                // What follows is read in another way.
                return offset
            case .comma:
                guard bytes[offset] == UInt8(ascii: ",") else {
                    return fail(batch, offset, .commaInList)
                }
                offset += 1
                state = .element
                continue
            case .pageEnd:
                return endPage(batch, offset, isWhole: isWhole)
            case .element, .firstElement: break
            }
            guard let end = BracketScan.end(ofValue: bytes, offset, count, isWhole: isWhole) else {
                if state == .outside, let begun = beginPage(batch, offset, count) { return begun }
                return batch.units.isEmpty ? nil : offset
            }
            batch.units.append(offset..<end)
            offset = end
            if state != .outside { state = .comma }
        }
    }

    /// How many lists and objects are open.
    private var depth: Int {
        isOpen ? page?.depth ?? 1 : 0
    }

    /// Whether a list or a page has begun and not ended.
    var isOpen: Bool {
        if case .outside = state { false } else { true }
    }

    private mutating func fail(
        _ batch: RecordBatch, _ offset: Int, _ reason: JSONFault.Reason
    ) -> Int {
        batch.fault = PieceFault(offset: offset, reason: reason.description)
        return offset
    }

    // MARK: - Pages

    /// Goes into the list of a page that does not fit into the bytes; nil when its list is not
    /// there, and it has to be read whole.
    private mutating func beginPage(_ batch: RecordBatch, _ offset: Int, _ count: Int) -> Int? {
        guard let streamed, batch.units.isEmpty,
            let list = BracketScan.begin(
                ofList: streamed.keys, batch.buffer.start, offset, count)
        else { return nil }
        skeleton = Array(
            UnsafeBufferPointer(start: batch.buffer.start + offset, count: list - offset))
        page = PageStart(skeleton, depth: streamed.keys.count + 1)
        state = .firstElement
        return list
    }

    /// Hands over what stood around the list, once all of it is there.
    private mutating func endPage(_ batch: RecordBatch, _ offset: Int, isWhole: Bool) -> Int? {
        guard batch.units.isEmpty else { return offset }
        let end = BracketScan.end(
            ofOuter: batch.buffer.start, offset, batch.buffer.count, depth: depth - 1)
        guard let end = end ?? (isWhole ? batch.buffer.count : nil) else { return nil }
        let rest = UnsafeBufferPointer(start: batch.buffer.start + offset, count: end - offset)
        batch.shape = .page
        batch.page = PageStart(skeleton + [UInt8(ascii: "]")] + rest, depth: 0, start: page)
        state = .outside
        page = nil
        skeleton = []
        return end
    }
}

/// What stands before the list of a page, or around it.
final class PageStart: Sendable {
    let bytes: [UInt8]
    /// How many lists and objects are open behind the bytes.
    let depth: Int
    /// What stood before the list; nil if this is that.
    let start: PageStart?

    init(_ bytes: [UInt8], depth: Int, start: PageStart? = nil) {
        self.bytes = bytes
        self.depth = depth
        self.start = start
    }
}
