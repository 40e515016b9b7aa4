// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// Gives states their fingerprints: the same to states that differ only in which device, which ID
/// or which product is called what.
///
/// Of all renamings of a state the one with the least fingerprint counts. Most need not be tried:
/// devices that differ in something that does not depend on names, such as the kind of ID in use,
/// have an order by that, and only those that do not differ change places; so do IDs and products.
package struct StateNamer: ~Copyable {
    private let ids: Int
    private let products: [ProductKind]
    /// Off, every state keeps its names.
    private let isRenaming: Bool
    private var coder: StateCoder
    /// For each count the orders of so many things.
    private let orders: [[SIMD8<UInt8>]]
    private var deviceMarks = SIMD8<UInt64>()
    private var idMarks = SIMD8<UInt64>()
    private var productMarks = SIMD8<UInt64>()

    /// A namer for a small world.
    ///
    /// - Parameters:
    ///   - devices: How many devices there can be.
    ///   - ids: How many custom IDs.
    ///   - products: The kinds of the products.
    ///   - isRenaming: Whether states that differ only in names count as one.
    ///   - namesAccounts: Whether store accounts keep their names, because a device can go over to
    ///     another; then everything does.
    package init(
        devices: Int, ids: Int, products: [ProductKind], isRenaming: Bool,
        namesAccounts: Bool = false
    ) {
        coder = StateCoder(namesAccounts: namesAccounts)
        self.ids = ids
        self.products = products
        self.isRenaming = isRenaming && !namesAccounts
        orders = (0...max(devices, ids, products.count)).map { StateNamer.orders(of: $0) }
    }

    deinit { coder.deallocate() }

    /// The fingerprint of a state and of what else is to be told apart.
    package mutating func fingerprint(
        of sides: UnsafePointer<SearchedSide>, count: Int, mark: UInt8 = 0
    ) -> Fingerprint {
        var naming = StateCoder.Naming()
        guard isRenaming else {
            return coder.fingerprint(of: sides, count: count, naming, ids: ids, mark: mark)
        }
        var least = Fingerprint(high: .max, low: .max)
        let installed = sides.pointee.ledger.installations.count
        for device in 0..<installed {
            deviceMarks[device] = StateNamer.mark(ofDevice: device, sides, count)
        }
        for product in products.indices where products.count > 1 {
            productMarks[product] = StateNamer.mark(
                ofProduct: product, products[product], sides, count)
        }
        for devices in orders[installed] {
            guard StateNamer.isInOrder(devices, installed, deviceMarks) else { continue }
            naming.devices = devices
            for id in 0..<ids { idMarks[id] = StateNamer.mark(ofID: id, devices, sides, count) }
            for ids in orders[self.ids] where StateNamer.isInOrder(ids, self.ids, idMarks) {
                naming.ids = ids
                guard products.count > 1 else {
                    let found = coder.fingerprint(
                        of: sides, count: count, naming, ids: self.ids, mark: mark)
                    if found < least { least = found }
                    continue
                }
                for products in orders[products.count]
                where StateNamer.isInOrder(products, self.products.count, productMarks) {
                    for index in self.products.indices {
                        naming.products[Int(products[index])] = UInt8(index)
                    }
                    let found = coder.fingerprint(
                        of: sides, count: count, naming, ids: self.ids, mark: mark)
                    if found < least { least = found }
                }
            }
        }
        return least
    }

    /// Whether the marks of these things do not fall; things without a mark, which are not there,
    /// keep their order.
    private static func isInOrder(
        _ order: SIMD8<UInt8>, _ count: Int, _ marks: SIMD8<UInt64>
    ) -> Bool {
        var index = 1
        while index < count {
            let before = marks[Int(order[index - 1])]
            let mark = marks[Int(order[index])]
            if before > mark || (before == 0 && mark == 0 && order[index - 1] > order[index]) {
                return false
            }
            index += 1
        }
        return true
    }

    // MARK: - What does not depend on names

    private static func mark(
        ofDevice device: Int, _ sides: UnsafePointer<SearchedSide>, _ count: Int
    )
        -> UInt64
    {
        var mark: UInt64 = 0
        for number in 0..<count {
            let record = (sides + number).pointee.ledger.installations[device]
            let current = Int(record.current.index)
            let customer = (sides + number).pointee.ledger.users[current].customer
            mark =
                mark &* 31 &+ ((sides + number).pointee.ledger.users[current].isAnonymous ? 1 : 2)
            if let own = record.own.handle {
                let isSame =
                    (sides + number).pointee.ledger.users[Int(own.index)].customer == customer
                mark = mark &* 31 &+ (own == record.current ? 1 : isSame ? 2 : 3)
            }
            mark = mark &* 31 &+ (holds(customer, sides + number) ? 1 : 0)
            if number == 0 { mark = mark &* 31 &+ self.mark(of: record.account, sides) }
        }
        return mark
    }

    /// Whether a customer has a purchase that is not over for good.
    private static func holds(_ customer: CustomerHandle, _ side: UnsafePointer<SearchedSide>)
        -> Bool
    {
        var next = side.pointee.ledger.customers[Int(customer.index)].firstPurchase
        while let purchase = next.handle {
            let record = side.pointee.ledger.purchases[Int(purchase.index)]
            if !side.pointee.classes.isSpent(record) { return true }
            next = record.nextOfOwner
        }
        return false
    }

    private static func mark(
        of account: AccountHandle, _ sides: UnsafePointer<SearchedSide>
    ) -> UInt64 {
        let record = sides.pointee.ledger.accounts[Int(account.index)]
        var mark: UInt64 = record.store.showsReceipt ? 1 : record.store.isOnWeb ? 3 : 2
        for installation in sides.pointee.ledger.installations where installation.account == account
        {
            mark += 2
        }
        var next = record.firstPurchase
        while let purchase = next.handle {
            let record = sides.pointee.ledger.purchases[Int(purchase.index)]
            if !sides.pointee.classes.isSpent(record) {
                let state = sides.pointee.classes.store(record.state, of: record.kind)
                mark = mark &* 31 &+ UInt64(state) &+ 1
            }
            next = record.nextOfAccount
        }
        return mark
    }

    private static func mark(
        ofProduct product: Int, _ kind: ProductKind, _ sides: UnsafePointer<SearchedSide>,
        _ count: Int
    ) -> UInt64 {
        var mark: UInt64 = 0
        for number in 0..<count {
            for purchase in (sides + number).pointee.ledger.purchases
            where Int(purchase.product.index) == product
                && !(sides + number).pointee.classes.isSpent(purchase)
            {
                let state = (sides + number).pointee.classes.store(purchase.state, of: kind)
                mark &+= (purchase.owner.isNone ? 1 : 100) &+ UInt64(state) &* 10_000
            }
        }
        // Products of one kind stand together, and only they change places.
        return UInt64(kind.number) << 60 | mark
    }

    private static func mark(
        ofID id: Int, _ devices: SIMD8<UInt8>, _ sides: UnsafePointer<SearchedSide>, _ count: Int
    ) -> UInt64 {
        var mark: UInt64 = 0
        for number in 0..<count {
            guard let user = (sides + number).pointee.user(id) else {
                mark = mark &* 3
                continue
            }
            let customer = (sides + number).pointee.ledger.users[Int(user.index)].customer
            mark = mark &* 3 &+ (holds(customer, sides + number) ? 1 : 2)
            for index in sides.pointee.ledger.installations.indices {
                let record = (sides + number).pointee.ledger.installations[Int(devices[index])]
                let isNear =
                    (sides + number).pointee.ledger.users[Int(record.current.index)].customer
                    == customer
                mark = mark &* 3 &+ (record.current == user ? 0 : isNear ? 1 : 2)
            }
        }
        return mark
    }

    /// All orders of so many things.
    private static func orders(of count: Int) -> [SIMD8<UInt8>] {
        var orders: [[UInt8]] = [[]]
        for next in 0..<UInt8(count) {
            orders = orders.flatMap { order in
                (0...order.count).map { Array(order[..<$0]) + [next] + Array(order[$0...]) }
            }
        }
        return orders.map { order in
            var all = SIMD8<UInt8>()
            for (index, thing) in order.enumerated() { all[index] = thing }
            return all
        }
    }
}
