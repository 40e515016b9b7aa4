// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput

    /// A kind of fault: what became of calls, and why.
    package struct FaultKind: Hashable, Sendable, CustomStringConvertible {
        /// What became of them.
        package let state: CallState
        /// The rule that tells it, or the HTTP status, or that there was no answer.
        package let reason: String

        package init(_ state: CallState, _ reason: String) {
            (self.state, self.reason) = (state, reason)
        }

        /// Such as `refused (HTTP 400)`.
        package var description: String { "\(state.word) (\(reason))" }
    }

    extension [FaultKind: Int] {
        /// The most frequent kinds, with their numbers, and how many others there are.
        ///
        /// - Parameter most: As many kinds are named.
        /// - Returns: Such as `3 refused (HTTP 400)`.
        package func named(most: Int) -> [String] {
            let sorted = sorted {
                ($1.value, "\($0.key)") < ($0.value, "\($1.key)")
            }
            let rest = sorted.dropFirst(most).reduce(0) { $0 + $1.value }
            return sorted.prefix(most).map { "\($0.value.grouped) \($0.key)" }
                + (rest > 0 ? ["\(rest.grouped) other faults"] : [])
        }
    }
#endif
