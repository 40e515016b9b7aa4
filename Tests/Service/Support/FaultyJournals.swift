// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymSimulation

    /// A journal whose entries are not those that its head was made of.
    struct DamagedJournal: Journal {
        private let damaged: [JournalEntry]
        private let claimed: JournalHead

        init(_ damaged: [JournalEntry], head: JournalHead) {
            self.damaged = damaged
            claimed = head
        }

        func head() -> JournalHead { claimed }
        func append(_ entries: [JournalEntry], after sequence: Int, epoch: Int) {}
        func entries(after sequence: Int, limit: Int) -> [JournalEntry] {
            Array(damaged.dropFirst(sequence).prefix(limit))
        }
        func snapshot() -> JournalSnapshot? { nil }
        func save(_ snapshot: JournalSnapshot) {}
        func lease() -> Int { 1 }
        func erase(_ erasure: JournalErasure) {}
        func value(_ key: String) -> [UInt8]? { nil }
        func setValue(_ value: [UInt8], for key: String) {}
        func deliveries(
            _ state: Delivery.State?, dueBy: Int64?, after id: Int?, limit: Int
        ) -> [Delivery] { [] }
        func waitingDeliveries(dueAfter time: Int64) -> [WaitingDelivery] { [] }
        func delivery(_ id: Int) -> Delivery? { nil }
        func latestDeliveries(
            _ state: Delivery.State?, of users: [String]?, before id: Int?, limit: Int
        ) -> [Delivery] { [] }
        func deliveryCounts() -> [Delivery.State: Int] { [:] }
        func update(_ deliveries: [Delivery]) {}
    }

    /// A journal that cannot be written for a while, as on a full disk.
    final class ThrowingJournal: Journal {
        private let inner = MemoryJournal()
        /// Whether it fails, and whether it has written all the same when it does.
        let fails = Locked<(now: Bool, afterWriting: Bool)>((now: false, afterWriting: false))

        func append(
            _ entries: [JournalEntry], after sequence: Int, epoch: Int
        ) throws(JournalFault) {
            let fails = fails.withLock { $0 }
            guard fails.now else { return try inner.append(entries, after: sequence, epoch: epoch) }
            if fails.afterWriting { try inner.append(entries, after: sequence, epoch: epoch) }
            throw .storage("The disk is full.")
        }

        func head() -> JournalHead { inner.head() }
        func entries(after sequence: Int, limit: Int) -> [JournalEntry] {
            inner.entries(after: sequence, limit: limit)
        }
        func snapshot() -> JournalSnapshot? { inner.snapshot() }
        func save(_ snapshot: JournalSnapshot) { inner.save(snapshot) }
        func lease() throws(JournalFault) -> Int {
            if fails.withLock({ $0.now }) { throw .storage("The disk is full.") }
            return inner.lease()
        }
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
