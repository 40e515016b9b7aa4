// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// A journal that is gone with the process: for tests, and for projects that need not last.
    package final class MemoryJournal: Journal {
        private struct State {
            var entries: [JournalEntry] = []
            var head = JournalHead.start
            var snapshot: JournalSnapshot?
            var epoch = 0
            var values: [String: [UInt8]] = [:]
            var deliveries: [Delivery] = []
        }

        private let state = Locked(State())

        package init() {}

        package func head() -> JournalHead { state.withLock { $0.head } }

        package func append(
            _ entries: [JournalEntry], after sequence: Int, epoch: Int
        ) throws(JournalFault) {
            let fault: JournalFault? = state.withLock { state in
                guard state.epoch == epoch else { return .lostLease }
                guard state.head.sequence == sequence else {
                    return .gap(expected: sequence, found: state.head.sequence)
                }
                for entry in entries {
                    state.head = state.head.after(entry)
                    for var delivery in entry.deliveries {
                        delivery.id = state.deliveries.count + 1
                        state.deliveries.append(delivery)
                    }
                    var kept = entry
                    kept.deliveries = []
                    state.entries.append(kept)
                }
                return nil
            }
            if let fault { throw fault }
        }

        package func entries(after sequence: Int, limit: Int) -> [JournalEntry] {
            state.withLock { Array($0.entries.dropFirst(max(sequence, 0)).prefix(max(limit, 0))) }
        }

        package func snapshot() -> JournalSnapshot? { state.withLock { $0.snapshot } }

        package func save(_ snapshot: JournalSnapshot) { state.withLock { $0.snapshot = snapshot } }

        package func lease() -> Int {
            state.withLock { state in
                state.epoch += 1
                return state.epoch
            }
        }

        package func erase(_ erasure: JournalErasure) {
            state.withLock { state in
                for (sequence, places) in erasure.texts
                where state.entries.indices.contains(sequence - 1) {
                    let texts = state.entries[sequence - 1].texts
                    state.entries[sequence - 1].texts = erasure.blanked(texts, places)
                }
                state.snapshot = state.snapshot.map(erasure.blanked)
                for (index, delivery) in state.deliveries.enumerated() {
                    if let blanked = erasure.blanked(delivery) {
                        state.deliveries[index] = blanked
                    }
                }
            }
        }

        package func value(_ key: String) -> [UInt8]? { state.withLock { $0.values[key] } }

        package func setValue(_ value: [UInt8], for key: String) {
            state.withLock { $0.values[key] = value }
        }

        package func deliveries(
            _ wanted: Delivery.State?, dueBy: Int64?, after id: Int?, limit: Int
        ) -> [Delivery] {
            state.withLock { state in
                let found = state.deliveries.lazy.filter {
                    (wanted == nil || $0.state == wanted) && $0.due <= dueBy ?? .max
                        && $0.id > id ?? 0
                }
                return Array(found.prefix(max(limit, 0)))
            }
        }

        package func waitingDeliveries(dueAfter time: Int64) -> [WaitingDelivery] {
            state.withLock { state in
                state.deliveries.filter { $0.state == .pending && $0.due > time }.map {
                    WaitingDelivery(id: $0.id, endpoint: $0.endpoint, user: $0.user, due: $0.due)
                }
            }
        }

        package func delivery(_ id: Int) -> Delivery? {
            state.withLock { state in state.deliveries.first { $0.id == id } }
        }

        package func latestDeliveries(
            _ wanted: Delivery.State?, of users: [String]?, before id: Int?, limit: Int
        ) -> [Delivery] {
            state.withLock { state in
                let found = state.deliveries.reversed().lazy.filter {
                    (wanted == nil || $0.state == wanted) && $0.id < id ?? .max
                        && users?.contains($0.user) ?? true
                }
                return Array(found.prefix(max(limit, 0)))
            }
        }

        package func deliveryCounts() -> [Delivery.State: Int] {
            state.withLock { state in
                state.deliveries.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
            }
        }

        package func update(_ deliveries: [Delivery]) {
            state.withLock { state in
                for delivery in deliveries
                where state.deliveries.indices.contains(delivery.id - 1)
                    && !state.deliveries[delivery.id - 1].body.isEmpty
                {
                    let kept = state.deliveries[delivery.id - 1]
                    state.deliveries[delivery.id - 1] = Delivery(
                        id: kept.id, endpoint: kept.endpoint, event: kept.event, name: kept.name,
                        user: kept.user, body: kept.body, state: delivery.state,
                        tries: delivery.tries, due: delivery.due, answer: delivery.answer,
                        attempts: delivery.attempts)
                }
            }
        }
    }
#endif
