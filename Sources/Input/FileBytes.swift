// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The bytes of a file, read where they are looked at, and let go of behind.
package final class FileBytes: @unchecked Sendable {
    // Unchecked because letting go changes no byte, and one thread does.

    /// All of them.
    package let data: Data
    /// Where they are mapped; nil for bytes in memory.
    private let start: UnsafeMutableRawPointer?
    /// Up to which offset they were let go of.
    private var released = 0
    /// A few large pieces cost less than many small ones.
    private static let piece = 1 << 22

    /// Bytes in memory.
    package init(_ data: Data) { (self.data, start) = (data, nil) }

    /// Opens a file; nil where it cannot be read.
    package init?(path: String) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var state = stat()
        guard fstat(descriptor, &state) == 0, state.st_mode & S_IFMT == S_IFREG else { return nil }
        let count = Int(state.st_size)
        if count == 0 {
            (data, start) = (Data(), nil)
            return
        }
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
            start != MAP_FAILED
        else { return nil }
        self.start = start
        data = Data(bytesNoCopy: start, count: count, deallocator: .unmap)
    }

    /// Says that what is before an offset is not looked at soon; until then it takes no memory.
    package func letGo(before offset: Int) {
        if offset < released { released = 0 }
        guard let start, offset - released >= FileBytes.piece else { return }
        let end = min(offset, data.count) / FileBytes.piece * FileBytes.piece
        madvise(start + released, end - released, MADV_DONTNEED)
        released = end
    }

    /// Hands all of them to a hash.
    package func update(_ digest: inout any ByteDigest) {
        var offset = 0
        while offset < data.count {
            let end = min(offset + FileBytes.piece, data.count)
            digest.update(data.span.extracting(offset..<end))
            letGo(before: end)
            offset = end
        }
    }
}
