// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value behind a lock.
///
/// `Mutex` would do, but asks for newer systems than the package supports. The lock is not
/// recursive: never call out while holding it.
package final class Locked<State>: @unchecked Sendable {
    // Unchecked because the compiler does not see that `lock` guards `state`: it is touched between
    // `lock` and `unlock` only, and `withLock` lets no reference to it out.
    private let lock = NSLock()
    // Unchecked, too, that accesses do not overlap: the lock keeps them apart, and it is not recursive.
    @exclusivity(unchecked) private var state: State

    /// Puts a value behind a lock.
    package init(_ state: State) { self.state = state }

    /// Reads or changes the value.
    package func withLock<Result>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}

/// Carries a completion handler whose documented type is not `@Sendable` to where it is called.
package struct Handed<Value>: @unchecked Sendable {
    // Unchecked because it is safe only as long as the handler is passed on once and called on the
    // main actor alone, as the SDKs do.
    /// What is carried.
    package let value: Value

    /// Takes it over.
    package init(_ value: Value) { self.value = value }
}
