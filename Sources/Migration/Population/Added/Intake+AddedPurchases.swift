// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Completes purchases of the export by what added files say of them.
///
/// A purchase is found by its transaction, its token or the provider's ID of it, else by its owner
/// and product. What the export says stays as it is: where a line says another owner or product,
/// nothing of it is taken; of another receipt, token or state the export's counts.
struct AddedPurchases {
    private let intake: Intake
    private let owners: [UInt32: CustomerNumber]
    private(set) var notes: [AddedNote] = []
    private var table: PurchaseTable { intake.purchases }

    /// Completes the purchases of an intake.
    ///
    /// - Parameters:
    ///   - added: What added files say.
    ///   - intake: What the export says; everything in it is settled.
    ///   - owners: The customers of the IDs that added purchases name, by the numbers of their words.
    init(_ added: AddedRecords, to intake: Intake, owners: [UInt32: CustomerNumber]) {
        (self.intake, self.owners) = (intake, owners)
        for grant in added.grants { notes.append(intake.note(.grant, grant.place, grant.user)) }
        if added.purchases.isEmpty { return }
        let byName = rowsByName(added)
        let byOwner = rowsByOwner()
        for purchase in added.purchases { take(purchase, byName, byOwner) }
    }

    // MARK: - Finding

    /// The texts by which a purchase is known, the surest ones first.
    private static func names(of purchase: AddedRecords.Purchase) -> [[UInt32]] {
        [
            [purchase.originalTransaction, purchase.transaction], [purchase.token],
            [purchase.purchaseID],
        ].map { $0.filter { $0 != 0 } }.filter { !$0.isEmpty }
    }

    private func print(of text: StoredText) -> Fingerprint {
        table.texts.withBytes(of: text) { Fingerprint($0) }
    }

    /// The rows that are known by a text that an added purchase names.
    private func rowsByName(_ added: AddedRecords) -> [Fingerprint: [Int]] {
        var rows: [Fingerprint: [Int]] = [:]
        for purchase in added.purchases {
            for word in AddedPurchases.names(of: purchase).joined() {
                rows[print(of: table.texts.word(word))] = []
            }
        }
        if rows.isEmpty { return rows }
        for number in 0..<table.count {
            let row = table.rows[number]
            if row.traits.contains(.gone) || row.traits.contains(.grant) { continue }
            var names = [row.transaction, text(.token, row), text(.purchaseID, row)]
            if row.isKeyText { names.append(row.key) }
            for print in Set(names.filter(\.isPresent).map(print)) where rows[print] != nil {
                rows[print]?.append(number)
            }
        }
        return rows
    }

    /// The rows of the customers whom added purchases name.
    private func rowsByOwner() -> [CustomerNumber: [Int]] {
        var rows: [CustomerNumber: [Int]] = [:]
        for owner in owners.values { rows[owner] = [] }
        for number in 0..<table.count {
            let row = table.rows[number]
            if row.traits.contains(.gone) || row.traits.contains(.grant) { continue }
            rows[intake.ids.customer(of: row.user)]?.append(number)
        }
        return rows
    }

    private func text(_ fact: PurchaseFact, _ row: PurchaseRow) -> StoredText {
        table.facts.value(fact, row.facts).map { StoredText(offset: $0) } ?? .none
    }

    // MARK: - Taking

    private mutating func take(
        _ purchase: AddedRecords.Purchase, _ byName: [Fingerprint: [Int]],
        _ byOwner: [CustomerNumber: [Int]]
    ) {
        func say(_ kind: AddedNote.Kind, _ row: Int? = nil) {
            notes.append(intake.note(kind, purchase.place, purchase.user, row))
        }
        var found: [Int] = []
        for names in AddedPurchases.names(of: purchase) where found.isEmpty {
            let all = names.flatMap { byName[print(of: table.texts.word($0))] ?? [] }
            found = Set(all).sorted().filter { isSameStore(table.rows[$0], purchase) }
        }
        guard let owner = owners[purchase.user] else { return say(.unknownID, found.first) }
        if found.isEmpty {
            found = (byOwner[owner] ?? []).filter {
                let row = table.rows[$0]
                return isSameStore(row, purchase) && isOfProduct(row, purchase)
                    && (!isTransactionSaid(purchase) || !row.isKnownByTransaction)
            }
            guard let first = found.first else { return say(.unknownPurchase) }
            if found.count > 1 { return say(.severalPurchases, first) }
        }
        let fitting = found.filter { isOfProduct(table.rows[$0], purchase) }
        guard let first = fitting.first else { return say(.otherProduct, found.first) }
        let keys = Set(fitting.map { table.rows[$0].key })
        if keys.count > 1, fitting.count > 1 { return say(.severalPurchases, first) }
        let isOwners = fitting.contains {
            let user = table.rows[$0].user
            return !user.isPresent || intake.ids.customer(of: user) == owner
        }
        guard isOwners else { return say(.otherOwner, first) }
        var differs = (receipt: false, state: false)
        for row in fitting {
            if complete(row, purchase) { differs.receipt = true }
            let state = table.rows[row].state
            if purchase.state != 0, purchase.state != state { differs.state = true }
        }
        if differs.receipt { say(.otherReceipt, first) }
        if differs.state { say(.otherState, first) }
    }

