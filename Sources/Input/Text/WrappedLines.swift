// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Lines for people, which end at the width of the terminal and are whole in files and pipes.
package enum WrappedLines {
    /// Lines as text; what goes over begins two blanks further in than the line did.
    ///
    /// A command that a line ends with gets a line of its own, whole, so that it can be copied; a
    /// row of a table is left whole, too.
    ///
    /// - Parameters:
    ///   - lines: The lines, without their ends.
    ///   - width: Where they are broken; nil leaves them whole.
    /// - Returns: The text, with a line end after each.
    package static func text(of lines: [String], to width: Int?) -> String {
        let parts = width.map { width in lines.flatMap { broken($0, to: width) } } ?? lines
        return parts.map { $0 + "\n" }.joined()
    }

    /// The parts of a line; a word that is longer than the width stays whole.
    private static func broken(_ line: String, to width: Int) -> [String] {
        guard line.count > width, !line.hasPrefix("|") else { return [line] }
        if ["Usage: ", "USAGE: "].contains(where: { line.hasPrefix($0) }) {
            return filled(optionsOfUsage(line), "", further: 7, to: width)
        }
        let indent = line.prefix { $0 == " " }
        let further = indent.count + 2
        let command = line.firstRange(of: ": allonym ").map {
            line[line.index($0.lowerBound, offsetBy: 2)...]
        }
        let prose = line[indent.endIndex..<(command?.startIndex ?? line.endIndex)]
        // Several blanks between words align columns.
        let words = (command == nil ? prose : prose.dropLast())
            .split(separator: " ", omittingEmptySubsequences: false)
        let margin = String(repeating: " ", count: further)
        return filled(words, indent, further: further, to: width)
            + (command.map { ["\(margin)\($0)"] } ?? [])
    }

    /// Puts as many words on a line as there is room for.
    ///
    /// - Parameters:
    ///   - words: The words; an empty one stands between two blanks.
    ///   - indent: What the first line begins with.
    ///   - further: How many blanks the others begin with.
    ///   - width: The longest a line may be.
    /// - Returns: The lines.
    private static func filled(
        _ words: [Substring], _ indent: Substring, further: Int, to width: Int
    ) -> [String] {
        var parts = [String(indent)]
        let margin = String(repeating: " ", count: further)
        for word in words {
            let last = parts[parts.count - 1]
            let isEmpty = last.allSatisfy { $0 == " " }
            if isEmpty {
                parts[parts.count - 1] = "\(last)\(word)"
            } else if last.count + 1 + word.count <= width {
                parts[parts.count - 1] = "\(last) \(word)"
            } else {
                parts.append("\(margin)\(word)")
            }
        }
        return parts
    }

    /// The words of a line of usage, an option in brackets with its value being one.
    private static func optionsOfUsage(_ line: String) -> [Substring] {
        var depth = 0
        return line.split(omittingEmptySubsequences: false) { character in
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            return character == " " && depth == 0
        }
    }
}
