// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    package import AllonymMappings
    import AllonymSimulation
    import HTTPTypes

    /// The provider's published limits on calls, for each key and rate class, where a project asks for
    /// them.
    ///
    /// They go by the machine's clock, not the project's: a client that waits as it is told gets on.
    /// A period begins with the first call after the last one has ended, and after the pause that
    /// follows one call too many, where the provider publishes one.
    package final class RateLimits: Sendable {
        /// How a call stands.
        package struct Standing: Hashable, Sendable {
            /// The calls of the running period, this one included.
            package let usage: Int
            /// The most that are answered.
            package let limit: Int
            /// Whole seconds until the next is answered; nil for a call that is.
            package let wait: Int?
        }

        private struct Subject: Hashable {
            let limit: String
            let key: String
        }

        private struct Period {
            var end: ContinuousClock.Instant
            var calls = 0
            var isPause = false
        }

        private let limits: [String: Operations.Limit]
        private let headers: [Operations.LimitHeader]
        private let now: @Sendable () -> ContinuousClock.Instant
        private let periods = Locked<[Subject: Period]>([:])

        /// The limits that a provider's data have.
        ///
        /// - Parameters:
        ///   - operations: The data.
        ///   - now: The machine's clock.
        package init(
            _ operations: Operations,
            now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
        ) {
            limits = Dictionary(operations.limits.map { ($0.id, $0) }) { first, _ in first }
            headers = operations.limitHeaders
            self.now = now
        }

        /// Counts a call; nil where its class has no published number.
        ///
        /// - Parameters:
        ///   - limit: The call's rate class.
        ///   - key: The key that it came with.
        /// - Returns: How it stands.
        package func count(_ limit: String?, key: String) -> Standing? {
            guard let limit = limit.flatMap({ limits[$0] }), let most = limit.calls else {
                return nil
            }
            return periods.withLock { [now] periods in
                let subject = Subject(limit: limit.id, key: key)
                let now = now()
                let next = Period(end: now + .seconds(limit.seconds))
                var period = periods[subject] ?? next
                if now >= period.end { period = next }
                guard period.calls < most else {
                    if let pause = limit.pauseSeconds, !period.isPause {
                        period.end = now + .seconds(pause)
                        period.isPause = true
                        periods[subject] = period
                    }
                    let (seconds, rest) = (period.end - now).components
                    return Standing(
                        usage: period.calls, limit: most, wait: Int(seconds) + (rest > 0 ? 1 : 0))
                }
                period.calls += 1
                periods[subject] = period
                return Standing(usage: period.calls, limit: most, wait: nil)
            }
        }

        /// What an answer says of a standing, in the provider's headers.
        func fields(_ standing: Standing) -> [(name: HTTPField.Name, value: String)] {
            headers.compactMap { header in
                guard let name = HTTPField.Name(header.name) else { return nil }
                return switch header.content {
                case .usage: (name, "\(standing.usage)")
                case .limit: (name, "\(standing.limit)")
                }
            }
        }
    }
#endif
