// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// How often each operation was called, and how that was answered, since the process started.
    package final class CallCounts: Sendable {
        /// Calls that count as one.
        struct Kind: Hashable, Comparable {
            /// Empty where it is no project's.
            let project: String
            let operation: String
            let status: Int

            static func < (one: Kind, other: Kind) -> Bool {
                (one.project, one.operation, one.status)
                    < (other.project, other.operation, other.status)
            }
        }

        private let counts = Locked<[Kind: Int]>([:])

        /// Counts a call; operations are names of routes, so that there are never more than so many.
        func add(_ operation: String, of project: String, status: Int) {
            let kind = Kind(project: project, operation: operation, status: status)
            counts.withLock { $0[kind, default: 0] += 1 }
        }

        /// All of them, sorted.
        var all: [(kind: Kind, count: Int)] {
            counts.withLock { $0 }.sorted { $0.key < $1.key }.map {
                (kind: $0.key, count: $0.value)
            }
        }
    }
#endif
