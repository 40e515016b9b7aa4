// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where IDs come from.
public struct CheckInput: Sendable {
    enum Place: Sendable {
        case file(String)
        case descriptor(Int32)
        case bytes([UInt8])
    }

    /// What it is called in output and errors.
    public let name: String
    let place: Place

    /// A file, opened when its turn comes.
    public static func file(_ path: String) -> CheckInput {
        CheckInput(name: path, place: .file(path))
    }

    /// An open descriptor, such as 0 for standard input; it stays open.
    public static func descriptor(_ number: Int32, name: String) -> CheckInput {
        CheckInput(name: name, place: .descriptor(number))
    }

    /// Bytes in memory.
    public static func bytes(_ bytes: [UInt8], name: String) -> CheckInput {
        CheckInput(name: name, place: .bytes(bytes))
    }
}

/// Input that cannot be read: the file, the line and column where they are known, and what was
/// expected.
public struct CheckInputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input's name.
    public let file: String
    /// The line from 1; 0 where none is at fault.
    public let line: Int
    /// The byte in the line from 1; 0 where none is at fault.
    public let column: Int
    /// What is wrong, and what was expected.
    public let reason: String

    /// As compilers print it.
    public var description: String {
        var place = file
        if line > 0 { place += ":\(line)" }
        if column > 0 { place += ":\(column)" }
        return "\(place): \(reason)"
    }
}

/// Reads the bytes of one input, in order and once.
struct ByteStream: ~Copyable {
    private let name: String
    private let descriptor: Int32
    private let isOwned: Bool
    private let bytes: [UInt8]
    private var position = 0

    init(_ input: CheckInput) throws(CheckInputError) {
        name = input.name
        switch input.place {
        case .bytes(let bytes): (descriptor, isOwned, self.bytes) = (-1, false, bytes)
        case .descriptor(let number): (descriptor, isOwned, bytes) = (number, false, [])
        case .file(let path):
            let number = open(path, O_RDONLY)
            guard number >= 0 else { throw ByteStream.failure(input.name) }
            (descriptor, isOwned, bytes) = (number, true, [])
        }
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Reads until the space is full or the input ends; fewer bytes than asked for is the end.
    mutating func read(
        into space: UnsafeMutablePointer<UInt8>, _ count: Int
    ) throws(CheckInputError) -> Int {
        if descriptor < 0 {
            let end = min(bytes.count, position + count)
            for place in position..<end { space[place - position] = bytes[place] }
            defer { position = end }
            return end - position
        }
        var filled = 0
        while filled < count {
            #if canImport(Darwin)
                let read = Darwin.read(descriptor, space + filled, count - filled)
            #else
                let read = Glibc.read(descriptor, space + filled, count - filled)
            #endif
            if read == 0 { break }
            if read < 0 {
                if errno == EINTR { continue }
                throw ByteStream.failure(name)
            }
            filled += read
        }
        return filled
    }

    private static func failure(_ name: String) -> CheckInputError {
        CheckInputError(
            file: name, line: 0, column: 0,
            reason: "the file cannot be read: \(String(cString: strerror(errno)))")
    }
}
