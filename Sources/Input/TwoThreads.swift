// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work on many things of which each is done for itself, on at most two threads.
package enum TwoThreads {
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
    package static func halves<Result>(
        of count: Int, threads: Int, _ work: (Int, Range<Int>) -> Result
    ) -> (Result, Result) {
        let (lower, upper) = (0..<count / 2, count / 2..<count)
        if threads < 2 || count < leastForTwo { return (work(0, lower), work(1, upper)) }
        return both({ work(0, lower) }, { work(1, upper) })
    }

    /// Does two things at the same time, each on a thread of its own.
    ///
    /// - Parameters:
    ///   - first: One of them; what both read may not change meanwhile.
    ///   - second: The other.
    /// - Returns: What they return.
    package static func both<First, Second>(
        _ first: () -> First, _ second: () -> Second
    ) -> (First, Second) {
        // Unchecked because the compiler does not see that each variable is written by one thread, and
        // read when both are done.
        nonisolated(unsafe) var one: First?
        nonisolated(unsafe) var other: Second?
        withoutActuallyEscaping(first) { first in
            withoutActuallyEscaping(second) { second in
                nonisolated(unsafe) let (first, second) = (first, second)
                DispatchQueue.concurrentPerform(iterations: 2) { number in
                    if number == 0 { one = first() } else { other = second() }
                }
            }
        }
        guard let one, let other else { preconditionFailure("Both are done.") }
        return (one, other)
    }
}
