// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

import AllonymMigration

/// Rows of an export such as a large app has: each is one period of a subscription.
///
/// For each 10 rows there are 3 customers, of whom one in five has two IDs, and 3.3 subscriptions.
/// The rows of a subscription, and of a customer, lie far apart.
struct ExportRows {
    private let purchaseCount: Int
    private let customerCount: Int
    private let stride: Int
    private(set) var next = 0

    init(rows: Int) {
        customerCount = max(1, rows * 3 / 10)
        let purchases = max(1, rows * 33 / 100)
        // A prime that does not divide the count reaches all purchases.
        stride = [2_654_435_761, 1_000_000_007].first { purchases % $0 != 0 } ?? 1
        purchaseCount = purchases
    }

    /// How many IDs there are among the rows from the first on, once all purchases were told of.
    var idCount: Int { customerCount + (customerCount + 4) / 5 }

    private static let products = ["pro_monthly", "pro_yearly", "plus_monthly", "com.app.gold:m"]
    private static let countries = ["DE", "US", "FR", "JP", "BR", "IN", "GB", "ES"]
    private static let currencies = ["EUR", "USD", "EUR", "JPY", "BRL", "INR", "GBP", "EUR"]

    /// Fills an empty batch with the next rows.
    mutating func fill(_ batch: RecordBatch, count: Int) {
        for _ in 0..<count {
            let purchase = next % purchaseCount * stride % purchaseCount
            add(purchase, period: next / purchaseCount, to: batch)
            next += 1
        }
        batch.firstLine = next + 1
    }

    private func add(_ purchase: Int, period: Int, to batch: RecordBatch) {
        let customer = purchase % customerCount
        let (head, slots) = batch.beginRecord()
        func text(_ field: NeutralField, _ text: String) {
            slots[field.number] = batch.append(text).bits
        }
        func hour(_ field: NeutralField, _ hour: Int) {
            slots[field.number] = UInt64(bitPattern: Instant.hour(hour).milliseconds) ^ Record.least
        }
        func word(_ field: NeutralField, _ index: Int) {
            slots[field.number] = UInt64(index + 1)
        }
        let original = ExportRows.id(customer, form: customer % 10)
        text(.originalID, original)
        text(.userID, customer % 5 == 0 ? ExportRows.id(customer, form: 7) : original)
        let index = purchase % 8
        text(.product, ExportRows.products[purchase % 4])
        let isOrder = purchase % 5 < 2
        let number = 2_000_000_000_000_000 + purchase * 16
        let order = "GPA.33\(purchase % 90 + 10)-41\(purchase % 80 + 10)-\(number % 10_000_000_000)"
        word(.store, isOrder ? 2 : 0)
        text(.originalTransactionID, isOrder ? order : "\(number)")
        text(
            .transactionID,
            isOrder ? (period == 0 ? order : "\(order)..\(period - 1)") : "\(number + period)")
        slots[NeutralField.renewalNumber.number] = UInt64(period + 1) ^ Record.least
        hour(.purchaseDate, period * 720 + purchase % 700)
        hour(.expiryDate, (period + 1) * 720 + purchase % 700)
        if purchase % 5 == 0 { hour(.cancelledDate, period * 720 + purchase % 700 + 5) }
        if purchase % 20 == 0 { hour(.billingProblemDate, (period + 1) * 720) }
        if purchase % 50 == 0 { hour(.refundedDate, period * 720 + purchase % 700 + 9) }
        hour(.versionDate, period * 720 + purchase % 700 + 10)
        hour(.firstSeenDate, customer % 700)
        word(.kind, 0)
        word(.periodType, period == 0 && purchase % 3 == 0 ? 0 : 2)
        word(.environment, 0)
        slots[NeutralField.familyShared.number] = 1
        let first = batch.listCount
        batch.addToList(batch.append(purchase % 4 < 2 ? "pro" : "plus"))
        slots[NeutralField.entitlement.number] = Text(start: first, count: 1).bits
        text(.country, ExportRows.countries[index])
        text(.currency, ExportRows.currencies[index])
        text(.price, ["9.99", "59.99", "4.99", "129.00"][purchase % 4])
        text(.platform, isOrder ? "android" : "iOS")
        head.initialize(
            to: Record.Head(
                kind: .purchase, reader: 0, event: -1, line: UInt32(batch.count), start: 0,
                count: 400))
        batch.keepRecord()
    }

    /// The ID of a customer: of ten, six are anonymous, three UUIDs, and one another text.
    private static func id(_ customer: Int, form: Int) -> String {
        let bits = UInt64(customer + 1) &* 0x9E37_79B9_7F4A_7C15
        let high = hex(bits)
        let low = hex(bits &* 0xD6E8_FEB8_6659_FD93)
        if form < 6 { return "$RCAnonymousID:\(high)\(low)" }
        if form == 9 { return "customer-\(customer)@mail.example" }
        return "\(high.prefix(8))-\(high.dropFirst(8).prefix(4))-\(high.suffix(4))-"
            + "\(low.prefix(4))-\(low.dropFirst(4))"
    }

    private static func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
