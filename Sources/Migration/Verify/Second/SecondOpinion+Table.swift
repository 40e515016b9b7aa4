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
            fileprivate let bytes: UnsafePointer<UInt8>
            /// The place of each column; nil where there is none.
            fileprivate let columns: [Int?]
            fileprivate let cells: UnsafeBufferPointer<CSVField>

            /// The cell of a column; nil where there is no such column, or nothing in it.
            subscript(column: Column) -> String? {
                guard let cell = cell(column) else { return nil }
                let text = cell.text(in: bytes)
                return text.isEmpty ? nil : text
            }

            /// The instant in a cell, as ``Instants`` reads it.
            func instant(_ column: Column) -> Int64? {
                guard let cell = cell(column), !cell.hasDoubledQuotes else { return nil }
                return Instants.text(
                    UnsafeBufferPointer(start: bytes + cell.start, count: cell.end - cell.start))
            }

            /// Whether the table has a column.
            func has(_ column: Column) -> Bool { columns[column.rawValue] != nil }

            private func cell(_ column: Column) -> CSVField? {
                guard let place = columns[column.rawValue], place < cells.count else { return nil }
                return cells[place]
            }
        }

        /// Reads all rows but the first.
        static func forEachRow(
            in bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (Row, Range<Int>) -> Void
        ) {
            guard let base = bytes.baseAddress else { return }
            let head = bytes[start...].prefix { $0 != 0x0a }
            let semicolons = head.count { $0 == UInt8(ascii: ";") }
            let commas = head.count { $0 == UInt8(ascii: ",") }
            let delimiter = UInt8(ascii: semicolons > commas ? ";" : ",")
            var tokenizer = CSVTokenizer(delimiter: delimiter, from: start, to: bytes.count)
            let names = tokenizer.next(in: base)?.texts(in: base) ?? []
            let columns = Column.allCases.map { names.firstIndex(of: $0.name) }
            while let row = tokenizer.next(in: base) {
                let first = row.fields[0]
                if row.fields.count > 1 || first.end > first.start {
                    body(
                        Row(bytes: base, columns: columns, cells: row.fields), row.start..<row.next)
                }
            }
        }

        /// The texts of a cell that holds a list as JSON.
        static func list(_ cell: String?) -> [String] {
            guard let cell else { return [] }
            var texts: [String] = []
            var object = "{\"list\":\(cell)}"
            object.withUTF8 { bytes in
                JSONView.forEachRecord(in: bytes, from: 0) { record, _ in
                    texts += record["list"]?.elements.compactMap(\.text) ?? []
                }
            }
            return texts
        }
    }
}
