// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Elements in pieces of memory that never move: growing copies nothing and wastes at most one
/// piece.
///
/// A class without locks: one thread fills it, then any number may read.
final class Column<Element: BitwiseCopyable> {
    /// 2 to this power elements make one piece.
    private static var shift: Int { 14 }
    private static var mask: Int { 1 << shift - 1 }
    /// A line of the processor's memory, so that an element of this size, or of half of it, lies on
    /// one line.
    private static var alignment: Int { 64 }
    /// As many elements as 32 bits can number.
    private static var mostPieces: Int { 1 << (32 - shift) }

    /// Memory that nobody has touched takes up none, so the table of pieces is made for the most.
    private let pieces: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
    @exclusivity(unchecked) private var pieceCount = 0
    @exclusivity(unchecked) private(set) var count = 0

    init() { pieces = .allocate(capacity: Column.mostPieces) }

    deinit {
        for piece in 0..<pieceCount { UnsafeMutableRawPointer(pieces[piece]).deallocate() }
        pieces.deallocate()
    }

    /// The bytes that its pieces and its table of them take, room for growth included.
    var allocatedBytes: Int {
        pieceCount * ((1 << Column.shift) * MemoryLayout<Element>.stride + MemoryLayout<Int>.size)
    }

    /// Where an element is; it stays there.
    @inline(__always)
    func pointer(_ place: Int) -> UnsafeMutablePointer<Element> {
        pieces[place &>> Column.shift] + place & Column.mask
    }

    @inline(__always)
    subscript(place: Int) -> Element {
        get { pointer(place).pointee }
        set { pointer(place).pointee = newValue }
    }

    /// The elements for whoever only reads: without a reference to the column, because counting
    /// references is slow where several threads do so.
    ///
    /// They are there as long as the column is.
    struct Elements: BitwiseCopyable {
        fileprivate let pieces: UnsafeMutablePointer<UnsafeMutablePointer<Element>>

        @inline(__always)
        subscript(place: Int) -> Element {
            (pieces[place &>> Column.shift] + place & Column.mask).pointee
        }
    }

    var elements: Elements { Elements(pieces: pieces) }

    /// Adds an element, and returns its place.
    @inline(__always)
    @discardableResult
    func append(_ element: Element) -> Int {
        let place = count
        if place &>> Column.shift == pieceCount { addPiece() }
        pointer(place).initialize(to: element)
        count = place &+ 1
        return place
    }

    @inline(never)
    private func addPiece() {
        precondition(pieceCount < Column.mostPieces, "A column holds at most 2^32 elements.")
        let size = MemoryLayout<Element>.stride << Column.shift
        pieces[pieceCount] = UnsafeMutableRawPointer.allocate(
            byteCount: size, alignment: Column.alignment
        ).bindMemory(to: Element.self, capacity: 1 << Column.shift)
        pieceCount += 1
    }
}
