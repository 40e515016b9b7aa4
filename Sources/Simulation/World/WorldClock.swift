// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The clock of a ``SharedWorld``: it stands still until a test moves it.
public final class WorldClock: Sendable {
    private let offset: Locked<TimeInterval>
    private let start: Date?
    /// 31 December 9999, as far as calendars and formats go.
    private static let last = Date(timeIntervalSince1970: 253_402_214_400)

    /// A clock that stands still; without a date, on 1 January 2026 at noon UTC.
    public init(at date: Date = Date(timeIntervalSince1970: 1_767_268_800)) {
        start = max(min(date, WorldClock.last), Date(timeIntervalSince1970: -62_135_596_800))
        offset = Locked(0)
    }

    private init() {
        start = nil
        offset = Locked(0)
    }

    /// A clock that goes with the machine's, and can be moved ahead of it.
    public static var system: WorldClock { WorldClock() }

    /// What it shows.
    public var now: Date {
        (start ?? Date()).addingTimeInterval(offset.withLock { $0 })
    }

    /// Moves it forward, in seconds; it does not go back, nor beyond the year 9999.
    ///
    /// What the store does by itself in that time, renewals and expirations, is done when the
    /// world is next asked for anything.
    public func advance(by seconds: TimeInterval) {
        let left = WorldClock.last.timeIntervalSince(now)
        guard seconds > 0, left > 0 else { return }
        offset.withLock { $0 += min(seconds, left) }
    }

    /// Moves it forward by a period.
    public func advance(by period: BillingPeriod) {
        let now = now
        advance(by: period.end(from: now).timeIntervalSince(now))
    }
}
