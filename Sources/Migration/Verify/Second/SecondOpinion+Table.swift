// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// Reads tables: CSV whose first row names the columns, with commas or semicolons between cells.
    enum Table {
        /// A column that says something of access.
        enum Column: Int, CaseIterable {
            case rcOriginalAppUserID, rcLastSeenAppUserIDAlias, productIdentifier, startTime,
                endTime, effectiveEndTime, gracePeriodEndTime, refundedAt, updatedAt, store,
                storeTransactionID, originalStoreTransactionID, renewalNumber,
                entitlementIdentifiers, originalTransactionID, purchaseToken, receiptData,
                storeProductID, userID, quantity, amountCents

            /// Its name in files.
            var name: String {
                switch self {
                case .rcOriginalAppUserID: "rc_original_app_user_id"
                case .rcLastSeenAppUserIDAlias: "rc_last_seen_app_user_id_alias"
                case .productIdentifier: "product_identifier"
                case .startTime: "start_time"
                case .endTime: "end_time"
                case .effectiveEndTime: "effective_end_time"
                case .gracePeriodEndTime: "grace_period_end_time"
                case .refundedAt: "refunded_at"
                case .updatedAt: "updated_at"
                case .store: "store"
                case .storeTransactionID: "store_transaction_id"
                case .originalStoreTransactionID: "original_store_transaction_id"
                case .renewalNumber: "renewal_number"
                case .entitlementIdentifiers: "entitlement_identifiers"
                case .originalTransactionID: "original_transaction_id"
                case .purchaseToken: "purchase_token"
                case .receiptData: "receipt_data"
                case .storeProductID: "store_product_id"
                case .userID: "user_id"
                case .quantity: "quantity"
                case .amountCents: "amount_cents"
                }
            }
        }

        /// A row, its cells by their columns.
        struct Row {
            /// The index of each column; nil where there is none.
            fileprivate let columns: [Int?]
            fileprivate var cells = CSVCells()

            /// The cell of a column; nil where there is no such column, or nothing in it.
            subscript(column: Column) -> String? {
                index(of: column).map(cells.text).flatMap { $0.isEmpty ? nil : $0 }
            }

            /// The instant in a cell, as ``Instants`` reads it.
            func instant(_ column: Column) -> Int64? {
                index(of: column).flatMap { Instants.text(cells.written($0)) }
            }

            /// Whether the table has a column.
            func has(_ column: Column) -> Bool { columns[column.rawValue] != nil }

            private func index(of column: Column) -> Int? {
                guard let index = columns[column.rawValue], index < cells.count else { return nil }
                return index
            }
        }

        /// Reads all rows but the first.
        static func forEachRow(
            in bytes: Span<UInt8>, from start: Int, _ body: (Row, Range<Int>) -> Void
        ) {
            let comma = UInt8(ascii: ","), semicolon = UInt8(ascii: ";")
            var (commas, semicolons, offset) = (0, 0, start)
            while offset < bytes.count, bytes[offset] != 0x0a {
                if bytes[offset] == comma { commas += 1 }
                if bytes[offset] == semicolon { semicolons += 1 }
                offset += 1
            }
            var tokenizer = CSVTokenizer(
                delimiter: semicolons > commas ? semicolon : comma, from: start, to: bytes.count)
            var head = CSVCells()
            let names = tokenizer.next(in: bytes, &head) ? head.texts : []
            var row = Row(columns: Column.allCases.map { names.firstIndex(of: $0.name) })
            while tokenizer.next(in: bytes, &row.cells) {
                if !row.cells.isEmpty { body(row, row.cells.range) }
            }
        }

        /// The texts of a cell that holds a list as JSON.
        static func list(_ cell: String?) -> [String] {
            guard let cell else { return [] }
            var texts: [String] = []
            "{\"list\":\(cell)}".withSpan { bytes in
                JSONView.forEachRecord(in: bytes, from: 0) { record, _ in
                    texts += record["list"]?.elements.compactMap(\.text) ?? []
                }
            }
            return texts
        }
    }
}
