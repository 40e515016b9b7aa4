// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation

/// What threads share: the reader that cuts pieces, the order in which they are taken, and the first
/// error.
final class AssemblyLine: @unchecked Sendable {
    // Unchecked because the compiler does not see that the lock guards the reader, and the turn what
    // only the thread whose turn it is looks at.
    private let reader: InputReader
    private let lock = NSLock()
    private let turns = Turns()
    private var error: (any Error)?
    /// Whether there are no further pieces, and what keeps them from being cut.
    private var isCut = false
    private var cutError: ScanError?
    private let progress: (@Sendable (Int) -> Void)?
    private let take: @Sendable (RecordBatch) throws -> Void
    /// The line and the place of its beginning where the next batch begins.
    private var line = 1
    private var lineStart = 0

    init(
        _ reader: InputReader, progress: (@Sendable (Int) -> Void)?,
        take: @escaping @Sendable (RecordBatch) throws -> Void
    ) {
        self.reader = reader
        self.progress = progress
        self.take = take
    }

    /// What one thread does until there is nothing left.
    func work(capacity: Int) {
        let batch = RecordBatch(capacity: capacity * 2)
        let documents = DocumentScanner()
        while cut(batch) {
            if let file = batch.file {
                if case .csv(let delimiter) = file.reader.reader.container {
                    var rows = CSVRows(batch, file, file.reader, delimiter: delimiter)
                    rows.run()
                } else {
                    documents.scan(batch, of: file)
                }
            }
            guard turns.wait(for: batch.number) else { return }
            hand(batch)
        }
    }

    /// The inputs, or the first error.
    func finish() throws -> [ScannedFile] {
        if let error = error ?? cutError { throw error }
        return reader.files
    }

    /// Fills a batch; false when there is nothing left.
    private func cut(_ batch: RecordBatch) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard !isCut else { return false }
        do throws(ScanError) {
            if try reader.next(batch) {
                progress?(reader.position)
                return true
            }
        } catch {
            cutError = error
        }
        isCut = true
        return false
    }

    /// Gives a batch to whoever takes it, and lets the next one pass.
    private func hand(_ batch: RecordBatch) {
        if batch.isFirst { (line, lineStart) = (1, 0) }
        let fault = batch.settle(line: &line, lineStart: &lineStart)
        do {
            try take(batch)
            if let fault { throw fault }
            turns.pass()
        } catch {
            self.error = error
            turns.stop()
            stopCutting()
        }
    }

    private func stopCutting() {
        lock.lock()
        isCut = true
        lock.unlock()
    }
}
