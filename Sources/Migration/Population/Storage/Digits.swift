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

    /// Writes the 16 hexadecimal digits of a word.
    static func write(hexOf word: UInt64, letters: UInt8, to space: UnsafeMutableRawPointer) {
        write(hexOf: UInt32(truncatingIfNeeded: word &>> 32), letters, to: space)
        write(hexOf: UInt32(truncatingIfNeeded: word), letters, to: space + 8)
    }

    /// Writes the 36 bytes of a UUID.
    static func write(
        uuid bits: (high: UInt64, low: UInt64), letters: UInt8, to space: UnsafeMutableRawPointer
    ) {
        let digits = (
            hex(UInt32(truncatingIfNeeded: bits.high &>> 32), letters),
            hex(UInt32(truncatingIfNeeded: bits.high), letters),
            hex(UInt32(truncatingIfNeeded: bits.low &>> 32), letters),
            hex(UInt32(truncatingIfNeeded: bits.low), letters)
        )
        let dash = UInt8(ascii: "-")
        func store(_ word: UInt64, _ place: Int) {
            space.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
        }
        // Eight bytes are written where four are due; what comes next is written over the rest.
        store(digits.0, 0)
        store(digits.1, 9)
        store(digits.1 &>> 32, 14)
        store(digits.2, 19)
        store(digits.2 &>> 32, 24)
        store(digits.3, 28)
        space.storeBytes(of: dash, toByteOffset: 8, as: UInt8.self)
        space.storeBytes(of: dash, toByteOffset: 13, as: UInt8.self)
        space.storeBytes(of: dash, toByteOffset: 18, as: UInt8.self)
        space.storeBytes(of: dash, toByteOffset: 23, as: UInt8.self)
    }

    /// Writes a number without leading zeros; returns how many digits it has.
    static func write(decimal number: UInt64, to space: UnsafeMutableRawPointer) -> Int {
        var (count, power) = (1, number)
        while power >= 10 {
            power /= 10
            count &+= 1
        }
        var (place, rest) = (count, number)
        repeat {
            place &-= 1
            space.storeBytes(
                of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10), toByteOffset: place,
                as: UInt8.self)
            rest /= 10
        } while place > 0
        return count
    }

    @inline(__always)
    private static func write(
        hexOf number: UInt32, _ letters: UInt8, to space: UnsafeMutableRawPointer
    ) {
        space.storeBytes(of: hex(number, letters).littleEndian, as: UInt64.self)
    }

    /// The eight hexadecimal digits of a number, the highest one in the lowest byte.
    @inline(__always)
    private static func hex(_ number: UInt32, _ letters: UInt8) -> UInt64 {
        let pairs = UInt64(number.byteSwapped)
        let halves = (pairs | pairs &<< 16) & 0x0000_FFFF_0000_FFFF
        let bytes = (halves | halves &<< 8) & 0x00FF_00FF_00FF_00FF
        let nibbles = (bytes &>> 4 | bytes &<< 8) & 0x0F0F_0F0F_0F0F_0F0F
        let isLetter = ((nibbles &+ 0x0606_0606_0606_0606) &>> 4) & 0x0101_0101_0101_0101
        return nibbles &+ 0x3030_3030_3030_3030 &+ isLetter &* UInt64(letters &- 0x3A)
    }
}
