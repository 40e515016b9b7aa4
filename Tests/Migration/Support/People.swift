// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration

/// Customers made by hand, as the source of a plan.
struct People: PlanSource, @unchecked Sendable {
    // Unchecked because the compiler does not see that nothing changes values of any kind.

    struct ID {
        var text: String
        var isAnonymous = false
    }

    struct Customer {
        var ids: [ID] = []
        var original: Int?
        var lastSeen: Int?
        var purchases: [Fields] = []
        var grants: [Fields] = []
        var fields = Fields()
        var copies: Set<Int> = []
    }

    private var customers: [Customer] = []
    private var ids: [(id: ID, customer: Int)] = []
    private var purchases: [(fields: Fields, isCopy: Bool)] = []
    private var grants: [Fields] = []
    private var idsOf: [Range<Int>] = []
    private var purchasesOf: [Range<Int>] = []
    private var grantsOf: [Range<Int>] = []
    private let ownerless: Range<Int>

    init(_ customers: [Customer], ownerless: [Fields] = []) {
        self.customers = customers
        for (number, customer) in customers.enumerated() {
            idsOf.append(ids.count..<ids.count + customer.ids.count)
            ids += customer.ids.map { ($0, number) }
            purchasesOf.append(purchases.count..<purchases.count + customer.purchases.count)
            purchases += customer.purchases.enumerated().map {
                ($1, customer.copies.contains($0))
            }
            grantsOf.append(grants.count..<grants.count + customer.grants.count)
            grants += customer.grants
        }
        self.ownerless = purchases.count..<purchases.count + ownerless.count
        purchases += ownerless.map { ($0, false) }
    }

    var idCount: Int { ids.count }
    var customerCount: Int { customers.count }
    var purchaseCount: Int { purchases.count }
    var grantCount: Int { grants.count }

    func ids(of customer: Int) -> Range<Int> { idsOf[customer] }
    func purchases(of customer: Int?) -> Range<Int> {
        customer.map { purchasesOf[$0] } ?? ownerless
    }
    func grants(of customer: Int?) -> Range<Int> { customer.map { grantsOf[$0] } ?? 0..<0 }

    func original(of customer: Int) -> Int? {
        customers[customer].original.map { $0 + idsOf[customer].lowerBound }
    }

    func lastSeen(of customer: Int) -> Int? {
        customers[customer].lastSeen.map { $0 + idsOf[customer].lowerBound }
    }

    func customer(of id: Int) -> Int { ids[id].customer }
    func isAnonymous(_ id: Int) -> Bool { ids[id].id.isAnonymous }

    func withText<Result>(of id: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = ids[id].id.text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    func hasAttributes(_ customer: Int) -> Bool {
        ["attributes", "reserved-attributes"].contains { customers[customer].fields[$0] != nil }
    }

    func isCopy(_ purchase: Int) -> Bool { purchases[purchase].isCopy }

    /// The first ID of the customer.
    func holder(of purchase: Int) -> Int? {
        purchasesOf.firstIndex { $0.contains(purchase) }.map { idsOf[$0].lowerBound }
    }

    /// Whose a copy was before: the first customer's.
    func earlierHolders(of purchase: Int) -> [Int] { [0] }

    func fill(_ values: FieldValues, customer: Int, _ fields: PlanFieldSet) {
        customers[customer].fields.fill(values)
    }

    func fill(_ values: FieldValues, purchase: Int, _ fields: PlanFieldSet) {
        purchases[purchase].fields.fill(values)
    }

    func fill(_ values: FieldValues, grant: Int, _ fields: PlanFieldSet) {
        grants[grant].fill(values)
    }
}
