// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymInput

/// What reads back whether a call was made: the request for it, and what has to be there.
package struct CallReading: Sendable {
    /// The path, in which the project is a name in angle brackets.
    package let path: String
    /// Headers; secrets are names in angle brackets.
    package let headers: [String: String]
    private let list: String?
    private let matching: [Wanted]
    private let equal: [Wanted]

    /// A value, and where it has to stand, as names with dots between.
    private struct Wanted: Sendable {
        let place: String
        let value: AnswerValue
    }

    /// What was found.
    package enum Finding: Sendable {
        /// Nothing of it is there.
        case absent
        /// It is there as wanted.
        case equal
        /// It is there, and is another: what differs.
        case different(String)
    }

    /// What reads a call back; nil where nothing does, or the call lacks what would tell it from
    /// others.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - calls: Its plan.
    package init?(_ call: PlannedCall, of calls: PlanCalls) {
        let writer = calls.compiledWriter(call.writer)
        let record = JSONView.Record()
        guard let read = writer.call?.read, record.read(call.line.span, from: 0) != nil else {
            return nil
        }
        let values = FieldValues()
        writer.read(record.view, into: values)
        let compiled = CompiledValues(
            [.path(read.path), .json(read.equal)] + (read.matching.map { [.json($0)] } ?? []))
        let bytes = OutputBytes(capacity: 256)
        let renderer = RowRenderer(compiled, into: bytes)
        renderer.fill(values)
        func rendered(_ write: () -> Void) -> String {
            bytes.cut(to: 0)
            write()
            return bytes.text
        }
        path = rendered { renderer.append(path: 0) }
        headers = read.headers
        list = read.list
        equal = CallReading.wanted(rendered { _ = renderer.append(json: 1) })
        matching =
            read.matching == nil
            ? [] : CallReading.wanted(rendered { _ = renderer.append(json: 2) })
        guard !path.isEmpty, !equal.isEmpty, matching.isEmpty == (read.matching == nil) else {
            return nil
        }
        // Whatever of it the call does not have would fit everything.
        if case .object(let members)? = read.matching, members.count != matching.count {
            return nil
        }
    }

    private static func wanted(_ text: String) -> [Wanted] {
        guard let object = AnswerValue(text)?.members else { return [] }
        return object.sorted { $0.key < $1.key }.map { Wanted(place: $0.key, value: $0.value) }
    }

    /// Compares what the reading was answered with.
    ///
    /// - Parameter body: The body of an answer with 200.
    /// - Returns: Nil where the body is not what was expected, so that nothing is known.
    package func compare(_ body: [UInt8]) -> Finding? {
        guard let found = AnswerValue(bytes: body) else { return nil }
        guard let list else { return compare(found) }
        guard let elements = found.at(list)?.elements else { return nil }
        let element = elements.first { element in
            matching.allSatisfy { $0.value == element.at($0.place) ?? .null }
        }
        return element.map(compare) ?? .absent
    }

    /// Compares what a call itself was answered with, as if it were the element that is read.
    package func compare(answer body: [UInt8]) -> Finding? {
        AnswerValue(bytes: body).map(compare)
    }

    private func compare(_ found: AnswerValue) -> Finding {
        for wanted in equal {
            let there = found.at(wanted.place) ?? .null
            if wanted.value != there {
                return .different("\(wanted.place) is \(there), and \(wanted.value) is wanted")
            }
        }
        return .equal
    }
}
