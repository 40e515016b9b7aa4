// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Text from files as people are shown it: what would act on a terminal, or cannot be seen, is written
/// as an escape.
package enum ShownText {
    /// A text; quotes and backslashes stay as they are.
    package static func escaped(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isPlain ? text : text.unicodeScalars.map(escaped).joined()
    }

    /// An ID or a name in a sentence: in quotes unless it is a plain word, so that `..` is not taken
    /// for the end of the sentence.
    package static func word(_ text: String) -> String {
        let isPlain =
            text.contains { $0.isLetter || $0.isNumber }
            && !text.contains { $0.isWhitespace || $0 == "\"" }
            && text.last.map { !".,;:!?".contains($0) } == true
        return isPlain ? text : "\"\(text.replacing("\"", with: "\\\""))\""
    }

    /// As many bytes of a name or an ID stand in a sentence.
    private static let longestName = 200

    /// A name or an ID of any length, as a sentence can hold it: of a longer one the beginning, with
    /// its size.
    package static func brief(_ text: String) -> String {
        let count = text.utf8.count
        if count <= longestName { return text }
        return "\(text.prefix(longestName / 2))\u{2026} (\(count) bytes)"
    }

    /// A character.
    package static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\t": return "\\t"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case " "..."~": return String(scalar)
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            return "\\u{\(String(scalar.value, radix: 16))}"
        case .spaceSeparator where scalar != " ":
            return "\\u{\(String(scalar.value, radix: 16))}"
        default: return String(scalar)
        }
    }
}
