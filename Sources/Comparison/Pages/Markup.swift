// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Text for HTML, and for the SVG in it, that is well-formed XML too.
struct Markup {
    private(set) var text = ""

    /// Appends markup as it is.
    mutating func raw(_ markup: String) { text += markup }

    /// Appends an element on a line of its own.
    ///
    /// - Parameters:
    ///   - tag: Its name.
    ///   - attributes: Its attributes in order, unescaped; those without a value are left out.
    ///   - content: Its content, unescaped.
    mutating func element(
        _ tag: String, _ attributes: KeyValuePairs<String, String?>, _ content: String
    ) {
        open(tag, attributes, newline: false)
        text += escaped(content) + "</\(tag)>\n"
    }

    /// Appends an element without attributes.
    mutating func element(_ tag: String, _ content: String) { element(tag, [:], content) }

    /// Appends the caption of a table, in a box that stays in sight.
    mutating func caption(_ content: String) {
        raw("<caption><span>\(escaped(content))</span></caption>\n")
    }

    /// Appends an element without content.
    mutating func empty(_ tag: String, _ attributes: KeyValuePairs<String, String?>) {
        start(tag, attributes)
        text += "/>\n"
    }

    /// Appends a start tag.
    mutating func open(
        _ tag: String, _ attributes: KeyValuePairs<String, String?> = [:], newline: Bool = true
    ) {
        start(tag, attributes)
        text += newline ? ">\n" : ">"
    }

    /// Appends an end tag.
    mutating func close(_ tag: String) { text += "</\(tag)>\n" }

    private mutating func start(_ tag: String, _ attributes: KeyValuePairs<String, String?>) {
        text += "<" + tag
        for (name, value) in attributes {
            if let value { text += " \(name)=\"\(escaped(value))\"" }
        }
    }
}

/// A text for HTML, in content and in attributes with double quotes.
///
/// Nothing in it acts: markup characters become references, and whatever would hide or turn
/// around text is written as an escape, see ``shown(_:)``.
func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F || Markup.special.contains($0) })
    else { return text }
    var escaped = ""
    for scalar in shown(text).unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "'": escaped += "&#39;"
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}

extension Markup {
    fileprivate static let special = Array("&<>\"'".utf8)
}

/// A text as a page shows it: what has no shape of its own is written as `\u{…}`.
///
/// That are control characters, line and paragraph separators, marks that turn the direction of
/// text around, zero-width ones, and code points that stand for no character. Joiners stay.
func shown(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isShapeless) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
        if scalar.isShapeless {
            shown += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            shown.unicodeScalars.append(scalar)
        }
    }
    return shown
}

extension Unicode.Scalar {
    fileprivate var isShapeless: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0xFDD0...0xFDEF, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}
