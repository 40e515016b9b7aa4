// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// Periods as rows of the export and events describe them.

extension SecondOpinion.RevenueCatReading.Periods {
    /// The events that tell of a period.
    private static let events: Set = [
        "INITIAL_PURCHASE", "RENEWAL", "CANCELLATION", "UNCANCELLATION",
        "NON_RENEWING_PURCHASE", "SUBSCRIPTION_PAUSED", "EXPIRATION", "BILLING_ISSUE",
        "PRODUCT_CHANGE", "SUBSCRIPTION_EXTENDED", "TEMPORARY_ENTITLEMENT_GRANT",
        "REFUND_REVERSED",
    ]

    /// Takes a row of the export.
    mutating func take(_ row: SecondOpinion.Table.Row, _ ids: inout SecondOpinion.IDs) {
        let (first, last) =
            (row[.rcOriginalAppUserID], row[.rcLastSeenAppUserIDAlias])
        guard let original = ids.number(first) else { return }
        let isOne = first.map { SecondOpinion.ID($0) } == last.map { SecondOpinion.ID($0) }
        let alias = isOne ? original : ids.number(last)
        if let alias { ids.join(original, alias) }
        // What RevenueCat gave, and no store sold, may have no transaction.
        let transaction =
            row[.storeTransactionID]
            ?? row[.productIdentifier].map { "\(original) \($0) \(row[.startTime] ?? "")" }
        guard let transaction else { return }
        let renewal = Int64(row[.renewalNumber] ?? "") ?? 0
        let refunded = row.instant(.refundedAt)
        let end = row.instant(.effectiveEndTime)
        // The effective end takes grace periods and refunds in: a row in which one of them has
        // another end than that says two things.
        let grace = row.instant(.gracePeriodEndTime)
        let isInGrace = moment.isOver(end) && grace.map { !moment.isOver($0) } ?? false
        let isRefunded = end != nil && !moment.isOver(end) && moment.isOver(refunded)
        let isWithoutEnd = end == nil && row[.endTime] != nil
        keep(
            Period(
                owner: Int32(alias ?? original), spoken: row.instant(.updatedAt) ?? 0,
                renewal: renewal, begins: row.instant(.startTime) ?? 0,
                end: end ?? Period.never,
                offer: index(
                    of: Offer(
                        product: row[.productIdentifier],
                        store: (row[.store] ?? "").lowercased(),
                        names: row.has(.entitlementIdentifiers)
                            ? list(row[.entitlementIdentifiers]) : nil)),
                // What was bought once has no end before it is given back.
                isOver: end == nil && refunded.map { moment.isOver($0) } ?? false,
                isContradicted: isInGrace || isRefunded || isWithoutEnd),
            of: transaction, in: row[.originalStoreTransactionID] ?? transaction,
            isShared: true)
    }

    /// Takes an event.
    mutating func take(_ event: JSONView, _ ids: inout SecondOpinion.IDs) {
        guard let type = event["type"]?.text, type != "TEST",
            let time = SecondOpinion.Instants.milliseconds(event["event_timestamp_ms"]?.integer)
        else { return }
        let named =
            [event["app_user_id"]?.spelling, event["original_app_user_id"]?.spelling]
            + (event["aliases"]?.elements.map(\.spelling) ?? [])
        let all = named.compactMap { ids.number($0) }
        for other in all.dropFirst() { ids.join(all[0], other) }
        let from = event["transferred_from"]?.elements.compactMap { ids.number($0.spelling) }
        let to = event["transferred_to"]?.elements.compactMap { ids.number($0.spelling) }
        if moment.isLater(time) { return }
        if type == "TRANSFER", let from, let to {
            let store = event["store"]?.text?.lowercased()
            transfers.append(.init(time: time, store: store, from: from, to: to))
        }
        let transaction = event["transaction_id"]?.spelling
        let chain = event["original_transaction_id"]?.spelling ?? transaction
        guard Self.events.contains(type), let owner = all.first, let chain else { return }
        let end = SecondOpinion.Instants.milliseconds(event["expiration_at_ms"]?.integer)
        let isGivenBack = type == "CANCELLATION" && end == nil
        // A refund brings the end forward; one that does not says two things.
        let isRefunded =
            type == "CANCELLATION" && event["cancel_reason"]?.text == "CUSTOMER_SUPPORT"
        // Null is none; a list that is not there says nothing.
        let isSaid = event.has("entitlement_ids") || event.has("entitlement_id")
        let list = event["entitlement_ids"]?.elements.compactMap(\.text)
        let renewal = event["renewal_number"]?.integer ?? 0
        let names = list ?? event["entitlement_id"]?.text.map { [$0] } ?? []
        keep(
            Period(
                owner: Int32(owner), spoken: time, renewal: renewal,
                begins: SecondOpinion.Instants.milliseconds(event["purchased_at_ms"]?.integer)
                    ?? 0,
                end: end ?? Period.never,
                grace: SecondOpinion.Instants.milliseconds(
                    event["grace_period_expiration_at_ms"]?.integer) ?? Period.noGrace,
                offer: index(
                    of: Offer(
                        product: event["product_id"]?.text,
                        store: (event["store"]?.text ?? "").lowercased(),
                        names: isSaid ? names : nil)),
                isOver: type == "EXPIRATION" || isGivenBack,
                isContradicted: isRefunded && end.map { $0 > time } ?? false),
            of: transaction ?? chain, in: chain)
    }

    /// The entitlements that a cell lists.
    private mutating func list(_ cell: String?) -> [String] {
        guard let cell else { return [] }
        if let known = lists[cell] { return known }
        let list = SecondOpinion.Table.list(cell)
        lists[cell] = list
        return list
    }

    private mutating func index(of offer: Offer) -> Int32 {
        if let known = offerIndices[offer] { return known }
        offers.append(offer)
        offerIndices[offer] = Int32(offers.count - 1)
        return Int32(offers.count - 1)
    }
}
