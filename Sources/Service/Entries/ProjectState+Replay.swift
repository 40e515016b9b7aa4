// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymSimulation
    import Foundation

    // A project from its journal. No rule is asked: what happened stays, whatever the rules say today.

    extension ProjectState {
        /// Applies an entry.
        ///
        /// - Throws: ``EntryFault`` where it cannot be read; the state is of no use then.
        mutating func replay(_ entry: JournalEntry) throws(EntryFault) {
            guard EntryDraft.readable.contains(entry.version) else {
                throw EntryFault(
                    "it has format \(entry.version), and this version of allonym reads up to "
                        + "\(EntryDraft.version)")
            }
            let date = Date(milliseconds: entry.milliseconds)
            var reader = EntryReader(entry.body, entry.texts)
            while !reader.isAtEnd {
                let number = try reader.number()
                guard let part = EntryDraft.Part(rawValue: number) else {
                    throw EntryFault("there is no part \(number), before byte \(reader.offset)")
                }
                try replay(part, &reader, at: date)
            }
            sequence += 1
            if clock.frozen == nil { clock.reach(date) }
        }

        private mutating func replay(
            _ part: EntryDraft.Part, _ reader: inout EntryReader, at date: Date
        ) throws(EntryFault) {
            switch part {
            case .occurrence: try replayOccurrence(&reader)
            case .record:
                let number = try reader.number()
                guard number >= 0, number <= world.records.count,
                    number < ledger.purchases.count
                else { throw EntryFault("there is no purchase \(number)") }
                let known =
                    number < world.records.count ? world.records[number].transactions : []
                let record = try reader.record(after: known) { id in
                    world.product(ProductID(unchecked: id))
                }
                past?.replaced = number < world.records.count ? world.records[number] : nil
                world.restore(record, at: number)
            case .stated:
                let number = try reader.number()
                guard world.records.indices.contains(number) else {
                    throw EntryFault("there is no purchase \(number)")
                }
                world.restore(signed: [], at: number)
            case .signed:
                let (number, ids) = try reader.signed()
                guard world.records.indices.contains(number) else {
                    throw EntryFault("there is no purchase \(number)")
                }
                world.restore(signed: ids, at: number)
            case .ended:
                let (number, ended) = try reader.ended { id in
                    world.product(ProductID(unchecked: id))
                }
                try restore(ended, at: number)
            case .pause:
                let (number, isSet, end) = try reader.pause()
                try restore(pausesAtRenewal: isSet, until: end, at: number)
                addPause(of: number, at: date)
            case .transactions: world.restore(transactions: try reader.number())
            case .attribute:
                let customer = try reader.customer(ledger)
                let name = try reader.text()
                let value = try reader.optional { reader throws(EntryFault) in try reader.text() }
                apply(attribute: name, value, of: customer, Int64(try reader.number()))
            case .token: tokens[try reader.text()] = try reader.purchase(ledger)
            case .setup: apply(try ProjectSetup(text: try reader.text(), of: setup))
            case .clock:
                let frozen = try reader.optional { reader throws(EntryFault) in try reader.date() }
                clock = frozen.map { ProjectClock(frozen: $0) } ?? ProjectClock()
            }
        }

        /// Lets a record have been other subscriptions before.
        mutating func restore(
            _ ended: [EndedSubscription], at number: Int
        ) throws(EntryFault) {
            guard world.records.indices.contains(number), world.restore(ended, at: number) else {
                throw EntryFault("purchase \(number) was no \(ended.count) subscriptions before")
            }
        }

        /// Sets a pause of a record, or says when the one that runs ends.
        mutating func restore(
            pausesAtRenewal isSet: Bool, until end: Date?, at number: Int
        ) throws(EntryFault) {
            guard world.records.indices.contains(number) else {
                throw EntryFault("there is no purchase \(number)")
            }
            world.restore(pausesAtRenewal: isSet, until: end, at: number)
        }

        /// Takes a pause into the past that was set for a renewal: only the record tells of it.
        private mutating func addPause(of number: Int, at date: Date) {
            let record = world.records[number]
            guard let former = past?.replaced, record.pausesAtRenewal, record.sharedFrom == nil,
                !former.pausesAtRenewal || former.resumeDate != record.resumeDate,
                let begins = record.expirationDate
            else { return }
            let purchase = PurchaseHandle(number)
            let account = ledger.account(of: purchase)
            let step = ProjectPast.Step(
                date: date, actor: world.actor(of: account) ?? .account(account),
                word: StoreEvent.pause.rawValue, outcome: .applied, rules: [], isUndo: false)
            past?.add(step, pausing: purchase, from: begins, until: record.resumeDate)
        }

        private mutating func replayOccurrence(_ reader: inout EntryReader) throws(EntryFault) {
            let date = try reader.date()
            let actor = try reader.actor()
            let end = try reader.optional { reader throws(EntryFault) in try reader.date() }
            let word = try reader.word()
            let outcome: Outcome = try reader.value()
            let rules = try reader.list { reader throws(EntryFault) in try reader.word() }
            var changes: [Change] = []
            // One after the other: a change can name what the one before it made.
            for _ in 0..<(try reader.count()) {
                let change = try reader.change(for: ledger)
                world.replay([change], by: actor, at: date, until: end)
                apply(change)
                if past != nil { changes.append(change) }
            }
            let isUndo = changes.contains { change in
                if case .split = change { true } else { false }
            }
            past?.add(
                ProjectPast.Step(
                    date: date, actor: actor, word: word, outcome: outcome, rules: rules,
                    isUndo: isUndo),
                changes)
        }
    }
#endif
