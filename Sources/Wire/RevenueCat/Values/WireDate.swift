// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A date as REST v1 writes it: ISO 8601, in seconds, at UTC.
///
/// Written and read by arithmetic, so that it needs no formatter and any coder will do. Fractions
/// of a second and other offsets than `Z` are read too.
/// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, read 2026-11-21.
package struct WireDate: Hashable, Sendable {
    package let date: Date

    /// The last second that can be written.
    package static let latest = Date(timeIntervalSince1970: 253_402_300_799)

    /// What is said of a later one.
    package static let tooLate = "No date after the year 9999 can be written."

    /// The instant, without its fraction of a second, as the server has no finer ones.
    package static func whole(_ date: Date) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    package init(_ date: Date) { self.date = date }

    package init?(_ text: String) {
        var reader = Reader(Array(text.utf8))
        guard let year = reader.digits(4), reader.takes("-"), let month = reader.digits(2),
            reader.takes("-"), let day = reader.digits(2), reader.takes("T"),
            let hour = reader.digits(2), reader.takes(":"), let minute = reader.digits(2),
            reader.takes(":"), let second = reader.digits(2),
            (1...12).contains(month), day >= 1, day <= WireDate.days(of: month, in: year),
            hour < 24, minute < 60, second < 60,
            let fraction = reader.fraction(), let offset = reader.offsetFromUTC(), reader.isAtEnd
        else { return nil }
        let seconds =
            WireDate.number(of: (year, month, day)) * 86_400
            + hour * 3_600 + minute * 60 + second - offset
        date = Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// The date in seconds, at UTC; years after 9999 are written as that one's last second.
    package var text: String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let latest = WireDate.latest.timeIntervalSince1970
        let whole = Int(max(-62_135_596_800, min(seconds, latest)))
        let day = (whole >= 0 ? whole : whole - 86_399) / 86_400
        let time = whole - day * 86_400
        let (year, month, dayOfMonth) = WireDate.civil(day)
        var bytes = Array("0000-00-00T00:00:00Z".utf8)
        func put(_ value: Int, endingAt end: Int) {
            var (value, offset) = (value, end)
            while value > 0 {
                offset -= 1
                bytes[offset] += UInt8(value % 10)
                value /= 10
            }
        }
        put(year, endingAt: 4)
        put(month, endingAt: 7)
        put(dayOfMonth, endingAt: 10)
        put(time / 3_600, endingAt: 13)
        put(time / 60 % 60, endingAt: 16)
        put(time % 60, endingAt: 19)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension WireDate: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = WireDate(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\"\(text)\" is not a date such as 2026-01-31T12:00:00Z.")
        }
        self = date
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

// MARK: The proleptic Gregorian calendar

extension WireDate {
    /// Days since 1970-01-01, counted in years that begin in March, so that a leap day is the last.
    private static func number(of date: (year: Int, month: Int, day: Int)) -> Int {
        let year = date.month > 2 ? date.year : date.year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let ofEra = year - era * 400
        let ofYear = (153 * ((date.month + 9) % 12) + 2) / 5 + date.day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    private static func civil(_ number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let ofEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let ofYear = dayOfEra - (365 * ofEra + ofEra / 4 - ofEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            year: ofEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: ofYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Reads the parts of a date, left to right.
private struct Reader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    mutating func digits(_ count: Int) -> Int? {
        guard bytes.count - offset >= count else { return nil }
        var value = 0
        for byte in bytes[offset..<offset + count] {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        offset += count
        return value
    }

    /// What follows a dot; 0 where there is none.
    mutating func fraction() -> Double? {
        guard takes(".") else { return 0 }
        var value = 0.0
        var unit = 0.1
        let start = offset
        while let digit = digits(1) {
            value += Double(digit) * unit
            unit /= 10
        }
        return offset > start ? value : nil
    }

    /// Seconds east of UTC.
    mutating func offsetFromUTC() -> Int? {
        if takes("Z") { return 0 }
        let sign = takes("+") ? 1 : takes("-") ? -1 : 0
        guard sign != 0, let hours = digits(2), hours < 24 else { return nil }
        _ = takes(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
