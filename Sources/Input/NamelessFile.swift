// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file that has no name, so that nothing of it is left however the run ends.
package final class NamelessFile: Sendable {
    private let descriptor: Int32

    /// Makes the file, readable by its owner only, and takes its name away.
    ///
    /// - Parameter path: Its name until then, in the folder whose disk space is taken.
    /// - Throws: `OutputError` where the file cannot be made.
    package init(at path: String) throws(OutputError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw OutputError(path, errno) }
        if unlink(path) != 0 { throw OutputError(path, errno) }
    }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    /// Writes bytes at the end.
    ///
    /// - Returns: The number of the system's error; nil where all are written.
    package func append(_ bytes: OutputBytes) -> Int32? { bytes.write(to: descriptor) }

    /// Reads some bytes, in place of those that an array holds.
    ///
    /// - Parameters:
    ///   - bytes: The array; empty after an error.
    ///   - offset: Where the bytes begin in the file.
    ///   - least: As many bytes have to be there.
    ///   - most: As many are read if they are there.
    /// - Returns: The number of the system's error; nil where enough are read.
    package func read(
        _ bytes: inout [UInt8], from offset: Int, atLeast least: Int, atMost most: Int
    ) -> Int32? {
        if bytes.count < most {
            bytes.append(contentsOf: repeatElement(0, count: most - bytes.count))
        }
        var count = 0
        while count < least {
            let more = bytes.withUnsafeMutableBytes {
                pread(
                    descriptor, $0.baseAddress.map { $0 + count }, most - count,
                    off_t(offset + count))
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else {
                let code = more < 0 ? errno : EIO
                bytes.removeAll()
                return code
            }
            count += more
        }
        bytes.removeLast(bytes.count - count)
        return nil
    }
}