    private func isTransactionSaid(_ purchase: AddedRecords.Purchase) -> Bool {
        purchase.originalTransaction | purchase.transaction != 0
    }

    private func isSameStore(_ row: PurchaseRow, _ purchase: AddedRecords.Purchase) -> Bool {
        row.store == purchase.store || row.store == 0 || purchase.store == 0
    }

    /// Whether a purchase is of the product, by any of its names, that a line has.
    private func isOfProduct(_ row: PurchaseRow, _ purchase: AddedRecords.Purchase) -> Bool {
        let (product, storeProduct, _) = table.texts.triple(row.article)
        let names = [product, storeProduct].filter { $0 != 0 }
        if names.isEmpty { return true }
        if purchase.storeProduct != 0, storeProduct != 0 {
            return purchase.storeProduct == storeProduct
        }
        return purchase.product == 0 || names.contains(purchase.product)
            || names.contains(purchase.storeProduct)
    }
}

// MARK: - Completing

extension AddedPurchases {
    /// Sets what the export does not say of a purchase.
    ///
    /// - Returns: Whether it has another receipt or token already.
    private func complete(_ number: Int, _ purchase: AddedRecords.Purchase) -> Bool {
        var row = table.rows[number]
        defer { table.rows[number] = row }
        var isOther = false
        if purchase.token != 0 {
            let word = table.texts.word(purchase.token)
            let known = text(.token, row)
            if !known.isPresent {
                table.facts.set(.token, word.offset, &row.facts)
            } else {
                isOther = print(of: known) != print(of: word)
            }
        }
        if let receipt = purchase.receipt {
            if let known = table.facts.value(.receipt, row.facts) {
                let print = table.receiptPrint(at: known)
                isOther = isOther || print != nil && print != receipt.print
            } else {
                table.facts.set(.receipt, receipt.location, &row.facts)
            }
        }
        if purchase.orderID != 0, !text(.orderID, row).isPresent {
            table.facts.set(.orderID, table.texts.word(purchase.orderID).offset, &row.facts)
        }
        if row.kind == 0 { row.kind = purchase.kind }
        // What is promotional is a grant, which no line makes of a purchase.
        if row.store == 0, purchase.store != NeutralStore.promotional.code {
            row.store = purchase.store
        }
        completeTransaction(&row, purchase)
        completeArticle(&row, purchase)
        completeSale(&row, purchase)
        return isOther
    }

    private func completeTransaction(_ row: inout PurchaseRow, _ purchase: AddedRecords.Purchase) {
        guard isTransactionSaid(purchase), !row.isKnownByTransaction else { return }
        let isOriginalSaid = purchase.originalTransaction != 0
        let original = isOriginalSaid ? purchase.originalTransaction : purchase.transaction
        row.setTransaction(table.texts.word(original))
        if purchase.transaction != 0 {
            row.transaction = table.texts.word(purchase.transaction)
        }
    }

    /// The store's name of what has another name already: alone it would be what access is called.
    private func completeArticle(_ row: inout PurchaseRow, _ purchase: AddedRecords.Purchase) {
        let (product, storeProduct, entitlements) = table.texts.triple(row.article)
        guard storeProduct == 0, purchase.storeProduct != 0, product | entitlements != 0 else {
            return
        }
        row.article = table.texts.triple(product, purchase.storeProduct, entitlements)
    }

    private func completeSale(_ row: inout PurchaseRow, _ purchase: AddedRecords.Purchase) {
        let (country, currency, price) = table.texts.triple(row.sale)
        guard price == 0, purchase.price != 0, currency == 0 || currency == purchase.currency
        else { return }
        row.sale = table.texts.triple(
            country == 0 ? purchase.country : country, purchase.currency, purchase.price)
    }
}

extension PurchaseRow {
    /// Whether the key is a text that the store or the provider gave.
    fileprivate var isKeyText: Bool {
        switch PurchaseKey.Kind(rawValue: keyKind) {
        case .transaction, .token, .purchaseID: true
        case .receipt, .article, .location, nil: false
        }
    }

    /// Whether a record has said a transaction of it.
    fileprivate var isKnownByTransaction: Bool {
        keyKind == PurchaseKey.Kind.transaction.rawValue
    }
}
