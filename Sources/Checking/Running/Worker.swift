// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

/// One thread: takes a batch, checks it, hands on what is to be written when its turn comes.
final class Worker: @unchecked Sendable {
    // Unchecked because one thread uses it until it ends, and only then another looks at it. Of what
    // workers share, `shared.lock` guards the reader, and `shared.turnstile` the spellings.
    let matcher: IDMatcher
    private(set) var tally = Tally()
    private let shared: Shared
    private let check: FileCheck
    private let batch: Batch
    private var writer: ReportWriter?
    private let spellings: SpellingTable?
    private var occurrences: [SpellingOccurrence] = []
    private let write: @Sendable (Span<UInt8>) throws -> Void

    init(
        _ shared: Shared, _ compiled: CompiledCheck, _ check: FileCheck, names: [String],
        report: CheckReport?, spellings: SpellingTable?,
        write: @escaping @Sendable (Span<UInt8>) throws -> Void
    ) {
        self.shared = shared
        self.check = check
        self.spellings = spellings
        self.write = write
        matcher = IDMatcher(compiled)
        writer = report.map { ReportWriter($0, check.check, keys: compiled.keys, names: names) }
        batch = Batch(capacity: check.capacity, hasFields: check.layout.hasFields)
    }

    func run() {
        do {
            while try step() {}
        } catch {
            shared.turnstile.stop(error)
        }
    }

    /// One batch; false when there is none left.
    private func step() throws -> Bool {
        shared.lock.lock()
        var isLocked = true
        func unlock() {
            if isLocked { shared.lock.unlock() }
            isLocked = false
        }
        defer { unlock() }
        guard shared.turnstile.error == nil else { return false }
        let kind: BatchKind
        do {
            kind = try shared.reader.next(batch)
        } catch {
            // Noted before anybody else reads, who would go on behind what was refused. What was read
            // before is still checked and written.
            shared.turnstile.note(error)
            return false
        }
        check.progress?(shared.reader.position)
        switch kind {
        case .end: return false
        case .longID:
            // Nobody else reads until it is through.
            try checkLong()
        case .ids:
            unlock()
            try checkBatch()
        }
        return true
    }

    private var isOrdered: Bool { writer != nil || spellings != nil }

    // MARK: - Many IDs

    private func checkBatch() throws {
        if isOrdered { return try checkOrdered() }
        // Out of the object while it is changed for every ID.
        var tally = Tally()
        swap(&tally, &self.tally)
        let matcher = matcher
        let input = batch.input
        batch.forEachID { bytes, line in
            let number = matcher.profile(bytes)
            tally.add(
                number, bytes, input: input, line: line,
                isShown: matcher.profiles[number].isShown)
        }
        self.tally = tally
    }

    private func checkOrdered() throws {
        var isMyTurn = false
        func takeTurn() throws {
            if !isMyTurn { try shared.turnstile.wait(for: batch.number) }
            isMyTurn = true
        }
        let (matcher, input) = (matcher, batch.input)
        let isWholeFile = spellings != nil
        // Out of the object while they are changed for every ID.
        var (tally, writer, folder) = (Tally(), ReportWriter?.none, SpellingFolder())
        swap(&tally, &self.tally)
        swap(&writer, &self.writer)
        var occurrences = self.occurrences
        self.occurrences = []
        occurrences.removeAll(keepingCapacity: true)
        var empty = 0
        try batch.forEachID { bytes, line in
            let number = matcher.profile(bytes)
            tally.add(
                number, bytes, input: input, line: line,
                isShown: matcher.profiles[number].isShown)
            if isWholeFile, !bytes.isEmpty {
                let isText = matcher.profiles[number].isText
                occurrences.append(folder.occurrence(of: bytes, isText: isText, line: line))
            }
            if bytes.isEmpty { empty += 1 }
            guard writer != nil else { return }
            writer?.add(matcher.profiles[number], number, bytes, input: input, line: line)
            if writer?.isFull == true {
                try takeTurn()
                try writer?.flush(write)
            }
        }
        self.tally = tally
        try takeTurn()
        spellings?.add(occurrences, empty: empty, input: input)
        try writer?.flush(write)
        shared.turnstile.pass()
        swap(&writer, &self.writer)
        self.occurrences = occurrences
    }

    private func flush() throws {
        try writer?.flush(write)
    }

    // MARK: - One long ID

    private func checkLong() throws {
        if isOrdered { try shared.turnstile.wait(for: batch.number) }
        let (input, line) = (batch.input, batch.line)
        var scan = TrimmingScan(matcher.compiled)
        let example = batch.bytes.withBytes { CheckExample($0, input: input, line: line) }
        writer?.beginLong(input: input, line: line)
        try shared.reader.readLong(batch) { piece in
            scan.feed(piece)
            writer?.addLong(piece)
            check.progress?(shared.reader.position)
            if writer?.isFull == true { try flush() }
        }
        let number = scan.profile(by: matcher)
        tally.add(number, long: example.of(count: scan.given.count))
        spellings?.addLong(input: input, line: line)
        writer?.endLong(
            matcher.profiles[number], number, example.of(count: scan.given.count),
            faultOffset: scan.given.faultOffset)
        try flush()
        if isOrdered { shared.turnstile.pass() }
    }
}
