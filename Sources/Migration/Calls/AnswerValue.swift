// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A value of JSON, for comparing: numbers are equal as they are spelt.
package indirect enum AnswerValue: Hashable, Sendable, CustomStringConvertible {
    case null
    case flag(Bool)
    case number(String)
    case text(String)
    case list([AnswerValue])
    case object([String: AnswerValue])

    /// Reads bytes; nil for what is no JSON.
    package init?(bytes: [UInt8]) {
        let record = JSONView.Record()
        guard record.read(bytes.span, from: AnswerValue.start(of: bytes)) != nil else { return nil }
        self.init(record.view)
    }

    init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

    private static func start(of bytes: [UInt8]) -> Int {
        bytes.firstIndex { ![0x20, 0x09, 0x0a, 0x0d].contains($0) } ?? 0
    }

    private init(_ view: JSONView) {
        if view.isNull {
            self = .null
        } else if view.isObject {
            self = .object(
                Dictionary(view.members.map { ($0.name, AnswerValue($0.value)) }) { $1 })
        } else if view.isArray {
            self = .list(view.elements.map(AnswerValue.init))
        } else if let flag = view.flag {
            self = .flag(flag)
        } else if let text = view.text {
            self = .text(text)
        } else {
            self = .number(view.spelling ?? "")
        }
    }

    /// The value at a place, as names with dots between; nil where there is none.
    ///
    /// In a list a number names the element, from 0.
    package func at(_ place: String) -> AnswerValue? {
        place.split(separator: ".").reduce(self as AnswerValue?) { value, name in
            guard let elements = value?.elements else { return value?.members?[String(name)] }
            guard let index = Int(name), elements.indices.contains(index) else { return nil }
            return elements[index]
        }
    }

    /// The members of an object.
    package var members: [String: AnswerValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements of a list.
    package var elements: [AnswerValue]? {
        if case .list(let elements) = self { elements } else { nil }
    }

    /// A text as it is, anything else as it is written; nil for lists and objects.
    package var spelling: String? {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let number): number
        case .text(let text): text
        case .list, .object: nil
        }
    }

    package var description: String {
        switch self {
        case .list(let elements): elements.isEmpty ? "empty" : "a list of \(elements.count)"
        case .object: "an object"
        case .null, .flag, .number, .text: spelling ?? ""
        }
    }
}
