// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal

    /// The lanes that are on their way or wait until they are, and what came of those that have ended.
    struct LaneQueue: Sendable {
        /// Events of a lane that are sent one after the other.
        struct Part: Sendable {
            let deliveries: [Delivery]
            let round: Deliverer.Round
        }

        /// So many are sent at once, and with so many that wait no more are looked for.
        private static let (most, enough) = (32, 250)

        private var waiting: ArraySlice<Part> = []
        private var workers = 0
        /// How many events of each lane are taken, until their results are written down.
        private var taken: [Lane: Int] = [:]
        private var ended: [Part] = []
        private var results: [Delivery] = []

        /// Whether more may be added.
        var hasRoom: Bool { waiting.count < LaneQueue.enough }

        /// Whether nothing is on its way, waits or is to be written down.
        var isEmpty: Bool { taken.isEmpty }

        /// Whether events of a user to an endpoint are taken.
        func hasTaken(_ lane: Lane) -> Bool { taken[lane] != nil }

        /// Adds lanes; how many workers are to be started for them.
        mutating func add(_ parts: [Part]) -> Int {
            for delivery in parts.flatMap(\.deliveries) {
                taken[Lane(of: delivery), default: 0] += 1
            }
            waiting += parts
            let count = min(LaneQueue.most - workers, waiting.count)
            workers += count
            return count
        }

        /// What a worker sends next; it ends where there is nothing.
        mutating func next() -> Part? {
            let part = waiting.popFirst()
            if part == nil { workers -= 1 }
            return part
        }

        /// Keeps what came of a lane until it is written down.
        mutating func end(_ part: Part, with results: [Delivery]) {
            ended.append(part)
            self.results += results
        }

        /// What is to be written down; the lanes stay taken until it is.
        var unwritten: (parts: Int, results: [Delivery]) { (ended.count, results) }

        /// What was to be written down is: its lanes are free.
        mutating func free(_ written: (parts: Int, results: [Delivery])) {
            for delivery in ended.prefix(written.parts).flatMap(\.deliveries) {
                let lane = Lane(of: delivery)
                let count = (taken[lane] ?? 0) - 1
                taken[lane] = count > 0 ? count : nil
            }
            ended.removeFirst(written.parts)
            results.removeFirst(written.results.count)
        }
    }
#endif
