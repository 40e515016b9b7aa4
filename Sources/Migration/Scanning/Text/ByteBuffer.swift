// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Bytes that can be read a little beyond their end.
///
/// What is in it stays where it is, counted from the start, when it grows.
final class ByteBuffer {
    /// As many bytes behind the last one may be read; what they are is not known.
    static let margin = 64

    private(set) var start: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int
    /// How many bytes are filled.
    var count = 0

    init(capacity: Int) {
        self.capacity = max(64, capacity)
        start = .allocate(capacity: self.capacity + ByteBuffer.margin)
        start.initialize(repeating: 0, count: self.capacity + ByteBuffer.margin)
    }

    deinit { start.deallocate() }

    /// Makes room for as many further bytes.
    @inline(__always)
    func reserve(_ further: Int) {
        if count + further > capacity { grow(count + further) }
    }

    @inline(never)
    private func grow(_ least: Int) {
        let wanted = max(least, capacity * 2)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: wanted + ByteBuffer.margin)
        new.update(from: start, count: count)
        (new + count).update(repeating: 0, count: wanted + ByteBuffer.margin - count)
        start.deallocate()
        (start, capacity) = (new, wanted)
    }

    /// Gives memory back that one large record has taken.
    func shrink(to most: Int) {
        guard capacity > most, count <= most else { return }
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: most + ByteBuffer.margin)
        new.update(from: start, count: count)
        (new + count).update(repeating: 0, count: most + ByteBuffer.margin - count)
        start.deallocate()
        (start, capacity) = (new, most)
    }

    func append(_ bytes: UnsafePointer<UInt8>, _ further: Int) {
        reserve(further)
        (start + count).update(from: bytes, count: further)
        count += further
    }
}
