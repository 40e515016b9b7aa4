// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What the `-` lines of a scenario declare.
struct Declarations {
    private(set) var catalogue: [ProductID: Product] = [:]
    private(set) var ids: [UserID: String] = [:]
    private(set) var settings: [String: [String: String]] = [:]

    /// Reads the pairs of one line.
    mutating func read(
        _ name: String, _ value: Substring, _ mappings: Mappings
    ) throws(Unreadable) {
        var pairs: [(name: String, value: String)] = []
        for part in parts(value) where !part.isEmpty {
            if let equals = part.firstIndex(of: "="), !part.hasPrefix("\"") {
                pairs.append(
                    (
                        String(part[..<equals]).trimmed,
                        String(part[part.index(after: equals)...]).trimmed
                    ))
            } else if name == "catalogue", let last = pairs.last, last.value.contains("->") {
                // Further entitlements of the product before: `X = subscription -> a, b`.
                pairs[pairs.count - 1].value += " \(part)"
            } else {
                throw Unreadable("cannot read \"\(part)\"; expected name = value, …")
            }
        }
        guard !pairs.isEmpty else { throw Unreadable("expected name = value after \"\(name):\"") }
        for pair in pairs {
            guard !pair.name.isEmpty, !pair.value.isEmpty else {
                throw Unreadable("expected name = value, and both of them")
            }
            switch name {
            case "catalogue": try product(pair.name, pair.value)
            case "ids": try id(pair.name, pair.value)
            default: try set(pair.name, pair.value, mappings)
            }
        }
    }

    private mutating func product(_ name: String, _ value: String) throws(Unreadable) {
        var words = value.split(whereSeparator: { $0.isBlank || $0 == "+" }).map(String.init)
        let word = words.removeFirst()
        guard let kind = ProductKind(rawValue: word) else {
            throw Unreadable(
                "unknown product kind", word, known: ProductKind.allCases.map(\.rawValue))
        }
        let id = ProductID(unchecked: name)
        guard catalogue[id] == nil else {
            throw Unreadable("the product \"\(name)\" is declared twice")
        }
        var entitlements: [EntitlementID]?
        if !words.isEmpty {
            guard words.removeFirst() == "->", !words.isEmpty else {
                throw Unreadable("expected \"-> entitlement\" after the kind of \"\(name)\"")
            }
            entitlements = words.map(EntitlementID.init(unchecked:))
        }
        catalogue[id] = Product(id, kind, unlocks: entitlements)
    }

    private mutating func id(_ label: String, _ value: String) throws(Unreadable) {
        var reader = TokenReader(value)
        guard let token = try reader.next(), reader.isAtEnd else {
            throw Unreadable("expected one ID for \"\(label)\"; one with blanks stands in quotes")
        }
        let key = UserID(unchecked: label)
        guard ids[key] == nil else { throw Unreadable("the label \"\(label)\" is declared twice") }
        ids[key] = token.text
    }

    private mutating func set(
        _ name: String, _ value: String, _ mappings: Mappings
    ) throws(Unreadable) {
        let choice: SettingChoice
        do throws(SettingError) {
            choice = try SettingChoice(name, value, mappings)
        } catch {
            throw Unreadable(error.description)
        }
        guard settings[choice.provider]?[choice.setting] == nil else {
            throw Unreadable("the setting \"\(name)\" is set twice")
        }
        settings[choice.provider, default: [:]][choice.setting] = value
    }
}
