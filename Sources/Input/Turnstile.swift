// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lets threads pass one after the other, in the order of their pieces of work, until one fails.
///
/// For those who hand over what they have while they work; ``OrderedPipeline`` is for those who hand
/// over once.
package final class Turnstile: @unchecked Sendable {
    // Unchecked because the compiler does not see that `condition` guards the rest.
    private let condition = NSCondition()
    private var turn = 0
    private var isStopped = false
    private var firstError: (any Error)?

    package init() {}

    /// Waits until every piece before this one is through.
    ///
    /// - Throws: ``Stopped`` when another thread has failed.
    package func wait(for number: Int) throws(Stopped) {
        condition.lock()
        defer { condition.unlock() }
        while turn != number, !isStopped { condition.wait() }
        if isStopped { throw Stopped() }
    }

    /// Lets the next piece pass.
    package func pass() {
        condition.lock()
        turn += 1
        condition.broadcast()
        condition.unlock()
    }

    /// Keeps the first error.
    package func note(_ error: any Error) {
        condition.withLock {
            if firstError == nil, !(error is Stopped) { firstError = error }
        }
    }

    /// Keeps the first error, and lets nobody wait any longer.
    package func stop(_ error: any Error) {
        note(error)
        condition.withLock {
            isStopped = true
            condition.broadcast()
        }
    }

    /// The first error.
    package var error: (any Error)? { condition.withLock { firstError } }

    /// Another thread has failed.
    package struct Stopped: Error {
        package init() {}
    }
}
