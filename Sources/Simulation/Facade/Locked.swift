// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value behind a lock.
///
/// `Mutex` would do, but asks for newer systems than the package supports. The lock is not
/// recursive: never call out while holding it.
package final class Locked<State>: @unchecked Sendable {
    // Sendable although it points at a value that changes: the value is touched between `lock` and
    // `unlock` only, and `withLock` lets no reference to it out. It lies outside of the object, so
    // that the thread sanitizer does not take an access to the value for one to the object.
    private let lock = NSLock()
    private let state: UnsafeMutablePointer<State>

    /// Puts a value behind a lock.
    package init(_ state: State) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Reads or changes the value.
    package func withLock<Result>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state.pointee)
    }
}

/// Carries a completion handler whose documented type is not `@Sendable` to where it is called.
///
/// Safe if the handler is passed on once and called once, on the main actor, as the SDKs do.
package struct Handed<Value>: @unchecked Sendable {
    /// What is carried.
    package let value: Value

    /// Takes it over.
    package init(_ value: Value) { self.value = value }
}
