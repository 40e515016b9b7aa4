// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Reads what the stores know of a plan's purchases: `purchases.csv`, and what its calls present.
///
/// A call says of a purchase what is presented, and seldom which row it is. It is the row of the
/// transaction that the call names, else one of the same user at the target, of the product and in
/// the state that `stores.csv` has for what is presented.
struct PlanRehearsal {
    private let folder: PlanFolder
    private let target: MigrationEndpoint
    private let stores: StoreRecords
    private let values = FieldValues()
    private(set) var rehearsal: Rehearsal
    private var leftOut = LeftOut()
    private var products: RehearsedProducts
    private var known: [Sale: Int] = [:]
    /// The purchases of which no row was read of the holder who keeps them.
    private var ofOthers: Set<Int> = []
    private var ofTransaction: [String: [Int]] = [:]
    private var ofTarget: [String: [Int]] = [:]
    /// The user IDs that calls link anonymous ones to.
    private var links: [String: String] = [:]
    private var presented: [String: Int] = [:]
    /// The entitlements that grants name.
    private var granted: Set<String> = []
    /// The purchases in a free trial, by the first cells of their rows.
    private var trials: Set<[String]> = []

    /// A purchase that several customers can have.
    private struct Sale: Hashable {
        let store: Store
        let transaction: String
        let product: String
    }

    init(
        _ folder: PlanFolder, _ target: MigrationEndpoint
    ) throws(BrokenPlan) {
        self.folder = folder
        self.target = target
        stores = try StoreRecords(folder)
        products = try RehearsedProducts(folder, stores)
        rehearsal = Rehearsal(
            provider: target.key, settings: folder.manifest.to.settings,
            at: try folder.manifest.moment())
    }

    /// Reads everything.
    mutating func run() throws(BrokenPlan) {
        try readTrials()
        try readPurchases()
        for name in Set(target.writers.map(\.file)).sorted() where folder.has(name) {
            try readTarget(name, target.writers.indices.filter { target.writers[$0].file == name })
        }
        rehearsal.products = products.priced
        rehearsal.entitlements = granted.sorted()
        rehearsal.notes = leftOut.notes
    }

    /// Reads which purchases are in a free trial: of those that go over, and of those that the app
    /// brings, a finding says so.
    private mutating func readTrials() throws(BrokenPlan) {
        var rows = try TableReader(
            FindingFile.name, folder.bytes(of: FindingFile.name), columns: FindingRows.columns,
            isGuarded: true)
        while try rows.next() {
            let cells = rows.cells
            if cells[0] == FindingCode.familyShared.rawValue {
                leftOut.count("that a family member shares a purchase, which counts as bought")
            }
            guard cells[0] == FindingCode.trial.rawValue else { continue }
            trials.insert([cells[2], cells[4]] + cells[6...9])
        }
    }

    private mutating func readPurchases() throws(BrokenPlan) {
        var rows = try TableReader(
            "purchases.csv", folder.bytes(of: "purchases.csv"), columns: PurchaseRows.columns,
            isGuarded: true)
        while try rows.next() {
            let cells = rows.cells
            // Nil until its purchase is known.
            rehearsal.rows.append(nil)
            guard let store = Store(rawValue: cells[2]) else {
                leftOut.count("purchases at a store that is not simulated, \"\(cells[2])\"")
                continue
            }
            let ends = DateText.iso(cells[5])?.milliseconds
            let isOver = cells[7] == FindingCode.endedLongAgo.rawValue
            guard let state = isOver ? PurchaseState.expired : state(cells[4], ends)
            else {
                leftOut.count("purchases that are not paid yet")
                continue
            }
            let sale = Sale(store: store, transaction: cells[3], product: cells[1])
            // Called as the customer at the target, so that whoever erases that one erases it.
            let account = cells[9].isEmpty ? "row \(rows.line)" : cells[9]
            let row = rehearsal.rows.count - 1
            let isOfOther = cells[7] == FindingCode.twoHolders.rawValue
            let number: Int
            if !sale.transaction.isEmpty, let other = known[sale] {
                number = other
                // The account is that of the holder who keeps it, whichever row stands first.
                if !isOfOther, ofOthers.remove(number) != nil {
                    rehearsal.purchases[number].account = account
                }
            } else {
                number = rehearsal.purchases.count
                known[sale] = number
                if isOfOther { ofOthers.insert(number) }
                var purchase = Rehearsal.Purchase(
                    store: store, account: account, product: products.id(of: cells[1]),
                    state: state)
                purchase.ends = ends
                purchase.isSandbox = cells[7] == FindingCode.sandbox.rawValue
                if !sale.transaction.isEmpty {
                    purchase.transaction = sale.transaction
                    ofTransaction[sale.transaction, default: []].append(number)
                }
                rehearsal.purchases.append(purchase)
                if !sale.transaction.isEmpty { present(sale.transaction, of: number) }
            }
            if trials.contains(Array(cells[0...5])) { rehearsal.purchases[number].isTrial = true }
            rehearsal.rows[row] = number
            if isOfOther { rehearsal.rowsOfOthers.insert(row) }
            if !cells[9].isEmpty { ofTarget[cells[9], default: []].append(number) }
        }
    }

