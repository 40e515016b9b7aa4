// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal

    /// The events that were not accepted yet and hold up the later ones of their lane: of one user, to
    /// one endpoint.
    struct HeldLanes: Sendable {
        /// When each is due again, by its number.
        private var lanes: [String: [Int: Int64]] = [:]

        /// An event is to be sent again before the later ones of its lane.
        mutating func hold(_ lane: String, by delivery: Delivery) {
            lanes[lane, default: [:]][delivery.id] = delivery.due
        }

        /// An event holds up no other any more.
        mutating func release(_ lane: String, by delivery: Delivery) {
            guard lanes[lane] != nil else { return }
            lanes[lane]?[delivery.id] = nil
            if lanes[lane]?.isEmpty == true { lanes[lane] = nil }
        }

        /// When the last of the events is due that came before one and are not due by a time; nil where
        /// none of them holds it up.
        ///
        /// An earlier event, which can only be due where somebody sends it again by hand, does not
        /// wait.
        func due(before delivery: Delivery, in lane: String, after now: Int64) -> Int64? {
            lanes[lane]?.filter { $0.key < delivery.id && $0.value > now }.values.max()
        }
    }
#endif
