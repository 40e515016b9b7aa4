// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// How a plan is applied.
    package struct ApplicationOptions: Sendable {
        /// How fast.
        package var rate = Rate.documented
        /// How many requests are on their way at once.
        package var concurrency = 16
        /// The run ends after so many customers; nil for all.
        package var canary: Int?
        /// The run ends when more than this part of its calls come to nothing; nil for never.
        package var stopOnErrors: Double?
        /// The IDs, source or target, of the customers who are meant; nil for all.
        package var only: Set<String>?
        /// Whether calls of which nobody knows what became of them are sent again.
        package var resendUnknown = false
        /// Whether calls that were refused, or found something else there, are made again.
        package var retryFaults = false
        /// Whether calls are sent that a person is to look at before, one by one.
        package var sendsByHand = false
        /// Takes back too what the plan may not have made.
        package var undoesUnsure = false
        /// Where journal and reports are kept; nil for the plan's folder.
        package var folder: String?
        /// What stands in bodies for names in angle brackets.
        package var values: [String: String] = [:]
        /// How long the first pause after a failure is; each further one is twice as long.
        package var firstPause = Duration.seconds(1)
        /// How many failures of one call are waited for.
        package var mostTries = 8

        /// The documented rate, 16 customers at once.
        package init() {}

        /// How long nothing starts after a failure of a call: 1, 2, 4, … 30 times the first pause.
        ///
        /// - Parameters:
        ///   - tries: How many failures it has had.
        ///   - wait: How long the target asks to wait. It is never asked sooner, but later where it
        ///     has said so again and again: a short `Retry-After` does not use up the tries.
        /// - Returns: The pause.
        package func pause(after tries: Int, asked wait: Duration? = nil) -> Duration {
            let doubled = min(firstPause * (1 << min(max(tries, 1) - 1, 5)), firstPause * 30)
            return max(doubled, wait ?? .zero)
        }

        /// A part of calls means nothing among fewer than this.
        package static let fewestForErrors = 30
    }
#endif
