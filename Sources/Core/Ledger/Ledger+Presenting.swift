// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// What a device presents of what its store account holds.

extension Ledger {
    /// The purchases that are presented, as the units that are decided together.
    func present(
        _ via: FactValue, _ launch: FactValue, _ purchase: PurchaseHandle?,
        _ record: InstallationRecord, _ store: Store?, _ draft: inout Draft
    ) throws(Refusal) -> Presented {
        let isKnown = record.account.index < accounts.count
        let showsReceipt = store?.showsReceipt ?? false
        let isOnWeb = store?.isOnWeb ?? false
        var shown = isKnown && !isOnWeb ? self.shown(by: record.account, showsReceipt) : []
        // What was bought on the web is known by the sale, and presented by no device: a server can
        // tell of the sale later.
        let isOld =
            isOnWeb && via == .viaBuy
            && purchase.map { isOldSale($0, toServer: draft.installation == nil) } == true
        let about = isOld ? nil : purchase
        if let about, !shown.contains(about) { shown.append(about) }
        let hasNews =
            isKnown && record.seenTransactions != accounts[record.account].transactions
        let news = hasNews ? shown.filter { isNews($0, record) } : []
        let unposted = draft.rules.asksForPosts ? unposted(shown, at: store, draft) : []
        var situation = Situation(via, launch)
        situation.insert((store ?? .appStore).fact)
        situation.insert(shown.isEmpty ? .noneShown : .someShown)
        situation.insert(!shown.isEmpty && areShares(shown[...]) ? .shared : .purchased)
        situation.insert(news.isEmpty ? .noNews : .news)
        situation.insert(unposted.isEmpty ? .allPosted : .unposted)
        situation.insert(record.hasSynced ? .synced : .notSynced)
        let row = draft.row(.present, situation)
        switch row.effect {
        case .refuse where via.isAsked: throw row.refusal ?? .nothingToRestore
        case .whole: return Presented(purchases: shown, isWhole: true, isAll: true)
        case .each: return Presented(purchases: shown, isAll: true, answering: row.answering)
        case .news: return Presented(purchases: news, isCaughtUp: true)
        case .unposted: return Presented(purchases: unposted)
        case .bought: return Presented(purchases: about.map { [$0] } ?? [])
        default: return Presented(purchases: [])
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

    /// Whether a sale on the web is no news.
    private func isOldSale(_ purchase: PurchaseHandle, toServer isServer: Bool) -> Bool {
        purchase.index < purchases.count && !(isServer && purchases[purchase].owner.isNone)
    }

    private func isNews(_ purchase: PurchaseHandle, _ record: InstallationRecord) -> Bool {
        purchase.index < purchases.count
            && purchases[purchase].transaction > record.seenTransactions
    }

    /// Whether all of them are shares.
    func areShares(_ purchases: ArraySlice<PurchaseHandle>) -> Bool {
        !sharedFrom.isEmpty && purchases.allSatisfy(isShare)
    }
}

/// What an action presents.
struct Presented {
    let purchases: [PurchaseHandle]
    /// Whether all of them are decided together, or each by itself.
    let isWhole: Bool
    /// Whether it is all that the store shows, so that the provider learns what is gone.
    let isAll: Bool
    /// Whether nothing that the installation has not seen is left.
    let isCaughtUp: Bool
    /// How the results make one answer.
    let answering: Answering

    init(
        purchases: [PurchaseHandle], isWhole: Bool = false, isAll: Bool = false,
        isCaughtUp: Bool = false, answering: Answering = .some
    ) {
        self.purchases = purchases
        self.isWhole = isWhole
        self.isAll = isAll
        self.isCaughtUp = isCaughtUp || isAll
        self.answering = answering
    }

    /// The indices of those that are decided together.
    var units: some Sequence<Range<Int>> {
        let size = isWhole ? max(purchases.count, 1) : 1
        return stride(from: 0, to: purchases.count, by: size).lazy.map { $0..<$0 + size }
    }
}
