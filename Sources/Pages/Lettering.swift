// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Estimates how wide text is in a picture, in the widest of the usual sans-serif typefaces.
///
/// A picture is drawn before anybody knows the typeface that shows it, so there is room to spare in
/// most.
package struct Lettering {
    /// The size of the letters in pixels.
    package let size: Double

    /// Letters of a size.
    package init(size: Double) { self.size = size }

    /// The width of a text in pixels.
    package func width(_ text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + Lettering.share(of: $1) } * size
    }

    /// A text that fits a width: one that does not is cut in the middle, where IDs differ least.
    package func fitted(_ text: String, _ width: Double) -> String {
        let text = shown(shortened(text, to: 2_000))
        guard self.width(text) > width else { return text }
        let ellipsis = self.width("…")
        var head = text.startIndex
        var tail = text.endIndex
        var used = ellipsis
        while head < tail {
            // Two characters from the head for each from the tail.
            let takesTail =
                text.distance(from: tail, to: text.endIndex)
                < text.distance(from: text.startIndex, to: head) / 2
            let character = takesTail ? text[text.index(before: tail)] : text[head]
            used += self.width(String(character))
            guard used <= width else { break }
            if takesTail { tail = text.index(before: tail) } else { head = text.index(after: head) }
        }
        return "\(text[..<head])…\(text[tail...])"
    }

    /// A text in lines that fit a width; the last line is cut where there would be more.
    package func lines(_ text: String, _ width: Double, atMost count: Int) -> [String] {
        var lines: [String] = []
        let text = shortened(text, to: 2_000)
        for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            if let last = lines.last, self.width(last + " " + word) <= width || lines.count == count
            {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word)
            }
        }
        return lines.map { fitted($0, width) }
    }

    /// The width of a character as a share of its size.
    private static func share(of scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "I", "!", "'", ".", ",", ":", ";", "|", "(", ")", "[", "]", " ", "f",
            "r", "t":
            0.42
        case "m", "w", "M", "W", "@", "%", "…": 1.0
        case "A"..."Z", "_", "$", "=", "+", "<", ">", "≠", "→": 0.78
        case "\u{0}"..."\u{24F}": 0.63
        case "\u{300}"..."\u{36F}": 0
        case "\u{370}"..."\u{10FF}": 0.75
        default: 1.1
        }
    }
}
