// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What lies between the SDKs of an ``Installation`` and the provider.
///
/// Open, it answers at once. Held, calls wait; offline, they fail.
public final class Connection: Sendable {
    private struct State {
        var isHeld = false
        var isOffline = false
        /// Whether somebody is letting waiting calls through.
        var isDraining = false
        var calls: [@Sendable (Bool) -> Void] = []
    }

    private let state = Locked(State())

    /// Makes calls wait, so that a test can act while they are on their way.
    public func hold() { state.withLock { $0.isHeld = true } }

    /// Answers the calls that wait, in their order, and holds no more.
    public func release() {
        state.withLock { $0.isHeld = false }
        drain()
    }

    /// Makes calls fail as they do without a network; those that wait fail when they are released.
    public func goOffline() { state.withLock { $0.isOffline = true } }

    /// Ends that.
    public func goOnline() { state.withLock { $0.isOffline = false } }

    /// Whether calls fail.
    public var isOffline: Bool { state.withLock { $0.isOffline } }

    /// How many calls wait.
    public var waiting: Int { state.withLock { $0.calls.count } }

    /// Calls back once, with whether the network is missing: at once in the caller's thread when
    /// nothing waits, else in the order of the calls.
    package func send(_ call: @escaping @Sendable (_ isOffline: Bool) -> Void) {
        let isOffline: Bool? = state.withLock { state in
            if state.isHeld || state.isDraining || !state.calls.isEmpty {
                state.calls.append(call)
                return nil
            }
            return state.isOffline
        }
        if let isOffline { call(isOffline) }
    }

    /// Forgets the calls that wait, as a process that ends does.
    func drop() {
        // Let go of outside of the lock: what a call holds may call an SDK as it goes.
        let gone = state.withLock { state in
            defer { state.calls = [] }
            return state.calls
        }
        withExtendedLifetime(gone) {}
    }

    private func drain() {
        let isMine = state.withLock { state in
            defer { state.isDraining = true }
            return !state.isDraining
        }
        guard isMine else { return }
        while true {
            let next: (call: @Sendable (Bool) -> Void, isOffline: Bool)? = state.withLock { state in
                guard !state.isHeld, !state.calls.isEmpty else {
                    state.isDraining = false
                    return nil
                }
                return (state.calls.removeFirst(), state.isOffline)
            }
            guard let next else { return }
            next.call(next.isOffline)
        }
    }
}
