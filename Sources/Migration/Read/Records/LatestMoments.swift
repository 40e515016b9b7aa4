// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The latest moment at which a row says that something happened, and the latest other one of all
/// other rows.
///
/// A date with a wrong year would make everything else long over: so the two are kept apart. A row may
/// stand in an export twice, and exports may overlap, so that one date is one however many rows have
/// it.
package struct LatestMoments: Equatable, Sendable {
    /// Where a row stands.
    package struct Row: Hashable, Sendable {
        var input: Int
        var line: Int
        /// As many bytes are before it.
        var start: Int

        package init(input: Int, line: Int, start: Int) {
            (self.input, self.line, self.start) = (input, line, start)
        }
    }

    package private(set) var latest = Instant.none
    /// The first row that says it.
    private(set) var row: Row?
    /// The latest other one of all other rows.
    package private(set) var second = Instant.none

    package init() {}

    /// So many milliseconds lie between a date and all others where it is taken for a fault: 30 days.
    static let gap: Int64 = 30 * 86_400_000

    /// Whether one date is far ahead of all others.
    package var isFarAhead: Bool {
        second.isPresent && latest.milliseconds - second.milliseconds > LatestMoments.gap
    }

    /// Takes what a row says.
    @inline(__always)
    package mutating func take(_ moment: Instant, in row: Row?) {
        if moment <= second || moment == latest { return }
        if row != nil, row == self.row {
            latest = max(latest, moment)
        } else if moment > latest {
            (second, latest, self.row) = (latest, moment, row)
        } else {
            second = moment
        }
    }

    /// The same where so many lines and bytes are before all rows.
    func moved(by lines: Int, _ bytes: Int) -> LatestMoments {
        var moved = self
        moved.row?.line += lines
        moved.row?.start += bytes
        return moved
    }

    /// Takes what other rows say.
    mutating func take(_ others: LatestMoments) {
        if others.latest.isPresent { take(others.latest, in: others.row) }
        if others.second.isPresent { take(others.second, in: nil) }
    }
}
