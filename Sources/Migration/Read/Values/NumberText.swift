// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Reads numbers as JSON writes them, exactly.
enum NumberText {
    /// A decimal number in parts: digits without the point, and where the point is.
    private struct Parts {
        var isNegative = false
        /// The offset of the first digit.
        var start = 0
        var wholeCount = 0
        var fractionStart = 0
        var fractionCount = 0
        var exponent = 0
    }

    /// The parts of a number; nil when it is none.
    private static func parts(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Parts? {
        var parts = Parts()
        var offset = 0
        func byte(_ offset: Int) -> UInt8 { offset < count ? bytes[offset] : 0 }
        func digits() -> Int {
            let start = offset
            while byte(offset) &- 0x30 <= 9 { offset += 1 }
            return offset - start
        }
        if byte(0) == UInt8(ascii: "-") {
            parts.isNegative = true
            offset = 1
        }
        parts.start = offset
        parts.wholeCount = digits()
        guard parts.wholeCount == 1 || parts.wholeCount > 1 && byte(parts.start) != 0x30 else {
            return nil
        }
        if byte(offset) == UInt8(ascii: ".") {
            offset += 1
            parts.fractionStart = offset
            parts.fractionCount = digits()
            guard parts.fractionCount > 0 else { return nil }
        }
        if byte(offset) | 0x20 == UInt8(ascii: "e") {
            offset += 1
            let isNegative = byte(offset) == UInt8(ascii: "-")
            if isNegative || byte(offset) == UInt8(ascii: "+") { offset += 1 }
            let start = offset
            guard digits() > 0 else { return nil }
            for offset in start..<offset {
                parts.exponent = min(parts.exponent * 10 + Int(bytes[offset] - 0x30), 1_000_000)
            }
            if isNegative { parts.exponent = -parts.exponent }
        }
        return offset == count ? parts : nil
    }

    /// Whether it is in the notation in which spreadsheets show long numbers, such as `2.00000E+14`;
    /// some write a comma in it.
    static func isRounded(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        func isDigit(_ offset: Int) -> Bool { bytes[offset] &- 0x30 <= 9 }
        guard count > 3, count < 24, isDigit(0), !isDigit(1) else { return false }
        var offset = 1
        if bytes[1] == UInt8(ascii: ".") || bytes[1] == UInt8(ascii: ",") {
            offset = 2
            while offset < count, isDigit(offset) { offset += 1 }
        }
        guard offset + 2 < count, bytes[offset] | 0x20 == UInt8(ascii: "e"),
            bytes[offset + 1] == UInt8(ascii: "+")
        else { return false }
        return (offset + 2..<count).allSatisfy(isDigit)
    }

    /// Whether it is a number.
    static func isNumber(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        parts(bytes, count) != nil
    }

    /// Whether a number has no more digits than decimal numbers have in programs: 18 before the point,
    /// and 18 behind it.
    static func isExact(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        // The usual case: too short for more.
        if count <= 4 { return true }
        guard let parts = parts(bytes, count) else { return false }
        return parts.wholeCount + parts.exponent <= 18 && parts.fractionCount - parts.exponent <= 18
    }

    /// Whether it is 0, however it is written.
    static func isZero(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        if count == 1 { return bytes[0] == 0x30 }
        guard let parts = parts(bytes, count) else { return false }
        func areZero(_ start: Int, _ count: Int) -> Bool {
            (start..<start + count).allSatisfy { bytes[$0] == 0x30 }
        }
        return areZero(parts.start, parts.wholeCount)
            && areZero(parts.fractionStart, parts.fractionCount)
    }

    /// A whole number; nil when it is none, or does not fit.
    ///
    /// Digits behind the point are no whole number, even if they are 0.
    static func integer(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
        guard let parts = parts(bytes, count), parts.fractionCount == 0, parts.exponent == 0 else {
            return nil
        }
        return scaled(bytes, count, by: 0)
    }

    /// The number times a power of ten, without what is then behind the point; nil when it does not
    /// fit, or is no number.
    ///
    /// What is cut off makes it earlier, also below 0.
    static func scaled(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, by power: Int
    ) -> Int64? {
        if count < 18, let plain = plain(bytes, count, power) { return plain }
        guard let parts = parts(bytes, count) else { return nil }
        let shift = parts.exponent + power
        var (number, isCut) = (Int64(0), false)
        let total = parts.wholeCount + parts.fractionCount
        // Digits up to where the point then is; zeros where there are none left.
        let kept = parts.wholeCount + shift
        for offset in 0..<max(total, min(kept, total + 40)) {
            var digit: Int64 = 0
            if offset < parts.wholeCount {
                digit = Int64(bytes[parts.start + offset] - 0x30)
            } else if offset < total {
                digit = Int64(bytes[parts.fractionStart + offset - parts.wholeCount] - 0x30)
            }
            if offset >= kept {
                isCut = isCut || digit != 0
                continue
            }
            let (product, tooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, tooLargeStill) = product.addingReportingOverflow(digit)
            guard !tooLarge, !tooLargeStill else { return nil }
            number = sum
        }
        guard kept <= total + 40 || number == 0 else { return nil }
        return parts.isNegative ? -number - (isCut ? 1 : 0) : number
    }

    /// The usual case: digits alone.
    @inline(__always)
    private static func plain(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ power: Int
    ) -> Int64? {
        guard count > 0, bytes[0] != 0x30 || count == 1, count &+ power < 18 else { return nil }
        var number: Int64 = 0
        for offset in 0..<count {
            let digit = bytes[offset] &- 0x30
            guard digit <= 9 else { return nil }
            number = number &* 10 &+ Int64(digit)
        }
        for _ in 0..<power { number &*= 10 }
        return number
    }
}
