// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import Testing

@Suite struct ClockTests {
    @Test(
        arguments: [
            (.month, "2026-01-31T12:00:00Z", "2026-02-28T12:00:00Z"),
            (.year, "2024-02-29T00:00:00Z", "2025-02-28T00:00:00Z"),
            (.week, "2026-12-28T00:00:00Z", "2027-01-04T00:00:00Z"),
            (.days(3), "2026-03-28T23:00:00Z", "2026-03-31T23:00:00Z"),
            (BillingPeriod(0, .day), "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"),
        ] as [(BillingPeriod, String, String)])
    func `A period ends in the calendar, at UTC`(
        period: BillingPeriod, start: String, end: String
    ) throws {
        let format = Date.ISO8601FormatStyle()
        #expect(period.end(from: try format.parse(start)) == (try format.parse(end)))
    }

    @Test func `A clock stands still, goes forward when told, and never back`() {
        let clock = WorldClock(at: Date(timeIntervalSince1970: 1_000))
        #expect(clock.now.timeIntervalSince1970 == 1_000)
        clock.advance(by: 60)
        #expect(clock.now.timeIntervalSince1970 == 1_060)
        clock.advance(by: -60)
        clock.advance(by: .days(1))
        #expect(clock.now.timeIntervalSince1970 == 87_460)
    }

    @Test func `The system's clock can be moved ahead`() {
        let clock = WorldClock.system
        let before = Date()
        clock.advance(by: .year)
        #expect(clock.now.timeIntervalSince(before) > 360 * 86_400)
    }
}
