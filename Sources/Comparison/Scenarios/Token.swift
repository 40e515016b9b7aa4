// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// A piece of an action: a bare word, or a text in double quotes with its escapes resolved.
struct Token {
    let text: String
    let isQuoted: Bool
}

/// Reads tokens from left to right.
struct TokenReader {
    private var rest: Substring

    init(_ text: some StringProtocol) { rest = Substring(text) }

    /// Whether nothing but blanks is left.
    var isAtEnd: Bool { rest.allSatisfy(\.isBlank) }

    /// The next token: up to a blank, or a quoted text.
    ///
    /// - Throws: ``Unreadable`` for quotes that are not closed and escapes that there are not.
    mutating func next() throws(Unreadable) -> Token? {
        rest = rest.drop(while: \.isBlank)
        guard let first = rest.unicodeScalars.first else { return nil }
        guard first == "\"" else {
            let word = rest.prefix { !$0.isBlank }
            rest = rest[word.endIndex...]
            return Token(text: String(word), isQuoted: false)
        }
        let text = try quoted()
        guard rest.unicodeScalars.first.map({ " \t,)".unicodeScalars.contains($0) }) ?? true else {
            throw Unreadable("expected a blank after the closing quote")
        }
        return Token(text: text, isQuoted: true)
    }

    /// The next ID: a label, a text, or an anonymous one by its number.
    ///
    /// - Throws: as ``next()``.
    mutating func nextID(_ ids: [UserID: String]) throws(Unreadable) -> NamedID? {
        guard let token = try next() else { return nil }
        if !token.isQuoted, token.text == "anonymous" {
            var ahead = self
            if let number = try ahead.next(), !number.isQuoted, let number = Int(number.text),
                number > 0
            {
                self = ahead
                return .anonymous(number)
            }
        }
        let id = UserID(unchecked: token.text)
        return .id(ids[id].map { UserID(unchecked: $0) } ?? id)
    }

    /// Everything that is left, without blanks around it.
    var remainder: String { String(rest).trimmed }

    /// A quoted text; `\"`, `\\` and `\u{…}` stand for one character each.
    private mutating func quoted() throws(Unreadable) -> String {
        var text = ""
        var scalars = rest.unicodeScalars.dropFirst()
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"":
                rest = Substring(scalars)
                return text
            case "\\": text.unicodeScalars.append(try TokenReader.escape(&scalars))
            default: text.unicodeScalars.append(scalar)
            }
        }
        throw Unreadable("a double quote is not closed")
    }

    private static func escape(
        _ scalars: inout Substring.UnicodeScalarView
    ) throws(Unreadable) -> Unicode.Scalar {
        switch scalars.popFirst() {
        case "\"": return "\""
        case "\\": return "\\"
        case "u":
            var digits = ""
            guard scalars.popFirst() == "{" else { break }
            while let scalar = scalars.popFirst(), scalar != "}" {
                digits.unicodeScalars.append(scalar)
            }
            guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else {
                throw Unreadable("\"\\u{\(digits)}\" is not a Unicode scalar")
            }
            return scalar
        default: break
        }
        throw Unreadable("expected \\\", \\\\ or \\u{…} after a backslash in quotes")
    }
}

/// A text as it can stand in a scenario: bare where that reads back, quoted elsewhere.
func written(_ text: String) -> String {
    let isBare =
        !text.isEmpty
        && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" && $0.value != 0x7F }
    return isBare ? text : quoted(text)
}

/// A text in double quotes, with escapes where they are needed.
func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": quoted += "\\\""
        case "\\": quoted += "\\\\"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            quoted += "\\u{\(String(scalar.value, radix: 16))}"
        default: quoted.unicodeScalars.append(scalar)
        }
    }
    return quoted + "\""
}

/// Splits at commas that stand outside of quotes.
func parts(_ text: some StringProtocol) -> [String] {
    var parts: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
        if scalar == ",", !isQuoted {
            parts.append("")
            continue
        }
        if scalar == "\"", !isEscaped { isQuoted.toggle() }
        isEscaped = isQuoted && scalar == "\\" && !isEscaped
        parts[parts.count - 1].unicodeScalars.append(scalar)
    }
    return parts.map(\.trimmed)
}
