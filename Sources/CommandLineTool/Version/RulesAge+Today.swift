// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import AllonymMigration
    import Foundation

    extension RulesAge {
        /// The age today.
        init(_ readings: ReadingDays) { self.init(newest: readings.newest, at: RulesAge.today) }

        /// Says on standard error that the rules are too old, if they are.
        func warn() {
            if let warning { StandardError.say("warning: \(warning)") }
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
