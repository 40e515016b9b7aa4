// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymMappings

/// Takes records, in the order of the inputs, and becomes the population that they tell of.
///
/// For one thread. What it keeps of a batch it copies, but for receipts and attributes, of which it
/// keeps where their record stands.
package final class Intake {
    let ids: IDTable
    let purchases: PurchaseTable
    let readers: [ReaderTraits]
    /// The rules of the provider that the records are of; nil for records of no provider.
    let rules: Rules?
    /// What these say of records that name several customers.
    let semantics: SourceSemantics
    /// The names of products that are one by the user's table, for each of these.
    let namesakes: [[[UInt8]]]
    /// The names of products that unlock nothing by the user's table.
    private let unlockingNothing: Set<[UInt8]>
    /// Whether the records that are taken are of a file that does not say what purchases unlock.
    // Unchecked because of the time that the checks took: see IDTable.
    @exclusivity(unchecked) private var lacksEntitlements = false
    let devices = DeviceLinks()
    /// From when on events have not happened yet; none if there is no such moment.
    let given: Instant
    /// The latest moments at which records say that something happened; lines count from 1.
    private(set) var latest = LatestMoments()
    /// The events that were read.
    var events: Set<Fingerprint> = []
    /// Purchases that went from one customer to another without being named.
    var transfers: [Transfer] = []
    /// The rows of lists of what customers may use, apart from what they bought.
    var accessRows: [Int] = []
    /// When a list that came of a transfer to an ID was last told.
    var received: [IDNumber: SpokenTime] = [:]
    /// The IDs whose list was read.
    var listed: Set<IDNumber> = []
    /// The IDs of customers who are said to be of a sandbox.
    var sandboxed: Set<IDNumber> = []
    /// What customers were said to have, whatever it comes from.
    var entitlements = NamedEntitlements()
    /// Transactions that are named beside all that a customer may use.
    private(set) var claims: [Claim] = []
    /// The rows of purchases, each with the word for an ID of who held it before.
    private var formerHolders: [(row: Int, id: UInt32)] = []
    /// What files beside the export say.
    private(set) var added = AddedRecords()
    /// The records that were passed over, in their order.
    var passed: [PassedRecord] = []
    /// What has been counted so far.
    // Unchecked because of the time that the checks took: see IDTable.
    @exclusivity(unchecked) package internal(set) var counts = PopulationCounts()

    /// An intake.
    ///
    /// - Parameters:
    ///   - rules: The rules of the provider that the records are of; nil for records of no provider.
    ///   - readers: The readers that the records are of, by the numbers that these have there.
    ///   - at: The moment of the population; none for the latest at which something happened. Events
    ///     after it do not count.
    ///   - spill: Where receipts and attributes are kept; without it they are not.
    ///   - namesakes: The names of products that are one by the user's table, for each of these.
    ///   - unlockingNothing: The names of products that unlock nothing by that table; it is asked
    ///     where a file does not say what purchases unlock.
    package init(
        rules: Rules?, readers: [FormatReader], at: Instant = .none, spill: SpillFile? = nil,
        namesakes: [[[UInt8]]] = [], unlockingNothing: Set<[UInt8]> = []
    ) {
        self.rules = rules
        (self.namesakes, self.unlockingNothing) = (namesakes, unlockingNothing)
        semantics = SourceSemantics(rules)
        self.readers = readers.map { ReaderTraits($0) }
        given = at
        ids = IDTable()
        purchases = PurchaseTable(ids, spill: spill)
    }

    /// Whether the last thing that any record tells of happened more than a day before the moment of
    /// the population.
    var isOlderThanMoment: Bool {
        let day: Int64 = 86_400_000
        return given.isPresent && latest.latest.isPresent
            && given.milliseconds - latest.latest.milliseconds > day
    }

    /// The bytes that all tables take, room for growth included.
    package var allocatedBytes: Int {
        ids.allocatedBytes + purchases.allocatedBytes
            + events.capacity * MemoryLayout<Fingerprint>.stride
            + transfers.capacity * MemoryLayout<Transfer>.stride
    }

    /// Takes the records of a batch.
    package func add(_ batch: RecordBatch) {
        if batch.isBeside { return added.take(batch, purchases) }
        latest.take(batch.latest)
        lacksEntitlements = batch.lacksEntitlements
        for number in 0..<batch.count {
            let record = batch[number]
            switch record.kind {
            case .customer, .alias:
                counts.customers += record.kind == .customer ? 1 : 0
                counts.aliases += record.kind == .alias ? 1 : 0
                let user = identify(record, batch)
                noteListed(user, record)
                if record.environment == .sandbox, user.isPresent { sandboxed.insert(user) }
            case .purchase, .grant:
                counts.purchases += record.kind == .purchase ? 1 : 0
                counts.grants += record.kind == .grant ? 1 : 0
                takePurchase(record, batch)
            case .access: takeAccess(record, batch)
            case .event: takeEvent(record, batch)
            case .page: break
            }
        }
    }

    // MARK: - Purchases

    /// Takes down who held a purchase before, where the record says so; who that is shows when all
    /// records are there.
    private func noteFormer(_ update: PurchaseUpdate, _ key: PurchaseKey) {
        let former = update.record.text(.formerID)
        guard former.isPresent,
            !update.batch.isSame(former, update.record.text(.userID)),
            let row = purchases.find(key, user: update.user)?.row
        else { return }
        formerHolders.append((row, purchases.texts.word(former, update.batch)))
    }

    /// Names those who held purchases before, as far as any record tells of them.
    func settleFormerHolders() {
        let texts = purchases.texts
        for former in formerHolders {
            let id = texts.withBytes(of: texts.word(former.id)) { ids.known($0) }
            if let id { purchases.noteFormer(former.row, id) }
        }
    }

    /// Takes down the transactions that are named beside a purchase.
    private func claim(_ update: PurchaseUpdate, _ key: PurchaseKey) {
        let list = update.record.list(.transactions)
        guard list.count > 0, update.user.isPresent,
            let row = purchases.find(key, user: update.user)?.row
        else { return }
        for text in update.batch.texts(of: list) {
            claims.append(
                Claim(
                    transaction: purchases.texts.word(text, update.batch), row: row,
                    user: update.user,
                    article: purchases.rows[row].article, time: update.spoken))
        }
    }

    @inline(__always)
    private func takePurchase(_ record: Record, _ batch: RecordBatch) {
        let user = identify(record, batch)
        let update = PurchaseUpdate(
            record: record, batch: batch, user: user,
            time: record.instant(.versionDate).or(record.instant(.eventTime))
                .or(record.instant(.purchaseDate)),
            namesEntitlements: readers[record.reader].entitlements == .named
                && (!lacksEntitlements || unlocksNothing(record, batch)))
        let key =
            PurchaseKey(record, batch) ?? articleKey(record, batch, user)
            ?? PurchaseKey(
                location: RecordLocation(record, batch), number: purchases.count, batch)
        if readers[record.reader].order == .events {
            if update.time > given, given.isPresent {
                pass(record, batch, .later, user)
            } else {
                count(purchases.takeListed(update, key))
                claim(update, key)
            }
        } else {
            let byPeriod = readers[record.reader].order == .latestPeriod
            let outcome = purchases.take(update, key, byPeriod: byPeriod)
            count(outcome)
            if outcome == .new, readers[record.reader].entitlements == .listed {
                accessRows.append(purchases.count - 1)
            }
            noteFormer(update, key)
            noteEntitlementIDs(record, batch)
        }
    }

    /// Whether a purchase is of a product that unlocks nothing by the user's table.
    private func unlocksNothing(_ record: Record, _ batch: RecordBatch) -> Bool {
        guard !unlockingNothing.isEmpty else { return false }
        let product = record.has(.product) ? record.text(.product) : record.text(.storeProduct)
        return product.isPresent && unlockingNothing.contains(Array(batch.bytes(of: product)))
    }

    /// Keeps whose list of what they may use was read, be it empty.
    private func noteListed(_ user: IDNumber, _ record: Record) {
        if readers[record.reader].entitlements == .listed, user.isPresent { listed.insert(user) }
    }

    /// The key of what has no other: whose it is, and of what.
    func articleKey(_ record: Record, _ batch: RecordBatch, _ user: IDNumber) -> PurchaseKey? {
        let product = record.has(.product) ? record.text(.product) : record.text(.storeProduct)
        let what =
            product.isPresent
            ? UInt64(purchases.texts.word(product, batch))
            : UInt64(purchases.texts.list(record.list(.entitlement), batch)) << 32
        return PurchaseKey(record, batch, user: user, what: what)
    }

    func count(_ outcome: PurchaseTable.Outcome) {
        switch outcome {
        case .new: break
        case .renewal: counts.renewals += 1
        case .again: counts.merged += 1
        case .late: counts.late += 1
        }
    }
}
