// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How the bytes of a text are held in a ``PackedText``.
struct TextForm: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
    let rawValue: UInt8

    /// No text; the empty text is another thing.
    static let none = TextForm(rawValue: 0)
    /// A decimal number of at most 19 digits, the first of which is not 0.
    static let number = TextForm(rawValue: 20)
    /// A UUID in lower case.
    static let lowercaseUUID = TextForm(rawValue: 21)
    /// A UUID in upper case.
    static let uppercaseUUID = TextForm(rawValue: 22)
    /// The place of the text in the arena.
    static let arena = TextForm(rawValue: 23)

    /// As many bytes as they are.
    static func inline(_ count: Int) -> TextForm {
        TextForm(rawValue: UInt8(truncatingIfNeeded: count &+ 1))
    }

    /// At most eight bytes behind a text of the arena.
    static func suffix(_ count: Int) -> TextForm {
        TextForm(rawValue: UInt8(truncatingIfNeeded: count &+ 32))
    }

    /// One of the known prefixes, and 32 hexadecimal digits in lower case.
    static func prefixed(_ number: Int) -> TextForm {
        TextForm(rawValue: UInt8(truncatingIfNeeded: number &+ 64))
    }

    /// The bytes of a text of form ``inline(_:)``; nil for others.
    var inlineCount: Int? { (1...17).contains(rawValue) ? Int(rawValue) - 1 : nil }
    /// The bytes behind the text of the arena; nil for other forms.
    var suffixCount: Int? { (32...40).contains(rawValue) ? Int(rawValue) - 32 : nil }
    /// The number of the prefix; nil for other forms.
    var prefixNumber: Int? { rawValue >= 64 ? Int(rawValue) - 64 : nil }
}

/// A text in at most 16 bytes: itself, what it says in binary, or its place in an ``Arena``.
///
/// Each text has one form, so equal texts are equal here, but for those of the arena.
package struct PackedText: Hashable, BitwiseCopyable, Sendable {
    var low: UInt64 = 0
    /// 0 unless the text needs it; of form ``TextForm/suffix(_:)`` the place of what is before.
    var high: UInt64 = 0
    var form = TextForm.none

    /// No text.
    package static let none = PackedText()

    /// Whether there is a text; the empty one is one.
    package var isPresent: Bool { form != .none }
}

extension PackedText {
    /// A text in eight bytes; nil where that is not possible.
    @inline(__always)
    init?(narrow text: UnsafeRawBufferPointer) {
        if text.count <= 8 {
            self.init(low: Digits.word(text, 0, text.count), form: .inline(text.count))
        } else if let number = Digits.decimal(text) {
            self.init(low: number, form: .number)
        } else {
            return nil
        }
    }

    /// A text in sixteen bytes; nil where that is not possible.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - prefixes: What may stand before 32 hexadecimal digits.
    @inline(__always)
    init?(wide text: UnsafeRawBufferPointer, prefixes: TextPrefixes) {
        if text.count <= 16 {
            self.init(
                low: Digits.word(text, 0, min(8, text.count)),
                high: text.count > 8 ? Digits.word(text, 8, text.count &- 8) : 0,
                form: .inline(text.count))
        } else if text.count <= 19, let number = Digits.decimal(text) {
            self.init(low: number, form: .number)
        } else if text.count == 36, let bits = Digits.uuid(text, letters: 0x61) {
            self.init(low: bits.low, high: bits.high, form: .lowercaseUUID)
        } else if text.count == 36, let bits = Digits.uuid(text, letters: 0x41) {
            self.init(low: bits.low, high: bits.high, form: .uppercaseUUID)
        } else {
            for number in 0..<prefixes.count where text.count == prefixes[number].count &+ 32 {
                let count = prefixes[number].count
                if UnsafeRawBufferPointer(rebasing: text[..<count]).isEqual(to: prefixes[number]),
                    let bits = Digits.hex32(text, at: count)
                {
                    self.init(low: bits.low, high: bits.high, form: .prefixed(number))
                    return
                }
            }
            return nil
        }
    }

    /// Hands over the bytes of the text; of ``none`` none.
    ///
    /// What is not in the arena is written out for as long as the call takes.
    @inline(__always)
    func withBytes<Result>(
        _ arena: ArenaTexts, prefixes: TextPrefixes,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        if form == .arena { return try body(arena.text(at: low)) }
        return try withUnsafeTemporaryAllocation(
            byteCount: capacity(arena, prefixes), alignment: 8
        ) { space in
            guard let start = space.baseAddress else {
                preconditionFailure("There is room for every text.")
            }
            let count = write(to: start, arena, prefixes)
            return try body(UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    /// As many bytes as there has to be room for where the text is written: what is written out is
    /// written in whole words.
    @inline(__always)
    func capacity(_ arena: ArenaTexts, _ prefixes: TextPrefixes) -> Int {
        if form == .arena { return arena.text(at: low).count }
        if form.suffixCount != nil { return arena.text(at: high).count &+ 16 }
        return max(64, prefixes.longest)
    }

    /// Writes the text where there is room for its capacity; returns how many bytes it has.
    func write(
        to space: UnsafeMutableRawPointer, _ arena: ArenaTexts, _ prefixes: TextPrefixes
    ) -> Int {
        if let count = form.inlineCount {
            space.storeBytes(of: low.littleEndian, as: UInt64.self)
            space.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
            return count
        }
        if let count = form.suffixCount {
            let before = arena.text(at: high)
            UnsafeMutableRawBufferPointer(start: space, count: before.count).copyMemory(
                from: before)
            space.storeBytes(of: low.littleEndian, toByteOffset: before.count, as: UInt64.self)
            return before.count &+ count
        }
        if let number = form.prefixNumber {
            let count = prefixes[number].count
            UnsafeMutableRawBufferPointer(start: space, count: count)
                .copyMemory(from: prefixes[number])
            Digits.write(hexOf: high, letters: 0x61, to: space + count)
            Digits.write(hexOf: low, letters: 0x61, to: space + (count &+ 16))
            return count &+ 32
        }
        if form == .arena {
            let text = arena.text(at: low)
            UnsafeMutableRawBufferPointer(start: space, count: text.count).copyMemory(from: text)
            return text.count
        }
        if form == .number { return Digits.write(decimal: low, to: space) }
        if form == .none { return 0 }
        Digits.write(uuid: (high, low), letters: form == .lowercaseUUID ? 0x61 : 0x41, to: space)
        return 36
    }
}
