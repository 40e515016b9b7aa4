// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    /// Lines for people, which end at the width of the terminal and are whole in files and pipes.
    extension Output {
        /// Writes lines; what goes over begins two blanks further in than the line did.
        ///
        /// A line that has a command in it is left whole, so that it can be copied, and so is a row of
        /// a table.
        func write(lines: [String]) throws {
            for line in lines {
                let isWhole = line.contains(": allonym ") || line.hasPrefix("|")
                let parts = wrappingWidth.map { isWhole ? [line] : Output.wrapped(line, to: $0) }
                try write((parts ?? [line]).joined(separator: "\n") + "\n")
            }
        }

        /// The parts of a line; a word that is longer than the width stays whole.
        static func wrapped(_ line: String, to width: Int) -> [String] {
            guard line.count > width else { return [line] }
            let indent = line.prefix { $0 == " " }
            let further = indent + "  "
            var parts = [String(indent)]
            // Several blanks between words align columns.
            let rest = line.dropFirst(indent.count)
            for word in rest.split(separator: " ", omittingEmptySubsequences: false) {
                let last = parts[parts.count - 1]
                let isEmpty = last.allSatisfy { $0 == " " }
                if isEmpty {
                    parts[parts.count - 1] = "\(last)\(word)"
                } else if last.count + 1 + word.count <= width {
                    parts[parts.count - 1] = "\(last) \(word)"
                } else {
                    parts.append("\(further)\(word)")
                }
            }
            return parts
        }
    }
#endif
