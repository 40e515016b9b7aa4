// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// An ID that a report shows, and where it stands.
public struct CheckExample: Hashable, Sendable {
    /// The number of the input, from 0.
    public let input: Int
    /// The line it begins on, from 1.
    public let line: Int
    /// Its bytes; of a long one at least the first ``longest``.
    public let bytes: [UInt8]
    /// How many bytes it has in all.
    public let count: Int
    /// Whether the ID is known, and not only its position: of a pipe only the beginning is kept.
    public let isKnown: Bool

    /// As many bytes as an example keeps of any ID.
    public static let longest = 200

    init(
        _ bytes: Span<UInt8>, keeping kept: Int = CheckExample.longest, input: Int, line: Int
    ) {
        self.input = input
        self.line = line
        count = bytes.count
        isKnown = true
        self.bytes = bytes.extracting(first: kept).array
    }

    /// An ID of which only the position is known.
    init(input: Int, line: Int) {
        (self.input, self.line, bytes, count, isKnown) = (input, line, [], 0, false)
    }

    private init(_ other: CheckExample, count: Int) {
        (input, line, bytes, self.count) = (other.input, other.line, other.bytes, count)
        isKnown = other.isKnown
    }

    /// The same beginning, of an ID of so many bytes.
    func of(count: Int) -> CheckExample { CheckExample(self, count: count) }

    /// The number of examples that is kept of everything.
    static let most = 5

    static func precedes(_ left: CheckExample, _ right: CheckExample) -> Bool {
        (left.input, left.line) < (right.input, right.line)
    }
}
