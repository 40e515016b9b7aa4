// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// How many bytes of bodies may be in memory at once, over all connections.
    ///
    /// What counts is what has come, not what a caller says will come: nobody takes room by a promise.
    package final class BodyBudget: Sendable {
        /// The most bytes that are held.
        package let most: Int
        private let taken = Locked(0)

        /// A budget of so many bytes.
        package init(_ most: Int) { self.most = most }

        /// How many bytes there is room for.
        package var free: Int { taken.withLock { most - $0 } }

        /// Takes room; false, and nothing is taken, where there is not enough.
        package func take(_ count: Int) -> Bool {
            taken.withLock { taken in
                guard count <= most - taken else { return false }
                taken += count
                return true
            }
        }

        /// Gives room back.
        package func give(_ count: Int) {
            guard count > 0 else { return }
            taken.withLock { taken in
                precondition(count <= taken, "Nobody gives back more than was taken.")
                taken -= count
            }
        }

        /// The room that one request has taken.
        ///
        /// Whoever holds it gives it back with `defer`, so that no way out of the request keeps it.
        package struct Share: Sendable {
            private let budget: BodyBudget
            private var count = 0

            /// Nothing yet.
            package init(of budget: BodyBudget) { self.budget = budget }

            /// Takes more; false where there is not enough, and what was taken stays taken.
            package mutating func take(_ more: Int) -> Bool {
                guard budget.take(more) else { return false }
                count += more
                return true
            }

            /// Gives all of it back.
            package mutating func giveBack() {
                budget.give(count)
                count = 0
            }
        }
    }
#endif
