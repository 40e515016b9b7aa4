// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Bytes of a file that is being written.
struct SampleBytes {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    /// What is written, as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func empty() { bytes.removeAll(keepingCapacity: true) }

    /// Takes back everything from a place on.
    mutating func cut(to count: Int) { bytes.removeLast(bytes.count - count) }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    // MARK: - Numbers

    mutating func append(_ number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let magnitude = number.magnitude
        var power: UInt64 = 1
        while magnitude / power >= 10 { power *= 10 }
        while power > 0 {
            append(48 + UInt8(magnitude / power % 10))
            power /= 10
        }
    }

    // MARK: - Dates

    /// A moment in UTC, to the second: `2026-11-21T08:00:00Z`, or `2026-11-21 08:00:00`.
    mutating func append(date milliseconds: Int64, isISO: Bool) {
        let seconds = Int((Double(milliseconds) / 1_000).rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let (year, month, day) = SampleBytes.date(days)
        let second = seconds - days * 86_400
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
            _ = text.initialize(from: isISO ? SampleBytes.iso : SampleBytes.utc)
            SampleBytes.write(year / 100, to: text, at: 0)
            SampleBytes.write(year % 100, to: text, at: 2)
            SampleBytes.write(month, to: text, at: 5)
            SampleBytes.write(day, to: text, at: 8)
            SampleBytes.write(second / 3_600, to: text, at: 11)
            SampleBytes.write(second / 60 % 60, to: text, at: 14)
            SampleBytes.write(second % 60, to: text, at: 17)
            bytes.append(contentsOf: text[..<(isISO ? 20 : 19)])
        }
    }

    private static let iso = Array("0000-00-00T00:00:00Z".utf8)
    private static let utc = Array("0000-00-00 00:00:00 ".utf8)

    /// Writes two digits.
    private static func write(
        _ number: Int, to text: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        text[place] = 48 + UInt8(number / 10 % 10)
        text[place + 1] = 48 + UInt8(number % 10)
    }

    /// The date so many days after 1970 began, by the Gregorian calendar.
    private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
        // Years that begin in March, in eras of 400.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        return (
            yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day
        )
    }

    // MARK: - Texts

    /// A text of JSON, in quotation marks.
    mutating func append(json text: String) {
        append(UInt8(ascii: "\""))
        let isPlain = text.utf8.allSatisfy {
            $0 >= 32 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain {
            append(text)
            append(UInt8(ascii: "\""))
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case UInt8(ascii: "\n"): append("\\n")
            case 0..<32:
                append("\\u00")
                append(48 + byte / 16)
                append(byte % 16 < 10 ? 48 + byte % 16 : 87 + byte % 16)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// A list of JSON.
    mutating func append(json texts: [String]) {
        append(UInt8(ascii: "["))
        for (place, text) in texts.enumerated() {
            if place > 0 { append(UInt8(ascii: ",")) }
            append(json: text)
        }
        append(UInt8(ascii: "]"))
    }

    /// Puts what was written since a place in quotation marks of CSV, where it needs them.
    mutating func quote(from start: Int, delimiter: UInt8) {
        let isPlain = bytes.withUnsafeBufferPointer { bytes in
            var place = start
            while place < bytes.count {
                let byte = bytes[place]
                if byte == UInt8(ascii: "\"") || byte == delimiter || byte == 10 || byte == 13 {
                    return false
                }
                place += 1
            }
            return true
        }
        if isPlain { return }
        let cell = Array(bytes[start...])
        cut(to: start)
        append(UInt8(ascii: "\""))
        for byte in cell {
            if byte == UInt8(ascii: "\"") { append(byte) }
            append(byte)
        }
        append(UInt8(ascii: "\""))
    }
}
