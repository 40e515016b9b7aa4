// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SummaryReport {
    /// The whole report in lines of at most so many characters, where blanks allow it.
    ///
    /// Further lines of a row stand under its word. No line ends within quotes, and no word is cut: an
    /// ID or a hash can be copied whole.
    public func text(_ summary: CheckSummary, width: Int) -> String {
        text(summary).split(separator: "\n", omittingEmptySubsequences: false)
            .map { SummaryReport.wrapped($0, to: width) }.joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring, to width: Int) -> String {
        guard line.count > width else { return String(line) }
        let indent = line.hasPrefix("  ") ? 11 : 0
        var lines = [""]
        var isFirst = true
        for word in words(line) {
            let last = lines[lines.count - 1]
            if isFirst || last.count + 1 + word.count <= width {
                lines[lines.count - 1] += (isFirst ? "" : " ") + word
            } else {
                lines.append(String(repeating: " ", count: indent) + word)
            }
            isFirst = false
        }
        // Blanks between columns stay behind where a line ends.
        return lines.map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    /// What stands between blanks; a text in quotes is one word.
    private static func words(_ line: Substring) -> [String] {
        var words = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in line {
            if character == " ", !isQuoted {
                words.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            words[words.count - 1].append(character)
        }
        return words
    }
}
