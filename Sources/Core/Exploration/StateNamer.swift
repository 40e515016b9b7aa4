// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Gives states their fingerprints: the same to states that differ only in which device, which ID
/// or which product is called what.
///
/// Of all renamings of a state the one with the least fingerprint counts. Most need not be tried:
/// devices that differ in something that does not depend on names, such as the kind of ID in use,
/// have an order by that, and only those that do not differ change places; so do IDs and products.
package final class StateNamer {
    private let devices: Int
    private let ids: Int
    private let products: [ProductKind]
    /// Off, every state keeps its names.
    private let isRenaming: Bool
    private var coder = StateCoder()
    /// For each count the orders of so many things.
    private let orders: [[[Int]]]
    private var naming: StateCoder.Naming
    private var marks: [UInt64] = []

    /// A namer for a small world.
    ///
    /// - Parameters:
    ///   - devices: How many devices there can be.
    ///   - ids: How many custom IDs.
    ///   - products: The kinds of the products.
    ///   - isRenaming: Whether states that differ only in names count as one.
    package init(devices: Int, ids: Int, products: [ProductKind], isRenaming: Bool) {
        self.devices = devices
        self.ids = ids
        self.products = products
        self.isRenaming = isRenaming
        orders = (0...max(devices, ids, products.count)).map { StateNamer.orders(of: $0) }
        naming = StateCoder.Naming(
            devices: Array(0..<devices), ids: Array(0..<ids),
            products: Array(products.indices))
    }

    deinit { coder.deallocate() }

    /// The fingerprint of a state and of what else is to be told apart.
    package func fingerprint(of sides: borrowing [Side], mark: UInt8 = 0) -> Fingerprint {
        guard isRenaming else { return coder.fingerprint(of: sides, naming, mark: mark) }
        var least: Fingerprint?
        let installed = sides[0].ledger.installations.count
        marks.removeAll(keepingCapacity: true)
        for device in 0..<installed { marks.append(StateNamer.mark(ofDevice: device, sides)) }
        for product in products.indices {
            marks.append(StateNamer.mark(ofProduct: product, products[product], sides))
        }
        for devices in orders[installed] where isInOrder(devices, from: 0) {
            naming.devices.replaceSubrange(0..<naming.devices.count, with: devices)
            let start = marks.count
            for id in 0..<ids { marks.append(StateNamer.mark(ofID: id, devices, sides)) }
            for ids in orders[ids] where isInOrder(ids, from: start) {
                naming.ids.replaceSubrange(0..<ids.count, with: ids)
                for products in orders[products.count] where isInOrder(products, from: installed) {
                    naming.products.replaceSubrange(0..<products.count, with: products)
                    let found = coder.fingerprint(of: sides, naming, mark: mark)
                    if least.map({ found < $0 }) ?? true { least = found }
                }
            }
            marks.removeSubrange(start...)
        }
        return least ?? coder.fingerprint(of: sides, naming, mark: mark)
    }

    /// Whether the marks of these things do not fall.
    private func isInOrder(_ order: [Int], from start: Int) -> Bool {
        for place in order.indices.dropFirst()
        where marks[start + order[place - 1]] > marks[start + order[place]] {
            return false
        }
        return true
    }

    // MARK: - What does not depend on names

    private static func mark(ofDevice device: Int, _ sides: borrowing [Side]) -> UInt64 {
        var mark: UInt64 = 0
        for number in sides.indices {
            let record = sides[number].ledger.installations[device]
            let current = Int(record.current.index)
            let customer = sides[number].ledger.users[current].customer
            mark = mark &* 31 &+ (sides[number].ledger.users[current].isAnonymous ? 1 : 2)
            if let own = record.own.handle {
                let isSame = sides[number].ledger.users[Int(own.index)].customer == customer
                mark = mark &* 31 &+ (own == record.current ? 1 : isSame ? 2 : 3)
            }
            let holds = !sides[number].ledger.customers[Int(customer.index)].firstPurchase.isNone
            mark = mark &* 31 &+ (holds ? 1 : 0)
            if number == 0 { mark = mark &* 31 &+ self.mark(of: record.account, sides[0]) }
        }
        return mark
    }

    private static func mark(of account: AccountHandle, _ side: borrowing Side) -> UInt64 {
        let record = side.ledger.accounts[Int(account.index)]
        var mark: UInt64 = record.store.showsReceipt ? 1 : 2
        for installation in side.ledger.installations where installation.account == account {
            mark += 2
        }
        var next = record.firstPurchase
        while let purchase = next.handle {
            let record = side.ledger.purchases[Int(purchase.index)]
            mark = mark &* 31 &+ UInt64(record.state.rawValue) &+ 1
            next = record.nextOfAccount
        }
        return mark
    }

    private static func mark(
        ofProduct product: Int, _ kind: ProductKind, _ sides: borrowing [Side]
    ) -> UInt64 {
        var mark: UInt64 = 0
        for number in sides.indices {
            for purchase in sides[number].ledger.purchases
            where Int(purchase.product.index) == product {
                mark &+= purchase.owner.isNone ? 1 : 100
                mark &+= UInt64(purchase.state.rawValue) &* 10_000
            }
        }
        // Only products of one kind change places.
        return mark << 4 | UInt64(kind.number)
    }

    private static func mark(
        ofID id: Int, _ devices: [Int], _ sides: borrowing [Side]
    ) -> UInt64 {
        var mark: UInt64 = 0
        for number in sides.indices {
            guard let user = sides[number].user(id) else {
                mark = mark &* 3
                continue
            }
            let customer = sides[number].ledger.users[Int(user.index)].customer
            let holds = !sides[number].ledger.customers[Int(customer.index)].firstPurchase.isNone
            mark = mark &* 3 &+ (holds ? 1 : 2)
            for device in devices {
                let record = sides[number].ledger.installations[device]
                let isNear =
                    sides[number].ledger.users[Int(record.current.index)].customer == customer
                mark = mark &* 3 &+ (record.current == user ? 0 : isNear ? 1 : 2)
            }
        }
        return mark
    }

    /// All orders of so many things.
    private static func orders(of count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return orders(of: count - 1).flatMap { order in
            (0..<count).map { place in
                Array(order[..<place]) + [count - 1] + Array(order[place...])
            }
        }
    }
}

extension ProductKind {
    fileprivate var number: Int {
        switch self {
        case .subscription: 0
        case .nonRenewing: 1
        case .nonConsumable: 2
        case .consumable: 3
        }
    }
}
