// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymJournal
    import AllonymSimulation
    import Foundation

    // Everything that a project is, at one entry.

    extension ProjectState {
        /// The format of snapshots; a later one is refused.
        ///
        /// Format 1 does not say who had a purchase first, and less of the setup; it knows no
        /// anonymous IDs that act without an installation. Format 2 does not say
        /// which purchases a real store has signed. Format 3 has the IDs of their transactions among
        /// its numbers. Format 4 does not say which subscriptions purchases were before, and which
        /// pauses are set.
        static let snapshotVersion = 5

        /// The index of the first user ID among a snapshot's texts.
        static let firstUser = 1

        /// A snapshot of this state.
        ///
        /// - Parameter checksum: The journal's, at this entry.
        /// - Returns: The snapshot.
        /// - Throws: ``DocumentFault`` where the setup cannot be written.
        package func snapshot(checksum: UInt64) throws(DocumentFault) -> JournalSnapshot {
            var bytes = EntryBytes(sharesTexts: false)
            bytes.put(try setup.text())
            bytes.put(clock.frozen) { $0.put($1) }
            bytes.put(clock.latest)
            ledger.write(to: &bytes)
            bytes.put(each: world.records) { $0.put($1, from: 0) }
            bytes.put(world.transactions)
            bytes.put(each: world.born) { $0.put($1) }
            // Whoever has nothing any more is as one who never had.
            let granted = world.granted.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
            bytes.put(each: granted) { bytes, grants in
                bytes.put(grants.key)
                bytes.put(each: grants.value.sorted { $0.key < $1.key }) { bytes, grant in
                    bytes.put(grant.key.text)
                    bytes.put(grant.value.date)
                    bytes.put(grant.value.end) { $0.put($1) }
                }
            }
            bytes.put(each: world.actors.sorted { $0.key < $1.key }) { bytes, actor in
                bytes.put(actor.key.text)
                bytes.put(actor.value)
            }
            bytes.put(each: attributes.sorted { $0.key < $1.key }) { bytes, customer in
                bytes.put(customer.key)
                bytes.put(each: customer.value.sorted { $0.key < $1.key }) { bytes, attribute in
                    bytes.put(attribute.key)
                    bytes.put(attribute.value.value)
                    bytes.put(Int(attribute.value.milliseconds))
                }
            }
            bytes.put(each: tokens.sorted { $0.key < $1.key }) { bytes, token in
                bytes.put(token.key)
                bytes.put(token.value)
            }
            bytes.put(each: firstOwners) { $0.put(Int($1)) }
            bytes.put(each: world.records.indices.filter { world.records[$0].isStated }) {
                $0.put(signed: world.records[$1], number: $1, from: 0)
            }
            bytes.put(each: world.records.indices.filter { !world.records[$0].ended.isEmpty }) {
                $0.put(ended: world.records[$1], number: $1)
            }
            bytes.put(each: world.records.indices.filter { world.records[$0].hasPause }) {
                $0.put(pause: world.records[$1], number: $1)
            }
            return JournalSnapshot(
                sequence: sequence, checksum: checksum, version: ProjectState.snapshotVersion,
                body: bytes.bytes + ProjectState.seal(bytes.bytes), texts: bytes.texts)
        }

        /// Eight bytes that tell whether others were changed: FNV-1a.
        private static func seal(_ bytes: some Sequence<UInt8>) -> [UInt8] {
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            var seal = EntryBytes(sharesTexts: false)
            seal.put(bits: sum)
            return seal.bytes
        }

        /// Becomes what a snapshot was of.
        ///
        /// - Parameters:
        ///   - snapshot: The snapshot.
        ///   - telling: Told of texts that tell of persons, but for the user IDs: those stand in the
        ///     ledger's order, after the setup.
        /// - Throws: ``EntryFault`` where it cannot be read; the state is of no use then.
        mutating func restore(
            _ snapshot: JournalSnapshot, telling: (TextUse) -> Void = { _ in }
        ) throws(EntryFault) {
            guard (1...ProjectState.snapshotVersion).contains(snapshot.version) else {
                throw EntryFault("this version of allonym does not read format \(snapshot.version)")
            }
            let body = snapshot.body.dropLast(8)
            guard ProjectState.seal(body) == Array(snapshot.body.suffix(8)) else {
                throw EntryFault("its bytes were changed")
            }
            var reader = EntryReader(Array(body), snapshot.texts)
            apply(try ProjectSetup(text: try reader.text(), of: setup))
            let frozen = try reader.optional { reader throws(EntryFault) in try reader.date() }
            clock = frozen.map { ProjectClock(frozen: $0) } ?? ProjectClock()
            clock.reach(try reader.date())
            var image = WorldImage(ledger: try Ledger(from: &reader))
            image.records = try reader.list { [world] reader throws(EntryFault) in
                try reader.record(after: []) { world.product(ProductID(unchecked: $0)) }
            }
            image.transactions = try reader.number()
            image.born = try reader.list { reader throws(EntryFault) in try reader.date() }
            try reader.each { reader throws(EntryFault) in
                let customer = try reader.customer(image.ledger)
                try reader.each { reader throws(EntryFault) in
                    let entitlement = EntitlementID(unchecked: try reader.text())
                    image.granted[customer, default: [:]][entitlement] = WorldState.GrantDates(
                        date: try reader.date(),
                        end: try reader.optional { reader throws(EntryFault) in try reader.date() })
                }
            }
            try reader.each { reader throws(EntryFault) in
                let account = try reader.account()
                telling(.account(reader.lastText))
                image.actors[account] = try reader.actor(telling: telling)
            }
            guard image.records.count == image.ledger.purchases.count,
                image.born.count == image.ledger.users.count
            else { throw EntryFault("its tables are of different lengths") }
            attributes = [:]
            tokens = [:]
            try reader.each { reader throws(EntryFault) in
                let customer = try reader.customer(image.ledger)
                try reader.each { reader throws(EntryFault) in
                    let name = try reader.text()
                    let number = reader.lastText
                    let value = try reader.text()
                    telling(.attribute(customer, name: number, value: reader.lastText))
                    attributes[customer, default: [:]][name] = Attribute(
                        value: value, milliseconds: Int64(try reader.number()))
                }
            }
            try reader.each { reader throws(EntryFault) in
                tokens[try reader.text()] = try reader.purchase(image.ledger)
            }
            if snapshot.version > 1 {
                firstOwners = try reader.list { reader throws(EntryFault) in
                    Int32(truncatingIfNeeded: try reader.number())
                }
            }
            var signed: [(number: Int, ids: [String])] = []
            if snapshot.version > 2 {
                signed = try reader.list { reader throws(EntryFault) in
                    snapshot.version > 3
                        ? try reader.signed(telling: telling) : (try reader.number(), [])
                }
            }
            var ended: [(number: Int, ended: [EndedSubscription])] = []
            var pauses: [(number: Int, isSet: Bool, end: Date?)] = []
            if snapshot.version > 4 {
                ended = try reader.list { [world] reader throws(EntryFault) in
                    try reader.ended { world.product(ProductID(unchecked: $0)) }
                }
                pauses = try reader.list { reader throws(EntryFault) in try reader.pause() }
            }
            for (number, _) in signed where !image.records.indices.contains(number) {
                throw EntryFault("there is no purchase \(number)")
            }
            world.restore(image)
            for (number, ids) in signed { world.restore(signed: ids, at: number) }
            for (number, ended) in ended { try restore(ended, at: number) }
            for pause in pauses {
                try restore(pausesAtRenewal: pause.isSet, until: pause.end, at: pause.number)
            }
            sequence = snapshot.sequence
        }
    }

    extension EntryBytes: LedgerSink {}
    extension EntryReader: LedgerSource {}
#endif
