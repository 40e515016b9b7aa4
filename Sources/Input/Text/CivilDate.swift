// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A day of the Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
    package let year: Int
    /// From 1.
    package let month: Int
    package let day: Int

    /// The day so many days after the first of 1970.
    package init(days: Int) {
        // Years that begin in March, in eras of 400, so that the leap day is the last one.
        let shifted = days &+ 719_468
        let era = (shifted >= 0 ? shifted : shifted &- 146_096) / 146_097
        let dayOfEra = shifted &- era &* 146_097
        let yearOfEra =
            (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
        year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
        day = dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1
    }

    /// Days and milliseconds of a moment in milliseconds since 1970.
    package static func split(_ milliseconds: Int64) -> (days: Int, rest: Int) {
        let day: Int64 = 86_400_000
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: day)
        return rest < 0 ? (Int(days) - 1, Int(rest + day)) : (Int(days), Int(rest))
    }
}
