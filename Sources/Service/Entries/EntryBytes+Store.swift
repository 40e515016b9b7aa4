// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymSimulation
    import Foundation

    // What stores know of purchases, as bytes. The products themselves stand in the project's
    // configuration; here they are named.

    extension EntryBytes {
        /// A record, with the transactions from a number on; the reader has those before it.
        mutating func put(_ record: StoreRecord, from known: Int) {
            let kept = min(known, record.transactions.count)
            put(record.product.id)
            put(word: record.store.rawValue)
            put(kept)
            put(each: record.transactions[kept...]) { bytes, transaction in
                bytes.put(transaction, id: record.isStated ? "" : transaction.id)
            }
            put(record.dates)
            put(record.sharedFrom) { $0.put($1) }
            put(record.isUnshared)
            put(record.isSandbox)
            put(record.hadIntroduction)
            put(record.offer) { $0.put($1) }
            put(record.periods)
        }

        /// What a real store has signed: the number of the record, and the IDs of its transactions from
        /// a number on, which stand nowhere else.
        mutating func put(signed record: StoreRecord, number: Int, from known: Int) {
            put(number)
            put(each: record.transactions.dropFirst(known)) { $0.put(own: $1.id) }
        }

        /// What a record was before: its number, and the subscriptions.
        mutating func put(ended record: StoreRecord, number: Int) {
            put(number)
            put(each: record.ended) { bytes, subscription in
                bytes.put(subscription.product.id)
                bytes.put(subscription.transactions)
                bytes.put(subscription.dates)
            }
        }

        /// A pause that is set or runs: the number of the record, which of the two, and its end.
        mutating func put(pause record: StoreRecord, number: Int) {
            put(number)
            put(record.pausesAtRenewal)
            put(record.resumeDate) { $0.put($1) }
        }

        private mutating func put(_ transaction: TransactionRecord, id: String) {
            put(word: id)
            put(transaction.date)
            put(transaction.expirationDate) { $0.put($1) }
            put(transaction.offer) { $0.put(word: $1.rawValue) }
            put(word: "\(transaction.price)")
            put(transaction.isRenewal)
        }

        private mutating func put(_ dates: StoreRecord.Dates) {
            put(dates.anchor)
            put(dates.expiration) { $0.put($1) }
            put(dates.graceEnd) { $0.put($1) }
            put(dates.cancellation) { $0.put($1) }
            put(dates.billingIssue) { $0.put($1) }
            put(dates.refund) { $0.put($1) }
            put(dates.pause) { $0.put($1) }
        }

        private mutating func put(_ offer: CatalogueOffer) {
            put(word: offer.payment.rawValue)
            put(word: "\(offer.price)")
            put(word: "\(offer.period.unit.rawValue)")
            put(offer.period.count)
            put(offer.periods)
            put(offer.id) { $0.put(word: $1) }
        }
    }

    extension EntryReader {
        /// A record, after the transactions that were known of it.
        mutating func record(
            after known: [TransactionRecord], product: (String) -> CatalogueProduct
        ) throws(EntryFault) -> StoreRecord {
            let product = product(try text())
            let store: Store = try value()
            let kept = try number()
            guard kept >= 0, kept <= known.count else {
                throw EntryFault("\(known.count) of \(kept) transactions are there")
            }
            let later = try list { reader throws(EntryFault) in try reader.transaction() }
            guard kept + later.count > 0 else { throw EntryFault("a purchase has no transaction") }
            let dates = try dates()
            return StoreRecord(
                product, at: store, transactions: known.prefix(kept) + later, dates: dates,
                sharedFrom: try optional { reader throws(EntryFault) in try reader.number() },
                isUnshared: try flag(), isSandbox: try flag(), hadIntroduction: try flag(),
                offer: try optional { reader throws(EntryFault) in try reader.offer() },
                periods: try number())
        }

        /// The number of a record that a real store has signed, and the IDs of its newest transactions.
        ///
        /// - Parameter telling: Told where they stand.
        /// - Returns: The number and the IDs.
        /// - Throws: ``EntryFault``.
        mutating func signed(
            telling: (TextUse) -> Void = { _ in }
        ) throws(EntryFault) -> (number: Int, ids: [String]) {
            let number = try number()
            let ids = try list { reader throws(EntryFault) in
                let id = try reader.text()
                telling(.transaction(reader.lastText, purchase: number))
                return id
            }
            return (number, ids)
        }

        /// The number of a record that was other subscriptions before, and these.
        mutating func ended(
            product: (String) -> CatalogueProduct
        ) throws(EntryFault) -> (number: Int, ended: [EndedSubscription]) {
            let number = try number()
            let ended = try list { reader throws(EntryFault) in
                EndedSubscription(
                    product(try reader.text()), transactions: try reader.number(),
                    dates: try reader.dates())
            }
            return (number, ended)
        }

        /// The number of a record with a pause, whether that is only set, and when it ends.
        mutating func pause() throws(EntryFault) -> (number: Int, isSet: Bool, end: Date?) {
            (try number(), try flag(), try optionalDate())
        }

        /// Passes over a record, whatever is known of its purchase.
        mutating func passRecord() throws(EntryFault) {
            _ = try text()
            let _: Store = try value()
            _ = try number()
            try each { reader throws(EntryFault) in _ = try reader.transaction() }
            _ = try dates()
            _ = try optional { reader throws(EntryFault) in try reader.number() }
            for _ in 0..<3 { _ = try flag() }
            _ = try optional { reader throws(EntryFault) in try reader.offer() }
            _ = try number()
        }

        private mutating func transaction() throws(EntryFault) -> TransactionRecord {
            TransactionRecord(
                id: try word(), date: try date(),
                expirationDate: try optional { reader throws(EntryFault) in try reader.date() },
                offer: try optional { reader throws(EntryFault) in try reader.value() },
                price: try decimal(), isRenewal: try flag())
        }

        private mutating func dates() throws(EntryFault) -> StoreRecord.Dates {
            var dates = StoreRecord.Dates(anchor: try date())
            dates.expiration = try optionalDate()
            dates.graceEnd = try optionalDate()
            dates.cancellation = try optionalDate()
            dates.billingIssue = try optionalDate()
            dates.refund = try optionalDate()
            dates.pause = try optionalDate()
            return dates
        }

        private mutating func optionalDate() throws(EntryFault) -> Date? {
            try optional { reader throws(EntryFault) in try reader.date() }
        }

        private mutating func offer() throws(EntryFault) -> CatalogueOffer {
            let payment: CatalogueOffer.Payment = try value()
            let price = try decimal()
            let unit: BillingPeriod.Unit = try value()
            let period = BillingPeriod(try number(), unit)
            return CatalogueOffer(
                payment, price: price, period: period, periods: try number(),
                id: try optional { reader throws(EntryFault) in try reader.word() })
        }

        private mutating func decimal() throws(EntryFault) -> Decimal {
            let word = try word()
            guard let value = Decimal(string: word) else {
                throw EntryFault("\"\(word)\" before byte \(offset) is no amount")
            }
            return value
        }
    }
#endif
