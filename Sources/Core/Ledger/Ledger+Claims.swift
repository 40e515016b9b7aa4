// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// What becomes of purchases that a device presents.

extension Ledger {
    /// Presents the store account's purchases and lets the rules decide about each.
    ///
    /// Where several purchases are presented one by one, one refusal among them does not undo the
    /// others; what it makes the answer is said by the row that presents them. A purchase that the
    /// action is about is refused when it is.
    func claim(
        _ via: FactValue, launch: FactValue = .laterLaunch, about purchase: PurchaseHandle? = nil,
        _ draft: inout Draft
    ) throws(Refusal) {
        try comeBack(&draft)
        if !backups.isEmpty { recover(via, &draft) }
        guard let record = draft.record else { return }
        let before = draft.decision.changes.count
        let store = self.store(of: record) ?? draft.newStore
        let presented = try present(via, launch, purchase, record, store, &draft)
        if via.looksAtStore { forgetEnded(at: store, &draft) }
        post(presented.purchases, at: store, &draft)
        let refusals = try claim(presented, via, about: purchase, from: record.current, &draft)
        let isKnown = record.account.index < accounts.count
        if presented.isAll, isKnown {
            forEachPurchase(of: record.account) { learn($0, &draft) }
        } else {
            for purchase in presented.purchases { learn(purchase, &draft) }
        }
        if let installation = draft.installation {
            if isKnown, presented.isCaughtUp,
                record.seenTransactions != accounts[record.account].transactions
            {
                draft.change(.caughtUp(installation))
            }
            if via == .viaSync, !record.hasSynced { draft.change(.synced(installation)) }
        }
        if let refusal = refusals.answer(by: presented.answering) {
            // Where nothing came of any, a customer that this call made is taken back; what was
            // learnt stands.
            if refusals.hasChanged { draft.stand() } else { draft.stand(from: before) }
            throw refusal
        }
    }

    /// Decides about what is presented, one unit after the other.
    private func claim(
        _ presented: Presented, _ via: FactValue, about purchase: PurchaseHandle?,
        from user: UserHandle, _ draft: inout Draft
    ) throws(Refusal) -> UnitRefusals {
        var refusals = UnitRefusals()
        for range in presented.units {
            let unit = presented.purchases[range]
            let before = draft.decision.changes.count
            refusals.last = nil
            do throws(Refusal) {
                try claim(unit, via, &draft)
            } catch {
                if let purchase, unit.contains(purchase) { throw error }
                refusals.last = error
                refusals.newest = error
            }
            if draft.decision.changes.count > before { refusals.hasChanged = true }
            // A device that went over to the owner has its answer.
            if draft.record?.current != user { break }
        }
        // Where nothing came of any, nothing is there that could stand.
        if let refusal = refusals.newest, presented.answering == .some, purchase == nil,
            !refusals.hasChanged
        {
            throw refusal
        }
        return refusals
    }

    /// What became of units that were decided one after the other.
    private struct UnitRefusals {
        /// Why the last unit was refused, if it was.
        var last: Refusal?
        /// Why one was refused, the newest first.
        var newest: Refusal?
        var hasChanged = false

        /// The refusal that several results make together, beside what became of the others.
        func answer(by answering: Answering) -> Refusal? {
            switch answering {
            case .some: nil
            case .last: last
            case .any: newest
            }
        }
    }

    /// Brings a backed-up anonymous ID back.
    private func recover(_ via: FactValue, _ draft: inout Draft) {
        guard let installation = draft.installation, let backup = backups[installation],
            let record = draft.record, !isNobody(backup, draft)
        else { return }
        let row = draft.row(.recover, Situation(via, kind(of: record, draft)))
        guard row.effect == .alias else { return }
        let mine = customer(of: record.current, draft)
        let theirs = customer(of: backup, draft)
        guard mine != theirs else { return }
        list(known(theirs), from: backup, to: record.current, &draft)
        merge(mine, theirs, row.original, &draft)
        draft.happened(.aliased)
    }

    /// Decides about purchases that stand together, until no further owner is among them.
    private func claim(
        _ unit: ArraySlice<PurchaseHandle>, _ via: FactValue, _ draft: inout Draft
    ) throws(Refusal) {
        for _ in 0...unit.count {
            guard let current = draft.record?.current, let actor = currentCustomer(draft) else {
                return
            }
            let others = unit.filter { purchase in
                owner(of: purchase, draft) != nil && !holds(actor, purchase, draft)
            }
            let other = others.first.flatMap { owner(of: $0, draft) }
            let situation = situation(unit, via, actor, other, draft)
            let row = draft.row(.claim, situation)
            guard row.effect == .alias, let other else {
                let refusal = via.isAsked ? row.refusal : nil
                try settle(row, refusal, unit, others, actor: actor, other: other, &draft)
                return
            }
            for purchase in unit where owner(of: purchase, draft) == other {
                note(purchase, from: other, to: current, &draft)
            }
            merge(actor, other, row.original, &draft)
            draft.happened(.aliased)
            attach(unit, to: draft.survivor(of: actor), by: current, &draft)
            if others.allSatisfy({ owner(of: $0, draft) == draft.survivor(of: actor) }) { return }
        }
    }

