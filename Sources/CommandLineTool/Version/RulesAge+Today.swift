// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import AllonymMigration
    import Foundation

    /// How old the rules are: from the last day on which a source was read until today.
    struct RulesAge {
        let newest: String
        /// Whole days; never negative.
        let days: Int

        /// As many days may pass before people are warned.
        static let most = 180

        init(_ readings: ReadingDays, today: String = RulesAge.today) {
            newest = readings.newest
            let moments = [newest, today].map { Migration.milliseconds(of: $0) ?? 0 }
            days = max(0, Int((moments[1] - moments[0]) / 86_400_000))
        }

        var isTooOld: Bool { days > RulesAge.most }

        /// Says on standard error that the rules are too old, if they are.
        func warn() {
            guard isTooOld else { return }
            StandardError.say(
                "warning: the rules are of \(newest), which is \(days) days ago; providers may have "
                    + "changed since: look for a newer version of allonym")
        }

        /// Today in UTC, such as `2026-11-21`; `ALLONYM_TODAY` says another day, for tests.
        static var today: String {
            if let day = ProcessInfo.processInfo.environment["ALLONYM_TODAY"],
                Migration.milliseconds(of: day) != nil
            {
                return day
            }
            return Date().formatted(.iso8601.year().month().day())
        }
    }
#endif
