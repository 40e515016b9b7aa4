// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Text for Markdown.
package enum MarkdownText {
    /// A text that Markdown shows as it is, on one line: what would act in it is escaped.
    package static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in ShownText.escaped(text).unicodeScalars {
            switch scalar {
            case "|", "\\", "`", "*", "_", "<", ">", "[", "]", "#", "&", "~", "$", "!":
                plain += "\\"
            default: break
            }
            plain.unicodeScalars.append(scalar)
        }
        return plain
    }

    /// Such a text, its first letter, if it has one, a capital.
    static func sentence(_ text: String) -> String {
        plain(text.prefix(1).uppercased() + text.dropFirst())
    }

    /// Whole sentences of `Mappings`, in which backquotes mark names.
    static func line(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map {
            $0.offset % 2 == 0 ? plain(String($0.element)) : "`\($0.element)`"
        }.joined()
    }
}
