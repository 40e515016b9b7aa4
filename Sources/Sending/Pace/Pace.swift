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
        /// The window as it is written.
        private var seconds: Int
        /// When the last turns come, and when calls have really begun.
        private var turns: LastInstants
        private var begun: LastInstants
        private var last = Int64.min
        private var held = Int64.min

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
            window = Pace.window(of: seconds)
            (turns, begun) = (LastInstants(count), LastInstants(count))
        }

        private static func window(of seconds: Int) -> Int64 {
            let window = Int64(seconds) * 1_000_000_000
            return window + window / slack
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
                // A little closer than even, so that a late start is caught up with; even in the
                // first window, of which a run before may have used a part.
                let even = window / Int64(count)
                start = max(start, last + (turns.first == nil ? even : even / 50 * 48))
            }
            if let first = turns.first { start = max(start, first + window) }
            turns.add(start)
            last = start
            return start
        }

        /// Begins a call whose turn has come, unless those before it began so late that there would be
        /// one too many in a window.
        ///
        /// - Parameter now: The present instant.
        /// - Returns: Nil where it begins now; else the instant until which it has to wait.
        package mutating func begin(at now: Int64) -> Int64? {
            if let first = begun.first, first + window > now { return first + window }
            begun.add(now)
            return nil
        }

        /// Lets nothing start before an instant, as a `Retry-After` asks for.
        package mutating func hold(until instant: Int64) {
            held = max(held, instant)
        }

        /// Takes over the target's own word of how many it takes in how long, if that is slower.
        package mutating func lower(to count: Int, seconds: Int) {
            guard count > 0, seconds > 0, Double(count) / Double(seconds) < limit.perSecond else {
                return
            }
            turns.keep(count)
            begun.keep(count)
            (self.count, self.seconds) = (count, seconds)
            window = Pace.window(of: seconds)
        }
    }

    /// The last so many instants.
    private struct LastInstants {
        private var count: Int
        private var ring: [Int64] = []
        private var oldest = 0

        init(_ count: Int) { self.count = count }

        /// The first of so many; nil while there are fewer.
        var first: Int64? { ring.count == count ? ring[oldest] : nil }

        mutating func add(_ instant: Int64) {
            guard ring.count == count else { return ring.append(instant) }
            ring[oldest] = instant
            oldest = (oldest + 1) % count
        }

        /// Keeps so many from now on; where there are more, the latest.
        mutating func keep(_ count: Int) {
            ring = Array((ring[oldest...] + ring[..<oldest]).suffix(count))
            (self.count, oldest) = (count, 0)
        }
    }
#endif
