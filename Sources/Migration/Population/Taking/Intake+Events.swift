// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

/// Purchases that an event takes from one customer to another, all of one store, without naming
/// them.
package struct Transfer {
    var time: Instant
    var from: IDNumber
    var to: IDNumber
    /// The store's word + 1; 0 for all stores.
    var store: UInt8
}

/// What of a reader matters for a population.
struct ReaderTraits {
    /// What one event name means.
    struct Meaning {
        var event: NeutralEvent
        var effectiveFrom: NeutralField?
    }

    let order: FormatReader.Order
    /// By the number of the event rule.
    let meanings: [Meaning]
    /// The fields by which a repeated event is known that has no ID.
    let sameBy: [NeutralField]
    /// Whether only events end what was bought.
    let endsByEvent: Bool
    /// Whether its events list all that the customer may use.
    let listsAll: Bool
    let entitlements: FormatReader.Entitlements

    init(_ reader: FormatReader) {
        order = reader.order
        meanings = reader.events.map {
            Meaning(event: $0.event, effectiveFrom: $0.effectiveFrom)
        }
        sameBy = reader.sameBy
        endsByEvent = reader.endsByEvent
        entitlements = reader.entitlements
        listsAll = reader.order == .events && reader.records.contains { $0.kind == .purchase }
    }
}

/// How events are taken.
extension Intake {
    /// Takes an event; a repeated one changes nothing, and an ignored one still contributes its IDs.
    func takeEvent(_ record: Record, _ batch: RecordBatch) {
        counts.events += 1
        let reader = readers[record.reader]
        let meaning = record.eventRule.map { reader.meanings[$0] }
        let event = meaning?.event ?? .ignored
        if event == .test || event == .ignored {
            counts.ignored += 1
            // Ignored events still contribute IDs; a test has none.
            if event == .ignored { identify(record, batch) }
            return
        }
        if !isFirst(record, batch, reader) {
            counts.duplicates += 1
            return
        }
        let user = identify(record, batch)
        if user.isPresent, record.list(.devices).count > 0 {
            for device in batch.texts(of: record.list(.devices)) {
                devices.note(device: purchases.texts.word(device, batch), of: user, ids)
            }
        }
        let losers =
            takeSide(record.list(.transferredFrom), batch, [])
            + takeSide(record.list(.anonymousTransferredFrom), batch, .anonymous)
        let winners =
            takeSide(record.list(.transferredTo), batch, [])
            + takeSide(record.list(.anonymousTransferredTo), batch, .anonymous)
        noteMoves(user, record, losers, winners)
        guard var effect = EventEffect(event) else {
            counts.identities += 1
            return
        }
        let time = record.instant(.eventTime).or(record.instant(.versionDate))
        if given.isPresent, time > given {
            pass(record, batch, .later, user)
            return
        }
        if reader.listsAll, effect.access == nil || event == .transferredFrom {
            noteTold(user, record.spoken(at: time))
        }
        if reader.listsAll, event == .transferredTo, user.isPresent {
            received[user] = max(received[user] ?? .none, record.spoken(at: time))
        }
        if reader.listsAll, !record.has(.product), !record.has(.purchaseID) {
            // It lists several, each of which is a record of its own.
            if record.list(.entitlement).count > 0, losers.isEmpty, winners.isEmpty {
                counts.identities += 1
                return
            }
            // A transaction beside an empty list is the user's once; whose it is now, a list says.
            effect.namesOwner = false
        }
        let effective = meaning?.effectiveFrom.map { record.instant($0) } ?? .none
        var update = PurchaseUpdate(
            record: record, batch: batch, user: user, time: time, effective: effective.or(time),
            event: event,
            isOfAnyProduct: effect.access == false || reader.endsByEvent && effect.access == nil,
            namesEntitlements: reader.entitlements == .named)
        guard let key = PurchaseKey(record, batch) ?? articleKey(record, batch, user) else {
            transferAll(event, user, losers, winners, record, batch, time)
            return
        }
        if event == .transferredFrom, let winner = winners.first {
            count(purchases.take(update, effect, key))
            update.user = winner
            _ = purchases.take(update, .restatement, key)
        } else if event == .transferredTo, !user.isPresent, let winner = winners.first {
            update.user = winner
            count(purchases.take(update, effect, key))
        } else {
            count(purchases.take(update, effect, key))
        }
    }

