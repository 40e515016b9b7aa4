// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

package import AllonymMappings

/// Reads provider files of any size as records.
///
/// Threads scan pieces of the input; whoever takes the records gets batch after batch, in the order
/// of the input, whatever the number of threads.
package struct Scan: Sendable {
    /// The formats that the files may have.
    package var readers: [FormatReader]
    /// How many threads scan.
    package var threads: Int
    /// Is told how many bytes were read, now and then.
    package var progress: (@Sendable (Int) -> Void)?
    /// Makes what each input's hash is made with; nil where none is wanted.
    package var makeDigest: (@Sendable () -> any ByteDigest)?
    /// As many bytes make a piece, unless a record is larger.
    package var pieceSize = InputReader.pieceSize

    /// A scan.
    package init(
        _ readers: [FormatReader], threads: Int = ProcessInfo.processInfo.activeProcessorCount,
        progress: (@Sendable (Int) -> Void)? = nil
    ) {
        self.readers = readers
        self.threads = threads
        self.progress = progress
    }

    /// Reads the inputs one after the other.
    ///
    /// - Parameters:
    ///   - inputs: What is read.
    ///   - take: Is given each batch, one at a time, which is the scan's again when it returns.
    /// - Returns: What was found out about each input.
    /// - Throws: ``ScanError`` when an input cannot be read any further, after everything before it
    ///   was taken; or what `take` throws.
    package func run(
        _ inputs: [ScanInput], take: @escaping @Sendable (RecordBatch) throws -> Void
    ) throws -> [ScannedFile] {
        let line = AssemblyLine(
            InputReader(inputs, ReaderList(readers), pieceSize: pieceSize, makeDigest: makeDigest),
            threads: max(1, threads), capacity: pieceSize * 2, progress: progress, take: take)
        let done = DispatchGroup()
        for _ in 1..<max(1, threads) {
            done.enter()
            let thread = Thread {
                line.work()
                done.leave()
            }
            // Documents may be 512 levels deep.
            thread.stackSize = 1 << 22
            thread.start()
        }
        line.work()
        done.wait()
        return try line.finish()
    }
}
