// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Yes and no, as files write them: spreadsheets save them in capitals, databases as digits.
enum FlagText {
    /// What stands for yes.
    static let yes = ["true", "True", "TRUE", "1"]
    /// What stands for no.
    static let no = ["false", "False", "FALSE", "0"]

    /// How files write a word that a format names.
    ///
    /// - Parameter word: The word.
    /// - Returns: Every spelling of `true` and of `false`; of any other word that word alone.
    static func spellings(of word: String) -> [String] {
        switch word {
        case "true": yes
        case "false": no
        default: [word]
        }
    }
}
