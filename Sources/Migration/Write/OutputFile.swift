// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file of a plan while it is written: buffered, readable by its owner only.
package final class OutputFile {
    /// Its name in the folder.
    package let name: String
    /// Rows that are not written yet.
    let bytes = OutputBytes(capacity: OutputFile.chunk + 65_536)
    private let descriptor: Int32
    private var digest: any ByteDigest
    private var isClosed = false
    @exclusivity(unchecked) private var memory = WrittenMemory()
    /// How many rows were written, a header not counted.
    @exclusivity(unchecked) package private(set) var rowCount = 0
    /// How many bytes were written.
    @exclusivity(unchecked) package private(set) var byteCount = 0

    /// As many bytes as are written at once.
    private static let chunk = 1 << 18

    /// Makes a file that is not there yet.
    init(_ name: String, at path: String, _ digest: any ByteDigest) throws(OutputError) {
        self.name = name
        self.digest = digest
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw OutputError(name, errno) }
    }

    deinit {
        if !isClosed { _ = close(descriptor) }
    }

    /// Ends a row.
    func endRow() throws(OutputError) {
        bytes.append(UInt8(ascii: "\n"))
        rowCount += 1
        if bytes.count >= OutputFile.chunk { try flush() }
    }

    /// Adds rows that were made elsewhere.
    func append(_ page: RowPage) throws(OutputError) {
        rowCount += page.rowCount
        if page.bytes.count >= OutputFile.chunk {
            try flush()
            try put(page.bytes)
        } else {
            page.bytes.withBytes { bytes.append($0) }
            if bytes.count >= OutputFile.chunk { try flush() }
        }
    }

    private func flush() throws(OutputError) {
        try put(bytes)
        bytes.cut(to: 0)
    }

    private func put(_ bytes: OutputBytes) throws(OutputError) {
        bytes.withBytes { digest.update($0) }
        if let error = bytes.write(to: descriptor) { throw OutputError(name, error) }
        byteCount += bytes.count
        memory.note(byteCount, of: descriptor)
    }

    /// Writes what is left, puts it on the disk and closes the file.
    ///
    /// - Parameter synchronize: Puts an open file on the disk; 0 where it has.
    /// - Returns: The hash of all of it, in hexadecimal digits.
    /// - Throws: `OutputError` where it cannot be written.
    func finish(_ synchronize: (Int32) -> Int32) throws(OutputError) -> String {
        try flush()
        if synchronize(descriptor) != 0 { throw OutputError(name, errno) }
        isClosed = true
        if close(descriptor) != 0 { throw OutputError(name, errno) }
        return Hexadecimal.text(of: digest.finish())
    }
}
