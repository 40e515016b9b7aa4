// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Input that cannot be read: where, and what was expected there.
public struct ReadingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    public let file: String
    /// The line, from 1; 0 when it is about the file as a whole.
    public let line: Int
    /// The column in UTF-8 bytes from 1, where one can be named.
    public let column: Int?
    /// What is wrong and what was expected, in a sentence.
    public let reason: String

    /// `file:line:column: reason`, as compilers write it.
    public var description: String {
        var position = file
        if line > 0 { position += ":\(line)" }
        if let column { position += ":\(column)" }
        return "\(position): \(reason)"
    }

    /// An error at a position.
    public init(file: String, line: Int, column: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }
}

/// Why a piece of a line cannot be read; the reader adds the position.
struct Unreadable: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// A sentence that says what is nearest, or else lists what there is.
    ///
    /// - Parameters:
    ///   - what: What it is called.
    ///   - found: As it is written.
    ///   - begins: The words of it that may be a name, the likeliest first; nil for all of it.
    ///   - known: What there is.
    init(_ what: String, _ found: String, beginningWith begins: [String]? = nil, known: [String]) {
        let near = (begins ?? [found]).lazy.map { NearestNames($0, among: known).names }
            .first { !$0.isEmpty }
        reason =
            "\(what) \"\(found)\"; "
            + (UnknownName.question(near ?? [])
                ?? "expected \(known.joined(separator: ", "))")
    }
}
