// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Writes down everything of a state that can matter for what happens later, and nothing else.
///
/// Customers and anonymous IDs have no names here: they are numbered in the order in which the text
/// comes upon them, which is devices, then IDs, then the owners of purchases. A customer that none of
/// these leads to is left out, for nothing can lead to it again: not even a copy that it holds, as
/// only the owner of a purchase is ever looked for. What the rules never ask for is left out too; see
/// ``Relevance``.
///
/// For each side: the devices in order, each with its account, the ID in use, its own ID and what of
/// it is relevant; the IDs, each with its customer; for each account its purchases, oldest first, each
/// with product, state, transactions not seen, owner and the state that the provider knows; the further
/// holders of purchases; then the customers, with what of them is relevant.
struct StateCoder {
    /// A numbering of what a search can name: for each number the device, ID or product that has it.
    struct Naming {
        var devices: [Int]
        var ids: [Int]
        var products: [Int]
    }

    private static let most = 256
    private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 14)
    /// For each customer and each user its number; 0 while it has none.
    private let customerNumbers = UnsafeMutablePointer<UInt8>.allocate(capacity: most)
    private let userNumbers = UnsafeMutablePointer<UInt8>.allocate(capacity: most)
    private let accountNumbers = UnsafeMutablePointer<UInt8>.allocate(capacity: most)
    /// By number.
    private let customers = UnsafeMutablePointer<Int32>.allocate(capacity: most)
    private let accounts = UnsafeMutablePointer<Int32>.allocate(capacity: most)
    private var count = 0
    private var customerCount = 0
    private var userCount = 0
    private var accountCount = 0

    func deallocate() {
        for scratch in [bytes, customerNumbers, userNumbers, accountNumbers] {
            scratch.deallocate()
        }
        customers.deallocate()
        accounts.deallocate()
    }

    /// The text of a state, hashed.
    mutating func fingerprint(of sides: [Side], _ naming: Naming, mark: UInt8) -> Fingerprint {
        count = 0
        put(mark)
        for number in sides.indices { write(sides[number], naming, isFirst: number == 0) }
        return Fingerprint(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    private mutating func put(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    private mutating func put(_ number: Int) { put(UInt8(truncatingIfNeeded: number)) }

    // MARK: - One side

    private mutating func write(_ side: borrowing Side, _ naming: Naming, isFirst: Bool) {
        precondition(
            side.ledger.users.count < StateCoder.most && side.ledger.purchases.count < 64,
            "A search is not so deep that a state outgrows its text.")
        customerNumbers.update(repeating: 0, count: side.ledger.customers.count)
        userNumbers.update(repeating: 0, count: side.ledger.users.count)
        accountNumbers.update(repeating: 0, count: side.ledger.accounts.count)
        (customerCount, userCount, accountCount) = (0, 0, 0)
        put(side.ledger.installations.count)
        for device in naming.devices where device < side.ledger.installations.count {
            write(side.ledger.installations[device], side, naming)
        }
        for id in naming.ids {
            if let user = side.user(id) {
                putCustomer(side.ledger.users[Int(user.index)].customer)
            } else {
                put(0)
            }
        }
        for number in 0..<accountCount {
            write(AccountHandle(Int(accounts[number])), side, naming)
        }
        writeHolders(side.ledger)
        for number in 0..<customerCount {
            write(CustomerHandle(Int(customers[number])), side, naming)
        }
        if side.relevance.contains(.age) { writeAges() }
    }

    private mutating func write(
        _ record: InstallationRecord, _ side: borrowing Side, _ naming: Naming
    ) {
        putAccount(record.account)
        putUser(record.current, side, naming)
        if let own = record.own.handle { putUser(own, side, naming) } else { put(0) }
        if side.relevance.contains(.synced) { put(record.hasSynced ? 1 : 0) }
        if side.relevance.contains(.news) {
            let account = side.ledger.accounts[Int(record.account.index)]
            put(record.seenTransactions == account.transactions ? 0 : 1)
        }
    }

    private mutating func putAccount(_ account: AccountHandle) {
        let place = Int(account.index)
        if accountNumbers[place] == 0 {
            accounts[accountCount] = account.index
            accountCount += 1
            accountNumbers[place] = UInt8(accountCount)
        }
        put(accountNumbers[place])
    }

    private mutating func putCustomer(_ customer: CustomerHandle) {
        let place = Int(customer.index)
        if customerNumbers[place] == 0 {
            customers[customerCount] = customer.index
            customerCount += 1
            customerNumbers[place] = UInt8(customerCount)
        }
        put(customerNumbers[place])
    }

    /// A custom ID by its number in the naming; an anonymous one by its own, and at first its customer.
    private mutating func putUser(
        _ user: UserHandle, _ side: borrowing Side, _ naming: Naming
    ) {
        let place = Int(user.index)
        if !side.ledger.users[place].isAnonymous, let id = side.number(of: user) {
            put(0x80 | (naming.ids.firstIndex(of: id) ?? 0))
        } else if userNumbers[place] > 0 {
            put(0x40 | userNumbers[place])
        } else {
            userCount += 1
            userNumbers[place] = UInt8(userCount)
            put(0x40 | userNumbers[place])
            putCustomer(side.ledger.users[place].customer)
        }
    }

    private mutating func write(
        _ account: AccountHandle, _ side: borrowing Side, _ naming: Naming
    ) {
        put(side.ledger.accounts[Int(account.index)].store.showsReceipt ? 1 : 0)
        var next = side.ledger.accounts[Int(account.index)].firstPurchase
        while let purchase = next.handle {
            let record = side.ledger.purchases[Int(purchase.index)]
            put(1 + (naming.products.firstIndex(of: Int(record.product.index)) ?? 0))
            put(record.state.rawValue)
            if side.relevance.contains(.news) { writeNews(record, side, naming) }
            if let owner = record.owner.handle {
                putCustomer(owner)
                put(record.known.rawValue)
            } else {
                put(0)
            }
            next = record.nextOfAccount
        }
        put(0)
    }

    /// Which devices on its account have not seen its last transaction.
    private mutating func writeNews(
        _ record: PurchaseRecord, _ side: borrowing Side, _ naming: Naming
    ) {
        for device in naming.devices where device < side.ledger.installations.count {
            let installation = side.ledger.installations[device]
            guard installation.account == record.account else { continue }
            put(record.transaction > installation.seenTransactions ? 1 : 0)
        }
    }

    /// The holders of each purchase beyond its owner, as a set.
    private mutating func writeHolders(_ ledger: borrowing Ledger) {
        if !ledger.copies.isEmpty {
            var place = 0
            for number in 0..<accountCount {
                var next = ledger.accounts[Int(accounts[number])].firstPurchase
                while let purchase = next.handle {
                    place += 1
                    writeHolders(of: purchase, place: place, ledger)
                    next = ledger.purchases[Int(purchase.index)].nextOfAccount
                }
            }
        }
        put(0)
    }

    private mutating func writeHolders(
        of purchase: PurchaseHandle, place: Int, _ ledger: borrowing Ledger
    ) {
        guard let holders = ledger.copies[purchase] else { return }
        let start = count + 1
        for holder in holders where customerNumbers[Int(holder.index)] > 0 {
            if count < start { put(place) }
            put(customerNumbers[Int(holder.index)])
        }
        guard count > start else { return }
        var written = UnsafeMutableBufferPointer(start: bytes + start, count: count - start)
        written.sort()
        put(0)
    }

    private mutating func write(
        _ customer: CustomerHandle, _ side: borrowing Side, _ naming: Naming
    ) {
        let record = side.ledger.customers[Int(customer.index)]
        if side.relevance.contains(.anonymousAlias) { put(record.hasAnonymous ? 1 : 0) }
        if side.relevance.contains(.original) { putUser(record.original, side, naming) }
        if !side.ledger.grants.isEmpty, let grants = side.ledger.grants[customer] {
            for grant in grants.sorted() { put(1 + Int(grant.index)) }
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
