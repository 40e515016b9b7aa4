// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The texts of a population that nobody changes any more: where they are, without a reference to
/// the tables, because counting references is slow where several threads do so.
///
/// They are there as long as the population is.
struct StoredTexts: BitwiseCopyable {
    private let arena: ArenaTexts
    private let prefixes: TextPrefixes
    private let words: Column<PackedText>.Elements
    private let lists: Column<PackedText>.Elements

    init(_ texts: TextStore, _ prefixes: TextPrefixes) {
        arena = texts.arena.texts
        self.prefixes = prefixes
        words = texts.words.elements
        lists = texts.lists.elements
    }

    /// Hands over the bytes of a text, for as long as the call takes; of none, no bytes.
    @inline(__always)
    func withBytes<Result>(
        of text: PackedText, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try text.withBytes(arena, prefixes: prefixes, body)
    }

    /// As many bytes as there has to be room for where a text is written.
    @inline(__always)
    func capacity(for text: PackedText) -> Int { text.capacity(arena, prefixes) }

    /// Writes the bytes of a text where there is room for its ``capacity(for:)``; returns how many
    /// they are.
    @inline(__always)
    func write(_ text: PackedText, to space: UnsafeMutableRawPointer) -> Int {
        text.write(to: space, arena, prefixes)
    }

    /// The word of a number from ``TextStore/word(_:_:)``.
    @inline(__always)
    func word(_ number: UInt32) -> PackedText {
        number == 0 ? .none : words[Int(number) &- 1]
    }

    /// Hands over the words of a list, by its number from ``TextStore/list(_:_:)``.
    @inline(__always)
    func forEachWord(ofList number: UInt32, _ body: (PackedText) -> Void) {
        guard number != 0 else { return }
        lists[Int(number) &- 1].withBytes(arena, prefixes: .none) { bytes in
            for place in 0..<bytes.count / 4 {
                body(word(bytes.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self)))
            }
        }
    }

    /// The three numbers that a number from ``TextStore/triple(_:_:_:)`` stands for.
    @inline(__always)
    func triple(_ number: UInt32) -> (UInt32, UInt32, UInt32) {
        number == 0 ? (0, 0, 0) : lists[Int(number) &- 1].threeNumbers
    }
}
