// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Values as messages show them: whole where they can be no secret, else their first characters.
///
/// A value that stands where it does not belong may be a receipt or a token.
package enum ShownValue {
    /// As many characters of any value may be shown.
    private static let mostOfSecret = 6
    /// As many bytes a word has at most.
    private static let mostOfWord = 30
    /// As many characters a date or a number has at most: with nine digits behind its seconds a date
    /// with an offset has 35.
    private static let mostOfDate = 40

    /// A short word, date or number as it is; of anything else the beginning.
    package static func text(of value: String) -> String {
        let isWord =
            value.utf8.count <= mostOfWord
            && value.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "_- .".unicodeScalars.contains($0)
            }
        if value.count <= mostOfSecret || isWord || isDate(value) { return value }
        return value.prefix(mostOfSecret) + "\u{2026}"
    }

    /// Whether a text is a number or a date of any form, wrong ones among them, such as
    /// `2026-W53-4T10:00:00Z` and `Sat, 21 Nov 2026 08:00:00 GMT`: digits, with letters only where
    /// dates have them.
    private static func isDate(_ value: String) -> Bool {
        guard value.count <= mostOfDate else { return false }
        // A minus sign and a dash stand where a spreadsheet or a text has replaced a hyphen.
        return value.split { "-+:., /\u{2212}\u{2013}".contains($0) }.allSatisfy { part in
            let isShort = part.count <= 3 && part.allSatisfy(\.isLetter)
            return isShort
                || part.unicodeScalars.allSatisfy {
                    ("0"..."9").contains($0) || "TZWtzw".unicodeScalars.contains($0)
                }
        }
    }
}
