// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads the bytes of one input, in order and once.
struct ByteStream: ~Copyable {
    private let name: String
    private let descriptor: Int32
    private let isOwned: Bool
    private let bytes: [UInt8]
    private var position = 0
    private let kept: KeptInput?
    /// What has ended the input early, once the bytes before are handed over.
    private var failure: CheckInputError?

    /// Opens an input.
    ///
    /// - Parameters:
    ///   - input: What is read.
    ///   - kept: Is given what it takes to read the input a second time; nil where nobody will.
    /// - Throws: What keeps it from being opened.
    init(_ input: CheckInput, kept: KeptInput? = nil) throws(CheckInputError) {
        name = input.name
        switch input.place {
        case .bytes(let bytes): (descriptor, isOwned, self.bytes) = (-1, false, bytes)
        case .descriptor(let number): (descriptor, isOwned, bytes) = (number, false, [])
        case .file(let path):
            let number = open(path, O_RDONLY)
            guard number >= 0 else { throw ByteStream.failure(input.name) }
            (descriptor, isOwned, bytes) = (number, true, [])
        }
        self.kept = kept?.begin(descriptor) == true ? kept : nil
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Reads until the space is full or the input ends; fewer bytes than asked for is the end.
    ///
    /// What was read before an error is handed over, and the error thrown by the next call.
    mutating func read(
        into space: UnsafeMutablePointer<UInt8>, _ count: Int
    ) throws(CheckInputError) -> Int {
        if descriptor < 0 {
            let end = min(bytes.count, position + count)
            for place in position..<end { space[place - position] = bytes[place] }
            defer { position = end }
            return end - position
        }
        if let failure { throw failure }
        var filled = 0
        defer { kept?.keep(space, filled) }
        while filled < count {
            #if canImport(Darwin)
                let read = Darwin.read(descriptor, space + filled, count - filled)
            #else
                let read = Glibc.read(descriptor, space + filled, count - filled)
            #endif
            if read == 0 { break }
            if read < 0 {
                if errno == EINTR { continue }
                let failure = ByteStream.failure(name)
                self.failure = failure
                if filled == 0 { throw failure }
                break
            }
            filled += read
        }
        return filled
    }

    /// Whether the next call throws.
    var hasFailed: Bool { failure != nil }

    private static func failure(_ name: String) -> CheckInputError {
        CheckInputError(
            file: name, line: 0, column: 0,
            reason: "the file cannot be read: \(String(cString: strerror(errno)))")
    }
}
