// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What is read: a file, an open descriptor, or bytes in memory.
public struct Input: Sendable {
    package enum Place: Sendable {
        case file(String)
        case descriptor(Int32)
        case bytes([UInt8])
    }

    /// What it is called in output and errors.
    public let name: String
    package let place: Place

    /// Where the file lies; nil for what is no file.
    package var path: String? {
        if case .file(let path) = place { path } else { nil }
    }

    /// A file, opened when its turn comes.
    public static func file(_ path: String) -> Input {
        Input(name: path, place: .file(path))
    }

    /// An open descriptor, such as 0 for standard input; it stays open.
    public static func descriptor(_ number: Int32, name: String) -> Input {
        Input(name: name, place: .descriptor(number))
    }

    /// Bytes in memory.
    public static func bytes(_ bytes: [UInt8], name: String) -> Input {
        Input(name: name, place: .bytes(bytes))
    }
}
