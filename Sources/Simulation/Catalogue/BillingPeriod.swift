// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How long a subscription runs until it renews.
public struct BillingPeriod: Hashable, Sendable {
    /// What is counted.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case day, week, month, year
    }

    /// How many; from 1 to 10,000.
    public let count: Int
    /// Of what.
    public let unit: Unit

    /// A period; a count below 1 is taken as 1, one above 10,000 as that.
    public init(_ count: Int, _ unit: Unit) {
        self.count = min(max(count, 1), 10_000)
        self.unit = unit
    }

    /// Seven days.
    public static let week = BillingPeriod(1, .week)
    /// A calendar month.
    public static let month = BillingPeriod(1, .month)
    /// A calendar year.
    public static let year = BillingPeriod(1, .year)
    /// Days of 24 hours.
    public static func days(_ count: Int) -> BillingPeriod { BillingPeriod(count, .day) }

    /// When a period ends that begins then, in the Gregorian calendar at UTC: a month after
    /// 31 January is the last day of February.
    public func end(from start: Date) -> Date { end(of: 1, from: start) }

    /// When so many periods end of which the first begins then; the day of the month stays what it
    /// is where the month has it.
    func end(of periods: Int, from start: Date) -> Date {
        let count = count * periods
        switch unit {
        case .day: return start.addingTimeInterval(TimeInterval(count) * 86_400)
        case .week: return start.addingTimeInterval(TimeInterval(count) * 7 * 86_400)
        case .month, .year:
            let end = BillingPeriod.calendar.date(
                byAdding: unit == .month ? .month : .year, value: count, to: start)
            let days = TimeInterval(count) * (unit == .month ? 30 : 365)
            return max(end ?? .distantPast, start.addingTimeInterval(days * 0.9 * 86_400))
        }
    }

    /// When a period begins that ends then.
    package func start(before end: Date) -> Date {
        switch unit {
        case .day: return end.addingTimeInterval(-TimeInterval(count) * 86_400)
        case .week: return end.addingTimeInterval(-TimeInterval(count) * 7 * 86_400)
        case .month, .year:
            let start = BillingPeriod.calendar.date(
                byAdding: unit == .month ? .month : .year, value: -count, to: end)
            return start ?? .distantPast
        }
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()
}
