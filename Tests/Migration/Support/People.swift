// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

import AllonymMigration

/// Customers as a test writes them, with numbers in the order in which they are written.
struct People {
    struct ID {
        var text: String
        var isAnonymous = false
    }

    /// What belongs to one customer; `copies` are purchases that the first customer held before, by
    /// their indices.
    struct Customer {
        var ids: [ID] = []
        var original: Int?
        var lastSeen: Int?
        var purchases: [Fields] = []
        var grants: [Fields] = []
        var fields = Fields()
        var copies: Set<Int> = []
    }

    private let customers: [Customer]
    private let ownerless: [Fields]

    init(_ customers: [Customer], ownerless: [Fields] = []) {
        (self.customers, self.ownerless) = (customers, ownerless)
    }

    var idCount: Int { customers.reduce(0) { $0 + $1.ids.count } }
    var grantCount: Int { customers.reduce(0) { $0 + $1.grants.count } }
    var purchaseCount: Int {
        customers.reduce(ownerless.count) { $0 + $1.purchases.count }
    }

    /// Whose the ID of a number is.
    func customer(of id: Int) -> Int {
        customers.indices.flatMap { customer in customers[customer].ids.map { _ in customer } }[id]
    }

    /// The population at a moment that records of them tell of.
    func population(
        of source: MigrationEndpoint, at: Int64? = testMoment, in directory: OutputDirectory
    ) throws -> PlannedPopulation {
        let spill = try directory.spill(keeping: [.receipt, .attributes, .reservedAttributes])
        let intake = Intake(
            rules: source.rules, readers: [try testReader(.latestRow)],
            at: at.map { Instant(milliseconds: $0) } ?? .none, spill: spill)
        let batch = RecordBatch(capacity: 1 << 12)
        let isApart = source.rules?.identifiers.anonymous.isApart ?? false
        for record in records(isApart) { batch.add(record) }
        intake.add(batch)
        let population = intake.finish()
        try spill?.check()
        return PlannedPopulation(population) { index, field, body in
            spill?.withText(of: index, field, body)
        }
    }

    /// The IDs of all customers first, so that customers have the numbers that they are written in.
    private func records(_ isApart: Bool) -> [TestRecord] {
        var transactions = Transactions()
        return customers.flatMap { ids(of: $0, isApart) }
            + customers.flatMap { holdings(of: $0, &transactions) }
            + ownerless.map { .purchase(transactions.own($0).says) }
    }

    private func ids(of customer: Customer, _ isApart: Bool) -> [TestRecord] {
        let first = customer.ids.prefix(1).map(says)
        var records = first.map { TestRecord.customer($0.merging(customer.fields.says) { $1 }) }
        for id in customer.ids.dropFirst() {
            let list = id.isAnonymous ? NeutralField.anonymousAliases : .aliases
            records.append(.customer(first[0].merging([list: .list([id.text])]) { $1 }))
        }
        // Where anonymous IDs are apart, an original ID is one that the app gave.
        if let id = customer.original.map({ customer.ids[$0] }), !isApart || !id.isAnonymous {
            records.append(.customer(says(id).merging([.originalID: .text(id.text)]) { $1 }))
        }
        if let last = customer.lastSeen {
            records.append(.customer(says(customer.ids[last]).merging([.lastSeenDate: 1]) { $1 }))
        }
        return records
    }

    private func says(_ id: ID) -> [NeutralField: Said] {
        [id.isAnonymous ? .anonymousID : .userID: .text(id.text)]
    }

    private func holdings(
        of customer: Customer, _ transactions: inout Transactions
    ) -> [TestRecord] {
        let owner = customer.ids.first.map(says) ?? [:]
        let purchases = customer.purchases.enumerated().map { index, fields in
            let fields = customer.copies.contains(index) ? fields : transactions.own(fields)
            return TestRecord.purchase(fields.says.merging(owner) { $1 })
        }
        return purchases
            + customer.grants.map { fields in
                .grant(
                    transactions.own(fields).says.merging(owner) { $1 }.merging([
                        .store: "promotional"
                    ]) { $1 })
            }
    }

    /// Gives each purchase a transaction of its own, where one has that of another.
    private struct Transactions {
        private var known: Set<String> = []

        mutating func own(_ fields: Fields) -> Fields {
            var fields = fields
            let name = "original-transaction-id"
            let transaction = fields.text(name) ?? "purchase"
            if !known.insert(transaction).inserted || fields.text(name) == nil {
                fields[name] = "\(transaction)-\(known.count)"
                known.insert("\(transaction)-\(known.count)")
            }
            return fields
        }
    }
}
