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
    /// The formats of files that may stand beside these; their numbers follow.
    package var beside: [FormatReader]
    /// What a file is said to be that none of these knows; nil where that is not looked for.
    package var others: OtherFormats?
    /// What becomes of a file without a column on which more depends than what it says.
    var columns = ColumnPolicy.read
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
        _ readers: [FormatReader], beside: [FormatReader] = [],
        threads: Int = ProcessInfo.processInfo.activeProcessorCount,
        progress: (@Sendable (Int) -> Void)? = nil
    ) {
        (self.readers, self.beside) = (readers, beside)
        self.threads = threads
        self.progress = progress
    }

    /// Reads the inputs one after the other.
    ///
    /// - Parameters:
    ///   - inputs: What is read.
    ///   - take: Is given each batch, by one thread at a time; it is the scan's again when it returns.
    /// - Returns: What was found out about each input.
    /// - Throws: `InputError` when an input cannot be read any further, after everything before it
    ///   was taken; or what `take` throws.
    package func run(
        _ inputs: [Input], take: @escaping (RecordBatch) throws -> Void
    ) throws -> [ScannedFile] {
        let reader = InputReader(
            inputs, ReaderList(readers, beside: beside, columns: columns), pieceSize: pieceSize,
            others: others, makeDigest: makeDigest)
        // The line and the position of its beginning where the next batch begins.
        var (line, lineStart) = (1, 0)
        let threads = max(1, threads)
        let pipeline = OrderedPipeline(
            (0..<threads * 2 + 1).map { _ in RecordBatch(capacity: pieceSize * 2) }
        ) { batch in
            guard try reader.next(batch) else { return false }
            progress?(reader.position)
            return true
        } hand: { batch in
            if batch.isFirst { (line, lineStart) = (1, 0) }
            let fault = batch.settle(line: &line, lineStart: &lineStart)
            try take(batch)
            if let fault { throw fault }
        }
        // Documents may be 512 levels deep.
        try pipeline.run(threads: threads, stackSize: 1 << 22) {
            let documents = DocumentScanner()
            return { Scan.scan($0, documents) }
        }
        return reader.files
    }

    private static func scan(_ batch: RecordBatch, _ documents: DocumentScanner) {
        guard let file = batch.file else { return }
        if case .csv(let delimiter) = file.reader.reader.container {
            var rows = CSVRows(batch, file, file.reader, delimiter: delimiter)
            rows.run()
        } else {
            documents.scan(batch, of: file)
        }
    }
}
