// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Takes the numbers and texts that a ledger is made of.
package protocol LedgerSink {
    mutating func put(_ number: Int)
    mutating func put(_ text: String)
}

/// Gives them again, in the same order.
package protocol LedgerSource<Fault> {
    associatedtype Fault: Error
    mutating func number() throws(Fault) -> Int
    mutating func text() throws(Fault) -> String
}

// A ledger as a list of numbers and texts, from which the very same is made again. The reader trusts
// them: whoever keeps them has to notice when they are damaged.

extension Ledger {
    /// Hands over everything, tables in the order in which they are declared.
    package func write(to sink: inout some LedgerSink) {
        for names in [userNames, deviceNames, accountNames, productNames, entitlementNames] {
            sink.put(names.count)
            for index in 0..<names.count { sink.put(names[index]) }
        }
        sink.put(users.count)
        for user in users {
            sink.put(user.customer)
            sink.put(user.next)
            sink.put(user.isAnonymous ? 1 : 0)
        }
        sink.put(customers.count)
        for customer in customers { write(customer, &sink) }
        sink.put(installations.count)
        for record in installations {
            sink.put(record.account)
            sink.put(record.own)
            sink.put(record.current)
            sink.put(Int(record.seenTransactions))
            sink.put(record.hasSynced ? 1 : 0)
        }
        sink.put(accounts.count)
        for account in accounts {
            sink.put(account.firstPurchase)
            sink.put(account.lastPurchase)
            sink.put(Int(account.transactions))
            sink.put(account.store.number)
        }
        sink.put(products.count)
        for product in products {
            sink.put(product.kind.number)
            sink.put(product.entitlements.count)
            for entitlement in product.entitlements { sink.put(entitlement) }
        }
        sink.put(purchases.count)
        for purchase in purchases { write(purchase, &sink) }
        writeRest(&sink)
    }

    private func write(_ customer: CustomerRecord, _ sink: inout some LedgerSink) {
        sink.put(customer.original)
        sink.put(customer.firstUser)
        sink.put(customer.lastUser)
        sink.put(customer.firstPurchase)
        sink.put(customer.lastPurchase)
        sink.put(customer.absorbedBy)
        let flags = [customer.isIdentified, customer.hasAnonymous, customer.isErased]
        sink.put(flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) })
    }

    private func write(_ purchase: PurchaseRecord, _ sink: inout some LedgerSink) {
        sink.put(purchase.product)
        sink.put(purchase.account)
        sink.put(purchase.owner)
        sink.put(purchase.nextOfOwner)
        sink.put(purchase.nextOfAccount)
        sink.put(Int(purchase.transaction))
        sink.put(Int(purchase.state.rawValue))
        sink.put(Int(purchase.known.rawValue))
        sink.put(purchase.kind.number)
        sink.put(purchase.isFirstHand ? 1 : 0)
    }

    /// What most ledgers have little of; sorted, so that the same ledger is the same list.
    private func writeRest(_ sink: inout some LedgerSink) {
        write(copies, &sink)
        write(copiesHeld, &sink)
        write(grants, &sink)
        write(shares, &sink)
        write(waiting, &sink)
        write(outdated, &sink)
        write(sharedFrom, &sink)
        write(backups, &sink)
        sink.put(posts.count)
        let posts = posts.sorted {
            ($0.key.installation, $0.key.purchase) < ($1.key.installation, $1.key.purchase)
        }
        for (post, renews) in posts {
            sink.put(post.installation)
            sink.put(post.purchase)
            sink.put(renews ? 1 : 0)
        }
    }

    private func write<Key, Value>(
        _ lists: [Handle<Key>: [Handle<Value>]], _ sink: inout some LedgerSink
    ) {
        sink.put(lists.count)
        for (key, values) in lists.sorted(by: { $0.key < $1.key }) {
            sink.put(key)
            sink.put(values.count)
            for value in values { sink.put(value) }
        }
    }

    private func write<Key, Value>(
        _ handles: [Handle<Key>: Handle<Value>], _ sink: inout some LedgerSink
    ) {
        sink.put(handles.count)
        for (key, value) in handles.sorted(by: { $0.key < $1.key }) {
            sink.put(key)
            sink.put(value)
        }
    }
}

extension LedgerSink {
    fileprivate mutating func put<Named>(_ handle: Handle<Named>) { put(Int(handle.index)) }

    fileprivate mutating func put<Named>(_ link: Link<Named>) {
        put(link.handle.map { Int($0.index) } ?? -1)
    }
}

/// What is kept as a number: a case's number is for good, and a new case takes the next.
protocol Numbered: CaseIterable, Equatable where AllCases == [Self] {}

extension Numbered {
    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init?(number: Int) {
        guard Self.allCases.indices.contains(number) else { return nil }
        self = Self.allCases[number]
    }
}

extension Store: Numbered {}
extension ProductKind: Numbered {}
