// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// A call in a provider's spelling: `identify("u1")`, `Purchases.shared.logIn("u1")`.
struct CallReader {
    /// A call that some vocabulary knows.
    struct Known {
        let word: String
        let call: Vocabulary.Call
    }

    private let name: String
    private let arguments: [(label: String?, value: String)]

    /// Every call of every vocabulary.
    static func known(_ mappings: Mappings) -> [Known] {
        mappings.providers.flatMap { provider in
            (mappings.vocabularies[provider.key]?.entries ?? []).compactMap { entry in
                entry.call.map { Known(word: entry.word, call: $0) }
            }
        }
    }

    /// Takes a call apart; nil when the text is none.
    static func read(_ text: String) throws(Unreadable) -> CallReader? {
        guard let open = opening(text) else { return nil }
        let letters = text[..<open].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let name = String(letters.reversed())
        guard !name.isEmpty else { return nil }
        var arguments: [(label: String?, value: String)] = []
        let inside = text[text.index(after: open)...].dropLast()
        for part in parts(inside) where !part.isEmpty {
            let label = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let rest = part[label.endIndex...]
            let isLabelled = !label.isEmpty && rest.hasPrefix(":")
            var value = isLabelled ? String(rest.dropFirst()).trimmed : part
            if value.count > 1, value.hasPrefix("'"), value.hasSuffix("'") {
                // The quotes of JavaScript and Dart.
                value = quoted(String(value.dropFirst().dropLast()))
            }
            var reader = TokenReader(value)
            guard let token = try reader.next(), reader.isAtEnd else {
                throw Unreadable("cannot read the argument \"\(part)\" of \"\(name)\"")
            }
            arguments.append((label: isLabelled ? String(label) : nil, value: token.text))
        }
        return CallReader(name: name, arguments: arguments)
    }

    /// The parenthesis that the last one closes, quotes left out.
    private static func opening(_ text: String) -> String.Index? {
        var open: [String.Index] = []
        var last: String.Index?
        var isQuoted = false
        var isEscaped = false
        for index in text.unicodeScalars.indices {
            let character = text.unicodeScalars[index]
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            if isQuoted { continue }
            if character == "(" { open.append(index) }
            if character == ")" { last = open.popLast() }
        }
        return isQuoted ? nil : last
    }

    /// The neutral word for the call, and its argument.
    func resolve(_ known: [Known]) throws(Unreadable) -> (word: String, argument: String?) {
        let candidates = known.filter { $0.call.name == name }
        guard !candidates.isEmpty else {
            throw Unreadable(
                "unknown call", "\(name)(…)", beginningWith: [name],
                known: Set(known.map { $0.call.name }).sorted())
        }
        guard arguments.count(where: { $0.label == nil }) <= 1 else {
            throw Unreadable("the call \"\(name)\" has more than one argument without a label")
        }
        for candidate in candidates {
            if candidate.call.takes == "none" {
                if arguments.isEmpty { return (candidate.word, nil) }
                continue
            }
            let label = candidate.call.label
            if let argument = arguments.first(where: { $0.label == label }) {
                return (candidate.word, argument.value)
            }
        }
        var forms = candidates.map { candidate in
            let label = candidate.call.label.map { "\($0): " } ?? ""
            let argument = candidate.call.takes == "none" ? "" : "\(label)\"…\""
            return "\(name)(\(argument))"
        }
        forms = Set(forms).sorted()
        throw Unreadable(
            "the call \"\(name)\" has other arguments; expected "
                + forms.joined(separator: " or "))
    }
}
