// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Work on many things of which each is done for itself, on two threads.
enum Halves {
    /// Fewer things than this are not worth a second thread.
    private static let few = 4_096

    /// Does the work on both halves of some numbers.
    ///
    /// - Parameters:
    ///   - count: How many numbers, from 0.
    ///   - work: Is called once for each half, on two threads at the same time where there are many;
    ///     what it reads may not change meanwhile.
    /// - Returns: What it returns, the lower half first.
    static func run<Result>(
        _ count: Int, _ work: (Range<Int>) -> Result
    ) -> (Result, Result) {
        let (lower, upper) = (0..<count / 2, count / 2..<count)
        if count < few { return (work(lower), work(upper)) }
        let results = UnsafeMutablePointer<Result>.allocate(capacity: 2)
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            (results + half).initialize(to: work(half == 0 ? lower : upper))
        }
        defer {
            results.deinitialize(count: 2)
            results.deallocate()
        }
        return (results[0], results[1])
    }
}
