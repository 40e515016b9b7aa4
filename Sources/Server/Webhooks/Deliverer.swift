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
    import NIOCore
    import NIOHTTP1

    /// Sends the webhooks of a project when they are due, at least once, each user's in order.
    ///
    /// Results are written down for many at once: what was sent when the process was killed is sent
    /// again, with the same event ID.
    package struct Deliverer: Sendable {
        private let project: Project
        private let profiles: [String: DeliveryProfile]
        private let client: HTTPClient
        /// Until when an unacknowledged event holds up the later ones of its lane, where the provider
        /// keeps each user's order; nil before the journal was asked.
        private let heads = Locked<[String: Int64]?>(nil)

        /// So many are sent at once, and so many are looked at.
        private static let (most, batch) = (32, 500)

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
        }

        /// Delivers until the task is cancelled.
        package func run() async {
            let (wakes, wake) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
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
                guard !Task.isCancelled else { return }
                while await deliverDue() {}
            }
        }

        /// Sends what is due; whether there may be more.
        package func deliverDue() async -> Bool {
            do {
                let (now, endpoints) = try await project.perform { state, now in
                    (now, state.setup.webhooks)
                }
                try await findHeads(endpoints)
                // What cannot be written down as delivered would be delivered again and again.
                guard project.isWritable else { return false }
                let due = try await project.withJournal {
                    try $0.deliveries(.pending, dueBy: now.milliseconds, limit: Deliverer.batch)
                }
                guard !due.isEmpty else { return false }
                let results = await send(due, endpoints, now)
                try await project.update(results)
                return due.count == Deliverer.batch
            } catch {
                // The project cannot answer now; the next wake tries again.
                return false
            }
        }

        /// Finds the events that hold up others since before this process began.
        private func findHeads(_ endpoints: [Endpoint]) async throws {
            guard heads.withLock({ $0 == nil }) else { return }
            let pending = try await project.withJournal {
                try $0.deliveries(.pending, dueBy: nil, limit: .max)
            }
            var found: [String: Int64] = [:]
            for delivery in pending where delivery.tries > 0 {
                guard let endpoint = endpoints.first(where: { $0.id == delivery.endpoint }),
                    keepsOrder(endpoint)
                else { continue }
                found[lane(of: delivery)] = found[lane(of: delivery)] ?? delivery.due
            }
            heads.withLock { $0 = found }
        }

        private func keepsOrder(_ endpoint: Endpoint) -> Bool {
            profiles[endpoint.form]?.order == .user
        }

        /// What is sent in order: the events of one user to one endpoint.
        private func lane(of delivery: Delivery) -> String {
            "\(delivery.endpoint)\u{0}\(delivery.user)"
        }

        /// Sends each lane in order, and lanes beside one another.
        private func send(
            _ due: [Delivery], _ endpoints: [Endpoint], _ now: Date
        ) async -> [Delivery] {
            var lanes: [String: [Delivery]] = [:]
            for delivery in due {
                lanes[lane(of: delivery), default: []].append(delivery)
            }
            var waiting = lanes.sorted { $0.key < $1.key }.map(\.value)[...]
            return await withTaskGroup(of: [Delivery].self) { group in
                var results: [Delivery] = []
                for _ in 0..<Deliverer.most {
                    guard let lane = waiting.popFirst() else { break }
                    group.addTask { await send(lane: lane, endpoints, now) }
                }
                for await sent in group {
                    results += sent
                    if let lane = waiting.popFirst() {
                        group.addTask { await send(lane: lane, endpoints, now) }
                    }
                }
                return results
            }
        }

        private func send(
            lane: [Delivery], _ endpoints: [Endpoint], _ now: Date
        ) async -> [Delivery] {
            if let held = held(lane, now) { return held }
            var lane = lane[...]
            var results: [Delivery] = []
            // No fault is asked for twice for one event.
            var reordered: Set<Int> = []
            while var delivery = lane.popFirst() {
                guard let endpoint = endpoints.first(where: { $0.id == delivery.endpoint }) else {
                    delivery.state = .failed
                    delivery.answer = "the endpoint is gone"
                    results.append(delivery)
                    continue
                }
                let fault = reordered.contains(delivery.id) ? nil : project.faults.takeWebhook()
                switch fault {
                case .drop:
                    delivery.state = .dropped
                    delivery.answer = "dropped on demand"
                    results.append(delivery)
                    continue
                case .delay:
                    delivery.due = now.addingTimeInterval(60).milliseconds
                    results.append(delivery)
                    guard keepsOrder(endpoint) else { continue }
                    return results + wait(lane, for: delivery)
                case .reorder:
                    guard let next = lane.popFirst() else {
                        // Nothing is behind it: the fault is for the next that has something.
                        project.faults.add(.reorder, next: 1)
                        break
                    }
                    reordered = [delivery.id, next.id]
                    lane = [next, delivery] + lane
                    continue
                case .duplicate: _ = await attempt(delivery, endpoint)
                case .slow: try? await Task.sleep(for: .seconds(5))
                case .failed, nil: break
                }
                delivery.tries += 1
                var (isTaken, answer) = await attempt(delivery, endpoint)
                if fault == .failed, isTaken { (isTaken, answer) = (false, "500 on demand") }
                delivery.answer = answer
                settle(&delivery, isTaken, profiles[endpoint.form], now)
                results.append(delivery)
                guard keepsOrder(endpoint) else { continue }
                if !isTaken, delivery.state == .pending {
                    return results + wait(lane, for: delivery)
                }
                heads.withLock { $0?[self.lane(of: delivery)] = nil }
            }
            return results
        }

        /// The head of the line blocks: the others of its lane wait for it.
        private func wait(_ lane: ArraySlice<Delivery>, for head: Delivery) -> [Delivery] {
            heads.withLock { $0?[self.lane(of: head)] = head.due }
            return lane.map { waiting in
                var waiting = waiting
                waiting.due = max(waiting.due, head.due)
                return waiting
            }
        }

        /// A lane of which none is sent, as an event that came before them is not due yet; nil where
        /// that is not so.
        private func held(_ lane: [Delivery], _ now: Date) -> [Delivery]? {
            guard let first = lane.first,
                let due = heads.withLock({ $0?[self.lane(of: first)] }), due > now.milliseconds
            else { return nil }
            return lane.map { waiting in
                var waiting = waiting
                waiting.due = due
                return waiting
            }
        }

        /// Says what becomes of a delivery after a try.
        private func settle(
            _ delivery: inout Delivery, _ isTaken: Bool, _ profile: DeliveryProfile?, _ now: Date
        ) {
            if isTaken {
                delivery.state = .delivered
            } else if let pause = profile?.pauseSeconds(afterTries: delivery.tries) {
                delivery.due = now.addingTimeInterval(TimeInterval(pause)).milliseconds
            } else {
                delivery.state = .failed
            }
        }

        /// One try.
        private func attempt(
            _ delivery: Delivery, _ endpoint: Endpoint
        ) async -> (isTaken: Bool, answer: String) {
            let profile = profiles[endpoint.form]
            do {
                try await WebhookTarget.check(endpoint)
                var request = HTTPClientRequest(url: endpoint.url)
                request.method = .POST
                request.headers.add(name: "User-Agent", value: "allonym")
                let timestamp = String(Int(Date().timeIntervalSince1970))
                let headers = profile.map { profile in
                    WebhookHeaders(profile).all(
                        of: delivery.body, authorization: endpoint.authorization,
                        secrets: endpoint.secrets, timestamp: timestamp)
                }
                for (name, value) in headers ?? [] { request.headers.add(name: name, value: value) }
                request.body = .bytes(ByteBuffer(bytes: delivery.body))
                let response = try await client.execute(
                    request, timeout: .seconds(Int64(profile?.timeoutSeconds ?? 60)))
                let status = Int(response.status.code)
                // What else it says is of no use, but the connection is once it is read.
                _ = try? await response.body.collect(upTo: 1 << 16)
                return (profile?.isSuccess(status) ?? (200..<300).contains(status), "\(status)")
            } catch let fault as WebhookTarget.Refusal {
                return (false, fault.description)
            } catch {
                return (false, "\(error)")
            }
        }
    }
#endif
