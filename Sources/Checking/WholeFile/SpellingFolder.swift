// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One ID as the table of spellings is told of it.
struct SpellingOccurrence {
    let record: SpellingRecord
    let line: Int
}

/// Finds what an ID is, apart from how it is spelt.
///
/// White space is taken off the ends, characters are composed (Unicode's NFC), letters put in lower
/// case, and a UUID is written with hyphens. What was changed on the way becomes the spelling.
package struct SpellingFolder {
    private var space: [UInt8] = []

    init() {}

    mutating func occurrence(
        of bytes: Span<UInt8>, isText: Bool, line: Int
    ) -> SpellingOccurrence {
        var spelling = Spelling()
        let key =
            isText
            ? fold(bytes, &spelling) : ByteHash.hash(bytes, seed: SpellingFolder.bytesSeed)
        return SpellingOccurrence(record: SpellingRecord(key: key, spelling: spelling), line: line)
    }

    /// What an ID is.
    mutating func key(of bytes: Span<UInt8>) -> UInt64 {
        let isText = UTF8Check.fault(bytes) == nil
        return occurrence(of: bytes, isText: isText, line: 0).record.key
    }

    private static let bytesSeed: UInt64 = 0x1D8E_4E27_C47D_124F
    private static let uuidSeed: UInt64 = 0xEB44_ACCA_B455_D165

    private mutating func fold(_ bytes: Span<UInt8>, _ spelling: inout Spelling) -> UInt64 {
        var (start, end) = (0, bytes.count)
        while start < end, SpellingFolder.isWhite(bytes[start]) { start += 1 }
        while end > start, SpellingFolder.isWhite(bytes[end - 1]) { end -= 1 }
        return UTF8Check.isASCII(bytes.extracting(start..<end))
            ? foldASCII(bytes, start..<end, &spelling) : foldText(bytes, &spelling)
    }

    private static func isWhite(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    /// An ID that is ASCII but for white space at its ends.
    private mutating func foldASCII(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ spelling: inout Spelling
    ) -> UInt64 {
        let core = bytes.extracting(range)
        // Marks are set in the order of their bits: case, white space, UUID.
        if let (key, isPlain) = uuid(core) {
            markEnds(bytes, range, &spelling)
            if !isPlain { spelling.mark(.uuid, ByteHash.hash(core)) }
            return key
        }
        var hasUpper = false
        for offset in core.indices where (65...90).contains(core[offset]) { hasUpper = true }
        let own = ByteHash.hash(core)
        if hasUpper { spelling.mark(.letterCase, own) }
        markEnds(bytes, range, &spelling)
        guard hasUpper else { return own }
        space.removeAll(keepingCapacity: true)
        for offset in core.indices {
            let byte = core[offset]
            space.append((65...90).contains(byte) ? byte | 0x20 : byte)
        }
        return ByteHash.hash(space.span)
    }

    private func markEnds(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ spelling: inout Spelling
    ) {
        guard range.count < bytes.count else { return }
        let front = ByteHash.hash(bytes.extracting(..<range.lowerBound))
        let back = ByteHash.hash(bytes.extracting(range.upperBound...), seed: front)
        spelling.mark(.whitespace, back)
    }

    /// The key of a UUID with hyphens or without, in any case, and whether it is spelt with hyphens
    /// and in lower case; nil when it is none.
    private func uuid(_ bytes: Span<UInt8>) -> (key: UInt64, isPlain: Bool)? {
        let count = bytes.count
        guard count == 36 || count == 32 else { return nil }
        if count == 36 {
            for offset in [8, 13, 18, 23] where bytes[offset] != UInt8(ascii: "-") { return nil }
        }
        var words: (UInt64, UInt64) = (0, 0)
        var hasUpper = false
        for offset in bytes.indices {
            let byte = bytes[offset]
            let digit: UInt8
            switch byte {
            case 48...57: digit = byte - 48
            case 97...102: digit = byte - 87
            case 65...70:
                digit = byte - 55
                hasUpper = true
            case 45
            where count == 36 && (offset == 8 || offset == 13 || offset == 18 || offset == 23):
                continue
            default: return nil
            }
            words = (words.0 << 4 | words.1 >> 60, words.1 << 4 | UInt64(digit))
        }
        let key = ByteHash.hash(words.0, words.1, seed: SpellingFolder.uuidSeed)
        return (key, !hasUpper && count == 36)
    }
}

// MARK: - What is not ASCII

extension SpellingFolder {
    private mutating func foldText(_ bytes: Span<UInt8>, _ spelling: inout Spelling) -> UInt64 {
        let text = bytes.text
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else {
            spelling.mark(.whitespace, ByteHash.hash(bytes))
            return ByteHash.hash(bytes.extracting(..<0))
        }
        let core = String(scalars[first...last])
        let start = text.utf8.distance(from: text.startIndex, to: first)
        let end = start + core.utf8.count
        if core.utf8.allSatisfy({ $0 < 128 }) {
            return foldASCII(bytes, start..<end, &spelling)
        }
        let composed = core.precomposedStringWithCanonicalMapping
        let folded = Array(
            SpellingFolder.lower(composed).precomposedStringWithCanonicalMapping.utf8)
        if !composed.utf8.elementsEqual(folded) {
            spelling.mark(.letterCase, composed.withSpan { ByteHash.hash($0) })
        }
        markEnds(bytes, start..<end, &spelling)
        if !composed.utf8.elementsEqual(core.utf8) {
            let lowered = SpellingFolder.lower(core)
            spelling.mark(.normalization, lowered.withSpan { ByteHash.hash($0) })
        }
        return ByteHash.hash(folded.span)
    }

    /// A text in lower case, letter by letter.
    ///
    /// A letter that is not composed (the sign of the kelvin, which is K) and one that would become
    /// two are left: so a text is known when its composed and its lower-case form are.
    package static func lower(_ text: String) -> String {
        var lowered = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let mapped = scalar.properties.lowercaseMapping.unicodeScalars
            if let only = mapped.first, mapped.count == 1, only != scalar,
                scalar.isASCII
                    || String(scalar).precomposedStringWithCanonicalMapping.unicodeScalars
                        .elementsEqual([scalar])
            {
                lowered.append(only)
            } else {
                lowered.append(scalar)
            }
        }
        return String(lowered)
    }
}
