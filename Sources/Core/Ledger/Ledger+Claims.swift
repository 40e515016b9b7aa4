// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// What becomes of purchases that a device presents.

extension Ledger {
    /// Presents the store account's purchases and lets the rules decide about each.
    ///
    /// Where several purchases are presented one by one, one refusal among them does not undo the
    /// others: a purchase is refused when what was bought is, anything else when nothing came of it.
    func claim(
        _ via: FactValue, launch: FactValue = .laterLaunch, bought: PurchaseHandle? = nil,
        _ draft: inout Draft
    ) throws(Refusal) {
        guard let record = draft.record, let installation = draft.installation else { return }
        let presented = try present(via, launch, bought, record, &draft)
        var refusal: Refusal?
        var hasChanged = false
        for range in presented.units {
            let unit = presented.purchases[range]
            let before = draft.decision.changes.count
            do throws(Refusal) {
                try claim(unit, via, &draft)
            } catch {
                refusal = error
                if let bought, unit.contains(bought) { throw error }
            }
            if draft.decision.changes.count > before { hasChanged = true }
            // A device that went over to the owner has its answer.
            if draft.record?.current != record.current { break }
        }
        if let refusal, bought == nil, !hasChanged { throw refusal }
        let isKnown = record.account.index < accounts.count
        if presented.isAll, isKnown {
            learn(purchases(of: record.account), &draft)
        } else {
            learn(presented.purchases, &draft)
        }
        if isKnown, presented.isCaughtUp,
            record.seenTransactions != accounts[record.account].transactions
        {
            draft.change(.caughtUp(installation))
        }
        if via == .viaSync, !record.hasSynced { draft.change(.synced(installation)) }
    }

    /// The purchases that are presented, as the units that are decided together.
    private func present(
        _ via: FactValue, _ launch: FactValue, _ bought: PurchaseHandle?,
        _ record: InstallationRecord, _ draft: inout Draft
    ) throws(Refusal) -> Presented {
        let isKnown = record.account.index < accounts.count
        let store = isKnown ? accounts[record.account].store : draft.newStore
        let showsReceipt = store?.showsReceipt ?? false
        var shown = isKnown ? self.shown(by: record.account, showsReceipt) : []
        if let bought, !shown.contains(bought) { shown.append(bought) }
        let hasNews =
            isKnown && record.seenTransactions != accounts[record.account].transactions
        let news = hasNews ? shown.filter { isNews($0, record) } : []
        var situation = Situation(via, launch)
        situation.insert(showsReceipt ? .receipt : .noReceipt)
        situation.insert(shown.isEmpty ? .noneShown : .someShown)
        situation.insert(news.isEmpty ? .noNews : .news)
        situation.insert(record.hasSynced ? .synced : .notSynced)
        let row = draft.row(.present, situation)
        switch row.effect {
        case .refuse where via.isAsked: throw row.refusal ?? .nothingToRestore
        case .whole: return Presented(purchases: shown, isWhole: true, isAll: true)
        case .each: return Presented(purchases: shown, isAll: true)
        case .news: return Presented(purchases: news, isCaughtUp: true)
        case .bought: return Presented(purchases: bought.map { [$0] } ?? [])
        default: return Presented(purchases: [])
        }
    }

    /// What an action presents.
    private struct Presented {
        let purchases: [PurchaseHandle]
        /// Whether all of them are decided together, or each by itself.
        let isWhole: Bool
        /// Whether it is all that the store shows, so that the provider learns what is gone.
        let isAll: Bool
        /// Whether nothing that the installation has not seen is left.
        let isCaughtUp: Bool

        init(
            purchases: [PurchaseHandle], isWhole: Bool = false, isAll: Bool = false,
            isCaughtUp: Bool = false
        ) {
            self.purchases = purchases
            self.isWhole = isWhole
            self.isAll = isAll
            self.isCaughtUp = isCaughtUp || isAll
        }

        /// The places of those that are decided together.
        var units: some Sequence<Range<Int>> {
            let size = isWhole ? max(purchases.count, 1) : 1
            return stride(from: 0, to: purchases.count, by: size).lazy.map { $0..<$0 + size }
        }
    }

    /// What the account's store still shows: running purchases first, then the oldest.
    private func shown(by account: AccountHandle, _ showsReceipt: Bool) -> [PurchaseHandle] {
        var running: [PurchaseHandle] = []
        var over: [PurchaseHandle] = []
        var next = accounts[account].firstPurchase
        while let purchase = next.handle {
            let record = purchases[purchase]
            if record.kind.isShownAfterSale, record.state.isActive {
                running.append(purchase)
            } else if record.kind.isShownAfterSale, showsReceipt, record.state != .refunded {
                over.append(purchase)
            }
            next = record.nextOfAccount
        }
        return over.isEmpty ? running : running + over
    }

    private func isNews(_ purchase: PurchaseHandle, _ record: InstallationRecord) -> Bool {
        purchase.index < purchases.count
            && purchases[purchase].transaction > record.seenTransactions
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
            if row.givesToOwner, let other, let speaker = speaker(for: other, draft) {
                give(unit, to: other, by: speaker, refusal != nil, &draft)
            }
            if let refusal { throw refusal }
        }
    }

    /// Gives what is new to the owner of the rest, although the one who presents it gets nothing.
    private func give(
        _ unit: ArraySlice<PurchaseHandle>, to owner: CustomerHandle, by speaker: UserHandle,
        _ isRefused: Bool, _ draft: inout Draft
    ) {
        guard isRefused else { return attach(unit, to: owner, by: speaker, &draft) }
        for purchase in unit where self.owner(of: purchase, draft) == nil {
            let record = record(of: purchase, draft)
            let state = record.state == record.known ? nil : record.state
            draft.give(purchase, to: owner, as: speaker, in: state)
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
            Move(purchase: purchase, from: speaker(for: owner, draft), to: user))
    }

    /// A claim tells the provider the present state of what it presents; one that presents all
    /// also that of what the store shows no more.
    private func learn(_ purchases: some Sequence<PurchaseHandle>, _ draft: inout Draft) {
        for purchase in purchases where purchase.index < self.purchases.count {
            let record = self.purchases[purchase]
            if !record.owner.isNone, record.known != record.state {
                draft.change(.known(purchase, record.state))
            }
        }
    }
}

extension FactValue {
    /// Whether the app asked for the claim; only then can it be refused.
    fileprivate var isAsked: Bool { self == .viaBuy || self == .viaRestore || self == .viaSync }
}
