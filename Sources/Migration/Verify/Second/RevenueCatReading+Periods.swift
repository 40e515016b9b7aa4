// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

extension SecondOpinion.RevenueCatReading {
    /// Who has access by RevenueCat's data export and by its webhooks, which tell of periods.
    ///
    /// | rule | document |
    /// |---|---|
    /// | `effective_end_time` is the one reference for the end of access; without it there is none, and an `end_time` alone leaves it open. | Data export, `effective_end_time` |
    /// | `store_transaction_id` and `renewal_number` name a period; of rows of one the newest `updated_at` counts, its owner too; of equal ones each owner has it. | Data export, `updated_at`; A note on transaction data |
    /// | Of the periods of one original transaction the one with the highest `renewal_number` counts: a refund of an older one changes nothing. | Data export, `renewal_number`, `refunded_at` |
    /// | A row whose grace period or refund is not in its effective end says two things: it leaves it open. | the same |
    /// | A period that begins later has not begun. | Sample queries, Active Subscriptions |
    /// | An event's `expiration_at_ms` ends access, and `grace_period_expiration_at_ms` of `BILLING_ISSUE` if that is later; `EXPIRATION` does at once. | Event Types and Fields; Billing Issue Flow |
    /// | `event_timestamp_ms` orders events; of those of one moment nothing says whose the purchase is. | Event Timestamps and Ordering |
    /// | A product that is to change, a pause to come and a cancellation give and take nothing. | Product Change; Subscription Paused Flow; Cancellation Reasons |
    /// | `TRANSFER` takes what `transferred_from` has of its store to `transferred_to`; grants stay. A purchase has one customer, the one of the newest record. | Event Types, TRANSFER; Restore Behavior |
    struct Periods {
        let moment: SecondOpinion.Moment
        /// Every period by the newest record of it, and where it is by what tells it from others.
        private var periods: [Period] = []
        private var slots = SlotTable()
        /// Other owners by records of the same time, by the index of the period.
        private var rivals: [Int: Set<Int32>] = [:]
        /// The periods that events of one moment give to several owners.
        private var contested: Set<Int> = []
        /// Transactions and chains of them, by numbers; a chain is called after its first.
        private var transactions = NumberedTexts()
        /// What is sold, and its indices.
        var offers: [Offer] = []
        var offerIndices: [Offer: Int32] = [:]
        /// The cells that list entitlements, each read once.
        var lists: [String: [String]] = [:]
        var transfers: [Transfers.Transfer] = []

        /// What many periods are of.
        struct Offer: Hashable {
            let product: String?
            let store: String
            /// The entitlements that it unlocks; nil where that is not said.
            let names: [String]?
        }

        /// One period of a purchase, by the newest record of it.
        ///
        /// There are millions of them, so that texts stand elsewhere, and what is not said is a number.
        struct Period {
            /// The numbers of the transaction and of the chain.
            var transaction: Int32 = 0
            var chain: Int32 = 0
            /// The number of the ID that has it.
            var owner: Int32
            var spoken: Int64
            var renewal: Int64
            /// 0 where that is not said.
            var begins: Int64
            /// ``never`` where there is no end.
            var end: Int64
            /// When a grace period ends; ``noGrace`` where there is none.
            var grace = Period.noGrace
            /// The index of what is sold.
            var offer: Int32
            var isOver: Bool
            /// Whether what it says of its end contradicts itself.
            var isContradicted = false

            static let never = Int64.max
            static let noGrace = Int64.min

            /// Whether another record is of this period.
            func isSame(as other: Period) -> Bool {
                chain == other.chain && transaction == other.transaction
                    && renewal == other.renewal
            }

            /// The same for records of one period.
            var hash: UInt64 {
                ByteHash.hash(
                    UInt64(truncatingIfNeeded: chain) << 32
                        | UInt64(truncatingIfNeeded: transaction),
                    UInt64(bitPattern: renewal), seed: ByteHash.seed)
            }
        }

