// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation

/// Hands what a plan decides to the target's files on a thread of their own: while they are written,
/// the next customers are decided about.
///
/// They are given the same, in the same order. What they throw is thrown here, somewhat later;
/// nothing more is handed to them then.
final class SinkRelay: @unchecked Sendable {
    // Unchecked because the compiler does not see that the lock guards the lists and the error, that
    // a batch is in one list at a time, and that the files are used by their thread alone while it runs.
    private let sink: TargetFiles
    private let lock = NSCondition()
    private var waiting: [DecisionBatch] = []
    private var free: [DecisionBatch]
    private var isOver = false
    private var error: (any Error)?
    @exclusivity(unchecked) private var current: DecisionBatch

    /// So many batches are on their way at most.
    private static var batchCount: Int { 4 }

    init(_ sink: TargetFiles) {
        self.sink = sink
        current = DecisionBatch()
        free = (1..<SinkRelay.batchCount).map { _ in DecisionBatch() }
    }

    /// Lets a plan decide.
    ///
    /// - Parameter decide: Is given the sink that it decides into.
    /// - Returns: What that returns, when the files have taken everything.
    /// - Throws: What it throws, or what the files throw.
    func run<Result>(_ decide: (SinkRelay) throws -> Result) throws -> Result {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            self.drain()
            done.signal()
        }
        thread.start()
        do {
            let result = try decide(self)
            end(done)
            if let error { throw error }
            return result
        } catch {
            end(done)
            throw self.error ?? error
        }
    }

    private func end(_ done: DispatchSemaphore) {
        lock.lock()
        if isOver {
            lock.unlock()
            return
        }
        waiting.append(current)
        isOver = true
        lock.broadcast()
        lock.unlock()
        done.wait()
    }

    /// Hands over the batch that is full, and waits for an empty one.
    private func turnOver() throws {
        lock.lock()
        defer { lock.unlock() }
        waiting.append(current)
        lock.broadcast()
        while free.isEmpty { lock.wait() }
        current = free.removeLast()
        if let error { throw error }
    }

    /// What the files' thread does.
    private func drain() {
        while let batch = next() {
            var failure: (any Error)?
            do {
                if error == nil { try batch.replay(into: sink) }
            } catch {
                failure = error
            }
            batch.empty()
            lock.lock()
            if let failure { error = failure }
            free.append(batch)
            lock.broadcast()
            lock.unlock()
        }
    }

    private func next() -> DecisionBatch? {
        lock.lock()
        defer { lock.unlock() }
        while waiting.isEmpty, !isOver { lock.wait() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}

extension SinkRelay: PlanSink {
    func begin(customer: Int?) throws {
        if current.isFull { try turnOver() }
        current.begin(customer: customer)
    }

    func take(_ id: PlannedID) throws {
        if current.isFull { try turnOver() }
        current.take(id)
    }

    func take(_ values: FieldValues, writer: Int) throws {
        if current.isFull { try turnOver() }
        current.take(values, writer: writer)
    }

    func decided(_ decision: PlanDecision, _ values: FieldValues) throws {
        if current.isFull { try turnOver() }
        current.decided(decision, values)
    }
}
