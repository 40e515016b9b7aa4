// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
    import Foundation

    /// Standard error: a full disk or a closed pipe there ends nothing.
    enum StandardError {
        /// Writes text as it is.
        static func write(_ text: String) {
            try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
        }

        /// Writes lines for people: they end at the width of the terminal, and are whole in files
        /// and pipes, where scripts look for them.
        static func write(lines: [String]) {
            write(WrappedLines.text(of: lines, to: LineWidth(of: STDERR_FILENO).wrapping))
        }

        /// Writes `allonym: …`, the control characters of names and values escaped.
        static func say(_ message: String) {
            let lines = "allonym: \(message)"
                .split(separator: "\n", omittingEmptySubsequences: false)
            write(lines: lines.map { ShownText.escaped(String($0)) })
        }
    }
#endif
