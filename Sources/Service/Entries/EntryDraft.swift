// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymSimulation
    import Foundation

    /// What has become different since the last entry, on its way to the journal.
    struct EntryDraft: Sendable {
        private var bytes = EntryBytes()
        var deliveries: [Delivery] = []

        /// The format of entries; a reader refuses one that it does not know.
        ///
        /// Since format 2 a project's setup says more: when a thing was set up, entitlements of their
        /// own, packages of several products. It knows anonymous IDs that act without an
        /// installation, too. Since format 3 it says of records that a real store has signed them.
        /// Since format 4 the transaction IDs of those are texts, which an erasure blanks. Since
        /// format 5 it says of records which subscriptions they were before, and which pauses are set.
        static let version = 5

        /// The formats that are read.
        static let readable = 1...version

        /// What an entry is made of; a part's number is for good.
        enum Part: Int {
            case occurrence = 1
            case record = 2
            case transactions = 3
            case attribute = 4
            case token = 5
            case setup = 6
            case clock = 7
            /// Of format 3.
            case stated = 8
            case signed = 9
            /// Of format 5.
            case ended = 10
            case pause = 11
        }

        var isEmpty: Bool { bytes.bytes.isEmpty && deliveries.isEmpty }

        /// How much there is; it grows with all that is put.
        var size: Int { bytes.bytes.count + deliveries.count }

        /// The entry, at a time.
        func entry(_ now: Date) -> JournalEntry {
            JournalEntry(
                version: EntryDraft.version, milliseconds: now.milliseconds, body: bytes.bytes,
                texts: bytes.texts, deliveries: deliveries)
        }

        /// What happened, and the IDs of the rows that decided: for the changes they are of no use.
        mutating func put(_ occurrence: WorldNews.Occurrence, by rules: [String]) {
            bytes.put(Part.occurrence.rawValue)
            bytes.put(occurrence.date)
            bytes.put(occurrence.request.actor)
            bytes.put(occurrence.end) { $0.put($1) }
            bytes.put(word: occurrence.request.action.word)
            bytes.put(Int(occurrence.decision.outcome.rawValue))
            bytes.put(each: rules) { $0.put(word: $1) }
            bytes.put(each: occurrence.decision.changes) { $0.put($1) }
        }

        /// Changes that no rule has decided.
        mutating func put(
            _ changes: [Change], of word: String, by actor: Actor, at date: Date, until end: Date?
        ) {
            bytes.put(Part.occurrence.rawValue)
            bytes.put(date)
            bytes.put(actor)
            bytes.put(end) { $0.put($1) }
            bytes.put(word: word)
            bytes.put(Int(Outcome.applied.rawValue))
            bytes.put(each: [String]()) { $0.put(word: $1) }
            bytes.put(each: changes) { $0.put($1) }
        }

        mutating func put(_ record: StoreRecord, number: Int, from known: Int) {
            bytes.put(Part.record.rawValue)
            bytes.put(number)
            bytes.put(record, from: known)
            if record.isStated {
                bytes.put(Part.signed.rawValue)
                bytes.put(signed: record, number: number, from: known)
            }
            if !record.ended.isEmpty {
                bytes.put(Part.ended.rawValue)
                bytes.put(ended: record, number: number)
            }
            if record.hasPause {
                bytes.put(Part.pause.rawValue)
                bytes.put(pause: record, number: number)
            }
        }

        mutating func put(transactions: Int) {
            bytes.put(Part.transactions.rawValue)
            bytes.put(transactions)
        }

        mutating func put(
            attribute name: String, _ value: String?, of customer: CustomerHandle,
            _ milliseconds: Int64
        ) {
            bytes.put(Part.attribute.rawValue)
            bytes.put(customer)
            bytes.put(name, as: .attribute)
            bytes.put(value) { $0.put(own: $1) }
            bytes.put(Int(milliseconds))
        }

        mutating func put(token: String, for purchase: PurchaseHandle) {
            bytes.put(Part.token.rawValue)
            bytes.put(token)
            bytes.put(purchase)
        }

        mutating func put(setup text: String) {
            bytes.put(Part.setup.rawValue)
            bytes.put(text)
        }

        mutating func put(clock: ProjectClock) {
            bytes.put(Part.clock.rawValue)
            bytes.put(clock.frozen) { $0.put($1) }
        }
    }

    extension EntryBytes {
        mutating func put(_ actor: Actor) {
            switch actor {
            case .device(let device):
                put(0)
                put(device.text)
            case .user(let id, let account):
                put(1)
                put(id.text, as: .actor)
                put(account) { $0.put($1.text, as: .account) }
            case .account(let account):
                put(2)
                put(account.text, as: .account)
            case .minted(let id, let account):
                put(3)
                put(id.text, as: .actor)
                put(account) { $0.put($1.text, as: .account) }
            }
        }
    }

    extension EntryReader {
        mutating func actor(
            telling: (TextUse) -> Void = { _ in }
        ) throws(EntryFault) -> Actor {
            switch try number() {
            case 0: return .device(DeviceID(unchecked: try text()))
            case 1:
                let (id, account) = try person(telling)
                return .user(id, account)
            case 2:
                let account = try account()
                telling(.account(lastText))
                return .account(account)
            case 3:
                let (id, account) = try person(telling)
                return .minted(id, account)
            default: throw EntryFault("nobody acts, before byte \(offset)")
            }
        }

        private mutating func person(
            _ telling: (TextUse) -> Void
        ) throws(EntryFault) -> (UserID, StoreAccount?) {
            let id = UserID(unchecked: try text())
            telling(.actor(lastText))
            let account = try optional { reader throws(EntryFault) in
                let account = try reader.account()
                telling(.account(reader.lastText))
                return account
            }
            return (id, account)
        }

        mutating func account() throws(EntryFault) -> StoreAccount {
            let text = try text()
            guard let account = StoreAccount(text) else {
                throw EntryFault("\"\(text)\" is no store account")
            }
            return account
        }
    }
#endif
