// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Digits in texts, eight bytes at a time.
enum Digits {
    /// At most eight bytes, the first one lowest, and zeros above.
    @inline(__always)
    static func word(_ text: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> UInt64 {
        if count == 8 {
            return UInt64(
                littleEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
        if count >= 4 {
            // Two loads that overlap.
            let first = UInt64(half(text, start))
            let last = UInt64(half(text, start &+ count &- 4))
            return first | last &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
        }
        var word: UInt64 = 0
        for place in 0..<count {
            word |= UInt64(text[start &+ place]) &<< UInt64(truncatingIfNeeded: place &* 8)
        }
        return word
    }

    @inline(__always)
    private static func half(_ text: UnsafeRawBufferPointer, _ start: Int) -> UInt32 {
        UInt32(littleEndian: text.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    }

    // MARK: - Decimal

    /// The number that 1 to 19 decimal digits say; nil for other texts, and where the first digit
    /// is 0.
    @inline(__always)
    static func decimal(_ text: UnsafeRawBufferPointer) -> UInt64? {
        guard text.count > 0, text.count <= 19, text[0] != UInt8(ascii: "0") else { return nil }
        var number: UInt64 = 0
        var place = 0
        while place < text.count & 7 {
            let digit = text[place] &- UInt8(ascii: "0")
            if digit > 9 { return nil }
            number = number &* 10 &+ UInt64(digit)
            place &+= 1
        }
        while place < text.count {
            guard let eight = decimal(word(text, place, 8)) else { return nil }
            number = number &* 100_000_000 &+ eight
            place &+= 8
        }
        return number
    }

    /// The number that eight digits say.
    @inline(__always)
    private static func decimal(_ word: UInt64) -> UInt64? {
        let digits = word ^ 0x3030_3030_3030_3030
        if (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080 != 0 { return nil }
        let pairs = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
    }

    // MARK: - Hexadecimal

    /// Reads a UUID.
    ///
    /// - Parameters:
    ///   - text: A text of 36 bytes.
    ///   - letters: The first of the letters that stand for 10 to 15.
    /// - Returns: Its bits; nil where the text is none.
    @inline(__always)
    static func uuid(
        _ text: UnsafeRawBufferPointer, letters: UInt8
    ) -> (high: UInt64, low: UInt64)? {
        let dash = UInt8(ascii: "-")
        guard text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else {
            return nil
        }
        let second = UInt64(half(text, 9)) | UInt64(half(text, 14)) &<< 32
        let third = UInt64(half(text, 19)) | UInt64(half(text, 24)) &<< 32
        return bits(word(text, 0, 8), second, third, word(text, 28, 8), letters)
    }

    /// The bits of 32 hexadecimal digits in lower case.
    @inline(__always)
    static func hex32(
        _ text: UnsafeRawBufferPointer, at start: Int
    ) -> (high: UInt64, low: UInt64)? {
        bits(
            word(text, start, 8), word(text, start &+ 8, 8), word(text, start &+ 16, 8),
            word(text, start &+ 24, 8), 0x61)
    }

    @inline(__always)
    private static func bits(
        _ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64, _ letters: UInt8
    ) -> (high: UInt64, low: UInt64)? {
        guard let first = hex(first, letters), let second = hex(second, letters),
            let third = hex(third, letters), let fourth = hex(fourth, letters)
        else { return nil }
        return (first &<< 32 | second, third &<< 32 | fourth)
    }

    /// The number that eight hexadecimal digits say, the first one highest.
    @inline(__always)
    private static func hex(_ word: UInt64, _ letters: UInt8) -> UInt64? {
        let tops: UInt64 = 0x8080_8080_8080_8080
        let ones: UInt64 = 0x0101_0101_0101_0101
        if word & tops != 0 { return nil }
        let isDigit = ~((word ^ 0x3030_3030_3030_3030) &+ 0x7676_7676_7676_7676) & tops
        // The letter's number in each byte, and its highest bit where the byte is not below it.
        let above = (word | tops) &- ones &* UInt64(letters)
        let isLetter = above & ~((above & ~tops) &+ 0x7A7A_7A7A_7A7A_7A7A) & tops
        if isDigit | isLetter != tops { return nil }
        let nibbles = word & 0x0F0F_0F0F_0F0F_0F0F &+ (isLetter &>> 7) &* 9
        let bytes = (nibbles &<< 4 | nibbles &>> 8) & 0x00FF_00FF_00FF_00FF
        let pairs = (bytes | bytes &>> 8) & 0x0000_FFFF_0000_FFFF
        return UInt64(UInt32(truncatingIfNeeded: pairs | pairs &>> 16).byteSwapped)
    }

    // MARK: - Back to text

    /// Adds the lower bytes of a word, the lowest one first.
    static func append(_ word: UInt64, _ count: Int, to bytes: inout [UInt8]) {
        for place in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(place * 8)))
        }
    }

    /// Adds the 16 hexadecimal digits of a word.
    static func append(hexOf word: UInt64, letters: UInt8, to bytes: inout [UInt8]) {
        for shift in stride(from: 60 as UInt64, through: 0, by: -4) {
            let nibble = UInt8(truncatingIfNeeded: word >> shift) & 15
            bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : letters + nibble - 10)
        }
    }
}
