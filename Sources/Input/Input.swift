// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What is read: a file, an open descriptor, or bytes in memory.
public struct Input: Sendable {
    package enum Origin: Sendable {
        case file(String)
        case descriptor(Int32)
        case bytes([UInt8])
    }

    /// What it is called in output and errors.
    public let name: String
    package let origin: Origin

    /// Where the file lies; nil for what is no file.
    package var path: String? {
        if case .file(let path) = origin { path } else { nil }
    }

    /// All of its bytes: of an input that is small.
    ///
    /// - Throws: What keeps it from being read.
    package func wholeBytes() throws(InputError) -> [UInt8] {
        var stream = try ByteStream(self)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try piece.withUnsafeMutableBufferPointer { piece throws(InputError) in
                guard let start = piece.baseAddress else { return 0 }
                return try stream.read(into: start, piece.count)
            }
            bytes += piece[..<count]
            if count < piece.count, !stream.hasFailed { return bytes }
        }
    }

    /// A file, opened when its turn comes.
    public static func file(_ path: String) -> Input {
        Input(name: path, origin: .file(path))
    }

    /// An open descriptor, such as 0 for standard input; it stays open.
    public static func descriptor(_ number: Int32, name: String) -> Input {
        Input(name: name, origin: .descriptor(number))
    }

    /// Bytes in memory.
    public static func bytes(_ bytes: [UInt8], name: String) -> Input {
        Input(name: name, origin: .bytes(bytes))
    }
}
