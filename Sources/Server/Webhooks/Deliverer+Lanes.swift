// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymMappings
    import AllonymService
    import AllonymSimulation

    // What of all that is due is sent now, and in which lanes.

    extension Deliverer {
        /// So many are looked at at once, and so many times where all of them are on their way or behind
        /// what is.
        private static let (batch, mostPages) = (500, 20)

        /// Finds the events that hold up others since before this process began.
        func findHeads(_ round: Round) async throws {
            guard heads.withLock({ $0 == nil }) else { return }
            let waiting = try await project.withJournal {
                try $0.waitingDeliveries(dueAfter: round.now.milliseconds)
            }
            let kept = Set(round.endpoints.filter(keepsOrder).map(\.id))
            heads.withLock { $0 = HeldLanes(waiting.filter { kept.contains($0.endpoint) }) }
        }

        /// Whether an event that is to be sent again holds up its user's later ones: it does unless
        /// the endpoint says otherwise of a form that promises no order.
        func keepsOrder(_ endpoint: Endpoint) -> Bool {
            endpoint.overtakes != true || profiles[endpoint.form]?.order == .user
        }

        /// The oldest events that are due and not on their way, nor behind one of their customer that
        /// is; and whether there may be more.
        func take(
            _ round: Round
        ) async throws -> (due: [(delivery: Delivery, user: Standing)], mayBeMore: Bool) {
            var last: Int?
            for _ in 0..<Deliverer.mostPages {
                let page = try await project.withJournal { [last] in
                    try $0.deliveries(
                        .pending, dueBy: round.now.milliseconds, after: last, limit: Deliverer.batch
                    )
                }
                let mayBeMore = page.count == Deliverer.batch
                // Most that are taken are so by the ID that they name: the customers are not needed.
                let rest = queue.withLock { queue in
                    page.filter { !queue.hasTaken(Lane(of: $0)) }
                }
                let users = try await standings(of: rest, at: round)
                let due = queue.withLock { queue in
                    zip(rest, users).filter { delivery, user in
                        !user.ids.contains { queue.hasTaken(Lane(delivery.endpoint, $0)) }
                    }
                }
                guard due.isEmpty, mayBeMore else {
                    return (due.map { (delivery: $0, user: $1) }, mayBeMore)
                }
                last = page.last?.id
            }
            return ([], false)
        }

        /// The lanes of what is sent now, and what waits for an earlier event or a log-in.
        func divide(
            _ due: [(delivery: Delivery, user: Standing)], _ round: Round
        ) -> (parts: [LaneQueue.Part], waiting: [Delivery]) {
            let now = round.now.milliseconds
            var lanes: [[Delivery]] = []
            var places: [Lane: Int] = [:]
            var waiting: [Delivery] = []
            for (delivery, user) in due {
                var delivery = delivery
                let held = heads.withLock { $0?.due(before: delivery, of: user.ids, after: now) }
                if let held {
                    delivery.due = held
                    waiting.append(delivery)
                    continue
                }
                let endpoint = round.endpoint(of: delivery)
                switch user.logIn {
                case .told: break
                case .since(let id):
                    let form = endpoint.flatMap { project.forms.form($0.form) }
                    // What the journal has stays as it was written.
                    delivery.body = form?.body(delivery.body, naming: id) ?? delivery.body
                case .nobody(let again):
                    delivery.due = again
                    waiting.append(delivery)
                    if let endpoint, keepsOrder(endpoint) {
                        heads.withLock { $0?.hold(by: delivery) }
                    }
                    continue
                }
                let lane = Lane(delivery.endpoint, user.ids.first ?? delivery.user)
                if let place = places[lane] {
                    lanes[place].append(delivery)
                } else {
                    places[lane] = lanes.count
                    lanes.append([delivery])
                }
            }
            return (
                parts: lanes.map { LaneQueue.Part(deliveries: $0, round: round) },
                waiting: waiting
            )
        }
    }
#endif
