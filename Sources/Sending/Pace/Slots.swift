// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// As many requests as may be on their way at once; whoever comes later waits, in order.
    final class Slots: Sendable {
        private struct State {
            var free: Int
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state: Locked<State>

        /// Room for some requests.
        ///
        /// - Parameter count: How many at once, at least 1.
        init(_ count: Int) {
            precondition(count > 0, "somebody has to be let through")
            state = Locked(State(free: count))
        }

        /// Does something once there is room for it.
        func taking<Result>(_ body: () async -> Result) async -> Result {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.free > 0 else {
                        state.waiting.append(continuation)
                        return false
                    }
                    state.free -= 1
                    return true
                }
                if isFree { continuation.resume() }
            }
            let result = await body()
            leave()
            return result
        }

        /// Hands the room on to who waits longest.
        private func leave() {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                // They are few: the customers who are worked on at once.
                if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                state.free += 1
                return nil
            }
            next?.resume()
        }
    }
#endif