    private func situation(
        _ unit: ArraySlice<PurchaseHandle>, _ via: FactValue, _ actor: CustomerHandle,
        _ other: CustomerHandle?, _ draft: borrowing Draft
    ) -> Situation {
        var situation = Situation(via)
        if let other {
            situation.insert(isIdentified(other, draft) ? .ownedByIdentified : .ownedByAnonymous)
        } else {
            var isOwned = false
            for purchase in unit where owner(of: purchase, draft) != nil { isOwned = true }
            situation.insert(isOwned ? .ownedBySelf : .noOwner)
        }
        situation.insert(isIdentified(actor, draft) ? .identifiedActor : .anonymousActor)
        situation.insert(areShares(unit) ? .shared : .purchased)
        var isActive = false
        var isSubscribed = false
        var kind = record(of: unit[unit.startIndex], draft).kind
        for purchase in unit {
            let record = record(of: purchase, draft)
            if record.kind == .subscription { kind = .subscription }
            guard record.state.isActive else { continue }
            isActive = true
            let isTheirs = other == nil || owner(of: purchase, draft) == other
            if record.kind == .subscription, isTheirs { isSubscribed = true }
        }
        situation.insert(kind.fact)
        situation.insert(isActive ? .active : .notActive)
        situation.insert(isSubscribed ? .subscribed : .notSubscribed)
        return situation
    }

    /// Does what a row says, but for a merge.
    private func settle(
        _ row: Ruling, _ refusal: Refusal?, _ unit: ArraySlice<PurchaseHandle>,
        _ others: [PurchaseHandle],
        actor: CustomerHandle,
        other: CustomerHandle?, _ draft: inout Draft
    ) throws(Refusal) {
        guard let current = draft.record?.current else { return }
        switch row.effect {
        case .attach: attach(unit, to: actor, by: current, &draft)
        case .move:
            for purchase in others {
                if let owner = owner(of: purchase, draft) {
                    note(purchase, from: owner, to: current, &draft)
                }
                draft.setOwner(of: purchase, to: actor)
                draft.happened(.moved)
            }
            attach(unit, to: actor, by: current, &draft)
        case .copy:
            for purchase in others {
                if let owner = owner(of: purchase, draft) {
                    note(purchase, from: owner, to: current, &draft)
                }
                draft.copy(purchase, to: actor)
                draft.happened(.copied)
            }
            attach(unit, to: actor, by: current, &draft)
        case .switch:
            guard let other, other.index < customers.count else { return }
            draft.setCurrent(customers[other].original)
            draft.happened(.switched)
        default:
            if row.givesToOwner, let other, let displayID = displayID(for: other, draft) {
                give(unit, to: other, by: displayID, refusal != nil, &draft)
            }
            if let refusal { throw refusal }
        }
    }

    /// Gives what is new to the owner of the rest, although the one who presents it gets nothing.
    private func give(
        _ unit: ArraySlice<PurchaseHandle>, to owner: CustomerHandle, by displayID: UserHandle,
        _ isRefused: Bool, _ draft: inout Draft
    ) {
        guard isRefused else { return attach(unit, to: owner, by: displayID, &draft) }
        for purchase in unit where self.owner(of: purchase, draft) == nil {
            let record = record(of: purchase, draft)
            let state = record.state == record.known ? nil : record.state
            draft.give(purchase, to: owner, as: displayID, in: state)
        }
    }

    /// Gives what has no owner its first one.
    private func attach(
        _ unit: ArraySlice<PurchaseHandle>, to customer: CustomerHandle, by user: UserHandle,
        _ draft: inout Draft
    ) {
        for purchase in unit where owner(of: purchase, draft) == nil {
            draft.setOwner(of: purchase, to: customer)
            let state = record(of: purchase, draft).state
            if state != record(of: purchase, draft).known { draft.change(.known(purchase, state)) }
            draft.decision.moves.append(Move(purchase: purchase, from: nil, to: user))
            draft.happened(.attached)
        }
    }

    private func note(
        _ purchase: PurchaseHandle, from owner: CustomerHandle, to user: UserHandle,
        _ draft: inout Draft
    ) {
        draft.decision.moves.append(
            Move(purchase: purchase, from: displayID(for: owner, draft), to: user))
    }

    /// A claim tells the provider the present state of what it presents; one that presents all
    /// also that of what the store shows no more.
    private func learn(_ purchase: PurchaseHandle, _ draft: inout Draft) {
        guard purchase.index < purchases.count else { return }
        let record = purchases[purchase]
        guard !record.owner.isNone else { return }
        if record.known != record.state { draft.change(.known(purchase, record.state)) }
        if !outdated.isEmpty, outdated[purchase] != nil { draft.change(.knownProduct(purchase)) }
    }
}

extension FactValue {
    /// Whether the app asked for the claim; only then can it be refused.
    var isAsked: Bool {
        self == .viaBuy || self == .viaRestore || self == .viaSync || self == .viaRedeem
    }

    /// Whether the app looks at all that the store shows.
    fileprivate var looksAtStore: Bool {
        self == .viaOpen || self == .viaLaunch || self == .viaRestore || self == .viaSync
    }
}
