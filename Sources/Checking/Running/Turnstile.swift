// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lets workers pass one after the other, in the order of the batches.
final class Turnstile: @unchecked Sendable {
    // Unchecked because the compiler does not see that `condition` guards the rest.
    private let condition = NSCondition()
    private var turn = 0
    private var isBroken = false

    /// Waits until all batches before this one are through.
    ///
    /// - Throws: ``Broken`` when a worker has failed.
    func wait(for number: Int) throws {
        condition.lock()
        defer { condition.unlock() }
        while turn != number, !isBroken { condition.wait() }
        if isBroken { throw Broken() }
    }

    /// Lets the next batch pass.
    func pass() {
        condition.lock()
        turn += 1
        condition.broadcast()
        condition.unlock()
    }

    /// Lets nobody wait any longer.
    func breakDown() {
        condition.lock()
        isBroken = true
        condition.broadcast()
        condition.unlock()
    }

    struct Broken: Error {}
}

/// What workers share: the reader, the first error, and who is through.
final class Shared: @unchecked Sendable {
    // Unchecked because the compiler does not see that `lock` guards the rest.
    let lock = NSLock()
    let turnstile = Turnstile()
    let reader: any BatchReader
    private(set) var error: (any Error)?

    init(_ reader: any BatchReader) { self.reader = reader }

    /// Keeps the first error, after which nobody takes a further batch.
    func note(_ error: any Error) {
        lock.lock()
        if self.error == nil, !(error is Turnstile.Broken) { self.error = error }
        lock.unlock()
    }

    /// Keeps the first error, and stops everybody.
    func fail(_ error: any Error) {
        note(error)
        turnstile.breakDown()
    }
}
