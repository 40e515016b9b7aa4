// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
        if self.error == nil, !(error is Turnstile.Stopped) { self.error = error }
        lock.unlock()
    }

    /// Keeps the first error, and stops everybody.
    func fail(_ error: any Error) {
        note(error)
        turnstile.stop()
    }
}
