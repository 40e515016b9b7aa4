// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads the bytes of one input, in order and once.
struct ByteSource: ~Copyable {
    private let name: String
    private let descriptor: Int32
    private let isOwned: Bool
    private let bytes: [UInt8]
    private var digest: (any ByteDigest)?
    /// How many bytes were read.
    private(set) var position = 0
    /// Whether there are no further ones.
    private(set) var hasEnded = false

    /// Opens an input.
    init(_ input: ScanInput, digest: (any ByteDigest)? = nil) throws(ScanError) {
        name = input.name
        self.digest = digest
        switch input.place {
        case .bytes(let bytes): (descriptor, isOwned, self.bytes) = (-1, false, bytes)
        case .descriptor(let number): (descriptor, isOwned, bytes) = (number, false, [])
        case .file(let path):
            let number = open(path, O_RDONLY)
            guard number >= 0 else { throw ByteSource.failure(input.name) }
            (descriptor, isOwned, bytes) = (number, true, [])
        }
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Reads until a buffer holds so many bytes, unless the input ends before.
    mutating func fill(_ buffer: ByteBuffer, upTo most: Int) throws(ScanError) {
        if most > buffer.count { buffer.reserve(most - buffer.count) }
        while !hasEnded, buffer.count < most {
            let count = try read(into: buffer.start + buffer.count, most - buffer.count)
            digest?.update(
                UnsafeRawBufferPointer(start: buffer.start + buffer.count, count: count))
            buffer.count += count
            position += count
            hasEnded = count == 0
        }
    }

    /// The hash of all that was read; nil where nobody asked for it.
    var hash: [UInt8]? { digest?.finish() }

    private func read(
        into space: UnsafeMutablePointer<UInt8>, _ count: Int
    ) throws(ScanError) -> Int {
        if descriptor < 0 {
            let count = min(count, bytes.count - position)
            bytes.withUnsafeBufferPointer { bytes in
                if let start = bytes.baseAddress {
                    space.update(from: start + position, count: count)
                }
            }
            return count
        }
        while true {
            #if canImport(Darwin)
                let read = Darwin.read(descriptor, space, count)
            #else
                let read = Glibc.read(descriptor, space, count)
            #endif
            if read >= 0 { return read }
            if errno != EINTR { throw ByteSource.failure(name) }
        }
    }

    private static func failure(_ name: String) -> ScanError {
        ScanError(name, "the file cannot be read: \(String(cString: strerror(errno)))")
    }
}
