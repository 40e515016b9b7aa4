// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Input that cannot be read any further: the file, the line and column where they are known, and
/// what was expected.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The word of the kind, such as `unreadable`.
        public let description: String

        /// The system does not open or read it.
        public static let unreadable = Code(description: "unreadable")
        /// No format knows it, or not with these columns.
        public static let unknownFormat = Code(description: "unknown-format")
        /// The bytes break the rules of the format: quotes, brackets, UTF-8.
        public static let malformed = Code(description: "malformed")
        /// A column is missing, or is there more than once.
        public static let wrongColumn = Code(description: "wrong-column")
        /// A record breaks the rules of its format, and the caller takes none that does.
        public static let refusedRecord = Code(description: "refused-record")
        /// There is no record in it.
        public static let noRecords = Code(description: "no-records")
        /// A record or a row of column names is longer than there is room for.
        public static let tooLong = Code(description: "too-long")
    }

    /// What kind of fault it is.
    public let code: Code
    /// The input's name.
    public let file: String
    /// The line from 1; 0 where none is at fault.
    public let line: Int
    /// The byte in the line from 1; 0 where none is at fault.
    public let column: Int
    /// What is wrong, what was expected, and what to do.
    public let reason: String

    package init(
        _ code: Code, _ file: String, line: Int = 0, column: Int = 0, _ reason: String
    ) {
        self.code = code
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// As compilers print it.
    public var description: String { "\(position): \(reason)" }

    /// Where the fault is.
    public var position: String {
        var position = file
        if line > 0 { position += ":\(line)" }
        if column > 0 { position += ":\(column)" }
        return position
    }
}