    private func state(_ word: String, _ ends: Int64?) -> PurchaseState? {
        guard let state = NeutralState(rawValue: word) else {
            guard let ends, let at = rehearsal.at else { return .active }
            return ends > at ? .active : .expired
        }
        return PurchaseState(state)
    }

    // MARK: What is presented

    private mutating func readTarget(_ name: String, _ writers: [Int]) throws(BrokenPlan) {
        let all = target.writers
        let bytes = try folder.bytes(of: name)
        if case .csv(let delimiter, _) = all[writers[0]].container {
            var rows = try TableReader(name, bytes, delimiter: delimiter)
            let writer = writers.first { writer in
                guard case .csv(_, let columns) = all[writer].container else { return false }
                return columns.map(\.name) == rows.header
            }
            guard let writer else { return }
            while try rows.next() {
                values.clear()
                all[writer].read(rows.cells, into: values)
                take(all[writer])
            }
        } else {
            try LineReader.forEachLine(of: name, bytes) { json, _ in
                guard let writer = writers.first(where: { all[$0].mayHaveWritten(json) }) else {
                    return
                }
                values.clear()
                all[writer].read(json, into: values)
                take(all[writer])
            }
        }
    }

    private static let proofs: [NeutralField] = [
        .receipt, .purchaseToken, .transactionID, .originalTransactionID,
    ]

    private mutating func take(_ writer: CompiledWriter) {
        let user = values.string(PlanField(.userID))
        let anonymous = values.string(PlanField(.anonymousID))
        if let user, let anonymous { links[anonymous] = user }
        if writer.subject == .grant { granted.formUnion(values.strings(PlanField(.entitlement))) }
        guard writer.subject == .purchase, let owner = user ?? anonymous else { return }
        let proofs = PlanRehearsal.proofs.filter { values.has(PlanField($0)) }
        guard !proofs.isEmpty else { return }
        guard let number = purchase(of: owner, proofs, by: writer) else {
            // What only an app brings is named for people, and presented by nobody here.
            if writer.call != nil { leftOut.count("calls of purchases that purchases.csv lacks") }
            return
        }
        if let named = values.string(PlanField(.storeProduct)) {
            products.add(named, like: rehearsal.purchases[number].product)
            rehearsal.purchases[number].product = named
        }
        if !rehearsal.purchases[number].isTrial {
            let price = values.string(PlanField(.price))
            let currency = values.string(PlanField(.currency))
            products.count(
                Rehearsal.Price(price, currency), for: rehearsal.purchases[number].product)
        }
        for proof in proofs {
            if let text = values.string(PlanField(proof)) { present(text, of: number) }
        }
        if writer.route == .bulkImport {
            rehearsal.handovers.append(
                Rehearsal.Handover(user: owner, isAnonymous: user == nil, purchase: number))
        }
    }

    /// Lets a text stand for a purchase; of several a running one counts, which shows the others.
    private mutating func present(_ text: String, of number: Int) {
        if let other = presented[text] {
            guard other != number, !rehearsal.purchases[other].state.isActive,
                rehearsal.purchases[number].state.isActive
            else { return }
            rehearsal.purchases[other].tokens.removeAll { $0 == text }
        }
        presented[text] = number
        rehearsal.purchases[number].tokens.append(text)
    }

    private func purchase(
        of owner: String, _ proofs: [NeutralField], by writer: CompiledWriter
    ) -> Int? {
        for field in [NeutralField.originalTransactionID, .transactionID, .orderID] {
            let text = values.string(PlanField(field)) ?? ""
            if let number = best(ofTransaction[text] ?? [], proofs) { return number }
        }
        // A product of one name can have been bought at several stores.
        let stores = writer.takes.first { $0.field == PlanField(.store) }?.words
        let all = ofTarget[links[owner] ?? owner] ?? ofTarget[owner] ?? []
        return best(
            all.filter { stores?.contains(rehearsal.purchases[$0].store.rawValue) ?? true }, proofs)
    }

    /// Of some purchases the one that fits best, if any does.
    private func best(_ numbers: [Int], _ proofs: [NeutralField]) -> Int? {
        guard !numbers.isEmpty else { return nil }
        let articles = proofs.flatMap { values.withText(PlanField($0), stores.articles) }
        let named = [NeutralField.storeProduct, .product].lazy
            .compactMap { values.string(PlanField($0)) }.first
        let shown = Set(articles.map { products.known($0.product.text) })
        let states = Set(articles.map(\.state).compactMap(NeutralState.init(rawValue:)))
            .compactMap(PurchaseState.init)
        func points(_ number: Int) -> Int {
            let purchase = rehearsal.purchases[number]
            var points = 0
            if let named, products.known(named) == purchase.product { points += 8 }
            if shown.contains(purchase.product) { points += 4 }
            if states.contains(purchase.state) { points += 2 }
            if purchase.tokens.isEmpty || purchase.tokens == [purchase.transaction] { points += 1 }
            return points
        }
        let isNamed = named != nil || !shown.isEmpty
        return numbers.map { (number: $0, points: points($0)) }
            .filter { !isNamed || $0.points >= 4 }
            .max { $0.points < $1.points }?.number
    }
}
