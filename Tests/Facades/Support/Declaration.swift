// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A declaration as a caller sees it: two are equal when code that uses the one compiles with the
/// other.
///
/// What only an implementation sees is left out: `final`, `override` and their like, attributes,
/// whether a property is stored, names of parameters inside the function, modules of types.
struct Declaration: Hashable {
    /// `func`, `var`, `case`, `class` and so on; `static func` for a member of the type itself.
    let kind: String
    /// The name that is written at a call, without labels.
    let name: String
    /// The rest: labels, types, defaults, effects; of a type and of a case nothing.
    let signature: String
    /// Of a type: its superclass, protocols and the type of its raw values, as far as the
    /// declaration names them.
    let supertypes: [String]
    /// Of a case: the raw value that the declaration names.
    let rawValue: String?

    private static let types: Set<String> = [
        "class", "struct", "enum", "protocol", "actor", "extension",
    ]

    init(_ text: String) {
        var rest = Declaration.plain(text)[...]
        var words: [String] = []
        while let space = rest.firstIndex(of: " ") {
            let word = String(rest[..<space])
            guard ["static", "class"].contains(word) || Declaration.leading.contains(word)
            else { break }
            rest = rest[rest.index(after: space)...]
            if word == "class", !rest.hasPrefix("func "), !rest.hasPrefix("var ") {
                words.append(word)
                break
            }
            if !Declaration.unseen.contains(word) { words.append(word == "let" ? "var" : word) }
            if Declaration.kinds.contains(word) { break }
        }
        if words.first == "class", words.count > 1 { words[0] = "static" }
        if words.isEmpty, let first = ["init", "subscript", "deinit"].first(where: rest.hasPrefix) {
            words = [first]
        }
        kind = words.joined(separator: " ")
        let end = Declaration.endOfName(in: rest)
        name = rest[..<end].trimmingCharacters(in: CharacterSet(charactersIn: "` "))
        let tail = rest[end...].trimmingCharacters(in: .whitespaces)
        if Declaration.types.contains(kind) {
            signature = ""
            supertypes = tail.drop { $0 == ":" }.split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            rawValue = nil
        } else if kind == "case" {
            let parts = tail.components(separatedBy: "=")
            signature = parts[0].trimmingCharacters(in: .whitespaces)
                .replacingOccurrences(of: "_: ", with: "")
            supertypes = []
            rawValue = parts.dropFirst().first?.trimmingCharacters(in: .whitespaces)
        } else {
            let outer = Declaration.withoutInnerNames(tail)
            // Labels of a closure's parameters are for people alone.
            let isClosure = kind == "typealias"
            signature = isClosure ? outer.replacingOccurrences(of: "_: ", with: "") : outer
            supertypes = []
            rawValue = nil
        }
    }

    /// Whether it declares a type.
    var isType: Bool { Declaration.types.contains(kind) }

    private static let kinds: Set<String> = [
        "func", "var", "let", "case", "struct", "enum", "protocol", "actor", "typealias",
        "associatedtype", "subscript", "init", "extension",
    ]
    private static let unseen: Set<String> = [
        "final", "override", "convenience", "dynamic", "required", "open", "public", "weak",
        "nonisolated", "lazy", "indirect", "optional", "mutating", "prefix", "infix",
    ]
    private static let leading = kinds.union(unseen).union(["static"])

    /// Without attributes, accessors, modules, and blanks that mean nothing.
    private static func plain(_ text: String) -> String {
        var text = text
        for (pattern, template) in patterns {
            text = pattern.stringByReplacingMatches(
                in: text, range: NSRange(text.startIndex..., in: text), withTemplate: template)
        }
        return text.trimmingCharacters(in: .whitespaces)
    }

    private static let patterns: [(NSRegularExpression, String)] = [
        (#"@[A-Za-z]+(\([^)]*\))? ?"#, ""),
        (#"\{ *(get|set|async|throws|nonmutating| )+ *\}"#, ""),
        (#"\b(unowned|weak)\((safe|unsafe)\) |\bunowned "#, ""),
        (
            #"\b(Swift|Foundation|CoreFoundation|UIKit|SwiftUI|SwiftUICore|StoreKit|Combine)\."#,
            ""
        ),
        (#"\b(any|some) "#, ""), (#"-> \(\)"#, "-> Void"),
        (#"\s*:\s*"#, ": "), (#"(?<![=!<>~])\s*=\s*(?!=)"#, " = "), (#"\s+"#, " "),
        (#"\(\s+"#, "("),
        (#"\s+\)"#, ")"),
    ].compactMap { pattern, template in
        (try? NSRegularExpression(pattern: pattern)).map { ($0, template) }
    }

    private static let innerName = try? NSRegularExpression(
        pattern: #"([(,] ?)([A-Za-z_][A-Za-z0-9_]*|`[a-z]+`) [A-Za-z_`][A-Za-z0-9_`]*: "#)

    private static func endOfName(in text: Substring) -> Substring.Index {
        let operators = CharacterSet(charactersIn: "=<>!~+-*/%&|^?")
        if let first = text.unicodeScalars.first, operators.contains(first) {
            return text.firstIndex { $0 == "(" || $0 == " " } ?? text.endIndex
        }
        return text.firstIndex { "(:?!<= ".contains($0) } ?? text.endIndex
    }

    /// `(_ id: String, at date: Date)` as a caller writes it: `(_: String, at: Date)`; the same in
    /// types of closures, whose labels no caller writes.
    private static func withoutInnerNames(_ text: String) -> String {
        innerName?.stringByReplacingMatches(
            in: text, range: NSRange(text.startIndex..., in: text), withTemplate: "$1$2: ")
            ?? text
    }
}
