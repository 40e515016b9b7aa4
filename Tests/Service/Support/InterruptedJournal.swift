// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymSimulation

    /// A journal in which something happens once, while it is read or before it saves a snapshot.
    final class InterruptedJournal: Journal {
        let inner = MemoryJournal()
        let reading = Locked<(@Sendable () -> Void)?>(nil)
        let saving = Locked<(@Sendable () throws(JournalFault) -> Void)?>(nil)

        func entries(after sequence: Int, limit: Int) -> [JournalEntry] {
            let entries = inner.entries(after: sequence, limit: limit)
            let body = reading.withLock { body in
                defer { body = nil }
                return body
            }
            body?()
            return entries
        }
        func save(_ snapshot: JournalSnapshot) throws(JournalFault) {
            let body = saving.withLock { body in
                defer { body = nil }
                return body
            }
            if let body { try body() }
            inner.save(snapshot)
        }

        func append(
            _ entries: [JournalEntry], after sequence: Int, epoch: Int
        ) throws(JournalFault) { try inner.append(entries, after: sequence, epoch: epoch) }
        func head() -> JournalHead { inner.head() }
        func snapshot() -> JournalSnapshot? { inner.snapshot() }
        func lease() -> Int { inner.lease() }
        func erase(_ erasure: JournalErasure) { inner.erase(erasure) }
        func value(_ key: String) -> [UInt8]? { inner.value(key) }
        func setValue(_ value: [UInt8], for key: String) { inner.setValue(value, for: key) }
        func deliveries(
            _ state: Delivery.State?, dueBy: Int64?, after id: Int?, limit: Int
        ) -> [Delivery] { inner.deliveries(state, dueBy: dueBy, after: id, limit: limit) }
        func waitingDeliveries(dueAfter time: Int64) -> [WaitingDelivery] {
            inner.waitingDeliveries(dueAfter: time)
        }
        func delivery(_ id: Int) -> Delivery? { inner.delivery(id) }
        func latestDeliveries(
            _ state: Delivery.State?, of users: [String]?, before id: Int?, limit: Int
        ) -> [Delivery] { inner.latestDeliveries(state, of: users, before: id, limit: limit) }
        func deliveryCounts() -> [Delivery.State: Int] { inner.deliveryCounts() }
        func update(_ deliveries: [Delivery]) { inner.update(deliveries) }
    }
#endif
