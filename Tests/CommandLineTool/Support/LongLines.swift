// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    extension String {
        /// The lines that are longer than a width although they could have been broken.
        ///
        /// A row of a table in Markdown cannot, and neither can a command on a line of its own, which
        /// is there to be copied; one word by itself, such as a path or an address, may be of any
        /// length.
        ///
        /// - Parameters:
        ///   - width: How long a line may be.
        ///   - room: What may stand beside a word that is too long: an indent, or the name of a row.
        /// - Returns: Those lines, in order.
        func lines(over width: Int, leaving room: Int = 0) -> [Substring] {
            split(whereSeparator: \.isNewline).filter { line in
                guard line.count > width, !line.hasPrefix("|") else { return false }
                if line.drop(while: { $0 == " " }).hasPrefix("allonym ") { return false }
                let words = line.split(separator: " ")
                let longest = words.map(\.count).max() ?? 0
                return words.count > 1 && (room == 0 || longest + room <= width)
            }
        }

        /// Its words, each a blank from the next, however its lines are broken.
        var words: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }
#endif
