// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal

    /// What is sent in order: the events of one user to one endpoint.
    ///
    /// A customer has a lane for each of its IDs; where customers were merged, all of them are looked
    /// up together.
    struct Lane: Hashable, Sendable {
        let endpoint: String
        let user: String

        init(_ endpoint: String, _ user: String) {
            self.endpoint = endpoint
            self.user = user
        }

        /// The lane of the user whom a delivery names.
        init(of delivery: Delivery) { self.init(delivery.endpoint, delivery.user) }
    }

    /// The events that were not accepted yet, or not sent yet, and hold up the later ones of their
    /// lane.
    struct HeldLanes: Sendable {
        /// When each is due again, by its number.
        private var lanes: [Lane: [Int: Int64]] = [:]

        /// What holds up others since before the process began: all that is not due yet.
        init(_ waiting: [WaitingDelivery]) {
            for delivery in waiting {
                let lane = Lane(delivery.endpoint, delivery.user)
                lanes[lane, default: [:]][delivery.id] = delivery.due
            }
        }

        /// An event is to be sent before the later ones of its lane.
        mutating func hold(by delivery: Delivery) {
            lanes[Lane(of: delivery), default: [:]][delivery.id] = delivery.due
        }

        /// An event holds up no other any more.
        mutating func release(by delivery: Delivery) {
            let lane = Lane(of: delivery)
            guard lanes[lane] != nil else { return }
            lanes[lane]?[delivery.id] = nil
            if lanes[lane]?.isEmpty == true { lanes[lane] = nil }
        }

        /// When the last of the events is due that came before one and are not due by a time; nil where
        /// none of them holds it up.
        ///
        /// An earlier event, which can only be due where somebody sends it again by hand, does not
        /// wait.
        ///
        /// - Parameters:
        ///   - delivery: The event.
        ///   - users: All IDs of its customer.
        ///   - now: The time.
        /// - Returns: When the event is due.
        mutating func due(
            before delivery: Delivery, of users: [String], after now: Int64
        ) -> Int64? {
            guard !lanes.isEmpty else { return nil }
            var last: Int64?
            for user in users {
                let lane = Lane(delivery.endpoint, user)
                // What is due is sent, and holds anew where it is not accepted.
                guard let held = lanes[lane]?.filter({ $0.value > now }) else { continue }
                lanes[lane] = held.isEmpty ? nil : held
                for (id, due) in held where id < delivery.id { last = max(last ?? due, due) }
            }
            return last
        }
    }
#endif
