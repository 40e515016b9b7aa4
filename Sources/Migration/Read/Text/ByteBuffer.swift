// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Bytes that can be read a little beyond their end.
///
/// What is in it stays where it is, counted from the start, when it grows.
package final class ByteBuffer {
    /// As many bytes behind the last one may be read; what they are is not known.
    static let margin = 64

    /// Behind a pointer, because every access to a variable of an object is checked.
    private struct State {
        var start: UnsafeMutablePointer<UInt8>
        var capacity: Int
        var count = 0
    }

    private let state: UnsafeMutablePointer<State>

    init(capacity: Int) {
        state = .allocate(capacity: 1)
        let capacity = max(64, capacity)
        state.initialize(
            to: State(start: ByteBuffer.allocate(capacity), capacity: capacity))
    }

    deinit {
        state.pointee.start.deallocate()
        state.deallocate()
    }

    /// The first byte.
    @inline(__always)
    var start: UnsafeMutablePointer<UInt8> { state.pointee.start }

    /// How many bytes there is room for.
    var capacity: Int { state.pointee.capacity }

    /// How many bytes are filled.
    @inline(__always)
    package var count: Int {
        get { state.pointee.count }
        set { state.pointee.count = newValue }
    }

    /// Makes room for as many further bytes.
    @inline(__always)
    func reserve(_ further: Int) {
        if count + further > capacity { move(to: max(count + further, capacity * 2)) }
    }

    /// Gives memory back that one large record has taken.
    func shrink(to most: Int) {
        if capacity > most, count <= most { move(to: most) }
    }

    @inline(never)
    private func move(to capacity: Int) {
        let new = ByteBuffer.allocate(capacity)
        new.update(from: start, count: count)
        start.deallocate()
        state.pointee.start = new
        state.pointee.capacity = capacity
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + margin)
        (start + capacity).initialize(repeating: 0, count: margin)
        return start
    }

    /// Adds bytes behind all others.
    package func append(_ bytes: UnsafePointer<UInt8>, _ further: Int) {
        reserve(further)
        (start + count).update(from: bytes, count: further)
        count += further
    }

    /// Adds bytes behind all others; returns where they are.
    func appending(_ bytes: [UInt8]) -> Text {
        let offset = count
        bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { append(start, bytes.count) }
        }
        return Text(start: offset, count: bytes.count)
    }
}

/// Counts lines up to offsets that never go back.
struct LineCounter {
    private let buffer: ByteBuffer
    private var offset: Int
    private var lines = 0

    init(_ buffer: ByteBuffer, from offset: Int) {
        (self.buffer, self.offset) = (buffer, offset)
    }

    /// How many lines end before an offset.
    mutating func lines(before offset: Int) -> Int {
        lines += ByteSearch.count(10, in: buffer.start, self.offset, offset)
        self.offset = max(self.offset, offset)
        return lines
    }
}
