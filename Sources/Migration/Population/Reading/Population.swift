// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import AllonymMappings

/// Who there is: IDs, customers, purchases and grants at one moment.
///
/// IDs, customers and purchases are numbers, and each is looked up when it is needed; so it is
/// compact, and any number of threads may read it.
package final class Population: Sendable {
    let idRows: [IDRow]
    let idFacts: FactLists<IDFact>
    private let idTexts: Arena
    let purchaseRows: [PurchaseRow]
    let purchaseFacts: FactLists<PurchaseFact>
    /// All texts but those of IDs.
    let texts: TextStore
    /// Where receipts and attributes are.
    let locations: [RecordLocation]
    private let idsOfCustomers: Buckets<IDNumber>
    /// Of each customer the purchases, then the grants; and at last those of nobody.
    private let holdings: Buckets<PurchaseNumber>
    /// The moment.
    package let at: Instant
    /// What was read, and what became of it.
    package let counts: PopulationCounts
    /// The records that were passed over, in their order.
    package let passed: [PassedRecord]
    /// Who held a purchase that another customer has by a newer word.
    package let superseded: [FormerHolder]
    /// What equally new records give to several customers, each of whom has it here, where by the
    /// provider's rules a purchase has one holder.
    package let undecided: [PurchaseNumber]
    /// For each copy who held the purchase before, the owner first.
    private let earlier: [Int: [IDNumber]]
    /// The anonymous IDs that were seen with several customers.
    package let sharedDevices: [SharedDevice]
    /// What customers have by the provider's own ID of an entitlement, whose name nobody says.
    package let unnamedEntitlements: [PurchaseNumber]
    /// Whether records list what customers may use, apart from what they bought.
    let listsAccess: Bool
    /// What there is to say about records of added files, by what they are.
    package let addedNotes: [AddedNote]
    /// How many customers there are.
    package let customerCount: Int
    /// How many purchases there are, each holder's counted.
    package let purchaseCount: Int
    /// How many entitlements were given by hand, each holder's counted.
    package let grantCount: Int

    init(
        _ intake: Intake, at: Instant, customerCount: Int, _ sharing: Settlement.Sharing,
        sharedDevices: [SharedDevice], unnamedEntitlements: [PurchaseNumber],
        addedNotes: [AddedNote] = []
    ) {
        self.addedNotes = addedNotes
        listsAccess = !intake.accessRows.isEmpty
        (superseded, earlier) = (sharing.superseded, sharing.earlier)
        undecided = sharing.undecided.map { PurchaseNumber($0) }
        (self.sharedDevices, self.unnamedEntitlements) = (sharedDevices, unnamedEntitlements)
        let (ids, purchases) = (intake.ids, intake.purchases)
        (idRows, idFacts, idTexts) = (ids.rows, ids.facts, ids.texts)
        (purchaseRows, purchaseFacts) = (purchases.rows, purchases.facts)
        (texts, locations) = (purchases.texts, purchases.locations)
        tableBytes = ids.allocatedBytes + purchases.allocatedBytes
        passed = intake.passed
        (counts, self.at, self.customerCount) = (intake.counts, at, customerCount)
        idsOfCustomers = Buckets(ids.count, into: customerCount, make: { IDNumber($0) }) {
            ids.customer(of: IDNumber($0)).index
        }
        var (purchaseCount, grantCount) = (0, 0)
        holdings = Buckets(
            purchases.count, into: (customerCount + 1) * 2, make: { PurchaseNumber($0) }
        ) { number in
            let row = purchases.rows[number]
            if row.traits.contains(.gone) { return nil }
            let customer = ids.customer(of: row.user)
            let isGrant = row.traits.contains(.grant)
            return (customer.isPresent ? customer.index : customerCount) * 2 + (isGrant ? 1 : 0)
        }
        for bucket in 0..<holdings.bucketCount {
            let count = holdings[bucket].count
            if bucket % 2 == 0 { purchaseCount += count } else { grantCount += count }
        }
        (self.purchaseCount, self.grantCount) = (purchaseCount, grantCount)
    }

    /// The IDs that held a copied purchase before, the owner first.
    package func earlierHolders(of copy: PurchaseNumber) -> [IDNumber] {
        (earlier[copy.index] ?? []).filter(\.isPresent)
    }

    /// How many IDs there are.
    package var idCount: Int { idRows.count }

    private let tableBytes: Int

    /// The bytes that all tables take.
    package var allocatedBytes: Int {
        tableBytes + idsOfCustomers.allocatedBytes + holdings.allocatedBytes
    }

    // MARK: - Customers

    /// Shows every customer, in order.
    package func forEachCustomer(_ body: (CustomerView) throws -> Void) rethrows {
        for number in 0..<customerCount { try body(customer(CustomerNumber(number))) }
    }

    /// A customer.
    package func customer(_ number: CustomerNumber) -> CustomerView {
        let members = idsOfCustomers[number.index]
        var view = CustomerView(
            number: number, ids: members, purchases: holdings[number.index * 2],
            grants: holdings[number.index * 2 + 1])
        var lastUsed: UInt32 = 0
        for id in members {
            let row = idRows[id.index]
            if row.traits.contains(.original), !view.original.isPresent { view.original = id }
            if row.traits.contains(.used), row.lastUsed >= lastUsed || !view.lastUsed.isPresent {
                (view.lastUsed, lastUsed) = (id, row.lastUsed)
            }
        }
        return view
    }

    /// A customer's IDs, without what else is known of the customer.
    func ids(of customer: Int) -> Members<IDNumber> { idsOfCustomers[customer] }

    /// A customer's purchases.
    func purchases(of customer: Int) -> Members<PurchaseNumber> { holdings[customer * 2] }

    /// A customer's grants.
    func grants(of customer: Int) -> Members<PurchaseNumber> { holdings[customer * 2 + 1] }

    /// The customer of an ID.
    package func customer(of id: IDNumber) -> CustomerNumber {
        id.isPresent ? CustomerNumber(Int(idRows[id.index].parent)) : .none
    }

    /// The purchases, then the grants, that nobody is said to hold.
    package var ownerless: (purchases: Members<PurchaseNumber>, grants: Members<PurchaseNumber>) {
        (holdings[customerCount * 2], holdings[customerCount * 2 + 1])
    }

    // MARK: - Texts

    /// Lends the bytes of a text; of none, no bytes.
    @inline(__always)
    package func withText<Result>(
        _ text: StoredText, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try texts.withBytes(of: text, body)
    }

    /// Lends the bytes of an ID.
    @inline(__always)
    package func withText<Result>(
        of id: IDNumber, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try idTexts.withBytes(of: idRows[id.index].text, body)
    }

    /// A text as a string; nil for none.
    package func string(_ text: StoredText) -> String? {
        text.isPresent ? withText(text) { $0.text } : nil
    }

    /// An ID as a string; nil for none.
    package func string(_ id: IDNumber) -> String? {
        id.isPresent ? withText(of: id) { $0.text } : nil
    }
}
