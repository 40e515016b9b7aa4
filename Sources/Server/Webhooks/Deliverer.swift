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
    /// that is to be sent again holds up the later ones of its user, and a slow answer nobody else.
    ///
    /// Results are written down for many at once: what was sent when the process was killed is sent
    /// again, with the same event ID.
    package struct Deliverer: Sendable {
        let project: Project
        let profiles: [String: DeliveryProfile]
        let client: HTTPClient
        /// The events that hold up later ones; nil before the journal was asked.
        let heads = Locked<HeldLanes?>(nil)
        /// What is on its way.
        let queue = Locked(LaneQueue())
        /// Whether no further try is begun.
        private let isStopped = Locked(false)
        private let wakes: AsyncStream<Void>
        private let wake: AsyncStream<Void>.Continuation

        /// What is the same for all that is looked at at once.
        struct Round: Sendable {
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

        var hasEnded: Bool { Task.isCancelled || isStopped.withLock { $0 } }

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
            await withDiscardingTaskGroup { group in
                for await _ in wakes {
                    guard !hasEnded else { break }
                    while await begin(in: &group) {}
                    // Meanwhile more ends, which is then written down together.
                    guard !queue.withLock({ $0.isEmpty }) else { continue }
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
            // What cannot be written down is sent again.
            try? await writeDown()
        }

        /// Sends what is due, and returns when that has ended and is written down; whether there may be
        /// more.
        package func deliverDue() async -> Bool {
            let mayBeMore = await withDiscardingTaskGroup { group in
                await begin(in: &group)
            }
            do {
                try await writeDown()
                return mayBeMore
            } catch {
                return false
            }
        }

        /// Writes down what has ended, and begins to send what is due and not on its way yet; whether
        /// there may be more.
        private func begin(in group: inout DiscardingTaskGroup) async -> Bool {
            guard !hasEnded else { return false }
            do {
                try await writeDown()
                guard queue.withLock({ $0.hasRoom }) else { return false }
                let round = try await project.perform { state, now in
                    Round(
                        now: now, isFrozen: state.clock.frozen != nil,
                        endpoints: state.setup.webhooks)
                }
                try await findHeads(round)
                // What cannot be written down as delivered would be delivered again and again.
                guard project.isWritable else { return false }
                let (due, mayBeMore) = try await take(round)
                let (parts, waiting) = divide(due, round)
                if !waiting.isEmpty { try await project.update(waiting) }
                for _ in 0..<queue.withLock({ $0.add(parts) }) {
                    group.addTask { await work() }
                }
                return mayBeMore
            } catch {
                // The project cannot answer now; the next wake tries again.
                return false
            }
        }

        /// Sends lanes until none is left; after each there may be something to do.
        private func work() async {
            while let part = queue.withLock({ $0.next() }) {
                let results = await send(part.deliveries, part.round)
                queue.withLock { $0.end(part, with: results) }
                wake.yield()
            }
        }

        /// Writes down what came of all that has ended.
        private func writeDown() async throws {
            let unwritten = queue.withLock { $0.unwritten }
            if !unwritten.results.isEmpty { try await project.update(unwritten.results) }
            queue.withLock { $0.free(unwritten) }
        }
    }
#endif
