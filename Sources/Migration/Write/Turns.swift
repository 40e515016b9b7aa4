// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lets threads pass one after the other, in the order of their pieces of work.
final class Turns: @unchecked Sendable {
    // Unchecked because the compiler does not see that `condition` guards the rest.
    private let condition = NSCondition()
    private var turn = 0
    private var isStopped = false

    /// Waits until everybody before this piece is through.
    ///
    /// - Returns: False where everything was stopped.
    func wait(for number: Int) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while turn != number, !isStopped { condition.wait() }
        return !isStopped
    }

    /// Lets the next one pass.
    func pass() {
        condition.lock()
        turn += 1
        condition.broadcast()
        condition.unlock()
    }

    /// Lets nobody wait any longer.
    func stop() {
        condition.lock()
        isStopped = true
        condition.broadcast()
        condition.unlock()
    }
}
