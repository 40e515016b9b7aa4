// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    package import Foundation

    /// How far a clock is moved: a duration of ISO 8601, such as `P1M`, `P1DT2H` or `PT5M`.
    package struct ClockStep: Hashable, Sendable {
        private let years: Int
        private let months: Int
        private let seconds: Int

        /// The most of years, months, weeks and days, and the most of hours, minutes and seconds.
        private static let most = (ofDays: 10_000, ofTime: 1_000_000)

        /// Reads whole numbers of years, months, weeks and days and, after a `T`, of hours, minutes
        /// and seconds; nil for anything else, and for one that takes no time.
        package init?(iso8601 text: String) {
            let form =
                #/
                P (?:([0-9]+)Y)? (?:([0-9]+)M)? (?:([0-9]+)W)? (?:([0-9]+)D)?
                (?:T (?:([0-9]+)H)? (?:([0-9]+)M)? (?:([0-9]+)S)?)?
                /#
            guard text.last != "T", let found = text.wholeMatch(of: form)?.output else {
                return nil
            }
            let days = [found.1, found.2, found.3, found.4]
                .compactMap { ClockStep.count($0, most: ClockStep.most.ofDays) }
            let time = [found.5, found.6, found.7]
                .compactMap { ClockStep.count($0, most: ClockStep.most.ofTime) }
            guard days.count == 4, time.count == 3, (days + time).contains(where: { $0 > 0 }) else {
                return nil
            }
            (years, months) = (days[0], days[1])
            seconds =
                (days[2] * 7 + days[3]) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
        }

        /// What stands before a unit; 0 where the unit is missing, and nil for too much.
        private static func count(_ digits: Substring?, most: Int) -> Int? {
            guard let digits else { return 0 }
            return Int(digits).flatMap { $0 <= most ? $0 : nil }
        }

        /// When it ends if it begins then: first come the years and the months of the calendar.
        package func end(from start: Date) -> Date {
            var date = start
            if years > 0 { date = BillingPeriod(years, .year).end(from: date) }
            if months > 0 { date = BillingPeriod(months, .month).end(from: date) }
            return date.addingTimeInterval(TimeInterval(seconds))
        }
    }
#endif
