// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds what an ID is, apart from how it is spelt.
///
/// White space is taken off the ends, characters are composed (Unicode's NFC), letters put in lower
/// case, and a UUID is taken without its hyphens. What was changed on the way becomes the spelling.
struct SpellingFolder {
    private var space: [UInt8] = []

    init() {}

    mutating func sighting(
        of bytes: UnsafePointer<UInt8>, _ count: Int, isText: Bool, line: Int
    ) -> Sighting {
        var spelling = Spelling()
        let key =
            isText
            ? fold(bytes, count, &spelling)
            : ByteHash.hash(bytes, count, seed: SpellingFolder.bytesSeed)
        return Sighting(key: key, spelling: spelling, bytes: bytes, count: count, line: line)
    }

    private static let bytesSeed: UInt64 = 0x1D8E_4E27_C47D_124F
    private static let uuidSeed: UInt64 = 0xEB44_ACCA_B455_D165

    private mutating func fold(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ spelling: inout Spelling
    ) -> UInt64 {
        var start = 0
        var end = count
        while start < end, SpellingFolder.isWhite(bytes[start]) { start += 1 }
        while end > start, SpellingFolder.isWhite(bytes[end - 1]) { end -= 1 }
        for place in start..<end where bytes[place] >= 128 {
            return foldText(bytes, count, &spelling)
        }
        if end - start < count { markEnds(bytes, count, start, end, &spelling) }
        let core = bytes + start
        if let key = uuid(core, end - start, &spelling) { return key }
        return lower(core, end - start, &spelling)
    }

    private static func isWhite(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private func markEnds(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ start: Int, _ end: Int,
        _ spelling: inout Spelling
    ) {
        let front = ByteHash.hash(bytes, start)
        let back = ByteHash.hash(bytes + end, count - end, seed: front)
        spelling.mark(.whitespace, back)
    }

    private mutating func lower(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ spelling: inout Spelling
    ) -> UInt64 {
        var hasUpper = false
        for place in 0..<count where (65...90).contains(bytes[place]) { hasUpper = true }
        guard hasUpper else { return ByteHash.hash(bytes, count) }
        spelling.mark(.letterCase, ByteHash.hash(bytes, count))
        space.removeAll(keepingCapacity: true)
        for place in 0..<count {
            let byte = bytes[place]
            space.append((65...90).contains(byte) ? byte | 0x20 : byte)
        }
        return SpellingFolder.hash(space)
    }

    /// The key of a UUID with hyphens or without, in any case; nil when it is none.
    private func uuid(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ spelling: inout Spelling
    ) -> UInt64? {
        guard count == 36 || count == 32 else { return nil }
        if count == 36 {
            for place in [8, 13, 18, 23] where bytes[place] != UInt8(ascii: "-") { return nil }
        }
        var words: (UInt64, UInt64) = (0, 0)
        var hasUpper = false
        for place in 0..<count {
            let byte = bytes[place]
            let digit: UInt8
            switch byte {
            case 48...57: digit = byte - 48
            case 97...102: digit = byte - 87
            case 65...70:
                digit = byte - 55
                hasUpper = true
            case 45 where count == 36 && (place == 8 || place == 13 || place == 18 || place == 23):
                continue
            default: return nil
            }
            words = (words.0 << 4 | words.1 >> 60, words.1 << 4 | UInt64(digit))
        }
        if hasUpper || count == 32 { spelling.mark(.uuid, ByteHash.hash(bytes, count)) }
        return withUnsafeBytes(of: words) { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            return bytes.baseAddress.map {
                ByteHash.hash($0, bytes.count, seed: SpellingFolder.uuidSeed)
            }
        }
    }

    /// The same for what is not ASCII.
    private mutating func foldText(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ spelling: inout Spelling
    ) -> UInt64 {
        let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else {
            spelling.mark(.whitespace, ByteHash.hash(bytes, count))
            return ByteHash.hash(bytes, 0)
        }
        let core = String(scalars[first...last])
        if core.utf8.count < count {
            let start = text.utf8.distance(from: text.startIndex, to: first)
            markEnds(bytes, count, start, start + core.utf8.count, &spelling)
        }
        let lowered = core.lowercased()
        let folded = Array(lowered.precomposedStringWithCanonicalMapping.utf8)
        let composed = Array(core.precomposedStringWithCanonicalMapping.utf8)
        if composed != folded { spelling.mark(.letterCase, SpellingFolder.hash(composed)) }
        if composed != Array(core.utf8) {
            spelling.mark(.normalization, SpellingFolder.hash(Array(lowered.utf8)))
        }
        return SpellingFolder.hash(folded)
    }

    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { ByteHash.hash($0, bytes.count) } ?? 0
        }
    }
}
