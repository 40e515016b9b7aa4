// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The clock of a ``SharedWorld``: it stands still until a test moves it.
public final class WorldClock: Sendable {
    private let offset: Locked<TimeInterval>
    private let start: Date?

    /// A clock that stands still; without a date, on 1 January 2026 at noon UTC.
    public init(at date: Date = Date(timeIntervalSince1970: 1_767_268_800)) {
        start = date
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

    /// Moves it forward, in seconds; it does not go back.
    ///
    /// What the store does by itself in that time, renewals and expirations, is done when the
    /// world is next asked for anything.
    public func advance(by seconds: TimeInterval) {
        offset.withLock { $0 += max(seconds, 0) }
    }

    /// Moves it forward by a period.
    public func advance(by period: BillingPeriod) {
        let now = now
        advance(by: period.end(from: now).timeIntervalSince(now))
    }
}
