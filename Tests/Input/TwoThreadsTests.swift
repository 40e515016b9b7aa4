// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

@Suite struct TwoThreadsTests {
    @Test func `Both halves of some work are done once, on one thread where no more are wanted`() {
        for count in [0, 1, 2, 5, 10_001] {
            for threads in [1, 2, 8] {
                let (lower, upper) = TwoThreads.halves(of: count, threads: threads) {
                    number, range in
                    (number: number, range: range, thread: ObjectIdentifier(Thread.current))
                }
                #expect((lower.number, upper.number) == (0, 1))
                #expect(Array(lower.range) + Array(upper.range) == Array(0..<count))
                if threads == 1 { #expect(lower.thread == upper.thread) }
            }
        }
    }

    @Test func `Two things are done at the same time, and both results handed back`() {
        let first = DispatchSemaphore(value: 0)
        let second = DispatchSemaphore(value: 0)
        // Each waits for the other.
        let both = TwoThreads.both {
            first.signal()
            return second.wait(timeout: .now() + 60) == .success ? 1 : 0
        } _: {
            second.signal()
            return first.wait(timeout: .now() + 60) == .success ? "b" : ""
        }
        #expect(both == (1, "b"))
    }
}
