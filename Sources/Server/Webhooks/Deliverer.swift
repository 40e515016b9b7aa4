// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    package import AllonymMappings
    package import AllonymService
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
        private func deliverDue() async -> Bool {
            do {
                let (now, endpoints) = try await project.perform { state, now in
                    (now, state.setup.webhooks)
                }
                let due = try await project.withJournal {
                    try $0.deliveries(.pending, dueBy: now.milliseconds, limit: Deliverer.batch)
                }
                guard !due.isEmpty else { return false }
                let results = await send(due, endpoints, now)
                try await project.withJournal { try $0.update(results) }
                return due.count == Deliverer.batch
            } catch {
                // The project cannot answer now; the next wake tries again.
                return false
            }
        }

        /// Sends each lane in order, and lanes beside one another.
        private func send(
            _ due: [Delivery], _ endpoints: [Endpoint], _ now: Date
        ) async -> [Delivery] {
            var lanes: [String: [Delivery]] = [:]
            for delivery in due {
                lanes["\(delivery.endpoint)\u{0}\(delivery.user)", default: []].append(delivery)
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
            var lane = lane[...]
            var results: [Delivery] = []
            while var delivery = lane.popFirst() {
                guard let endpoint = endpoints.first(where: { $0.id == delivery.endpoint }) else {
                    delivery.state = .failed
                    delivery.answer = "the endpoint is gone"
                    results.append(delivery)
                    continue
                }
                switch project.faults.takeWebhook() {
                case .drop:
                    delivery.state = .dropped
                    delivery.answer = "dropped on demand"
                    results.append(delivery)
                    continue
                case .delay:
                    delivery.due = now.addingTimeInterval(60).milliseconds
                    results.append(delivery)
                    continue
                case .reorder:
                    if let next = lane.popFirst() {
                        lane = [next, delivery] + lane
                        continue
                    }
                case .duplicate: _ = await attempt(delivery, endpoint)
                case .slow: try? await Task.sleep(for: .seconds(5))
                case nil: break
                }
                delivery.tries += 1
                let (isTaken, answer) = await attempt(delivery, endpoint)
                delivery.answer = answer
                settle(&delivery, isTaken, profiles[endpoint.form], now)
                results.append(delivery)
                if !isTaken, profiles[endpoint.form]?.order == .user {
                    // The head of the line blocks: the others wait for it.
                    results += lane.map { waiting in
                        var waiting = waiting
                        waiting.due = max(waiting.due, delivery.due)
                        return waiting
                    }
                    return results
                }
            }
            return results
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
                try WebhookTarget.check(endpoint)
                var request = HTTPClientRequest(url: endpoint.url)
                request.method = .POST
                request.headers.add(name: "User-Agent", value: "allonym")
                let timestamp = String(Int(Date().timeIntervalSince1970))
                let headers = profile.map { profile in
                    WebhookHeaders(profile).all(
                        of: delivery.body, authorization: endpoint.authorization,
                        secret: endpoint.secret, timestamp: timestamp)
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
