// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How old rules are: from the last day on which a source was read until a later moment.
public struct RulesAge: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case newest
        case days = "ageInDays"
        case isTooOld = "tooOld"
    }

    /// The last day, such as `2026-11-21`.
    public let newest: String
    /// Whole days; never negative.
    public let days: Int
    /// Whether people are warned.
    public let isTooOld: Bool

    /// As many days may pass before people are warned.
    public static let most = 180

    /// The age at a moment.
    ///
    /// - Parameters:
    ///   - newest: The last day.
    ///   - moment: The moment, in ISO 8601; a text that is none is taken for the last day.
    public init(newest: String, at moment: String) {
        self.newest = newest
        let first = DateText.iso(newest)?.milliseconds ?? 0
        let last = DateText.iso(moment)?.milliseconds ?? first
        days = Int(max(0, last - first) / 86_400_000)
        isTooOld = days > RulesAge.most
    }

    /// The warning, where one is due.
    public var warning: String? {
        isTooOld
            ? "the rules are of \(newest) and \(days) days old; providers may have changed since: "
                + "look for a newer version of allonym" : nil
    }
}
