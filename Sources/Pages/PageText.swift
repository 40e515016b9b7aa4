// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A text for HTML, in content and in attributes with double quotes.
///
/// Nothing in it acts: markup characters become references, and whatever would hide or turn
/// around text is written as an escape, see ``shown(_:)``.
package func escaped(_ text: String) -> String {
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

/// A text with its web addresses as links.
package func linked(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
        guard word.hasPrefix("https://") || word.hasPrefix("http://") else {
            return escaped(String(word))
        }
        var address = word.prefix { !"\"<>".contains($0) }
        while let last = address.last, ",.;:)".contains(last) { address.removeLast() }
        let rest = word[address.endIndex...]
        let link = escaped(String(address))
        return "<a href=\"\(link)\" rel=\"noreferrer\">\(link)</a>" + escaped(String(rest))
    }.joined(separator: " ")
}

/// A text of at most so many characters, the middle of a longer one left out.
package func shortened(_ text: String, to count: Int) -> String {
    guard text.utf8.count > count, text.count > count else { return text }
    return "\(text.prefix(count * 2 / 3))…\(text.suffix(count / 3 - 1))"
}

extension Markup {
    fileprivate static let special = Array("&<>\"'".utf8)
}

/// A text as a page shows it: what has no shape of its own is written as `\u{…}`.
///
/// That are control characters, line and paragraph separators, marks that turn the direction of
/// text around, zero-width ones, and code points that stand for no character. Joiners stay.
package func shown(_ text: String) -> String {
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
