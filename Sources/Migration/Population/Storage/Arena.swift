// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Texts one behind the other, in pieces of memory that never move.
///
/// Each is kept behind its count, which takes one byte for texts below 128 bytes.
final class Arena {
    /// Where a text is: the number of its piece, and its place there in the lower bits.
    typealias Place = UInt64

    fileprivate static var shift: UInt64 { 20 }
    private static var pieceSize: Int { 1 << shift }
    /// The most bytes that a count takes.
    private static var longestCount: Int { 5 }

    /// Not an array, so that who reads a text counts no references.
    @exclusivity(unchecked) private var pieces: UnsafeMutablePointer<UnsafeMutableRawPointer>
    @exclusivity(unchecked) private var pieceCount = 0
    @exclusivity(unchecked) private var capacity = 64
    /// Free bytes of the last piece begin here.
    @exclusivity(unchecked) private var end = 0
    @exclusivity(unchecked) private(set) var allocatedBytes = 0

    init() { pieces = .allocate(capacity: capacity) }

    deinit {
        for piece in 0..<pieceCount { pieces[piece].deallocate() }
        pieces.deallocate()
    }

    /// Adds a text; one that is longer than a piece gets a piece of its own.
    func append(_ text: UnsafeRawBufferPointer) -> Place {
        precondition(text.count < 1 << 35, "A text has less than 2^35 bytes.")
        let most = text.count + Arena.longestCount
        if pieceCount == 0 || end + most > Arena.pieceSize { addPiece(max(most, Arena.pieceSize)) }
        let place = UInt64(pieceCount - 1) << Arena.shift | UInt64(end)
        let piece = pieces[pieceCount - 1]
        var count = text.count
        while count >= 128 {
            piece.storeBytes(of: UInt8(count & 127 | 128), toByteOffset: end, as: UInt8.self)
            count >>= 7
            end += 1
        }
        piece.storeBytes(of: UInt8(count), toByteOffset: end, as: UInt8.self)
        end += 1
        if let start = text.baseAddress {
            (piece + end).copyMemory(from: start, byteCount: text.count)
        }
        end += text.count
        return place
    }

    /// The texts, as long as none is added.
    @inline(__always)
    var texts: ArenaTexts { ArenaTexts(pieces: pieces) }

    /// The bytes of a text; they stay where they are.
    @inline(__always)
    func text(at place: Place) -> UnsafeRawBufferPointer { texts.text(at: place) }

    /// Writes a text over one of the same length; false when that has another.
    func replace(_ place: Place, with text: UnsafeRawBufferPointer) -> Bool {
        let old = self.text(at: place)
        guard old.count == text.count else { return false }
        if let start = text.baseAddress, let target = old.baseAddress {
            UnsafeMutableRawPointer(mutating: target)
                .copyMemory(from: start, byteCount: text.count)
        }
        return true
    }

    private func addPiece(_ size: Int) {
        if pieceCount == capacity { grow() }
        pieces[pieceCount] = .allocate(byteCount: size, alignment: 1)
        pieceCount += 1
        end = 0
        allocatedBytes += size
    }

    private func grow() {
        let larger = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: capacity * 2)
        larger.update(from: pieces, count: pieceCount)
        pieces.deallocate()
        (pieces, capacity) = (larger, capacity * 2)
    }
}

/// The texts of an ``Arena``, for whoever only reads: without a reference to it, because counting
/// references is slow where several threads do so.
struct ArenaTexts: BitwiseCopyable {
    fileprivate let pieces: UnsafeMutablePointer<UnsafeMutableRawPointer>

    /// The bytes of a text; they stay where they are.
    @inline(__always)
    func text(at place: Arena.Place) -> UnsafeRawBufferPointer {
        let piece = pieces[Int(place &>> Arena.shift)]
        var offset = Int(place & (1 &<< Arena.shift &- 1))
        var count = 0
        var bits = 0
        while true {
            let byte = Int(piece.load(fromByteOffset: offset, as: UInt8.self))
            offset += 1
            count |= (byte & 127) << bits
            if byte < 128 { break }
            bits += 7
        }
        return UnsafeRawBufferPointer(start: piece + offset, count: count)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both hold the same bytes.
    @inline(__always)
    func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        while offset &+ 8 <= count {
            if loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            {
                return false
            }
            offset &+= 8
        }
        while offset < count, self[offset] == other[offset] { offset &+= 1 }
        return offset == count
    }
}
