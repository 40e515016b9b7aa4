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
        /// How a moment is written; nil for anything else.
        let form: FieldRule.Form?
    }

    private let equal: [Wanted]
    private let notBefore: [Wanted]

    /// What is wanted, by the places in the answer.
    ///
    /// - Parameters:
    ///   - fields: What the call was written with.
    ///   - equal: The values that have to be there.
    ///   - notBefore: The moments that may be later there.
    init(of fields: CallFields, equal: FormatValue?, notBefore: FormatValue? = nil) {
        func wanted(_ object: FormatValue?) -> [Wanted] {
            fields.members(object).sorted { $0.key < $1.key }.map { place, value in
                Wanted(place: place, value: value, form: object?.momentForm(of: place))
            }
        }
        (self.equal, self.notBefore) = (wanted(equal), wanted(notBefore))
    }

    /// How many values and moments are wanted.
    var count: Int { equal.count + notBefore.count }

    /// Whether everything is as wanted.
    func holds(in found: AnswerValue) -> Bool { difference(from: found) == nil }

    /// The first thing that is not as wanted; nil where everything is.
    func difference(from found: AnswerValue) -> String? {
        for wanted in equal {
            let there = found.at(wanted.place) ?? .null
            if wanted.value != there,
                wanted.form.map({ there.isSame(as: wanted.value, in: $0) }) != true
            {
                return "\(wanted.place) is \(there), and \(wanted.value) is wanted"
            }
        }
        for wanted in notBefore {
            let there = found.at(wanted.place) ?? .null
            let form = wanted.form ?? .milliseconds
            if there.isBefore(wanted.value, in: form) {
                let end =
                    wanted.value == .null
                    ? "no end" : "\(wanted.value.shownMoment(in: form)) or later"
                let found = there.shownMoment(in: form)
                return "\(wanted.place) is \(found), and \(end) is wanted"
            }
        }
        return nil
    }
}

extension FormatValue {
    /// How a member of an object is written that is a moment; nil where it is none.
    fileprivate func momentForm(of member: String) -> FieldRule.Form? {
        guard case .object(let members) = self,
            case .field(_, let form, _, _)? = members.first(where: { $0.name == member })?.value,
            [.seconds, .milliseconds, .iso].contains(form)
        else { return nil }
        return form
    }
}

extension AnswerValue {
    /// The end of the year 9999, in milliseconds since 1970: no later date can be written.
    private static let lastInstant: Int64 = 253_402_300_799_999

    /// A moment in milliseconds since 1970: a number of them or of seconds, or a date of ISO 8601; nil
    /// for others.
    ///
    /// One that is too far away to be counted is the furthest that can be.
    func moment(in form: FieldRule.Form) -> Int64? {
        switch self {
        case .number(let text):
            Int64(text).map { number in
                let (milliseconds, isTooFar) = number.multipliedReportingOverflow(
                    by: form == .seconds ? 1_000 : 1)
                return isTooFar ? (number < 0 ? .min : .max) : milliseconds
            }
        case .text(let text): DateText.iso(text)?.milliseconds
        case .null, .flag, .list, .object: nil
        }
    }

    /// A moment as people read it: a number as a date where it is one, a date as it is written.
    fileprivate func shownMoment(in form: FieldRule.Form) -> String {
        guard case .number = self, let moment = moment(in: form),
            (0...AnswerValue.lastInstant).contains(moment)
        else { return "\(self)" }
        return OutputBytes.text(ofInstant: moment)
    }

    /// Whether both are the same moment, but for a second: providers tell of whole ones.
    fileprivate func isSame(as wanted: AnswerValue, in form: FieldRule.Form) -> Bool {
        moment(in: form) != nil && wanted.moment(in: form) != nil
            && !isBefore(wanted, in: form) && !wanted.isBefore(self, in: form)
    }

    /// Whether it is a moment before another, or none where null, which is no end, is wanted.
    ///
    /// A second makes no difference: providers tell of whole ones.
    fileprivate func isBefore(_ wanted: AnswerValue, in form: FieldRule.Form) -> Bool {
        guard let moment = moment(in: form) else { return false }
        guard let other = wanted.moment(in: form) else { return wanted == .null }
        let (time, isTooLong) = other.subtractingReportingOverflow(moment)
        return isTooLong ? moment < other : time > 1_000
    }
}
