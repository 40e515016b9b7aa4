// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymSimulation

    /// A journal on a disk that is full while a test says so: nothing can be written to it.
    final class FullJournal: Journal {
        private let inner = MemoryJournal()
        let isFull = Locked(false)

        private func write() throws(JournalFault) {
            guard !isFull.withLock({ $0 }) else { throw .storage("The disk is full.") }
        }

        func append(
            _ entries: [JournalEntry], after sequence: Int, epoch: Int
        ) throws(JournalFault) {
            try write()
            try inner.append(entries, after: sequence, epoch: epoch)
        }

        func save(_ snapshot: JournalSnapshot) throws(JournalFault) {
            try write()
            inner.save(snapshot)
        }

        func lease() throws(JournalFault) -> Int {
            try write()
            return inner.lease()
        }

        func erase(_ erasure: JournalErasure) throws(JournalFault) {
            try write()
            inner.erase(erasure)
        }

        func setValue(_ value: [UInt8], for key: String) throws(JournalFault) {
            try write()
            inner.setValue(value, for: key)
        }

        func update(_ deliveries: [Delivery]) throws(JournalFault) {
            try write()
            inner.update(deliveries)
        }

        func head() -> JournalHead { inner.head() }
        func entries(after sequence: Int, limit: Int) -> [JournalEntry] {
            inner.entries(after: sequence, limit: limit)
        }
        func snapshot() -> JournalSnapshot? { inner.snapshot() }
        func value(_ key: String) -> [UInt8]? { inner.value(key) }
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
    }
#endif
