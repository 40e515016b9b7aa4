// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What files in the neutral format say beside an export: kept until all of the export is read,
/// since they only complete what it says.
struct AddedRecords {
    /// Where a record stands.
    struct Place {
        /// Which input, from 0.
        let input: Int
        /// The line, from 1.
        let line: Int
    }

    /// An ID, by the number of its word.
    struct ID: Hashable {
        let word: UInt32
        /// Whether it is said to be minted by the provider.
        let isAnonymous: Bool
    }

    /// IDs that are said to be of one customer.
    struct Customer {
        let place: Place
        let ids: [ID]
    }

    /// What is said of a purchase; texts by the numbers of their words, 0 for none.
    struct Purchase {
        let place: Place
        let user: UInt32
        let store: UInt8
        let kind: UInt8
        let state: UInt8
        let product: UInt32
        let storeProduct: UInt32
        let originalTransaction: UInt32
        let transaction: UInt32
        let purchaseID: UInt32
        let token: UInt32
        let orderID: UInt32
        let country: UInt32
        let currency: UInt32
        let price: UInt32
        /// Where the receipt is, and what tells it from others; nil where there is none.
        let receipt: (location: UInt64, print: Fingerprint)?
    }

    /// A grant, which no export is completed by.
    struct Grant {
        let place: Place
        let user: UInt32
    }

    private(set) var customers: [Customer] = []
    private(set) var purchases: [Purchase] = []
    private(set) var grants: [Grant] = []

    /// Whether there is none.
    var isEmpty: Bool { customers.isEmpty && purchases.isEmpty && grants.isEmpty }

    /// How many there are.
    var count: Int { customers.count + purchases.count + grants.count }

    /// Takes the records of a batch; its texts go to the table's.
    mutating func take(_ batch: RecordBatch, _ table: PurchaseTable) {
        for number in 0..<batch.count {
            let record = batch[number]
            let place = Place(input: batch.input, line: batch.line(of: record))
            func word(_ field: NeutralField) -> UInt32 {
                table.texts.word(record.text(field), batch)
            }
            switch record.kind {
            case .customer, .alias:
                customers.append(Customer(place: place, ids: ids(of: record, batch, table)))
            case .purchase:
                purchases.append(
                    Purchase(
                        place: place, user: word(.userID), store: record.code(.store),
                        kind: record.code(.kind), state: record.code(.state),
                        product: word(.product), storeProduct: word(.storeProduct),
                        originalTransaction: word(.originalTransactionID),
                        transaction: word(.transactionID), purchaseID: word(.purchaseID),
                        token: word(.purchaseToken), orderID: word(.orderID),
                        country: word(.country), currency: word(.currency), price: word(.price),
                        receipt: receipt(of: record, batch, table)))
            case .grant: grants.append(Grant(place: place, user: word(.userID)))
            case .access, .event, .page: break
            }
        }
    }

    private func ids(
        of record: Record, _ batch: RecordBatch, _ table: PurchaseTable
    ) -> [ID] {
        let minted = Set(
            batch.texts(of: record.list(.anonymousAliases)).map { table.texts.word($0, batch) })
        return batch.texts(of: record.list(.aliases)).map {
            let word = table.texts.word($0, batch)
            return ID(word: word, isAnonymous: minted.contains(word))
        }
    }

    private func receipt(
        of record: Record, _ batch: RecordBatch, _ table: PurchaseTable
    ) -> (location: UInt64, print: Fingerprint)? {
        let text = record.text(.receipt)
        guard text.isPresent else { return nil }
        return (
            table.location(of: record, batch, [.receipt]),
            batch.withBytes(of: text) { Fingerprint($0) }
        )
    }
}

/// What there is to say about a record of an added file.
package struct AddedNote: Sendable {
    /// What it is.
    package enum Kind: String, CaseIterable, Sendable {
        /// The export knows none of its IDs.
        case unknownID = "added-unknown-id"
        /// The export knows no such purchase.
        case unknownPurchase = "added-unknown-purchase"
        /// It may be about several purchases of the export.
        case severalPurchases = "added-several-purchases"
        /// The export has another owner.
        case otherOwner = "added-other-owner"
        /// The export has another product.
        case otherProduct = "added-other-product"
        /// The purchase has another receipt or token.
        case otherReceipt = "added-other-receipt"
        /// The export has another state.
        case otherState = "added-other-state"
        /// It makes one customer of several.
        case merged = "added-merged"
        /// It is a grant.
        case grant = "added-grant"
    }

    /// What it is.
    package let kind: Kind
    /// Which input, from 0.
    package let input: Int
    /// The line, from 1.
    package let line: Int
    /// The ID that the record names.
    let user: StoredText
    /// The purchase of the export that it is about; nil where there is none.
    package let purchase: PurchaseNumber?
}
