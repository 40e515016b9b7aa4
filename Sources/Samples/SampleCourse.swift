// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// How one purchase went: its periods, and what has happened to the last of them.
///
/// Moments are in milliseconds since 1970, of whole seconds.
struct SampleCourse {
    /// A period of a subscription, or the one moment of what is bought once.
    struct Period {
        let start: Int64
        let end: Int64?
        let isTrial: Bool
    }

    /// The periods, the oldest first.
    private(set) var periods: [Period] = []
    /// How the purchase stands.
    let state: NeutralState
    /// When what the state says has happened; the start of the last period where nothing has.
    private(set) var happened: Int64 = 0
    private(set) var graceEnd: Int64?
    private(set) var resumption: Int64?

    static let hour: Int64 = 3_600_000
    static let day: Int64 = 24 * hour

    /// A course.
    ///
    /// - Parameters:
    ///   - product: What was bought.
    ///   - state: How it stands at the moment.
    ///   - now: The moment; everything but ends of periods lies before it.
    ///   - generator: Where chance comes from.
    init(
        of product: SampleShop.Product, state: NeutralState, now: Int64,
        _ generator: inout SampleGenerator
    ) {
        self.state = state
        guard product.kind == .subscription else {
            let start = now - SampleCourse.time(1...400, &generator)
            periods = [Period(start: start, end: nil, isTrial: false)]
            happened = state == .refunded ? start + SampleCourse.hour : start
            return
        }
        let length = Int64(product.days) * SampleCourse.day
        let isTrialOnly = generator.chance(7) && state != .paused
        let end = SampleCourse.end(state, isTrialOnly ? 7 : product.days, now, &generator)
        let count = isTrialOnly ? 0 : 1 + generator.below(product.days > 31 ? 3 : 6)
        for period in 0..<count {
            let start = end - Int64(count - period) * length
            periods.append(Period(start: start, end: start + length, isTrial: false))
        }
        if isTrialOnly || generator.chance(20) {
            let first = periods.first?.start ?? end
            let trial = Period(start: first - 7 * SampleCourse.day, end: first, isTrial: true)
            periods.insert(trial, at: 0)
        }
        settle(end: end, now: now, &generator)
    }

    /// Sets when what has happened did.
    private mutating func settle(end: Int64, now: Int64, _ generator: inout SampleGenerator) {
        let start = periods.last?.start ?? end
        let passed = (min(now, end) - start) / 1_000
        let inside = start + Int64(generator.below(max(1, Int(passed)))) * 1_000
        switch state {
        case .cancelled, .expired, .refunded: happened = inside
        case .grace, .billingRetry, .paused: happened = end
        default: happened = start
        }
        if state == .grace { graceEnd = end + 16 * SampleCourse.day }
        if state == .paused { resumption = now + SampleCourse.time(1...60, &generator) }
    }

    /// The end of the last period.
    private static func end(
        _ state: NeutralState, _ days: Int, _ now: Int64, _ generator: inout SampleGenerator
    ) -> Int64 {
        switch state {
        case .active, .cancelled: now + time(1...(days - 1), &generator)
        case .refunded: now + time(0...(days - 1), &generator)
        case .grace: now - time(1...10, &generator)
        case .billingRetry: now - time(3...50, &generator)
        case .paused: now - time(2...40, &generator)
        default: now - time(2...500, &generator)
        }
    }

    /// Some days, to the second.
    private static func time(
        _ days: ClosedRange<Int>, _ generator: inout SampleGenerator
    ) -> Int64 {
        let seconds = generator.below((days.upperBound - days.lowerBound) * 86_400 + 1)
        return Int64(days.lowerBound * 86_400 + seconds) * 1_000
    }

    /// What has happened, in order: of every period its beginning, and what came behind the last.
    var events: [(event: NeutralEvent, time: Int64, period: Int)] {
        var events: [(event: NeutralEvent, time: Int64, period: Int)] = []
        for (number, period) in periods.enumerated() {
            let isConverted = number > 0 && periods[number - 1].isTrial
            let event: NeutralEvent =
                switch (number, period.isTrial) {
                case (0, true): .trialStarted
                case (0, false): .purchased
                default: isConverted ? .trialConverted : .renewed
                }
            events.append((event, period.start, number))
        }
        guard let last = periods.last else { return events }
        let number = periods.count - 1
        switch state {
        case .cancelled: events.append((.cancelled, happened, number))
        case .expired:
            events.append((.cancelled, happened, number))
            events.append((last.isTrial ? .trialExpired : .expired, last.end ?? happened, number))
        case .refunded: events.append((.refunded, happened, number))
        case .grace, .billingRetry: events.append((.billingProblem, happened, number))
        case .paused: events.append((.paused, happened, number))
        default: break
        }
        return events
    }
}
