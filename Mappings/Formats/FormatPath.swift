// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Where a value stands in a record, or in the document around it.
///
/// Of CSV it is the name of a column; of JSON, keys joined by dots.
package struct FormatPath: Hashable, Sendable, CustomStringConvertible {
    /// Where a path begins.
    package enum Origin: Hashable, Sendable {
        /// At the record.
        case record
        /// At the document: `$.key`.
        case document
        /// As many values further out: `^.key`, `^.^.key`.
        case outer(Int)
        /// Nowhere: the key of an enclosing object, `{product}`.
        case key(NeutralField)
    }

    /// One step inwards.
    package enum Step: Hashable, Sendable {
        /// The member of this name.
        case member(String)
        /// Every element of a list, or every member of an object; of an object the key may be a
        /// field.
        case every(NeutralField?)
        /// Every element whose member has this value: `[key=value]`.
        case matching(String, String)

        /// Whether it can lead to several values.
        var isMany: Bool {
            if case .member = self { false } else { true }
        }
    }

    /// As it is written.
    package let description: String
    /// Where it begins.
    package let origin: Origin
    /// The way from there.
    package let steps: [Step]

    /// The column of a name.
    package init(column: String) {
        description = column
        origin = .record
        steps = [.member(column)]
    }

    /// The key of an enclosing object.
    package init(key field: NeutralField) {
        description = "{\(field.name)}"
        origin = .key(field)
        steps = []
    }

    /// A path of JSON; nil when it is none.
    package init?(_ text: String) {
        description = text
        var parts = FormatPath.parts(text)[...]
        var origin = Origin.record
        if parts.first == "$" {
            origin = .document
            parts = parts.dropFirst()
        } else if parts.first == "^" {
            let outer = parts.prefix { $0 == "^" }.count
            origin = .outer(outer)
            parts = parts.dropFirst(outer)
        } else if parts.count == 1, let field = FormatPath.field(text) {
            (self.origin, steps) = (.key(field), [])
            return
        }
        var steps: [Step] = []
        for part in parts {
            guard let some = FormatPath.steps(part) else { return nil }
            steps += some
        }
        if steps.isEmpty, origin == .record { return nil }
        self.origin = origin
        self.steps = steps
    }

    /// Cut at dots outside of brackets.
    private static func parts(_ text: String) -> [String] {
        var (parts, isInside) = ([""], false)
        for character in text {
            if character == "[" { isInside = true }
            if character == "]" { isInside = false }
            if character == ".", !isInside {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    private static func steps(_ part: String) -> [Step]? {
        if part == "*" { return [.every(nil)] }
        if part.hasPrefix("{") { return field(part).map { [.every($0)] } }
        guard let bracket = part.firstIndex(of: "[") else {
            return part.isEmpty ? nil : [.member(part)]
        }
        let condition = part[bracket...].dropFirst().dropLast()
        guard part.hasSuffix("]"), let equals = condition.firstIndex(of: "="),
            equals != condition.startIndex, bracket != part.startIndex
        else { return nil }
        return [
            .member(String(part[..<bracket])),
            .matching(
                String(condition[..<equals]), String(condition[equals...].dropFirst())),
        ]
    }

    private static func field(_ part: String) -> NeutralField? {
        guard part.hasPrefix("{"), part.hasSuffix("}") else { return nil }
        return NeutralField(name: String(part.dropFirst().dropLast()))
    }

    /// Whether it can lead to several values.
    package var isMany: Bool { steps.contains(where: \.isMany) }

    /// The way from the document to the value, for a record at a location.
    package func steps(from location: FormatPath) -> [Step] {
        switch origin {
        case .record: location.steps + steps
        case .document: steps
        case .outer(let count): location.steps.dropLast(count) + steps
        case .key: []
        }
    }

    /// Whether the path of a field is meant, the field being one of a record at a location.
    ///
    /// It may be written like the field's, or from the document.
    package func means(_ field: FormatPath, ofRecordAt location: FormatPath) -> Bool {
        description == field.description
            || origin == .document && steps == field.steps(from: location)
    }
}
