// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// The other way round: a ledger from the numbers and texts that it handed over.

extension Ledger {
    /// Makes a ledger of what ``write(to:)`` handed over.
    ///
    /// - Parameter source: The numbers and texts, in the same order.
    /// - Throws: What the source throws; nothing else is checked.
    package init<Source: LedgerSource>(from source: inout Source) throws(Source.Fault) {
        self.init()
        userNames = try source.names()
        deviceNames = try source.names()
        accountNames = try source.names()
        productNames = try source.names()
        entitlementNames = try source.names()
        users = try source.list { source throws(Source.Fault) in
            UserRecord(
                customer: try source.handle(), next: try source.link(),
                isAnonymous: try source.number() == 1)
        }
        customers = try source.list { source throws(Source.Fault) in try source.customer() }
        installations = try source.list { source throws(Source.Fault) in
            var record = InstallationRecord(
                account: try source.handle(), own: try source.link(),
                current: try source.handle())
            record.seenTransactions = try source.short()
            record.hasSynced = try source.number() == 1
            return record
        }
        accounts = try source.list { source throws(Source.Fault) in
            var record = AccountRecord(store: .appStore)
            record.firstPurchase = try source.link()
            record.lastPurchase = try source.link()
            record.transactions = try source.short()
            record.store = Store(number: try source.number()) ?? .appStore
            return record
        }
        products = try source.list { source throws(Source.Fault) in
            ProductRecord(
                kind: ProductKind(number: try source.number()) ?? .subscription,
                entitlements: try source.list { source throws(Source.Fault) in
                    try source.handle()
                })
        }
        purchases = try source.list { source throws(Source.Fault) in try source.purchase() }
        copies = try source.lists()
        copiesHeld = try source.lists()
        grants = try source.lists()
        shares = try source.lists()
        waiting = try source.handles()
        outdated = try source.handles()
        sharedFrom = try source.handles()
        backups = try source.handles()
        for _ in 0..<(try source.number()) {
            let post = Post(installation: try source.handle(), purchase: try source.handle())
            posts[post] = try source.number() == 1
        }
    }
}

extension LedgerSource {
    fileprivate mutating func names() throws(Fault) -> NameTable {
        var names = NameTable()
        for _ in 0..<(try number()) { _ = names.append(try text()) }
        return names
    }

    fileprivate mutating func handle<Named>() throws(Fault) -> Handle<Named> {
        Handle(try number())
    }

    fileprivate mutating func link<Named>() throws(Fault) -> Link<Named> {
        let index = try number()
        return index < 0 ? .none : Link(Handle<Named>(index))
    }

    fileprivate mutating func short() throws(Fault) -> Int32 {
        Int32(truncatingIfNeeded: try number())
    }

    fileprivate mutating func list<Value>(
        _ body: (inout Self) throws(Fault) -> Value
    ) throws(Fault) -> [Value] {
        let count = try number()
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    fileprivate mutating func lists<Key, Value>() throws(Fault) -> [Handle<Key>: [Handle<Value>]] {
        var lists: [Handle<Key>: [Handle<Value>]] = [:]
        for _ in 0..<(try number()) {
            let key: Handle<Key> = try handle()
            lists[key] = try list { source throws(Fault) in try source.handle() }
        }
        return lists
    }

    fileprivate mutating func handles<Key, Value>() throws(Fault) -> [Handle<Key>: Handle<Value>] {
        var handles: [Handle<Key>: Handle<Value>] = [:]
        for _ in 0..<(try number()) {
            let key: Handle<Key> = try handle()
            handles[key] = try handle()
        }
        return handles
    }

    fileprivate mutating func customer() throws(Fault) -> CustomerRecord {
        var record = CustomerRecord(
            original: try handle(), firstUser: try link(), lastUser: try link(),
            isIdentified: false, hasAnonymous: false)
        record.firstPurchase = try link()
        record.lastPurchase = try link()
        record.absorbedBy = try link()
        let flags = try number()
        record.isIdentified = flags & 1 != 0
        record.hasAnonymous = flags & 2 != 0
        record.isErased = flags & 4 != 0
        return record
    }

    fileprivate mutating func purchase() throws(Fault) -> PurchaseRecord {
        var record = PurchaseRecord(
            product: try handle(), account: try handle(), kind: .subscription)
        record.owner = try link()
        record.nextOfOwner = try link()
        record.nextOfAccount = try link()
        record.transaction = try short()
        record.state = try state()
        record.known = try state()
        record.kind = ProductKind(number: try number()) ?? .subscription
        record.isFirstHand = try number() == 1
        return record
    }

    private mutating func state() throws(Fault) -> PurchaseState {
        PurchaseState(rawValue: UInt8(truncatingIfNeeded: try number())) ?? .active
    }
}
