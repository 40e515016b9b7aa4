// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The objects of the files of formats that the loader takes, by what they are.
struct FormatsObjects: Sendable {
    private let roots: [[String: JSONValue]]

    init() throws {
        let mappings = try Mappings.load()
        let files = mappings.formats.keys.sorted().map { "\($0)/formats.json" }
        roots = try (files + ["neutral-formats.json"]).map { file in
            try FormatsObjects.object(String(decoding: try mappings.bytes(of: file), as: UTF8.self))
        }
    }

    /// All objects of a kind.
    func objects(of part: FormatPart) -> [[String: JSONValue]] {
        switch part {
        case .file: roots
        case .citation: everything(under: []).filter { $0["authority"] != nil }
        case .identity: at(["identity"])
        case .customIDs: at(["identity", "custom-ids"])
        case .anonymousIDs: at(["identity", "anonymous-ids"])
        case .letterCase: at(["identity", "letter-case"])
        case .limit: at(["limits"])
        case .answer: at(["answers"])
        case .compared: at(["answers", "compared"])
        case .supportNote: at(["support"])
        case .rollbackNote: at(["rollback"])
        case .reader: at(["readers"])
        case .missingColumn: at(["readers", "lacking"])
        case .like: at(["readers", "like"])
        case .record: at(["readers", "records"])
        case .field: at(["readers", "records", "fields"])
        case .part: at(["readers", "records", "fields", "part"])
        case .writer: at(["writers"])
        case .column: at(["writers", "columns"]).filter { $0["field"] != nil }
        case .constantColumn: at(["writers", "columns"]).filter { $0["constant"] != nil }
        case .conditionalColumn: at(["writers", "columns"]).filter { $0["then"] != nil }
        case .call: at(["writers", "call"])
        case .undo: at(["writers", "call", "undo"])
        case .others: at(["writers", "call", "undo", "unless"])
        case .read: at(["writers", "call", "read"])
        case .fieldValue:
            everything(under: ["writers"]).filter {
                if case .string = $0["field"] { true } else { false }
            }
        case .casesValue: everything(under: ["writers"]).filter { $0["cases"] != nil }
        case .caseOfValue:
            everything(under: ["writers"]).flatMap { FormatsObjects.list($0["cases"]) }
        case .conditionalValue: everything(under: ["writers"]).filter { $0["then"] != nil }
        case .eachValue: everything(under: ["writers"]).filter { $0["each"] != nil }
        case .export: at(["export"])
        case .exportPages: at(["export", "pages"])
        case .exportCall: at(["export", "calls"])
        case .exportLack: at(["export", "lacks"])
        }
    }

    /// The objects at an index, those of lists one by one.
    private func at(_ path: [String]) -> [[String: JSONValue]] {
        path.reduce(roots) { objects, name in objects.flatMap { FormatsObjects.list($0[name]) } }
    }

    /// The objects at an index, and all inside them.
    private func everything(under path: [String]) -> [[String: JSONValue]] {
        func inside(_ value: JSONValue) -> [[String: JSONValue]] {
            switch value {
            case .object(let members): [members] + members.values.flatMap(inside)
            case .array(let elements): elements.flatMap(inside)
            case .string, .boolean, .number, .null: []
            }
        }
        return at(path).flatMap { inside(.object($0)) }
    }

    private static func list(_ value: JSONValue?) -> [[String: JSONValue]] {
        switch value {
        case .object(let members): [members]
        case .array(let elements): elements.flatMap { list($0) }
        case nil, .string, .boolean, .number, .null: []
        }
    }

    static func object(_ text: String) throws -> [String: JSONValue] {
        guard case .object(let members) = try JSONValue(parsing: Array(text.utf8)) else {
            throw MappingsError(file: "an example", entry: nil, reason: "it is no object")
        }
        return members
    }
}

extension JSONValue {
    /// Whether it holds all that an example does, of whose objects members may be left out.
    func contains(_ example: JSONValue) -> Bool {
        switch (self, example) {
        case (.object(let members), .object(let shown)):
            shown.allSatisfy { name, value in members[name]?.contains(value) ?? false }
        case (.array(let elements), .array(let shown)):
            elements.count == shown.count && zip(elements, shown).allSatisfy { $0.contains($1) }
        default: self == example
        }
    }
}
