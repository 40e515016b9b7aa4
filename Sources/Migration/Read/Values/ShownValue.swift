// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Values as messages show them: whole where they can be no secret, else their first characters.
///
/// A value that stands where it does not belong may be a receipt or a token.
package enum ShownValue {
    /// As many characters of any value may be shown.
    private static let mostOfSecret = 6
    /// As many bytes a word, a date or a number has at most.
    private static let mostOfWord = 30

    /// A short word, date or number as it is; of anything else the beginning.
    package static func text(of value: String) -> String {
        let isShort = value.utf8.count <= mostOfWord
        let isWord = value.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "_- .".unicodeScalars.contains($0)
        }
        let isNumber = value.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || "-+:., /TZ".utf8.contains(byte)
        }
        if value.count <= mostOfSecret || isShort && (isWord || isNumber) { return value }
        return value.prefix(mostOfSecret) + "\u{2026}"
    }
}
