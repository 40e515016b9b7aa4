// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Names of entitlements in one cell, with semicolons between them.
package enum AccessNames {
    /// What stands between two names.
    static let separator = UInt8(ascii: ";")

    /// Whether a byte of a name is percent-encoded, so that names can be told apart.
    static func isEscaped(_ byte: UInt8) -> Bool {
        byte == separator || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "%")
    }

    /// The names in a cell.
    package static func names(_ cell: String) -> [String] {
        cell.isEmpty
            ? []
            : cell.utf8.split(separator: separator, omittingEmptySubsequences: false)
                .map { name(Substring($0)) }
    }

    /// The names in a cell, and the word behind the sign of equality of each.
    package static func explanations(_ cell: String) -> [(name: String, code: String)] {
        cell.utf8.split(separator: separator).map { pair in
            let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (name(Substring(pair[..<sign])), String(Substring(pair[sign...].dropFirst())))
        }
    }

    private static func name(_ text: Substring) -> String {
        text.utf8.contains(UInt8(ascii: "%")) ? PercentText.decoded(text.utf8) : String(text)
    }
}
