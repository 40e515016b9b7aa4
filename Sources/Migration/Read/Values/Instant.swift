// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A moment, in milliseconds since 1970, or none.
///
/// Those of the years 1 to 9999 can be held.
package struct Instant: Hashable, Sendable, Comparable {
    /// Milliseconds since 1970; the least number of all stands for none.
    package var milliseconds: Int64

    /// A moment.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// No moment; before all others.
    package static let none = Instant(milliseconds: .min)

    /// Whether it is a moment.
    package var isPresent: Bool { milliseconds != .min }

    /// Its milliseconds; nil where it is no moment.
    package var known: Int64? { isPresent ? milliseconds : nil }

    /// The first and the last moment that can be held.
    static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    package static func < (one: Instant, other: Instant) -> Bool {
        one.milliseconds < other.milliseconds
    }
}

extension Instant {
    /// Days from 1970 to a day of the Gregorian calendar.
    @inline(__always)
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years that begin in March, so that the leap day is the last one.
        let shifted = month > 2 ? year : year &- 1
        let era = (shifted >= 0 ? shifted : shifted &- 399) / 400
        let yearOfEra = shifted &- era &* 400
        let monthFromMarch = month > 2 ? month &- 3 : month &+ 9
        let dayOfYear = (153 &* monthFromMarch &+ 2) / 5 &+ day &- 1
        let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
        return era &* 146_097 &+ dayOfEra &- 719_468
    }

    /// As many days the month has.
    @inline(__always)
    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
