// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import Foundation

    /// What time it is in a project: the machine's time, or one that somebody has set.
    package struct ProjectClock: Hashable, Sendable {
        /// The time at which it stands still; nil while it goes with the machine's.
        package let frozen: Date?
        /// The latest time that it has shown: it never goes back, whatever the machine's does.
        package private(set) var latest: Date

        /// A clock that goes with the machine's.
        package init() {
            frozen = nil
            latest = .distantPast
        }

        /// A clock that stands still, until it is moved.
        package init(frozen: Date) {
            self.frozen = frozen
            latest = frozen
        }

        /// What it shows, to the millisecond, when the machine's clock shows a time.
        package mutating func now(_ machine: Date) -> Date {
            latest = max(latest, frozen ?? Date(milliseconds: machine.milliseconds))
            return latest
        }

        /// It has shown this time before.
        mutating func reach(_ date: Date) { latest = max(latest, date) }

        /// Why a clock cannot be moved as asked.
        package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
            case isReal
            case backwards(now: Date)
            case ahead(now: Date)

            /// What was refused and what to do.
            package var description: String {
                switch self {
                case .isReal:
                    "This project's clock goes with the machine's and cannot be moved. Freeze it "
                        + "first with {\"freeze\":true}."
                case .backwards(let now):
                    "The clock shows \(now.ISO8601Format()) and does not go back."
                case .ahead(let now):
                    "The clock shows \(now.ISO8601Format()), which is later than the machine's, and "
                        + "does not go back. Add a new project for one that goes with the machine's."
                }
            }
        }

        /// The clock moved to a time, at most to the last one that it can show.
        package func moved(to date: Date) throws(Fault) -> ProjectClock {
            guard let frozen else { throw .isReal }
            guard date >= frozen else { throw .backwards(now: frozen) }
            return ProjectClock(frozen: min(date, ProjectClock.last))
        }

        /// The clock as it goes with the machine's, which must not be earlier than what it has shown.
        package func released(at machine: Date) throws(Fault) -> ProjectClock {
            var clock = ProjectClock()
            guard clock.now(machine) >= latest else { throw .ahead(now: latest) }
            return clock
        }

        /// 31 December 9999, as far as calendars and formats go.
        package static let last = Date(timeIntervalSince1970: 253_402_214_400)
    }
#endif
