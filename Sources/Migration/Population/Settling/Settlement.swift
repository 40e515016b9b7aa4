// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Decides, once all records are there, whose each purchase is and how it stands.
struct Settlement {
    let ids: IDTable
    let purchases: PurchaseTable
    let at: Instant
    let access: StateAccess

    /// When all that a customer may use was last listed.
    let lastTold: [CustomerNumber: SpokenTime]
    /// When a list that came of a transfer to a customer was last told.
    let lastReceived: [CustomerNumber: SpokenTime]
    /// What the source says of records that name several customers.
    let semantics: SourceSemantics
    /// Whether only events end what was bought, whatever its dates say.
    let endsByEvent: Bool

    // MARK: - Transfers

    /// Moves what went from one customer to another without being named.
    ///
    /// A transfer moves what its loser owned at its time, so what came to that customer later stays,
    /// however late the events are.
    ///
    /// - Returns: Who lost what.
    func applyTransfers(_ transfers: [Transfer]) -> [FormerHolder] {
        if transfers.isEmpty { return [] }
        var losers: [FormerHolder] = []
        let inOrder = TransferOrder(transfers, ids)
        for number in 0..<purchases.count {
            let row = purchases.rows[number]
            if row.traits.contains(.grant) { continue }
            var user = row.user
            var next = inOrder.firstIndex(since: time(of: .owner, row))
            while let index = inOrder.first(of: ids.customer(of: user), row.store, from: next) {
                losers.append(FormerHolder(row: number, user: user))
                user = inOrder.transfers[index].to
                next = index + 1
            }
            purchases.rows[number].user = user
        }
        return losers
    }

    // MARK: - States

    /// Decides how each purchase stands, and whether it gives access.
    func settleStates() {
        for number in 0..<purchases.count { settleState(number) }
    }

    /// Decides how a purchase stands, and whether it gives access.
    func settleState(_ number: Int) {
        let row = purchases.rows[number]
        let begins = purchases.firstPurchase(row)
        let isLater = at.isPresent && begins > at
        var standing = standing(row)
        // Before it begins nothing gives access, however it stands.
        if isLater, standing.said?.runs == true { standing.givesAccess = nil }
        var verdict = standing.verdict(at: at)
        let isDue = row.expires.isPresent && row.expires <= at
        if endsByEvent, isDue, verdict.state.runs, verdict.state != .grace {
            verdict.isContradicted = true
        }
        purchases.rows[number].state = verdict.state.code
        if verdict.isContradicted { purchases.rows[number].traits.insert(.contradicted) }
        // What is bought later gives no access yet, whatever is said of it.
        if isLater { return }
        if row.traits.contains(.unlocksNothing) { return }
        if verdict.givesAccess ?? access(verdict.state) {
            purchases.rows[number].traits.insert(.givesAccess)
        }
    }

    /// What is known of how a purchase stands.
    private func standing(_ row: PurchaseRow) -> Standing {
        var standing = Standing(
            said: NeutralState(code: row.stateSaid),
            givesAccess: row[.givesAccess], renews: row[.renews],
            expires: endsByEvent ? .none : row.expires)
        standing.canRenew = canRenew(row)
        standing.unlocksNothing = purchases.texts.triple(row.article).2 == 0
        if row.traits.contains(.timed) { standing.spoken = time(of: .state, row) }
        if row.facts == 0 { return standing }
        let facts = purchases.facts
        standing.cancelled = facts.instant(.cancelled, row.facts)
        standing.billingProblem = facts.instant(.billingProblem, row.facts)
        if !endsByEvent { standing.graceExpires = facts.instant(.graceExpires, row.facts) }
        // Where every period has a row, an end after the charge had failed is that of access: no grace
        // goes beyond it.
        if row.traits.contains(.byPeriod), standing.billingProblem.isPresent,
            row.expires > standing.billingProblem
        {
            standing.graceExpires = min(standing.graceExpires, row.expires)
        }
        standing.paused = facts.instant(.paused, row.facts)
        standing.resumes = facts.instant(.resumes, row.facts)
        standing.refunded =
            isRefundOfEarlier(row) ? .none : facts.instant(.refunded, row.facts)
        standing.ended = facts.instant(.ended, row.facts)
        let lost = accessEnded(row)
        let isTakenBack = standing.said?.runs ?? standing.givesAccess ?? false
        if lost.isPresent, isTakenBack {
            // The later word counts.
            if time(of: .state, row) > lost { return standing }
            (standing.said, standing.givesAccess) = (nil, nil)
        }
        standing.accessEnded = lost
        return standing
    }

    /// Whether a purchase can renew: a subscription can, and where no file says what it is, what has an
    /// end.
    private func canRenew(_ row: PurchaseRow) -> Bool {
        NeutralKind(code: row.kind).map { $0 == .subscription } ?? row.expires.isPresent
    }

    /// Whether the event of a refund is about a period before the current one.
    ///
    /// It is where the period that the event names began earlier. Where events say nothing of that, it
    /// is where the period's end is earlier, unless that may be the refund itself: then the transaction
    /// has to be another one too.
    private func isRefundOfEarlier(_ row: PurchaseRow) -> Bool {
        let facts = purchases.facts
        guard let word = facts.value(.refundedTransaction, row.facts) else { return false }
        let began = facts.instant(.refundedBegan, row.facts)
        if began.isPresent, row.purchased.isPresent { return began < row.purchased }
        let ended = facts.instant(.refundedEnded, row.facts)
        guard ended.isPresent, ended < row.expires else { return false }
        if ended > facts.instant(.refunded, row.facts) { return true }
        return purchases.texts.withBytes(of: purchases.texts.word(UInt32(word))) {
            !purchases.texts.arena.holds($0, at: row.transaction)
        }
    }

    /// When the owner lost access, or none if a later word gave it back.
    private func accessEnded(_ row: PurchaseRow) -> Instant {
        let facts = purchases.facts
        let owner = ids.customer(of: row.user)
        var ended = Instant.none
        if let first = facts.value(.access, row.facts) {
            let (product, storeProduct, _) = purchases.texts.triple(row.article)
            ended = purchases.accesses.ended(
                UInt32(first), of: product == 0 ? storeProduct : product
            ) {
                ids.customer(of: $0) == owner
            }
            // A period that began since has ended that.
            if time(of: .end, row) >= ended { ended = .none }
        }
        let listed = facts.listed(row)
        if listed.instant.isPresent, let told = lastTold[owner], told > listed,
            told.instant > ended
        {
            ended = told.instant
        }
        return ended
    }

    /// When a facet was last spoken of.
    func time(of facet: Facets, _ row: PurchaseRow) -> Instant {
        guard row.traits.contains(.timed), let times = purchases.facts.value(.times, row.facts)
        else { return row.version }
        return purchases.times[Int(times)][facet]
    }
}
