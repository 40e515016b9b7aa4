// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

@Suite struct TurnstileTests {
    private struct Failure: Error, Equatable {
        let number: Int
    }

    /// Lets threads do pieces of work and pass in their order; at one of them, if any, it fails.
    private func passed(_ count: Int, failingAt fault: Int? = nil) -> ([Int], Failure?) {
        let turnstile = Turnstile()
        let lock = NSLock()
        nonisolated(unsafe) var (next, passed) = (0, [Int]())
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            while turnstile.error == nil {
                let number = lock.withLock {
                    next += 1
                    return next - 1
                }
                if number >= count { return }
                do {
                    if number % 3 == 0 { usleep(100) }
                    try turnstile.wait(for: number)
                    if number == fault { throw Failure(number: number) }
                    passed.append(number)
                    turnstile.pass()
                } catch {
                    return turnstile.stop(error)
                }
            }
        }
        return (passed, turnstile.error as? Failure)
    }

    @Test(arguments: [0, 1, 2, 500])
    func `Threads pass in the order of their pieces`(count: Int) {
        let (numbers, failure) = passed(count)
        #expect(numbers == Array(0..<count))
        #expect(failure == nil)
    }

    @Test(arguments: [0, 1, 40])
    func `Nobody passes or waits after a failure, which is the error`(fault: Int) {
        let (numbers, failure) = passed(500, failingAt: fault)
        #expect(numbers == Array(0..<fault))
        #expect(failure == Failure(number: fault))
    }

    @Test func `The first error is kept, and that others were stopped is none`() {
        let turnstile = Turnstile()
        turnstile.note(Turnstile.Stopped())
        #expect(turnstile.error == nil)
        turnstile.note(Failure(number: 1))
        turnstile.stop(Failure(number: 2))
        #expect(turnstile.error as? Failure == Failure(number: 1))
        #expect(throws: Turnstile.Stopped.self) { try turnstile.wait(for: 0) }
    }
}
