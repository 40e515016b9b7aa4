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
            fileprivate let bytes: UnsafeBufferPointer<UInt8>
            /// The place of each column; nil where there is none.
            fileprivate let columns: [Int?]
            fileprivate let cells: [Cell]

            /// The cell of a column; nil where there is no such column, or nothing in it.
            subscript(column: Column) -> String? {
                guard let cell = cell(column) else { return nil }
                let text = cell.text(in: bytes)
                return text.isEmpty ? nil : text
            }

            /// The instant in a cell, as ``Instants`` reads it.
            func instant(_ column: Column) -> Int64? {
                guard let cell = cell(column), !cell.isDoubled else { return nil }
                return Instants.text(UnsafeBufferPointer(rebasing: bytes[cell.start..<cell.end]))
            }

            /// Whether the table has a column.
            func has(_ column: Column) -> Bool { columns[column.rawValue] != nil }

            private func cell(_ column: Column) -> Cell? {
                guard let place = columns[column.rawValue], place < cells.count else { return nil }
                return cells[place]
            }
        }

        /// Where a cell stands, its quotes left out.
        fileprivate struct Cell {
            let start: Int
            let end: Int
            /// Whether two quotes inside stand for one.
            let isDoubled: Bool

            func text(in bytes: UnsafeBufferPointer<UInt8>) -> String {
                let inside = bytes[start..<end]
                guard isDoubled else { return String(decoding: inside, as: UTF8.self) }
                var text: [UInt8] = []
                var place = start
                while place < end {
                    text.append(bytes[place])
                    place += bytes[place] == UInt8(ascii: "\"") ? 2 : 1
                }
                return String(decoding: text, as: UTF8.self)
            }
        }

        /// Reads all rows but the first.
        static func forEachRow(
            in bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (Row, Range<Int>) -> Void
        ) {
            let head = bytes[start...].prefix { $0 != 0x0a }
            let semicolons = head.count { $0 == UInt8(ascii: ";") }
            let commas = head.count { $0 == UInt8(ascii: ",") }
            let delimiter = UInt8(ascii: semicolons > commas ? ";" : ",")
            var columns = Column.allCases.map { _ in Int?.none }
            var place = start
            var isFirst = true
            while place < bytes.count {
                let (cells, end) = cells(bytes, place, delimiter)
                if isFirst {
                    let names = cells.map { $0.text(in: bytes) }
                    columns = Column.allCases.map { names.firstIndex(of: $0.name) }
                } else if cells.count > 1 || cells.first.map({ $0.end > $0.start }) ?? false {
                    body(Row(bytes: bytes, columns: columns, cells: cells), place..<end)
                }
                isFirst = false
                place = end
            }
        }

        /// The cells of one row, and where the next one begins.
        private static func cells(
            _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ delimiter: UInt8
        ) -> ([Cell], Int) {
            let quote = UInt8(ascii: "\"")
            var cells: [Cell] = []
            var place = start
            while true {
                var (begin, isDoubled) = (place, false)
                var end: Int?
                if place < bytes.count, bytes[place] == quote {
                    (begin, place) = (place + 1, place + 1)
                    while place < bytes.count {
                        if bytes[place] != quote {
                            place += 1
                        } else if place + 1 < bytes.count, bytes[place + 1] == quote {
                            (isDoubled, place) = (true, place + 2)
                        } else {
                            break
                        }
                    }
                    end = place
                }
                while place < bytes.count, bytes[place] != delimiter, bytes[place] != 0x0a {
                    place += 1
                }
                let isLast = place >= bytes.count || bytes[place] == 0x0a
                let isReturn = isLast && end == nil && place > begin && bytes[place - 1] == 0x0d
                cells.append(
                    Cell(
                        start: begin, end: end ?? (isReturn ? place - 1 : place),
                        isDoubled: isDoubled))
                place = min(place + 1, bytes.count)
                if isLast { return (cells, place) }
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
