// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    package import AllonymMappings
    package import AllonymService
    import AllonymSimulation
    package import AsyncHTTPClient
    import Foundation

    /// Sends the webhooks of a project when they are due, at least once, each user's in order: an event
    /// that is to be sent again holds up the later ones of its user.
    ///
    /// Results are written down for many at once: what was sent when the process was killed is sent
    /// again, with the same event ID.
    package struct Deliverer: Sendable {
        let project: Project
        let profiles: [String: DeliveryProfile]
        let client: HTTPClient
        /// The events that hold up later ones; nil before the journal was asked.
        private let heads = Locked<HeldLanes?>(nil)
        /// Whether no further try is begun.
        private let isStopped = Locked(false)
        private let wakes: AsyncStream<Void>
        private let wake: AsyncStream<Void>.Continuation

        /// So many are sent at once, and so many are looked at.
        private static let (most, batch) = (32, 500)

        /// What is the same for all that is sent at once.
        private struct Round {
            let now: Date
            /// Whether the clock stands still until somebody moves it.
            let isFrozen: Bool
            let endpoints: [Endpoint]

            /// When a try is made, by the project's clock: where that was moved over the time at which
            /// the try was due, at that time.
            func date(of delivery: Delivery) -> Date {
                isFrozen ? Date(milliseconds: delivery.due) : now
            }

            func isDue(_ delivery: Delivery) -> Bool {
                delivery.state == .pending && delivery.due <= now.milliseconds
            }

            func endpoint(of delivery: Delivery) -> Endpoint? {
                endpoints.first { $0.id == delivery.endpoint }
            }
        }

        /// A deliverer of a project's webhooks.
        ///
        /// - Parameters:
        ///   - project: The project.
        ///   - profiles: How each provider delivers.
        ///   - client: What sends.
        package init(
            _ project: Project, _ profiles: [String: DeliveryProfile], _ client: HTTPClient
        ) {
            self.project = project
            self.profiles = profiles
            self.client = client
            (wakes, wake) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
        }

        /// Begins no further try; ``run()`` returns when those that are on their way have ended and
        /// are written down.
        package func stop() {
            isStopped.withLock { $0 = true }
            wake.finish()
        }

        private var hasEnded: Bool { Task.isCancelled || isStopped.withLock { $0 } }

        /// Delivers until it is stopped or the task is cancelled, which cuts off what is on its way.
        package func run() async {
            let wake = wake
            project.onDeliveries { wake.yield() }
            let clock = Task {
                // What is due by the clock alone: renewals, and tries after a pause.
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(1))
                    wake.yield()
                }
            }
            defer { clock.cancel() }
            wake.yield()
            for await _ in wakes {
                guard !hasEnded else { return }
                while await deliverDue() {}
            }
        }

        /// Sends what is due; whether there may be more.
        package func deliverDue() async -> Bool {
            guard !hasEnded else { return false }
            do {
                let round = try await project.perform { state, now in
                    Round(
                        now: now, isFrozen: state.clock.frozen != nil,
                        endpoints: state.setup.webhooks)
                }
                try await findHeads(round)
                // What cannot be written down as delivered would be delivered again and again.
                guard project.isWritable else { return false }
                let due = try await project.withJournal {
                    try $0.deliveries(
                        .pending, dueBy: round.now.milliseconds, limit: Deliverer.batch)
                }
                guard !due.isEmpty else { return false }
                let (ready, waiting) = try await awaitingLogIns(
                    due, at: round.endpoints, now: round.now.milliseconds)
                let results = await send(ready, round)
                try await project.update(waiting + results)
                return due.count == Deliverer.batch
            } catch {
                // The project cannot answer now; the next wake tries again.
                return false
            }
        }

        /// Finds the events that hold up others since before this process began.
        private func findHeads(_ round: Round) async throws {
            guard heads.withLock({ $0 == nil }) else { return }
            let pending = try await project.withJournal {
                try $0.deliveries(.pending, dueBy: nil, limit: .max)
            }
            var found = HeldLanes()
            for delivery in pending where delivery.tries > 0 {
                guard let endpoint = round.endpoint(of: delivery), keepsOrder(endpoint) else {
                    continue
                }
                found.hold(lane(of: delivery), by: delivery)
            }
            heads.withLock { $0 = found }
        }

        /// Whether an event that is to be sent again holds up its user's later ones: it does unless
        /// the endpoint says otherwise of a form that promises no order.
        private func keepsOrder(_ endpoint: Endpoint) -> Bool {
            endpoint.overtakes != true || profiles[endpoint.form]?.order == .user
        }

        /// What is sent in order: the events of one user to one endpoint.
        private func lane(of delivery: Delivery) -> String {
            "\(delivery.endpoint)\u{0}\(delivery.user)"
        }

        /// Sends each lane in order, and lanes beside one another.
        private func send(_ due: [Delivery], _ round: Round) async -> [Delivery] {
            var lanes: [String: [Delivery]] = [:]
            for delivery in due {
                lanes[lane(of: delivery), default: []].append(delivery)
            }
            var waiting = lanes.sorted { $0.key < $1.key }.map(\.value)[...]
            return await withTaskGroup(of: [Delivery].self) { group in
                var results: [Delivery] = []
                for _ in 0..<Deliverer.most {
                    guard let lane = waiting.popFirst() else { break }
                    group.addTask { await send(lane: lane, round) }
                }
                for await sent in group {
                    results += sent
                    if let lane = waiting.popFirst() {
                        group.addTask { await send(lane: lane, round) }
                    }
                }
                return results
            }
        }

        private func send(lane: [Delivery], _ round: Round) async -> [Delivery] {
            guard let key = lane.first.map({ self.lane(of: $0) }) else { return [] }
            var (lane, results) = divide(lane, key, round)
            // No fault is asked for twice for one event.
            var reordered: Set<Int> = []
            while !hasEnded, var delivery = lane.popFirst() {
                guard let endpoint = round.endpoint(of: delivery) else {
                    delivery.state = .failed
                    delivery.answer = "the endpoint is gone"
                    results.append(delivery)
                    release(key, by: delivery)
                    continue
                }
                let date = round.date(of: delivery)
                let fault = reordered.contains(delivery.id) ? nil : project.faults.takeWebhook()
                switch fault {
                case .drop:
                    delivery.state = .dropped
                    delivery.answer = "dropped on demand"
                    results.append(delivery)
                    release(key, by: delivery)
                    continue
                case .delay:
                    delivery.due = round.now.addingTimeInterval(60).milliseconds
                    results.append(delivery)
                    guard keepsOrder(endpoint) else { continue }
                    return results + wait(lane, in: key, for: delivery)
                case .reorder:
                    guard let next = lane.popFirst() else {
                        // Nothing is behind it: the fault is for the next that has something.
                        project.faults.add(.reorder, next: 1)
                        break
                    }
                    reordered = [delivery.id, next.id]
                    lane = [next, delivery] + lane
                    continue
                case .duplicate: _ = await attempt(&delivery, endpoint, at: date)
                case .slow: try? await Task.sleep(for: .seconds(5))
                case .failed, nil: break
                }
                let isTaken = await attempt(
                    &delivery, endpoint, at: date, failing: fault == .failed)
                guard let isTaken else { return results }
                delivery.tries += 1
                settle(&delivery, isTaken, profiles[endpoint.form], date)
                results.append(delivery)
                if round.isDue(delivery) {
                    // The clock was moved over its next try too, which comes before what is due later.
                    let place = lane.firstIndex { $0.due > delivery.due } ?? lane.endIndex
                    lane.insert(delivery, at: keepsOrder(endpoint) ? lane.startIndex : place)
                    continue
                }
                guard delivery.state == .pending, keepsOrder(endpoint) else {
                    release(key, by: delivery)
                    continue
                }
                return results + wait(lane, in: key, for: delivery)
            }
            return results
        }

        /// The others of the lane wait for an event that is to be sent again.
        private func wait(
            _ lane: ArraySlice<Delivery>, in key: String, for head: Delivery
        ) -> [Delivery] {
            heads.withLock { $0?.hold(key, by: head) }
            return lane.map { waiting in
                var waiting = waiting
                waiting.due = max(waiting.due, head.due)
                return waiting
            }
        }

        /// An event holds up no other any more.
        private func release(_ key: String, by delivery: Delivery) {
            heads.withLock { $0?.release(key, by: delivery) }
        }

        /// What of a lane is sent now, and what waits until an event that came before it is due.
        private func divide(
            _ lane: [Delivery], _ key: String, _ round: Round
        ) -> (sent: ArraySlice<Delivery>, waiting: [Delivery]) {
            let now = round.now.milliseconds
            let held = heads.withLock { heads in
                lane.map { heads?.due(before: $0, in: key, after: now) }
            }
            var (sent, waiting): (ArraySlice<Delivery>, [Delivery]) = ([], [])
            for (delivery, due) in zip(lane, held) {
                guard let due else {
                    sent.append(delivery)
                    continue
                }
                var later = delivery
                later.due = due
                waiting.append(later)
            }
            return (sent: sent, waiting: waiting)
        }
    }
#endif
