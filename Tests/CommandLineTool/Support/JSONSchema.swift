// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings

    /// A JSON Schema of draft 2020-12, of whose keywords it knows those that the tool's schemas have.
    struct JSONSchema {
        private let root: JSONValue

        init(_ bytes: [UInt8]) throws { root = try JSONValue(parsing: bytes) }

        /// What is wrong with a value, each fault with its place; empty where it is valid.
        func faults(of value: JSONValue) -> [String] { faults(of: value, root, "") }

        private static let annotations: Set = ["$schema", "$id", "$defs", "title", "description"]

        private func faults(of value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
            guard case .object(let keywords) = schema else { return ["\(place): no schema"] }
            return keywords.sorted { $0.key < $1.key }.flatMap { keyword, rule -> [String] in
                if JSONSchema.annotations.contains(keyword) { return [] }
                return faults(of: value, keyword, rule, among: keywords, place)
            }
        }

        private func faults(
            of value: JSONValue, _ keyword: String, _ rule: JSONValue,
            among keywords: [String: JSONValue], _ place: String
        ) -> [String] {
            switch (keyword, rule, value) {
            case ("$ref", .string(let name), _):
                guard let target = definition(name) else { return ["\(place): no \(name)"] }
                return faults(of: value, target, place)
            case ("type", .string(let type), _):
                return fits(value, type) ? [] : ["\(place): \(value.kind) is no \(type)"]
            case ("type", .array(let types), _):
                let fitting = types.contains {
                    if case .string(let type) = $0 { fits(value, type) } else { false }
                }
                return fitting ? [] : ["\(place): no \(value.kind) is allowed"]
            case ("const", _, _):
                return rule == value ? [] : ["\(place): another value"]
            case ("enum", .array(let values), _):
                return values.contains(value) ? [] : ["\(place): \(value) is not listed"]
            case ("pattern", .string(let pattern), .string(let text)):
                let isFound = (try? Regex(pattern).firstMatch(in: text)) != nil
                return isFound ? [] : ["\(place): \"\(text)\" does not match \(pattern)"]
            case ("minimum", .number(let least), .number(let number)):
                return number >= least ? [] : ["\(place): \(number) is less than \(least)"]
            case ("anyOf", .array(let schemas), _):
                let all = schemas.map { faults(of: value, $0, place) }
                return all.contains(where: \.isEmpty) ? [] : all.min { $0.count < $1.count } ?? []
            case ("items", _, .array(let elements)):
                return elements.enumerated().flatMap { faults(of: $1, rule, "\(place)[\($0)]") }
            case ("required", .array(let names), .object(let members)):
                return names.compactMap { name in
                    guard case .string(let name) = name, members[name] == nil else { return nil }
                    return "\(place): \(name) is missing"
                }
            case ("properties", .object(let schemas), .object(let members)):
                return schemas.sorted { $0.key < $1.key }.flatMap { name, schema in
                    members[name].map { faults(of: $0, schema, "\(place).\(name)") } ?? []
                }
            case ("additionalProperties", _, .object(let members)):
                return additional(members, rule, among: keywords, place)
            case ("pattern", _, _), ("minimum", _, _), ("items", _, _), ("required", _, _),
                ("properties", _, _), ("additionalProperties", _, _):
                return []
            default: return ["\(place): the keyword \(keyword) is not known"]
            }
        }

        private func additional(
            _ members: [String: JSONValue], _ rule: JSONValue, among keywords: [String: JSONValue],
            _ place: String
        ) -> [String] {
            var known: Set<String> = []
            if case .object(let properties) = keywords["properties"] {
                known = Set(properties.keys)
            }
            return members.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
                if known.contains(name) { return [] }
                if rule == .boolean(false) { return ["\(place): \(name) is not known"] }
                return faults(of: value, rule, "\(place).\(name)")
            }
        }

        private func definition(_ name: String) -> JSONValue? {
            let prefix = "#/$defs/"
            guard name.hasPrefix(prefix), case .object(let keywords) = root,
                case .object(let definitions) = keywords["$defs"]
            else { return nil }
            return definitions[String(name.dropFirst(prefix.count))]
        }

        private func fits(_ value: JSONValue, _ type: String) -> Bool {
            switch (value, type) {
            case (.object, "object"), (.array, "array"), (.string, "string"), (.null, "null"),
                (.boolean, "boolean"), (.number, "number"):
                true
            case (.number(let number), "integer"): number == number.rounded()
            default: false
            }
        }
    }
#endif
