// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

@_spi(ByteWord) import AllonymInput

/// Reads dates as files write them; nothing else than the forms that are named.
///
/// The year has four digits and is not 0; a day has to exist. Second 60 is read where leap seconds
/// are inserted, at 23:59:60 UTC on the last of June or December, and is the second behind, as
/// clocks that count seconds since 1970 have it. 24:00 is refused.
package struct DateText {
    private let bytes: UnsafePointer<UInt8>
    private let count: Int
    private var offset = 0
    private var isLeapSecond = false

    private init(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        (self.bytes, self.count) = (bytes, count)
    }

    /// A date such as `2026-11-21 08:00:00`, in UTC, with or without a fraction; nil for others.
    static func utc(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Instant? {
        var text = DateText(bytes, count)
        guard let days = text.day(), text.skip(UInt8(ascii: " ")),
            let milliseconds = text.time(needsSeconds: true), text.offset == count
        else { return nil }
        return text.instant(days, milliseconds, offset: 0)
    }

    /// A date of ISO 8601: a day alone, which is its midnight in UTC; or a day, `T` or a space, hours
    /// and minutes, with or without seconds and a fraction of them, and `Z` or an offset.
    ///
    /// Without an offset it is no moment, and nil.
    static func iso(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Instant? {
        var text = DateText(bytes, count)
        guard let days = text.day() else { return nil }
        if text.offset == count { return text.instant(days, 0, offset: 0) }
        guard text.skip(UInt8(ascii: "T")) || text.skip(UInt8(ascii: "t")) || text.skip(0x20),
            let milliseconds = text.time(needsSeconds: false), let offset = text.offsetFromUTC(),
            text.offset == count
        else { return nil }
        return text.instant(days, milliseconds, offset: offset)
    }

    /// The same of a text.
    static func iso(_ text: String) -> Instant? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { iso($0, bytes.count) }
        }
    }

    /// What of a date's fraction is less than a millisecond, in microseconds: of `.227760` it is 760.
    package static func microseconds(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        guard let point = (0..<count).first(where: { bytes[$0] == 0x2E || bytes[$0] == 0x2C })
        else { return 0 }
        var (microseconds, unit) = (0, 100_000)
        for offset in (point + 1)..<count {
            let digit = bytes[offset] &- 0x30
            guard digit <= 9 else { break }
            microseconds += Int(digit) * unit
            unit /= 10
        }
        return microseconds % 1_000
    }

    // MARK: - Parts

    /// `2026-11-21`, in days from 1970.
    @inline(__always)
    private mutating func day() -> Int? {
        guard count >= 10 else { return nil }
        // "0000-00-": what is left of digits is their value, of hyphens nothing.
        let digits = ByteWord.load(bytes) ^ 0x2D30_302D_3030_3030
        guard (digits &+ 0x7F76_767F_7676_7676 | digits) & ByteWord.tops == 0 else { return nil }
        let pairs = digits &* 10 &+ digits &>> 8
        let year = Int(pairs & 0xFF) &* 100 &+ Int(pairs &>> 16 & 0xFF)
        let (month, day) = (Int(pairs &>> 40 & 0xFF), number(8))
        guard year >= 1, month >= 1, month <= 12, day >= 1,
            day <= 28 || day <= Instant.days(inMonth: month, of: year)
        else { return nil }
        offset = 10
        return Instant.days(year, month, day)
    }

    /// `08:00:00.123`, in milliseconds; more digits are cut off.
    @inline(__always)
    private mutating func time(needsSeconds: Bool) -> Int? {
        if count &- offset >= 8 {
            // "00:00:00": the same as for days.
            let digits = ByteWord.load(bytes + offset) ^ 0x3030_3A30_303A_3030
            if (digits &+ 0x7676_7F76_767F_7676 | digits) & ByteWord.tops == 0 {
                let pairs = digits &* 10 &+ digits &>> 8
                offset &+= 8
                guard let fraction = fraction() else { return nil }
                return milliseconds(
                    Int(pairs & 0xFF), Int(pairs &>> 24 & 0xFF), Int(pairs &>> 48 & 0xFF)
                ).map { $0 &+ fraction }
            }
        }
        guard !needsSeconds, count &- offset >= 5, bytes[offset &+ 2] == UInt8(ascii: ":") else {
            return nil
        }
        let (hour, minute) = (number(offset), number(offset &+ 3))
        offset &+= 5
        return milliseconds(hour, minute, 0)
    }

    @inline(__always)
    private mutating func milliseconds(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
        guard hour <= 23, minute <= 59, second <= 60 else { return nil }
        isLeapSecond = second == 60
        return ((hour &* 60 &+ minute) &* 60 &+ second) &* 1000
    }

    @inline(__always)
    private mutating func fraction() -> Int? {
        guard offset < count else { return 0 }
        guard skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) else { return 0 }
        let start = offset
        var (milliseconds, unit) = (0, 100)
        while offset < count, bytes[offset] &- 0x30 <= 9 {
            milliseconds &+= Int(bytes[offset] &- 0x30) &* unit
            unit /= 10
            offset &+= 1
        }
        return offset > start ? milliseconds : nil
    }

    /// `Z`, `+01:00`, `+0100` or `+01`, in minutes.
    private mutating func offsetFromUTC() -> Int? {
        if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
        let isBehind = skip(UInt8(ascii: "-"))
        guard isBehind || skip(UInt8(ascii: "+")), count &- offset >= 2 else { return nil }
        let hours = number(offset)
        offset &+= 2
        var minutes = 0
        if offset < count {
            _ = skip(UInt8(ascii: ":"))
            guard count &- offset >= 2 else { return nil }
            minutes = number(offset)
            offset &+= 2
        }
        guard hours <= 23, minutes <= 59 else { return nil }
        return (hours &* 60 &+ minutes) &* (isBehind ? -1 : 1)
    }

    /// The moment, unless it is a second 60 where none can be, or none of the years 1 to 9999.
    @inline(__always)
    private func instant(_ days: Int, _ milliseconds: Int, offset: Int) -> Instant? {
        let instant = Int64(days &* 86_400_000 &+ milliseconds &- offset &* 60_000)
        guard Instant.range.contains(instant) else { return nil }
        if isLeapSecond {
            guard instant >= 0, instant / 1000 % 86_400 == 0 else { return nil }
            let date = CivilDate(days: Int(instant / 86_400_000))
            guard date.day == 1, date.month == 1 || date.month == 7 else { return nil }
        }
        return Instant(milliseconds: instant)
    }

    // MARK: - Bytes

    @inline(__always)
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard offset < count, bytes[offset] == byte else { return false }
        offset &+= 1
        return true
    }

    /// Two digits; more than 10,000 when they are none.
    @inline(__always)
    private func number(_ offset: Int) -> Int {
        let (tens, ones) = (bytes[offset] &- 0x30, bytes[offset &+ 1] &- 0x30)
        return tens <= 9 && ones <= 9 ? Int(tens) &* 10 &+ Int(ones) : 1_000_000
    }
}