    /// Whether an event has not been there before.
    private func isFirst(
        _ record: Record, _ batch: RecordBatch, _ reader: ReaderTraits
    ) -> Bool {
        let id = record.text(.eventID)
        if id.isPresent {
            return events.insert(batch.withBytes(of: id) { Fingerprint($0) }).inserted
        }
        if reader.sameBy.isEmpty || !reader.sameBy.contains(where: { record.has($0) }) {
            return true
        }
        var bytes: [UInt8] = []
        for field in reader.sameBy {
            if field.content == .text {
                let text = record.text(field)
                bytes += UInt64(text.count).bytes
                batch.withBytes(of: text) { bytes.append($0) }
            } else {
                bytes += UInt64(bitPattern: record.instant(field).milliseconds).bytes
            }
        }
        return events.insert(Fingerprint(bytes.span)).inserted
    }

    /// Takes the IDs of one side of a transfer, each by itself: they are joined to nobody.
    private func takeSide(
        _ list: TextList, _ batch: RecordBatch, _ traits: IDTraits
    ) -> [IDNumber] {
        if list.count == 0 { return [] }
        return batch.texts(of: list).map { take($0, batch, traits, joining: .none) }
    }

    /// Takes down purchases that went from anonymous IDs to IDs that apps gave, where these make nobody
    /// one customer.
    private func noteMoves(
        _ user: IDNumber, _ record: Record, _ losers: [IDNumber], _ winners: [IDNumber]
    ) {
        let joins = semantics.joinsOnDevice || semantics.aliases
        if joins || losers.isEmpty && winners.isEmpty { return }
        func isAnonymous(_ id: IDNumber) -> Bool {
            ids.rows[id.index].traits.contains(.anonymous)
        }
        let winner = winners.first ?? user
        guard winner.isPresent, !isAnonymous(winner) else { return }
        for loser in losers.isEmpty && user.isPresent ? [user] : losers where isAnonymous(loser) {
            devices.noteMove(from: loser, to: winner)
        }
    }

    /// Takes a transfer that names no purchase.
    private func transferAll(
        _ event: NeutralEvent, _ user: IDNumber, _ losers: [IDNumber], _ winners: [IDNumber],
        _ record: Record, _ batch: RecordBatch, _ time: Instant
    ) {
        var (losers, winner) = (losers, winners.first ?? .none)
        if event == .transferredFrom, user.isPresent { losers = [user] }
        if event == .transferredTo, user.isPresent { winner = user }
        let isTransfer = event == .transferredFrom || event == .transferredTo
        guard isTransfer, winner.isPresent, !losers.isEmpty else {
            pass(record, batch, .unplaced, user)
            return
        }
        counts.transfers += 1
        let store = record.code(.store)
        for loser in losers where loser != winner {
            transfers.append(Transfer(time: time, from: loser, to: winner, store: store))
        }
    }

    /// Keeps when all that a customer may use was last listed.
    private func noteTold(_ user: IDNumber, _ time: SpokenTime) {
        guard user.isPresent, time > told(to: user) else { return }
        let fraction = time.fraction == 0 ? nil : time.fraction
        ids.facts.set(.told, time.instant, &ids.rows[user.index].facts)
        ids.facts.set(.toldFraction, fraction, &ids.rows[user.index].facts)
    }

    /// When all that a user may use was last listed.
    func told(to user: IDNumber) -> SpokenTime {
        let facts = ids.rows[user.index].facts
        return SpokenTime(
            instant: ids.facts.instant(.told, facts),
            fraction: ids.facts.value(.toldFraction, facts) ?? 0)
    }
}
