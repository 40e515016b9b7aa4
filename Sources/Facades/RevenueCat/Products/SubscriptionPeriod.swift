// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// A length of time, as stores count it.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, SubscriptionPeriod), read
/// 2026-11-21.
public final class SubscriptionPeriod: NSObject, Codable, Sendable {
    /// What is counted.
    public enum Unit: Int, Codable, Sendable {
        /// A day.
        case day = 0
        /// Seven days.
        case week = 1
        /// A calendar month.
        case month = 2
        /// A calendar year.
        case year = 3

        init(_ unit: BillingPeriod.Unit) {
            self =
                switch unit {
                case .day: .day
                case .week: .week
                case .month: .month
                case .year: .year
                }
        }
    }

    /// How many.
    public let value: Int
    /// Of what.
    public let unit: Unit

    /// A period.
    public init(value: Int, unit: Unit) {
        self.value = value
        self.unit = unit
        super.init()
    }

    convenience init(_ period: BillingPeriod) {
        self.init(value: period.count, unit: Unit(period.unit))
    }

    /// Whether both are as many of the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SubscriptionPeriod else { return false }
        return value == other.value && unit == other.unit
    }

    /// Of both.
    public override var hash: Int { value.hashValue ^ unit.hashValue }

    /// The period, for developers.
    public override var debugDescription: String { "SubscriptionPeriod: \(value) \(unit)" }
}

extension SubscriptionPeriod.Unit: CustomDebugStringConvertible {
    /// Its name.
    public var debugDescription: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }
}

extension SubscriptionPeriod {
    /// The period counted in another unit, with a week of 7 days, a month of 30 and a year of 365
    /// or of 12 months.
    ///
    /// A month has a twelfth of the weeks of a year.
    public func numberOfUnitsAs(unit: Unit) -> Decimal {
        Decimal(value) * self.unit.length(in: unit)
    }

    /// What a price for this period is for one of a unit, in hundredths; nil for an empty period.
    func price(_ price: Decimal, per unit: Unit) -> NSDecimalNumber? {
        let count = numberOfUnitsAs(unit: unit)
        guard count > 0 else { return nil }
        var exact = price / count
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 2, .plain)
        return NSDecimalNumber(decimal: rounded)
    }
}

extension SubscriptionPeriod.Unit {
    fileprivate func length(in unit: SubscriptionPeriod.Unit) -> Decimal {
        switch (self, unit) {
        case (.day, .day), (.week, .week), (.month, .month), (.year, .year): 1
        case (.day, .week): 1 / Decimal(7)
        case (.day, .month): 1 / Decimal(30)
        case (.day, .year): 1 / Decimal(365)
        case (.week, .day): 7
        case (.week, .month): 1 / (Decimal(365) / 12 / 7)
        case (.week, .year): 1 / (Decimal(365) / 7)
        case (.month, .day): 30
        case (.month, .week): Decimal(365) / 12 / 7
        case (.month, .year): 1 / Decimal(12)
        case (.year, .day): 365
        case (.year, .week): Decimal(365) / 7
        case (.year, .month): 12
        }
    }
}
