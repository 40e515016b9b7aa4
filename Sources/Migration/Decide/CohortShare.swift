// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A share of all customers, such as `1%` or `0.05%`.
public struct CohortShare: Hashable, Sendable, CustomStringConvertible {
    static let whole = 1_000_000

    /// As many of a million.
    public let millionths: Int

    /// A share as people write it; nil for what is no share above 0 % and up to 100 %, with at most
    /// four decimals.
    public init?(_ text: String) {
        var number = Substring(text)
        guard number.last == "%" else { return nil }
        number.removeLast()
        while number.last == " " { number.removeLast() }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : ""
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].utf8.count <= 3,
            parts.count == 1 || (1...4).contains(decimals.utf8.count),
            (parts[0] + decimals).utf8.allSatisfy({ (48...57).contains($0) }),
            let percent = Int(parts[0]),
            let rest = Int(decimals + String(repeating: "0", count: 4 - decimals.utf8.count))
        else { return nil }
        millionths = percent * 10_000 + rest
        guard (1...CohortShare.whole).contains(millionths) else { return nil }
    }

    /// In percent, such as `1%`.
    public var description: String {
        let decimals = String(millionths % 10_000 + 10_000).dropFirst()
        let shown = decimals.reversed().drop { $0 == "0" }.reversed()
        return "\(millionths / 10_000)\(shown.isEmpty ? "" : "." + String(shown))%"
    }
}
