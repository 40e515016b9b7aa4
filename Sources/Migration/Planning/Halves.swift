// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
        return withoutActuallyEscaping(work) { work in
            let second = Second(work, upper)
            let thread = Thread { second.run() }
            thread.start()
            let first = work(lower)
            return (first, second.wait())
        }
    }

    /// The upper half, and what comes of it.
    private final class Second<Result>: @unchecked Sendable {
        // Unchecked because the compiler does not see that the semaphore lies between setting the
        // result and reading it.
        private let work: (Range<Int>) -> Result
        private let range: Range<Int>
        private var result: Result?
        private let done = DispatchSemaphore(value: 0)

        init(_ work: @escaping (Range<Int>) -> Result, _ range: Range<Int>) {
            self.work = work
            self.range = range
        }

        func run() {
            result = work(range)
            done.signal()
        }

        func wait() -> Result {
            done.wait()
            guard let result else { preconditionFailure("It is done.") }
            return result
        }
    }
}
