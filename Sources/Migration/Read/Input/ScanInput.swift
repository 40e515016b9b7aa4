// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Where records come from.
public struct ScanInput: Sendable {
    enum Place: Sendable {
        case file(String)
        case descriptor(Int32)
        case bytes([UInt8])
    }

    /// What it is called in output and errors.
    public let name: String
    let place: Place

    /// Where the file lies; nil for what is no file.
    var path: String? {
        if case .file(let path) = place { path } else { nil }
    }

    /// A file, opened when its turn comes.
    public static func file(_ path: String) -> ScanInput {
        ScanInput(name: path, place: .file(path))
    }

    /// An open descriptor, such as 0 for standard input; it stays open.
    public static func descriptor(_ number: Int32, name: String) -> ScanInput {
        ScanInput(name: name, place: .descriptor(number))
    }

    /// Bytes in memory.
    public static func bytes(_ bytes: [UInt8], name: String) -> ScanInput {
        ScanInput(name: name, place: .bytes(bytes))
    }
}

/// Input that cannot be read any further: the file, the line and column where they are known, and
/// what was expected.
public struct ScanError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input's name.
    public let file: String
    /// The line from 1; 0 where none is at fault.
    public let line: Int
    /// The byte in the line from 1; 0 where none is at fault.
    public let column: Int
    /// What is wrong, what was expected, and what to do.
    public let reason: String

    init(_ file: String, line: Int = 0, column: Int = 0, _ reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// As compilers print it.
    public var description: String {
        var place = file
        if line > 0 { place += ":\(line)" }
        if column > 0 { place += ":\(column)" }
        return "\(place): \(reason)"
    }
}
