// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What reads back whether a call was made: the request for it, and what has to be there.
package struct CallReading: Sendable {
    /// The path, in which the project is a name in angle brackets.
    package let path: String
    /// Headers; secrets are names in angle brackets.
    package let headers: [String: String]
    private let list: String?
    private let matching: WantedValues
    private let wanted: WantedValues
    /// Where it is told when what is there has changed.
    private let changed: [(place: String, form: FieldRule.Form)]

    /// What was found.
    package enum Finding: Sendable {
        /// Nothing of it is there.
        case absent
        /// It is there as wanted.
        case equal
        /// It is there, and is another.
        case different(Difference)
    }

    /// What is there instead of what is wanted.
    package struct Difference: Sendable {
        /// What differs.
        package let text: String
        /// When what is there has changed, in milliseconds since 1970; nil where that is not told.
        package let changed: Int64?
    }

    /// What reads a call back; nil where nothing does, or the call lacks what would tell it from
    /// others.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - calls: Its plan.
    package init?(_ call: PlannedCall, of calls: PlanCalls) {
        let writer = calls.compiledWriter(call.writer)
        guard let read = writer.call?.read, let fields = CallFields(call, writer) else {
            return nil
        }
        path = fields.path(read.path)
        headers = read.headers
        (list, changed) = (read.list, read.changed)
        wanted = WantedValues(of: fields, equal: read.equal, notBefore: read.notBefore)
        matching = WantedValues(of: fields, equal: read.matching)
        guard !path.isEmpty, wanted.count > 0, matching.count > 0 || read.matching == nil else {
            return nil
        }
        // Whatever of it the call does not have would fit everything.
        if case .object(let members)? = read.matching, members.count != matching.count {
            return nil
        }
    }

    /// Compares what the reading was answered with.
    ///
    /// Of several elements that fit, one that is as wanted counts.
    ///
    /// - Parameter body: The body of an answer with 200.
    /// - Returns: Nil where the body is not what was expected, so that nothing is known.
    package func compare(_ body: [UInt8]) -> Finding? {
        guard let found = AnswerValue(bytes: body) else { return nil }
        guard let list else { return compare(found) }
        guard let elements = found.at(list)?.elements else { return nil }
        let fitting = elements.filter { matching.holds(in: $0) }
        return (fitting.first { wanted.holds(in: $0) } ?? fitting.first).map(compare) ?? .absent
    }

    /// Compares what a call itself was answered with, as if it were the element that is read.
    package func compare(answer body: [UInt8]) -> Finding? {
        AnswerValue(bytes: body).map(compare)
    }

    private func compare(_ found: AnswerValue) -> Finding {
        guard let text = wanted.difference(from: found) else { return .equal }
        let moments = changed.compactMap { place, form in found.at(place)?.moment(in: form) }
        return .different(Difference(text: text, changed: moments.max()))
    }
}
