// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import CoreMetrics
    import Dispatch

    /// How often each operation was called, how that was answered, and how long it took, since the
    /// process started.
    ///
    /// Operations are names of routes, so that there are never more than so many. The handles of a
    /// kind of call are made with the first one.
    final class CallMetrics: Sendable {
        /// Calls that count as one.
        private struct Kind: Hashable {
            /// Empty where it is no project's.
            let project: String
            let operation: String
            let status: Int
        }

        private struct Handles {
            let count: Counter
            let duration: Timer
        }

        private static let requests = "allonym_requests_total"
        private static let durations = "allonym_request_duration_seconds"

        /// What its metrics say of themselves.
        static let help = [
            requests: "Calls since the process started.",
            durations: "From a call that is read to its answer.",
        ]

        private let factory: any MetricsFactory
        private let handles = Locked<[Kind: Handles]>([:])

        /// Counts with what a factory makes.
        init(_ factory: any MetricsFactory) { self.factory = factory }

        /// Counts a call that has been answered just now.
        func add(
            _ operation: String, of project: String, status: Int, since start: DispatchTime
        ) {
            let end = DispatchTime.now().uptimeNanoseconds
            let nanoseconds = end.subtractingReportingOverflow(start.uptimeNanoseconds)
            let handles = handles(Kind(project: project, operation: operation, status: status))
            handles.count.increment()
            handles.duration.recordNanoseconds(
                nanoseconds.overflow ? 0 : Int64(clamping: nanoseconds.partialValue))
        }

        private func handles(_ kind: Kind) -> Handles {
            if let known = handles.withLock({ $0[kind] }) { return known }
            let dimensions = [
                ("project", kind.project), ("operation", kind.operation),
                ("status", "\(kind.status)"),
            ]
            // Made twice by two calls at once, they count in the same series.
            let made = Handles(
                count: Counter(
                    label: CallMetrics.requests, dimensions: dimensions, factory: factory),
                duration: Timer(
                    label: CallMetrics.durations, dimensions: dimensions, factory: factory))
            handles.withLock { $0[kind] = made }
            return made
        }
    }
#endif
