// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Decides about customers and makes their rows on several threads, and writes them in the plan's
/// order.
///
/// Whatever the number of threads, the files are the same.
final class PlanRun: @unchecked Sendable {
    // Unchecked because the compiler does not see that the lock guards the next block, what the
    // threads have counted, and the turn the files; nothing changes the planner.
    private let planner: Planner
    private let files: TargetFiles
    private let blockSize: Int
    private let progress: ((Int) -> Void)?
    private let lock = NSLock()
    private var next = 0
    private var tallies: [PlanTally] = []
    private var written: [Int]
    private var stakes = Stakes()
    private(set) var required: [RequiredNames.Key: Int] = [:]
    private let turns = Turnstile()

    init(
        _ planner: Planner, into files: TargetFiles, blockSize: Int,
        progress: ((Int) -> Void)?
    ) {
        self.planner = planner
        self.files = files
        self.blockSize = max(1, blockSize)
        self.progress = progress
        written = [Int](repeating: 0, count: planner.sides.target.writers.count)
    }

    /// Decides about everything; ``required`` then has the names that rows and calls have.
    ///
    /// - Parameter threads: On so many threads.
    /// - Returns: What the plan comes to, for each writer the rows or calls that were written, and
    ///   what is at stake.
    /// - Throws: What the files throw.
    func run(threads: Int) throws -> (result: PlanResult, written: [Int], stakes: Stakes) {
        DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in work() }
        if let error = turns.error { throw error }
        stakes.checkSums()
        return (planner.result(tallies), written, stakes)
    }

    /// What one thread does until there is nothing left.
    private func work() {
        let worker = PlanWorker(planner)
        var current = 0
        let rows = TargetRows(planner.sides.target, planner.guide) {
            try self.write($0, of: current)
        }
        let count = planner.people.customerCount
        while let block = begin() {
            current = block
            let first = block * blockSize
            do {
                // What nobody is said to hold comes last.
                if first >= count { try worker.decideOwnerless(rows.take) }
                try worker.decide(min(first, count)..<min(first + blockSize, count), rows.take)
                try rows.end()
                try write(rows, of: block)
                progress?(min(first + blockSize, count))
                turns.pass()
            } catch {
                turns.stop(error)
                return
            }
        }
        lock.lock()
        tallies.append(worker.tally)
        for (writer, count) in rows.written.enumerated() { written[writer] += count }
        stakes.add(rows.stakes)
        rows.required.add(to: &required)
        lock.unlock()
    }

    /// The number of the next block; nil where there is none.
    private func begin() -> Int? {
        lock.lock()
        defer { lock.unlock() }
        // One block more is for what nobody is said to hold.
        let count = (planner.people.customerCount + blockSize - 1) / blockSize + 1
        if next == count { return nil }
        next += 1
        return next - 1
    }

    /// Writes what has gathered of a block, when all before it is written.
    private func write(_ rows: TargetRows, of block: Int) throws {
        try turns.wait(for: block)
        try files.append(rows)
    }
}
