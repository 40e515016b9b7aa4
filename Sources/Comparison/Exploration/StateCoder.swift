// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Writes down everything of a state that can matter for what happens later, and nothing else.
///
/// Customers and anonymous IDs have no names here: they are numbered in the order in which the text
/// comes upon them, which is devices, then IDs, then the owners of purchases. A customer that none of
/// these leads to is left out, for nothing can lead to it again: not even a copy that it holds, as
/// only the owner of a purchase is ever looked for. What the rules never ask for is left out too; see
/// ``Relevance``.
///
/// What most states have none of, such as shares or changes of product that wait, follows at the end
/// where there is any; see `StateCoder+Rest`.
///
/// For each side: the devices in order, each with its account, the ID in use, its own ID and what of
/// it is relevant; the IDs, each with its customer; for each account its purchases, oldest first, each
/// with product, state, transactions not seen, owner and the state that the provider knows; the further
/// holders of purchases; then the customers, with what of them is relevant.
struct StateCoder {
    /// A numbering of what a search can name.
    struct Naming {
        /// By number.
        var devices = SIMD8<UInt8>(0, 1, 2, 3, 4, 5, 6, 7)
        /// By number.
        var ids = SIMD8<UInt8>(0, 1, 2, 3, 4, 5, 6, 7)
        /// For each product its number.
        var products = SIMD8<UInt8>(0, 1, 2, 3, 4, 5, 6, 7)
    }

