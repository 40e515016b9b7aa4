// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// The turns of calls that fall under one limit: whoever takes one waits until it comes.
    @available(macOS 14, *)
    package final class Turns: Sendable {
        private let pace: Locked<Pace?>
        private let held = Locked<Int64>(0)
        private let origin = ContinuousClock.now

        /// Turns of a pace; without one every turn comes at once, unless the target asks to wait.
        package init(_ pace: Pace?) { self.pace = Locked(pace) }

        /// Waits for the next turn; a call that has one still has to ``begin(unless:)``.
        ///
        /// - Parameter isStopped: Asked again and again whether nobody wants the turn any more.
        /// - Throws: `CancellationError` where nobody does; the turn is used up.
        package func next(unless isStopped: @Sendable () -> Bool = { false }) async throws {
            let now = nanoseconds
            try await wait(until: pace.withLock { $0?.next(at: now) } ?? now, unless: isStopped)
        }

        /// Begins a call whose turn has come, just before it is sent.
        ///
        /// It waits on where those before it began late, so that there would be one too many in the
        /// window, and where the target has asked to wait meanwhile.
        ///
        /// - Parameter isStopped: Asked again and again whether nobody wants to begin any more.
        /// - Throws: `CancellationError` where nobody does.
        package func begin(unless isStopped: @Sendable () -> Bool = { false }) async throws {
            var start = nanoseconds
            repeat {
                try await wait(until: start, unless: isStopped)
                guard let later = pace.withLock({ $0?.begin(at: nanoseconds) }) else { return }
                start = later
            } while true
        }

        private func wait(until start: Int64, unless isStopped: @Sendable () -> Bool) async throws {
            var start = start
            while true {
                if isStopped() { throw CancellationError() }
                start = max(start, held.withLock { $0 })
                let now = nanoseconds
                guard start > now else { return }
                try await ContinuousClock().sleep(
                    until: origin.advanced(by: .nanoseconds(min(start, now + Turns.look))),
                    tolerance: .zero)
            }
        }

        /// As long as a stop goes unnoticed.
        private static let look: Int64 = 200_000_000

        /// For how long nothing starts from now on.
        package var hold: Duration {
            .nanoseconds(max(0, held.withLock { $0 } - nanoseconds))
        }

        /// Lets nothing start for a while from now.
        package func hold(for duration: Duration) {
            let until = nanoseconds + duration.nanoseconds
            held.withLock { $0 = max($0, until) }
            pace.withLock { $0?.hold(until: until) }
        }

        /// The limit that is kept now; nil for none.
        var limit: (text: String, perSecond: Double)? { pace.withLock { $0?.limit } }

        /// Takes over the target's own word of how many it takes in how long, if that is slower.
        package func lower(to count: Int, seconds: Int) {
            pace.withLock { $0?.lower(to: count, seconds: seconds) }
        }

        private var nanoseconds: Int64 { origin.duration(to: .now).nanoseconds }
    }

    extension Duration {
        /// In nanoseconds; what is too long is the longest.
        package var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            let (all, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
            return isTooLong || overflows ? .max : all
        }
    }
#endif
