// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What a purchase is known by.
///
/// The first that a record has of: the store's original transaction (of what is bought once, the
/// transaction), the transaction, the provider's ID, the purchase token, the receipt; else whose it
/// is, of what, of which kind and when; else where the record stands. The stores number transactions
/// for themselves, so the store belongs to the key, but one that is not said may be any; so does the
/// kind of what has no number, and what it may be.
struct PurchaseKey {
    enum Kind: UInt8 {
        case transaction
        case purchaseID
        case token
        case receipt
        case article
        case location
    }

    private static let subscription = NeutralKind.subscription.code

    let kind: Kind
    let store: UInt8
    /// Which kind of product it is of; 0 where that does not tell it from others, or is not said.
    let productKind: UInt8
    /// Where the text of the batch is; none where the key is ``bytes``.
    private let text: Text
    private let batch: RecordBatch
    /// Bytes that are no text: of a receipt its fingerprint.
    private let bytes: [UInt8]

    private init(_ kind: Kind, _ store: UInt8, _ text: Text, _ batch: RecordBatch) {
        (self.kind, self.store, self.text, self.batch) = (kind, store, text, batch)
        (productKind, bytes) = (0, [])
    }

    private init(
        _ kind: Kind, _ store: UInt8, of productKind: UInt8 = 0, _ numbers: [UInt64],
        _ batch: RecordBatch
    ) {
        (self.kind, self.store, self.productKind, self.batch) = (kind, store, productKind, batch)
        (text, bytes) = (.none, numbers.flatMap(\.bytes))
    }

    /// The key that the store or the provider gives; nil where a record has none.
    @inline(__always)
    init?(_ record: Record, _ batch: RecordBatch) {
        let store = record.code(.store)
        let kind = record.code(.kind)
        let isBoughtOnce = kind != 0 && kind != PurchaseKey.subscription
        let first = record.text(isBoughtOnce ? .transactionID : .originalTransactionID)
        let second = record.text(isBoughtOnce ? .originalTransactionID : .transactionID)
        if first.isPresent {
            self.init(.transaction, store, first, batch)
        } else if second.isPresent {
            self.init(.transaction, store, second, batch)
        } else if record.has(.purchaseID) {
            self.init(.purchaseID, store, record.text(.purchaseID), batch)
        } else if record.has(.purchaseToken) {
            self.init(.token, store, record.text(.purchaseToken), batch)
        } else if record.has(.receipt) {
            let print = batch.withBytes(of: record.text(.receipt)) { Fingerprint($0) }
            self.init(.receipt, store, [print.high, print.low], batch)
        } else {
            return nil
        }
    }

    /// The key of what has none: whose it is, what, of which kind, from which store and since when;
    /// nil where one of the first two is not said.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - batch: Its batch.
    ///   - user: Whose it is.
    ///   - what: The number of its product, or of its entitlements.
    init?(_ record: Record, _ batch: RecordBatch, user: IDNumber, what: UInt64) {
        guard user.isPresent, what != 0 else { return nil }
        let purchased = record.instant(.purchaseDate).milliseconds
        self.init(
            .article, record.code(.store), of: record.code(.kind),
            [UInt64(UInt32(bitPattern: user.rawValue)), what, UInt64(bitPattern: purchased)], batch)
    }

    /// The key of what has no other.
    init(location: RecordLocation, number: Int, _ batch: RecordBatch) {
        self.init(
            .location, 0,
            [UInt64(location.input), UInt64(bitPattern: location.offset), UInt64(number)],
            batch)
    }

    /// Lends the bytes that tell it from others of its kind.
    @inline(__always)
    func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        text.isPresent ? batch.withBytes(of: text, body) : body(bytes.span)
    }
}

extension UInt64 {
    /// Its eight bytes, the lowest one first.
    var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}