    private static let most = 256
    /// Whether accounts are told apart by their names, and those that no device is on count too:
    /// needed where a device can go over to another.
    let namesAccounts: Bool
    private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 14)
    /// For each customer and each user its number; 0 while it has none.
    private let customerNumbers = UnsafeMutablePointer<UInt8>.allocate(capacity: most)
    private let userNumbers = UnsafeMutablePointer<UInt8>.allocate(capacity: most)
    private let accountNumbers = UnsafeMutablePointer<UInt8>.allocate(capacity: most)
    /// By number.
    let customers = UnsafeMutablePointer<Int32>.allocate(capacity: most)
    private let accounts = UnsafeMutablePointer<Int32>.allocate(capacity: most)
    private var count = 0
    private(set) var customerCount = 0
    private var userCount = 0
    private var accountCount = 0

    init(namesAccounts: Bool) { self.namesAccounts = namesAccounts }

    func deallocate() {
        for scratch in [bytes, customerNumbers, userNumbers, accountNumbers] {
            scratch.deallocate()
        }
        customers.deallocate()
        accounts.deallocate()
    }

    /// The text of a state, hashed.
    mutating func fingerprint(
        of sides: UnsafePointer<SearchedSide>, count sideCount: Int, _ naming: Naming, ids: Int,
        mark: UInt8
    ) -> Fingerprint {
        count = 0
        put(mark)
        for number in 0..<sideCount { write(sides + number, naming, ids) }
        return Fingerprint(UnsafeBufferPointer(start: bytes, count: count).span)
    }

    mutating func put(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    mutating func put(_ number: Int) { put(UInt8(truncatingIfNeeded: number)) }

    // MARK: - One side

    private mutating func write(_ side: UnsafePointer<SearchedSide>, _ naming: Naming, _ ids: Int) {
        precondition(
            side.pointee.ledger.users.count < StateCoder.most
                && side.pointee.ledger.purchases.count < 64,
            "A search is not so deep that a state outgrows its text.")
        customerNumbers.update(repeating: 0, count: side.pointee.ledger.customers.count)
        userNumbers.update(repeating: 0, count: side.pointee.ledger.users.count)
        accountNumbers.update(repeating: 0, count: side.pointee.ledger.accounts.count)
        (customerCount, userCount, accountCount) = (0, 0, 0)
        put(side.pointee.ledger.installations.count)
        for number in 0..<side.pointee.ledger.installations.count {
            let device = Int(naming.devices[number])
            write(side.pointee.ledger.installations[device], side, naming, ids)
        }
        for number in 0..<ids {
            if let user = side.pointee.user(Int(naming.ids[number])) {
                putCustomer(side.pointee.ledger.users[Int(user.index)].customer)
            } else {
                put(0)
            }
        }
        if namesAccounts {
            for index in side.pointee.ledger.accounts.indices {
                putAccount(AccountHandle(index), named: side.pointee.ledger.accountNames[index])
            }
        }
        for number in 0..<accountCount {
            write(AccountHandle(Int(accounts[number])), side, naming)
        }
        writeHolders(side)
        for number in 0..<customerCount {
            write(CustomerHandle(Int(customers[number])), side, naming, ids)
        }
        if side.pointee.relevance.contains(.age) { writeAges() }
        if side.pointee.hasRest { writeRest(side, naming, ids) }
    }

    private mutating func write(
        _ record: InstallationRecord, _ side: UnsafePointer<SearchedSide>, _ naming: Naming,
        _ ids: Int
    ) {
        putAccount(record.account)
        putUser(record.current, side, naming, ids)
        if let own = record.own.handle { putUser(own, side, naming, ids) } else { put(0) }
        if side.pointee.relevance.contains(.synced) { put(record.hasSynced ? 1 : 0) }
    }

    private mutating func putAccount(_ account: AccountHandle) {
        let index = Int(account.index)
        if accountNumbers[index] == 0 {
            accounts[accountCount] = account.index
            accountCount += 1
            accountNumbers[index] = UInt8(accountCount)
        }
        put(accountNumbers[index])
    }

    private mutating func putAccount(_ account: AccountHandle, named name: String) {
        putAccount(account)
        for byte in name.utf8 { put(byte) }
        put(0)
    }

    private mutating func putCustomer(_ customer: CustomerHandle) {
        let index = Int(customer.index)
        if customerNumbers[index] == 0 {
            customers[customerCount] = customer.index
            customerCount += 1
            customerNumbers[index] = UInt8(customerCount)
        }
        put(customerNumbers[index])
    }

    /// A custom ID by its number in the naming; an anonymous one by its own, and at first its customer.
    mutating func putUser(
        _ user: UserHandle, _ side: UnsafePointer<SearchedSide>, _ naming: Naming, _ ids: Int
    ) {
        let index = Int(user.index)
        if !side.pointee.ledger.users[index].isAnonymous, let id = side.pointee.number(of: user) {
            for number in 0..<ids where naming.ids[number] == id { put(0x80 | number) }
        } else if userNumbers[index] > 0 {
            put(0x40 | userNumbers[index])
        } else {
            userCount += 1
            userNumbers[index] = UInt8(userCount)
            put(0x40 | userNumbers[index])
            putCustomer(side.pointee.ledger.users[index].customer)
        }
    }

    private mutating func write(
        _ account: AccountHandle, _ side: UnsafePointer<SearchedSide>, _ naming: Naming
    ) {
        let store = side.pointee.ledger.accounts[Int(account.index)].store
        put(store.showsReceipt ? 1 : store.isOnWeb ? 2 : 0)
        let isPosted = side.pointee.relevance.contains(.posts) && !store.showsReceipt
        var next = side.pointee.ledger.accounts[Int(account.index)].firstPurchase
        while let purchase = next.handle {
            let record = side.pointee.ledger.purchases[Int(purchase.index)]
            next = record.nextOfAccount
            if side.pointee.classes.isSpent(record) { continue }
            put(1 + naming.products[Int(record.product.index)])
            put(side.pointee.classes.store(record.state, of: record.kind, isPosted: isPosted))
            if side.pointee.relevance.contains(.news) { writeNews(record, side, naming) }
            if isPosted { writePosts(of: purchase, record, side, naming) }
            if side.pointee.relevance.contains(.made) { put(record.isFirstHand ? 1 : 0) }
            if let owner = record.owner.handle {
                putCustomer(owner)
                put(side.pointee.classes.known(record.known))
            } else {
                put(0)
            }
        }
        put(0)
    }

    /// Which devices on its account have not seen its last transaction.
    private mutating func writeNews(
        _ record: PurchaseRecord, _ side: UnsafePointer<SearchedSide>, _ naming: Naming
    ) {
        for number in 0..<side.pointee.ledger.installations.count {
            let installation = side.pointee.ledger.installations[Int(naming.devices[number])]
            guard installation.account == record.account else { continue }
            put(record.transaction > installation.seenTransactions ? 1 : 0)
        }
    }

    /// Which devices on its account have posted its token, and how it then would renew.
    private mutating func writePosts(
        of purchase: PurchaseHandle, _ record: PurchaseRecord, _ side: UnsafePointer<SearchedSide>,
        _ naming: Naming
    ) {
        for number in 0..<side.pointee.ledger.installations.count {
            let installation = InstallationHandle(Int(naming.devices[number]))
            guard
                side.pointee.ledger.installations[Int(installation.index)].account
                    == record.account
            else { continue }
            let post = Post(installation: installation, purchase: purchase)
            if let renews = side.pointee.ledger.posts[post] { put(renews ? 2 : 1) } else { put(0) }
        }
    }

    /// Calls `body` with each purchase that is not over for good, and its index in the text, from 1.
    func forEachPurchase(
        _ side: UnsafePointer<SearchedSide>,
        _ body: (_ purchase: PurchaseHandle, _ index: Int) -> Void
    ) {
        var index = 0
        for number in 0..<accountCount {
            var next = side.pointee.ledger.accounts[Int(accounts[number])].firstPurchase
            while let purchase = next.handle {
                let record = side.pointee.ledger.purchases[Int(purchase.index)]
                next = record.nextOfAccount
                if side.pointee.classes.isSpent(record) { continue }
                index += 1
                body(purchase, index)
            }
        }
    }

    /// The holders of each purchase beyond its owner, as a set.
    private mutating func writeHolders(_ side: UnsafePointer<SearchedSide>) {
        if !side.pointee.ledger.copies.isEmpty {
            var index = 0
            for number in 0..<accountCount {
                var next = side.pointee.ledger.accounts[Int(accounts[number])].firstPurchase
                while let purchase = next.handle {
                    let record = side.pointee.ledger.purchases[Int(purchase.index)]
                    next = record.nextOfAccount
                    if side.pointee.classes.isSpent(record) { continue }
                    index += 1
                    writeHolders(of: purchase, index: index, side)
                }
            }
        }
        put(0)
    }

    private mutating func writeHolders(
        of purchase: PurchaseHandle, index: Int, _ side: UnsafePointer<SearchedSide>
    ) {
        guard let holders = side.pointee.ledger.copies[purchase] else { return }
        let start = count + 1
        for holder in holders where customerNumbers[Int(holder.index)] > 0 {
            if count < start { put(index) }
            put(customerNumbers[Int(holder.index)])
        }
        guard count > start else { return }
        var written = UnsafeMutableBufferPointer(start: bytes + start, count: count - start)
        written.sort()
        put(0)
    }

    private mutating func write(
        _ customer: CustomerHandle, _ side: UnsafePointer<SearchedSide>, _ naming: Naming,
        _ ids: Int
    ) {
        let record = side.pointee.ledger.customers[Int(customer.index)]
        if side.pointee.relevance.contains(.anonymousAlias) { put(record.hasAnonymous ? 1 : 0) }
        if side.pointee.relevance.contains(.original) {
            putUser(record.original, side, naming, ids)
        }
        if !side.pointee.ledger.grants.isEmpty, let grants = side.pointee.ledger.grants[customer] {
            for grant in grants.count > 1 ? grants.sorted() : grants { put(1 + Int(grant.index)) }
        }
        put(0)
    }

    /// For each customer how many of the others came before it.
    private mutating func writeAges() {
        for number in 0..<customerCount {
            var before = 0
            for other in 0..<customerCount where customers[other] < customers[number] {
                before += 1
            }
            put(before)
        }
    }
}
