// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// What happened to a project, written down for good: the contract that every journal meets.
    ///
    /// A journal understands no entry. It keeps entries in order and without gaps, the texts that they
    /// name, the newest snapshot, and the webhook deliveries that entries ask for. All calls block
    /// until they are done; one writer calls at a time.
    package protocol Journal: Sendable {
        /// The newest entry's sequence number and checksum; number 0 before the first.
        func head() throws(JournalFault) -> JournalHead

        /// Appends entries, all or none, and returns when they are durable.
        ///
        /// - Parameters:
        ///   - entries: What happened, in order.
        ///   - sequence: The sequence number that the writer believes to be the newest.
        ///   - epoch: The writer's term of office, as ``lease()`` gave it.
        /// - Throws: ``JournalFault``; ``JournalFault/lostLease`` and ``JournalFault/gap`` say that
        ///   nothing was written, anything else leaves the fate of the entries unknown.
        func append(_ entries: [JournalEntry], after sequence: Int, epoch: Int) throws(JournalFault)

        /// Up to so many entries after a sequence number, in order.
        func entries(after sequence: Int, limit: Int) throws(JournalFault) -> [JournalEntry]

        /// The newest snapshot.
        func snapshot() throws(JournalFault) -> JournalSnapshot?

        /// Keeps a snapshot in the place of older ones; entries stay.
        func save(_ snapshot: JournalSnapshot) throws(JournalFault)

        /// Begins a new term of office and ends every earlier one.
        func lease() throws(JournalFault) -> Int

        /// Blanks what tells of somebody: no byte of it is left in the journal's files.
        func erase(_ erasure: JournalErasure) throws(JournalFault)

        /// A value that is kept beside the entries, such as the project's own secret.
        func value(_ key: String) throws(JournalFault) -> [UInt8]?
        func setValue(_ value: [UInt8], for key: String) throws(JournalFault)

        /// The deliveries in a state, or all, the oldest first; with a time those that are due by it,
        /// with a number those after it.
        func deliveries(
            _ state: Delivery.State?, dueBy: Int64?, after id: Int?, limit: Int
        ) throws(JournalFault) -> [Delivery]
        /// The pending deliveries that are due after a time, the oldest first, without what they send.
        func waitingDeliveries(dueAfter time: Int64) throws(JournalFault) -> [WaitingDelivery]
        func delivery(_ id: Int) throws(JournalFault) -> Delivery?
        /// The newest deliveries first: those in a state or all, about some users or anybody, with a
        /// number below one or any.
        func latestDeliveries(
            _ state: Delivery.State?, of users: [String]?, before id: Int?, limit: Int
        ) throws(JournalFault) -> [Delivery]
        /// How many deliveries there are in each state.
        func deliveryCounts() throws(JournalFault) -> [Delivery.State: Int]
        /// Writes down how tries went, all or none; what was erased meanwhile stays so.
        func update(_ deliveries: [Delivery]) throws(JournalFault)
    }

    extension Journal {
        /// The first deliveries in a state, or of all; with a time those that are due by it.
        package func deliveries(
            _ state: Delivery.State?, dueBy: Int64?, limit: Int
        ) throws(JournalFault) -> [Delivery] {
            try deliveries(state, dueBy: dueBy, after: nil, limit: limit)
        }
    }

    /// How far a journal goes.
    package struct JournalHead: Hashable, Sendable {
        /// The newest entry's number; 0 before the first.
        package let sequence: Int
        /// The checksum over all entries.
        package let checksum: UInt64

        /// So far.
        package init(sequence: Int, checksum: UInt64) {
            self.sequence = sequence
            self.checksum = checksum
        }

        /// Before the first entry: the offset basis of FNV-1a.
        package static let start = JournalHead(sequence: 0, checksum: 0xCBF2_9CE4_8422_2325)

        /// After one entry more.
        package func after(_ entry: JournalEntry) -> JournalHead {
            var sum = checksum
            func add(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            for shift in stride(from: 0, to: 64, by: 8) {
                add(UInt8(truncatingIfNeeded: entry.milliseconds >> shift))
            }
            for byte in entry.body { add(byte) }
            return JournalHead(sequence: sequence + 1, checksum: sum)
        }
    }

    /// One step of a project's history, in bytes that only its writer understands.
    package struct JournalEntry: Hashable, Sendable {
        /// The format of the body.
        package var version: Int
        /// The project's time, in milliseconds since 1970.
        package var milliseconds: Int64
        /// What happened; texts are named by their indices.
        package var body: [UInt8]
        /// The texts that the body names, which an erasure blanks.
        package var texts: [String]
        /// The webhook deliveries that it asks for.
        package var deliveries: [Delivery]

        /// An entry.
        package init(
            version: Int, milliseconds: Int64, body: [UInt8], texts: [String] = [],
            deliveries: [Delivery] = []
        ) {
            self.version = version
            self.milliseconds = milliseconds
            self.body = body
            self.texts = texts
            self.deliveries = deliveries
        }
    }

    /// Everything that a project was after an entry, in bytes that only its writer understands.
    package struct JournalSnapshot: Hashable, Sendable {
        /// The number of the last entry that is in it.
        package let sequence: Int
        /// The checksum over all entries so far.
        package let checksum: UInt64
        /// The format of the body.
        package let version: Int
        package let body: [UInt8]
        /// The texts that the body names.
        package let texts: [String]

        /// A snapshot.
        package init(
            sequence: Int, checksum: UInt64, version: Int, body: [UInt8], texts: [String]
        ) {
            self.sequence = sequence
            self.checksum = checksum
            self.version = version
            self.body = body
            self.texts = texts
        }
    }
#endif
