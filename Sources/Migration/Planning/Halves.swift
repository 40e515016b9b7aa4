// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work on many things of which each is done for itself, on at most two threads.
enum Halves {
    /// Fewer things than this are not worth a second thread.
    private static let leastForTwo = 4_096

    /// Does the work on both halves of some numbers.
    ///
    /// - Parameters:
    ///   - count: How many numbers, from 0.
    ///   - threads: On how many threads; two are enough.
    ///   - work: Is called with 0 and the lower half, and with 1 and the upper one: on two threads at
    ///     the same time where there are many numbers; what it reads may not change meanwhile.
    /// - Returns: What it returns, the lower half first.
    static func run<Result>(
        _ count: Int, threads: Int, _ work: @escaping (Int, Range<Int>) -> Result
    ) -> (Result, Result) {
        let (lower, upper) = (0..<count / 2, count / 2..<count)
        if threads < 2 || count < leastForTwo { return (work(0, lower), work(1, upper)) }
        let task = Task(work)
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            task.run(half, on: half == 0 ? lower : upper)
        }
        return task.results
    }

    /// The work, and what comes of each half.
    private final class Task<Result>: @unchecked Sendable {
        // Unchecked because the compiler does not see that each half has a place of its own, and
        // that both are done before the results are read.
        private let work: (Int, Range<Int>) -> Result
        private let places: UnsafeMutablePointer<Result?>

        init(_ work: @escaping (Int, Range<Int>) -> Result) {
            self.work = work
            places = .allocate(capacity: 2)
            places.initialize(repeating: nil, count: 2)
        }

        deinit {
            places.deinitialize(count: 2)
            places.deallocate()
        }

        func run(_ half: Int, on range: Range<Int>) { places[half] = work(half, range) }

        var results: (Result, Result) {
            guard let lower = places[0], let upper = places[1] else {
                preconditionFailure("Both halves are done.")
            }
            return (lower, upper)
        }
    }
}
