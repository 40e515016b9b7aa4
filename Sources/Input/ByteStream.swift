// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads the bytes of one input, in order and once.
package struct ByteStream: ~Copyable {
    private let name: String
    private let descriptor: Int32
    private let isOwned: Bool
    private let bytes: [UInt8]
    private var digest: (any ByteDigest)?
    /// How many bytes were read.
    package private(set) var position = 0
    private let kept: KeptInput?
    /// The size of the file when it was opened, and when it was last written to; nil for what is no file.
    private let state: FileState?
    /// What has ended the input early, once the bytes before are handed over.
    private var failure: InputError?

    /// Opens an input.
    ///
    /// - Parameters:
    ///   - input: What is read.
    ///   - kept: Is given what it takes to read the input a second time; nil where nobody will.
    ///   - digest: Is given all bytes; nil where nobody asks for their hash.
    /// - Throws: What keeps it from being opened.
    package init(
        _ input: Input, kept: KeptInput? = nil, digest: (any ByteDigest)? = nil
    ) throws(InputError) {
        name = input.name
        self.digest = digest
        switch input.origin {
        case .bytes(let bytes): (descriptor, isOwned, self.bytes) = (-1, false, bytes)
        case .descriptor(let number): (descriptor, isOwned, bytes) = (number, false, [])
        case .file(let path):
            let number = open(path, O_RDONLY)
            guard number >= 0 else { throw ByteStream.failure(input.name) }
            (descriptor, isOwned, bytes) = (number, true, [])
        }
        state = isOwned ? FileState(descriptor) : nil
        self.kept = kept?.begin(descriptor) == true ? kept : nil
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Reads until the space is full or the input ends; fewer bytes than asked for is the end.
    ///
    /// What was read before an error is handed over, and the error thrown by the next call.
    package mutating func read(
        into space: UnsafeMutablePointer<UInt8>, _ count: Int
    ) throws(InputError) -> Int {
        let filled = try fill(space, count)
        position += filled
        kept?.keep(space, filled)
        digest?.update(UnsafeBufferPointer(start: space, count: filled).span)
        return filled
    }

    private mutating func fill(
        _ space: UnsafeMutablePointer<UInt8>, _ count: Int
    ) throws(InputError) -> Int {
        if descriptor < 0 {
            let filled = min(count, bytes.count - position)
            bytes.withUnsafeBufferPointer { bytes in
                if let start = bytes.baseAddress {
                    space.update(from: start + position, count: filled)
                }
            }
            return filled
        }
        if let failure { throw failure }
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
                let failure = ByteStream.failure(name)
                self.failure = failure
                if filled == 0 { throw failure }
                break
            }
            filled += read
        }
        return filled
    }

    /// Whether the file is another than when it was opened, or had another size than was read of it;
    /// asked when all is read.
    package var hasChanged: Bool {
        guard let state else { return false }
        return state != FileState(descriptor) || state.size != position
    }

    /// Whether the next call throws.
    package var hasFailed: Bool { failure != nil }

    /// The hash of all that was read; nil where nobody asked for it.
    package var hash: [UInt8]? { digest?.finish() }

    private static func failure(_ name: String) -> InputError {
        InputError(
            .unreadable, name, "the file cannot be read: \(SystemFault(errno, .reading))")
    }
}
