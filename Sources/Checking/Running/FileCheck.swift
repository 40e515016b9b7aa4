// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
import Dispatch

/// Checks all IDs of inputs of any size, walking their bytes once.
///
/// The verdicts are those of `IdentifierCheck`, from the same rules. The memory does not grow with
/// the inputs: each worker has one buffer, and an ID that does not fit into it passes through in
/// pieces. Only whole-file findings remember something of each distinct ID.
public struct FileCheck: Sendable {
    /// What is asked of every ID.
    public let check: IdentifierCheck
    /// How IDs lie in the inputs.
    public var layout = CheckLayout.lines
    /// Whether to look for what only all IDs together show: duplicates, IDs that differ only in
    /// spelling, one that dominates.
    ///
    /// Takes memory in proportion to distinct IDs, and reads files again for the texts of what was
    /// found.
    public var isWholeFile = false
    /// How many whole-file findings of each kind are listed; all are counted.
    public var mostListed = 5
    /// How many threads work, at least 1.
    public var workers = 2
    /// Is told, now and then, how many bytes are read.
    ///
    /// Called by one thread at a time.
    public var progress: (@Sendable (Int) -> Void)?

    /// A check of files.
    public init(_ check: IdentifierCheck) { self.check = check }

    /// As many bytes as a worker takes at once; a longer ID passes through in pieces.
    package var capacity = FileCheck.usualCapacity
    static let usualCapacity = 1 << 18

    /// Reads the inputs one after the other and counts verdicts.
    ///
    /// - Parameters:
    ///   - inputs: What is read.
    ///   - report: Is given each ID and its verdicts as text; nil when the summary is enough.
    ///   - write: Takes that text in the order of the inputs.
    /// - Returns: The summary.
    /// - Throws: ``TooManyRules``, `InputError`, or what `write` throws.
    public func run(
        _ inputs: [Input], report: CheckReport? = nil,
        write: @escaping @Sendable (Span<UInt8>) throws -> Void = { _ in }
    ) throws -> CheckSummary {
        let summary = try runUntilFault(inputs, report: report, write: write)
        if let fault = summary.fault { throw fault }
        return summary
    }

    /// The same, but input that cannot be read ends the check early: everything that was read before
    /// is written and counted, and the summary says what was at fault.
    ///
    /// - Parameters:
    ///   - inputs: What is read.
    ///   - report: Is given each ID and its verdicts as text; nil when the summary is enough.
    ///   - write: Takes that text in the order of the inputs.
    /// - Returns: The summary of what was read, without whole-file findings where that is not all.
    /// - Throws: ``TooManyRules``, or what `write` throws.
    public func runUntilFault(
        _ inputs: [Input], report: CheckReport? = nil,
        write: @escaping @Sendable (Span<UInt8>) throws -> Void = { _ in }
    ) throws -> CheckSummary {
        try run(
            inputs, CompiledCheck(check, countsForms: isWholeFile), report: report, write: write)
    }

    /// The same for rules that are compiled already.
    package func run(
        _ inputs: [Input], _ compiled: CompiledCheck, report: CheckReport? = nil,
        write: @escaping @Sendable (Span<UInt8>) throws -> Void = { _ in }
    ) throws -> CheckSummary {
        let kept = isWholeFile ? inputs.map { _ in KeptInput() } : []
        let shared = Shared(reader(inputs, kept: kept))
        let wholeFile = isWholeFile ? SpellingTable(most: mostListed) : nil
        let workers = (0..<max(1, workers)).map { _ in
            Worker(
                shared, compiled, self, names: inputs.map(\.name), report: report,
                spellings: wholeFile, write: write)
        }
        DispatchQueue.concurrentPerform(iterations: workers.count) { workers[$0].run() }
        let error = shared.turnstile.error
        let fault = error as? InputError
        if let error, fault == nil { throw error }
        var summary = CheckSummary(
            compiled.list, workers.map { ($0.tally, $0.matcher.profiles) })
        summary.fault = fault
        if let wholeFile, fault == nil { summary.wholeFile = findings(wholeFile, inputs, kept) }
        return summary
    }

    private func reader(_ inputs: [Input], kept: [KeptInput]) -> any BatchReader {
        switch layout {
        case .lines: LineReader(inputs, kept: kept)
        case .column(let column): CSVReader(inputs, column, capacity: capacity, kept: kept)
        }
    }

    /// The findings, with the texts of the IDs that they name.
    private func findings(
        _ table: SpellingTable, _ inputs: [Input], _ kept: [KeptInput]
    ) -> WholeFileFindings {
        let found = table.finish()
        let again = zip(inputs, kept).map { $1.again($0) }
        return WholeFileFindings(
            found,
            ExampleTexts(
                found, table, reader(again, kept: []),
                Batch(capacity: capacity, hasFields: layout.hasFields)))
    }
}
