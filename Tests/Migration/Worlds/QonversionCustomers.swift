// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The list of customers of Qonversion's Analytics API.
///
/// Source: https://documentation.qonversion.io/api-reference/customers/get-customers-list, read on
/// 2026-11-21. A row has one product and a status, and says nothing of when anything ends.
enum QonversionCustomers {
    /// The list: a page of it, or its rows one a line, as the moment has it.
    static func file(_ world: SourceWorld) -> [WorldExport.File] {
        let rows = world.customers.map(row)
        guard world.now / 1_000 % 2 == 0 else { return WorldExport.lines(rows, "customers.jsonl") }
        let page: WrittenJSON = [
            "data": [
                "total_count": .number(Int64(rows.count)), "items": .list(rows), "page": 1,
            ]
        ]
        return WorldExport.lines([page], "customers.json")
    }

    /// Whether each customer holds what a row has room for.
    static func hasRoom(for world: SourceWorld) -> Bool {
        world.customers.allSatisfy { $0.purchases.count <= 1 }
    }

    private static func row(_ customer: KnownCustomer) -> WrittenJSON {
        let course = customer.purchases.first
        let identity = customer.customs.first?.text ?? ""
        return [
            "client_id": .number(Int64(customer.original.user.index)),
            "client_uid": .text(QonversionAnswers.id(of: customer)),
            "external_identity": .text(identity), "custom_uid": "",
            "since": .seconds(customer.firstSeen),
            "last_payment_at": .seconds(course?.period.starts),
            "first_transaction_purchase_at": .seconds(course?.bought),
            "payments_count": .number(Int64(course?.periods.count ?? 0)),
            "purchase_currency": course == nil ? nil : "USD",
            "purchase_product_id": course.map { .text($0.product.text) } ?? .null,
            "status": course.map { status(of: $0.state) } ?? .null, "client_country": "US",
            "target_platform": course?.store == .playStore ? "Android" : "iOS",
        ]
    }

    private static func status(of state: PurchaseState) -> WrittenJSON {
        switch state {
        case .active, .paused: 2
        case .cancelled, .expired, .refunded: 3
        case .grace, .billingRetry: 4
        }
    }
}