        init(_ moment: SecondOpinion.Moment) { self.moment = moment }

        /// Keeps the newest record of a period, which has a transaction within a chain of them, or of
        /// equal ones each owner where the period is shared.
        mutating func keep(
            _ period: Period, of transaction: String, in chain: String, isShared: Bool = false
        ) {
            var period = period
            period.chain = Int32(transactions.number(of: chain))
            period.transaction = Int32(transactions.number(of: transaction))
            let hash = period.hash
            let index = slots.find(hash) { periods[$0].isSame(as: period) }
            guard let index else {
                if slots.isFull {
                    slots.grow()
                    for period in periods { slots.append(period.hash) }
                }
                slots.append(hash)
                periods.append(period)
                return
            }
            let known = periods[index]
            let older = known.spoken <= period.spoken ? known : period
            var newer = known.spoken <= period.spoken ? period : known
            // The end of a grace period stands in one event alone; what else comes of the failed
            // payment does not repeat it.
            if !newer.isOver, newer.end == older.end, newer.grace == Period.noGrace {
                newer.grace = older.grace
            }
            if known.spoken < newer.spoken {
                rivals[index] = nil
                contested.remove(index)
            } else if known.spoken == period.spoken, known.owner != period.owner,
                !isShared || known.begins == period.begins
            {
                rivals[index, default: []].insert(known.owner)
                if !isShared { contested.insert(index) }
                if isShared, known.end != period.end { newer.isContradicted = true }
            }
            periods[index] = newer
        }
    }
}

// MARK: - Deciding

extension SecondOpinion.RevenueCatReading.Periods {
    /// What each customer that is told of has access to, and whom this leaves open.
    mutating func holdings(
        _ ids: SecondOpinion.IDs
    ) -> (holdings: [Int: Set<SecondOpinion.Holding>], open: Set<Int>) {
        // Only reading needs these.
        (transactions, slots) = (NumberedTexts(), SlotTable())
        var given = SecondOpinion.Given()
        var open: Set<Int> = []
        let transfers = SecondOpinion.RevenueCatReading.Transfers(transfers, ids)
        var deciding = [Int32](repeating: -1, count: Int(periods.lazy.map(\.chain).max() ?? -1) + 1)
        for (index, period) in periods.enumerated() {
            given.tell(of: ids.customer(Int(period.owner)))
            if moment.isLater(period.begins) { continue }
            let chain = Int(period.chain)
            let known = Int(deciding[chain])
            if known < 0 || isBefore(periods[known], period) { deciding[chain] = Int32(index) }
        }
        for index in deciding where index >= 0 {
            let period = periods[Int(index)]
            let offer = offers[Int(period.offer)]
            let named = [period.owner] + (rivals[Int(index)] ?? [])
            let owners = named.flatMap {
                transfers.owners(of: Int($0), store: offer.store, since: period.spoken, ids)
            }
            let customers = Set(owners.map(ids.customer))
            for customer in customers { given.tell(of: customer) }
            let isContested = contested.contains(Int(index)) && customers.count > 1
            let isOpen = period.isContradicted || isContested
            if isOpen { open.formUnion(customers) }
            guard isActive(period), !isOpen else { continue }
            guard let names = offer.names else {
                open.formUnion(customers)
                continue
            }
            for name in names {
                for customer in customers {
                    given.give(.init(product: offer.product, entitlement: name), to: customer)
                }
            }
        }
        return (given.byCustomer(), open)
    }

    /// Whether another period is the later one.
    private func isBefore(_ one: Period, _ other: Period) -> Bool {
        // Not every event has a number; 0 is none.
        if one.renewal != 0, other.renewal != 0, one.renewal != other.renewal {
            return one.renewal < other.renewal
        }
        return (one.begins, one.spoken) < (other.begins, other.spoken)
    }

    private func isActive(_ period: Period) -> Bool {
        if period.isOver { return false }
        return !moment.isOver(max(period.end, period.grace))
    }
}
