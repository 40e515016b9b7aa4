// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation

/// The neutral fields of one thing, by their names, as JSON lines have them.
struct Fields: ExpressibleByDictionaryLiteral {
    private var members: [String: Any]

    init(_ members: [String: Any]) { self.members = members }

    init(dictionaryLiteral members: (String, Any)...) {
        self.members = Dictionary(members) { first, _ in first }
    }

    subscript(name: String) -> Any? {
        get { members[name] }
        set { members[name] = newValue }
    }

    func text(_ name: String) -> String? { members[name] as? String }

    /// Fills in all but who it belongs to, which is for the plan to say.
    func fill(_ values: FieldValues) {
        for (field, said) in says.sorted(by: { $0.key.name < $1.key.name }) {
            switch said {
            case .text(let text) where field.content == .word:
                values.set(PlanField(field), number: Int64(field.words.firstIndex(of: text) ?? 0))
            case .text(let text): values.set(PlanField(field), text)
            case .list(let texts):
                for text in texts { text.withSpan { values.append(PlanField(field), $0) } }
            case .moment(let number): values.set(PlanField(field), number: number)
            case .number(let number): values.set(PlanField(field), number: Int64(number))
            case .flag(let flag): values.set(PlanField(field), flag: flag)
            }
        }
    }

    /// All but who it belongs to, which a test says apart.
    var says: [NeutralField: Said] {
        var says: [NeutralField: Said] = [:]
        for (name, member) in members {
            guard let field = NeutralField(name: name), name != "user-id", name != "anonymous-id"
            else { continue }
            says[field] =
                switch field.content {
                case .text: .text(Fields.text(of: member))
                case .list: .list(member as? [String] ?? [])
                case .instant: .moment(Fields.instant(of: member))
                case .flag: .flag(member as? Bool ?? false)
                case .integer: .number(member as? Int ?? 0)
                case .word: .text(member as? String ?? "")
                }
        }
        return says
    }

    private static func text(of member: Any) -> String {
        switch member {
        case let text as String: return text
        case let number as NSNumber: return number.stringValue
        default:
            let data = try? JSONSerialization.data(withJSONObject: member, options: .sortedKeys)
            return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    /// Milliseconds since 1970, or a date of ISO 8601.
    private static func instant(of member: Any) -> Int64 {
        guard let text = member as? String else { return (member as? NSNumber)?.int64Value ?? 0 }
        let formatter = ISO8601DateFormatter()
        let options: [ISO8601DateFormatter.Options] = [
            [.withInternetDateTime, .withFractionalSeconds], .withInternetDateTime, .withFullDate,
        ]
        for option in options {
            formatter.formatOptions = option
            if let date = formatter.date(from: text) {
                return Int64((date.timeIntervalSince1970 * 1000).rounded())
            }
        }
        return 0
    }
}

extension Fields {
    /// The lines of a file among the fixtures.
    static func lines(of name: String) throws -> [Fields] {
        try Fixtures.text(name).split(separator: "\n").map { line in
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return Fields(value as? [String: Any] ?? [:])
        }
    }
}

/// The files beside these tests.
enum Fixtures {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures")

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    static func write(_ text: String, to name: String) throws {
        try text.write(
            to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    static func names(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: folder.appendingPathComponent(name).path
        ).sorted()
    }
}
