// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation

/// What threads share: the reader that cuts pieces, the order in which they are taken, and the first
/// error.
///
/// Whoever has nothing to hand over scans a further piece meanwhile, so that nobody waits as long as
/// there is anything to do.
final class AssemblyLine: @unchecked Sendable {
    // Unchecked because the compiler does not see that `changed` guards what is below it, that one
    // thread at a time cuts, and one hands over.
    private let reader: InputReader
    private let progress: (@Sendable (Int) -> Void)?
    private let take: @Sendable (RecordBatch) throws -> Void
    /// The line and the place of its beginning where the next batch begins.
    private var line = 1
    private var lineStart = 0

    private let changed = NSCondition()
    /// Batches for further pieces.
    private var free: [RecordBatch]
    /// Scanned batches by their numbers.
    private var scanned: [Int: RecordBatch] = [:]
    /// How many pieces were cut, and how many handed over.
    private var cutCount = 0
    private var handedCount = 0
    private var isCutting = false
    private var isHanding = false
    /// Whether there are no further pieces, and what keeps them from being cut.
    private var isCut = false
    private var cutError: ScanError?
    private var error: (any Error)?

    /// What a thread does next.
    private enum Step {
        case cut(RecordBatch)
        case hand(RecordBatch)
    }

    /// A line for so many threads.
    init(
        _ reader: InputReader, threads: Int, capacity: Int, progress: (@Sendable (Int) -> Void)?,
        take: @escaping @Sendable (RecordBatch) throws -> Void
    ) {
        self.reader = reader
        self.progress = progress
        self.take = take
        free = (0..<threads * 2 + 1).map { _ in RecordBatch(capacity: capacity) }
    }

    /// What one thread does until there is nothing left.
    func work() {
        let documents = DocumentScanner()
        while let step = next() {
            switch step {
            case .cut(let batch):
                guard cut(batch) else { continue }
                scan(batch, documents)
                changed.withLock {
                    scanned[batch.number] = batch
                    changed.broadcast()
                }
            case .hand(let batch): hand(batch)
            }
        }
    }

    /// The inputs, or the first error.
    func finish() throws -> [ScannedFile] {
        if let error = error ?? cutError { throw error }
        return reader.files
    }

    /// What is to be done; nil when there is nothing left.
    private func next() -> Step? {
        changed.lock()
        defer { changed.unlock() }
        while error == nil {
            if !isHanding, let batch = scanned.removeValue(forKey: handedCount) {
                isHanding = true
                return .hand(batch)
            }
            if isCut, handedCount == cutCount { return nil }
            if !isCut, !isCutting, let batch = free.popLast() {
                isCutting = true
                return .cut(batch)
            }
            changed.wait()
        }
        return nil
    }

    /// Fills a batch; false when there is nothing left.
    private func cut(_ batch: RecordBatch) -> Bool {
        var fault: ScanError?
        var isFilled = false
        do throws(ScanError) {
            isFilled = try reader.next(batch)
            if isFilled { progress?(reader.position) }
        } catch {
            fault = error
        }
        changed.withLock {
            isCutting = false
            if isFilled { cutCount += 1 } else { (isCut, cutError) = (true, fault) }
            changed.broadcast()
        }
        return isFilled
    }

    private func scan(_ batch: RecordBatch, _ documents: DocumentScanner) {
        guard let file = batch.file else { return }
        if case .csv(let delimiter) = file.reader.reader.container {
            var rows = CSVRows(batch, file, file.reader, delimiter: delimiter)
            rows.run()
        } else {
            documents.scan(batch, of: file)
        }
    }

    /// Gives a batch to whoever takes it, and lets the next one pass.
    private func hand(_ batch: RecordBatch) {
        if batch.isFirst { (line, lineStart) = (1, 0) }
        let fault = batch.settle(line: &line, lineStart: &lineStart)
        var failure: (any Error)?
        do {
            try take(batch)
            if let fault { throw fault }
        } catch {
            failure = error
        }
        changed.withLock {
            isHanding = false
            handedCount += 1
            free.append(batch)
            error = failure
            changed.broadcast()
        }
    }
}
