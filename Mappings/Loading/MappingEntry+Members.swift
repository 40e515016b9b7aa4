// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Members that several kinds of entries have, many of which may be null or left out.
extension MappingEntry {
    /// A text, or null, which is written down.
    func textOrNull(_ name: String) throws(MappingsError) -> String? {
        if case .null = members[name] { return nil }
        return try optionalText(name)
    }

    /// A whole number from 1 on, or null, or nothing.
    func numberOrNull(_ name: String) throws(MappingsError) -> Int? {
        switch members[name] {
        case nil, .null: nil
        default: try number(name, from: 1)
        }
    }

    /// Texts; none when they are left out.
    func textsOrNone(_ name: String) throws(MappingsError) -> [String] {
        members[name] == nil ? [] : try texts(name)
    }

    /// Objects, named by their positions; none when they are left out.
    func parts(_ name: String) throws(MappingsError) -> [MappingEntry] {
        guard let value = members[name] else { return [] }
        guard case .array(let elements) = value else {
            throw error("\"\(name)\" has to be a list, not \(value.kind)")
        }
        var parts: [MappingEntry] = []
        for (number, element) in elements.enumerated() {
            let position = "\(label.map { "\($0): " } ?? "")\(name) \(number + 1)"
            guard case .object(let members) = element else {
                throw MappingsError(
                    file: file, entry: position, reason: "expected an object, not \(element.kind)")
            }
            parts.append(MappingEntry(file: file, label: position, members: members))
        }
        return parts
    }

    /// Names and the texts of each, null being nil; sorted by name.
    func conditions(
        _ name: String
    ) throws(MappingsError) -> [(name: String, values: [String?])] {
        guard let value = members[name] else { return [] }
        guard case .object(let members) = value else {
            throw error("\"\(name)\" has to be an object, not \(value.kind)")
        }
        var conditions: [(name: String, values: [String?])] = []
        for (member, value) in members.sorted(by: { $0.key < $1.key }) {
            guard case .array(let elements) = value, !elements.isEmpty else {
                throw error("\"\(name)\", \"\(member)\" has to be a list that is not empty")
            }
            var values: [String?] = []
            for element in elements {
                switch element {
                case .null: values.append(nil)
                case .string(let text): values.append(text)
                default: throw error("\"\(name)\", \"\(member)\" has to hold texts or null")
                }
            }
            conditions.append((member, values))
        }
        return conditions
    }

    /// A field of the neutral list.
    func field(_ name: String, _ text: String) throws(MappingsError) -> NeutralField {
        guard let field = NeutralField(name: text) else {
            throw error("\"\(name)\" does not allow the field \"\(text)\"")
        }
        return field
    }
}

extension [MappingEntry] {
    /// The same as `map`, with the error that entries throw.
    func mapEntries<Result>(
        _ body: (MappingEntry) throws(MappingsError) -> Result
    ) throws(MappingsError) -> [Result] {
        var results: [Result] = []
        for entry in self { results.append(try body(entry)) }
        return results
    }
}
