// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import AllonymMappings

/// What has to be in an answer for a call to have been made: values, and moments that may be later.
struct WantedValues: Sendable {
    /// A value, and where it has to stand, as names with dots between.
    private struct Wanted: Sendable {
        let place: String
        let value: AnswerValue
    }

    private let equal: [Wanted]
    private let notBefore: [Wanted]

    /// What is wanted, by the places in the answer.
    init(equal: [String: AnswerValue], notBefore: [String: AnswerValue] = [:]) {
        func sorted(_ values: [String: AnswerValue]) -> [Wanted] {
            values.sorted { $0.key < $1.key }.map { Wanted(place: $0.key, value: $0.value) }
        }
        (self.equal, self.notBefore) = (sorted(equal), sorted(notBefore))
    }

    /// How many values and moments are wanted.
    var count: Int { equal.count + notBefore.count }

    /// Whether everything is as wanted.
    func holds(in found: AnswerValue) -> Bool { difference(from: found) == nil }

    /// The first thing that is not as wanted; nil where everything is.
    func difference(from found: AnswerValue) -> String? {
        for wanted in equal {
            let there = found.at(wanted.place) ?? .null
            if wanted.value != there {
                return "\(wanted.place) is \(there), and \(wanted.value) is wanted"
            }
        }
        for wanted in notBefore {
            let there = found.at(wanted.place) ?? .null
            if there.isBefore(wanted.value) {
                let end =
                    wanted.value == .null ? "no end" : "\(wanted.value.shownMoment) or later"
                return "\(wanted.place) is \(there.shownMoment), and \(end) is wanted"
            }
        }
        return nil
    }
}

extension AnswerValue {
    /// A moment in milliseconds since 1970: a number of them, or a date of ISO 8601; nil for others.
    var moment: Int64? {
        switch self {
        case .number(let text): Int64(text)
        case .text(let text): DateText.iso(text)?.milliseconds
        case .null, .flag, .list, .object: nil
        }
    }

    /// A number from here on is of milliseconds since 1970, that of 1973; below it, of seconds, which
    /// reach into the year 5138.
    private static let leastMilliseconds: Int64 = 100_000_000_000

    /// The moment in milliseconds since 1970 where a number may be of seconds as well.
    private var instant: Int64? {
        let seconds = (1 - AnswerValue.leastMilliseconds)..<AnswerValue.leastMilliseconds
        guard case .number = self, let moment, seconds.contains(moment) else { return moment }
        return moment * 1_000
    }

    /// The end of the year 9999, in milliseconds since 1970: no later date can be written.
    private static let lastInstant: Int64 = 253_402_300_799_999

    /// A moment as people read it: a number of milliseconds or seconds since 1970 as a date where it is
    /// one, a date as it is written.
    fileprivate var shownMoment: String {
        guard case .number = self, let instant, (0...AnswerValue.lastInstant).contains(instant)
        else { return "\(self)" }
        return OutputBytes.text(ofInstant: instant)
    }

    /// Whether it is a moment before another, or none where null, which is no end, is wanted.
    ///
    /// A second makes no difference: providers tell of whole ones.
    fileprivate func isBefore(_ wanted: AnswerValue) -> Bool {
        guard let moment = instant else { return false }
        guard let other = wanted.instant else { return wanted == .null }
        let (time, isTooLong) = other.subtractingReportingOverflow(moment)
        return isTooLong ? moment < other : time > 1_000
    }
}
