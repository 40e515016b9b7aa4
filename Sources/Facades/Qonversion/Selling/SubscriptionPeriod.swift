// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

extension Qonversion {
    /// What a length of time is counted in.
    public enum SubscriptionPeriodUnit: Int, Sendable, CaseIterable {
        /// Days.
        case day = 0
        /// Weeks.
        case week = 1
        /// Months.
        case month = 2
        /// Years.
        case year = 3
    }

    /// How long a subscription, or its free trial, runs.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONSubscriptionPeriod (6.13.1,
    /// 2026-07-21), read 2026-11-24.
    public final class SubscriptionPeriod: NSObject, Sendable {
        /// What is counted.
        public let unit: SubscriptionPeriodUnit
        /// How many.
        public let unitCount: UInt

        init(_ period: BillingPeriod) {
            unit =
                switch period.unit {
                case .day: .day
                case .week: .week
                case .month: .month
                case .year: .year
                }
            unitCount = UInt(period.count)
        }

        /// The word for a unit: `day`, `week`, `month` or `year`.
        public static func unitStringFormat(_ unit: SubscriptionPeriodUnit) -> String { "\(unit)" }

        /// Whether it is as long, in the same unit.
        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? SubscriptionPeriod else { return false }
            return unit == other.unit && unitCount == other.unitCount
        }

        /// A hash of unit and count.
        public override var hash: Int { unit.rawValue &* 31 &+ Int(unitCount) }
    }
}
