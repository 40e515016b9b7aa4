// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// When the next call of a limited kind may start: at most so many in any window of time.
    ///
    /// Starts are spread over the window, so that a target that counts in shorter ones is not
    /// surprised. Instants are nanoseconds of a clock that never goes back; the caller has it.
    package struct Pace: Sendable {
        /// So many starts in any window.
        package private(set) var count: Int
        /// The window.
        package private(set) var window: Int64
        /// The instants of the last starts, as a ring of ``count``.
        private var starts: [Int64] = []
        private var oldest = 0
        private var last = Int64.min
        private var held = Int64.min
        private let seconds: Int

        /// The window is longer by this part, since starts arrive closer together than they were
        /// made.
        private static let slack: Int64 = 100

        /// A pace.
        ///
        /// - Parameters:
        ///   - count: At most so many starts, at least 1.
        ///   - seconds: In any so many seconds.
        package init(_ count: Int, seconds: Int) {
            precondition(count > 0 && seconds > 0, "a pace has calls and a time")
            self.count = count
            self.seconds = seconds
            let window = Int64(seconds) * 1_000_000_000
            self.window = window + window / Pace.slack
        }

        /// The limit as it is written, such as `480/60s`, and how many starts a second that is.
        var limit: (text: String, perSecond: Double) {
            ("\(count)/\(seconds)s", Double(count) / Double(seconds))
        }

        /// Takes the next turn.
        ///
        /// - Parameter now: The present instant.
        /// - Returns: The instant at which the call may start; not before `now`.
        package mutating func next(at now: Int64) -> Int64 {
            var start = max(now, held)
            if last != .min {
                // A little closer than even, so that a late start is caught up with.
                start = max(start, last + window / Int64(count) / 50 * 48)
            }
            if starts.count == count {
                start = max(start, starts[oldest] + window)
                starts[oldest] = start
                oldest = (oldest + 1) % count
            } else {
                starts.append(start)
            }
            last = start
            return start
        }

        /// Lets nothing start before an instant, as a `Retry-After` asks for.
        package mutating func hold(until instant: Int64) {
            held = max(held, instant)
        }

        /// Takes over the target's own word of how many it takes, if that is fewer.
        package mutating func lower(to count: Int) {
            guard count > 0, count < self.count else { return }
            let kept = (starts[oldest...] + starts[..<oldest]).suffix(count)
            (starts, oldest) = (Array(kept), 0)
            self.count = count
        }
    }
#endif
