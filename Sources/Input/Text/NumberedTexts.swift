// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Texts that are kept once each, and their numbers in the order of their first appearance.
///
/// For whoever has many texts and nothing else; a population's texts stand in its arena. A text takes
/// its bytes and about sixteen more, where a dictionary of strings takes a hundred. Texts of one kind
/// are told apart from the same ones of another.
package struct NumberedTexts {
    /// One behind the other, in pieces: an array that grows leaves room behind that nobody takes.
    private var pieces: [[UInt8]] = []
    private var places: [Place] = []
    private var kinds: [UInt8] = []
    private var slots = SlotTable()
    /// Other texts share slots in each table, so that nobody can choose ones that do.
    private let seed = UInt64.random(in: 0 ... .max)

    /// Where a text is.
    private struct Place {
        let piece: UInt32
        let start: UInt32
        let end: UInt32
    }

    private static let pieceSize = 1 << 20

    package init() {}

    /// How many there are.
    package var count: Int { places.count }

    /// A text by its number.
    package subscript(number: Int) -> String { withBytes(of: number) { $0.text } }

    /// Lends the bytes of a text.
    package func withBytes<Result>(of number: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let place = places[number]
        let piece = pieces[Int(place.piece)]
        return body(piece.span.extracting(Int(place.start)..<Int(place.end)))
    }

    /// The kind of a text.
    package func kind(of number: Int) -> UInt8 { kinds[number] }

    /// The number of a text; nil where there is no such text.
    package func known(_ text: Span<UInt8>, kind: UInt8 = 0) -> Int? {
        find(text, kind, hash(text, kind))
    }

    /// The number of a text, which is added where it is new.
    package mutating func number(of text: Span<UInt8>, kind: UInt8 = 0) -> Int {
        let hash = hash(text, kind)
        if let known = find(text, kind, hash) { return known }
        if slots.isFull {
            slots.grow()
            for number in 0..<count {
                slots.append(withBytes(of: number) { self.hash($0, kinds[number]) })
            }
        }
        slots.append(hash)
        places.append(keep(text))
        kinds.append(kind)
        return count - 1
    }

    private func find(_ text: Span<UInt8>, _ kind: UInt8, _ hash: UInt64) -> Int? {
        slots.find(hash) { number in
            kinds[number] == kind && withBytes(of: number) { $0.isEqual(to: text) }
        }
    }

    private mutating func keep(_ text: Span<UInt8>) -> Place {
        if text.count > NumberedTexts.pieceSize - (pieces.last?.count ?? .max / 2) {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(max(NumberedTexts.pieceSize, text.count))
        }
        let piece = pieces.count - 1
        let start = pieces[piece].count
        pieces[piece].append(text)
        return Place(
            piece: UInt32(piece), start: UInt32(start), end: UInt32(pieces[piece].count))
    }

    private func hash(_ text: Span<UInt8>, _ kind: UInt8) -> UInt64 {
        ByteHash.hash(text, seed: seed ^ UInt64(kind))
    }
}

extension NumberedTexts {
    /// The number of a text; nil where there is no such text.
    package func known(_ text: String, kind: UInt8 = 0) -> Int? {
        text.withSpan { known($0, kind: kind) }
    }

    /// The number of a text, which is added where it is new.
    package mutating func number(of text: String, kind: UInt8 = 0) -> Int {
        text.withSpan { number(of: $0, kind: kind) }
    }
}
