// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

extension SearchedSide {
    /// Whether there is something that most ledgers have none of.
    var hasRest: Bool {
        !(ledger.waiting.isEmpty && ledger.outdated.isEmpty && ledger.sharedFrom.isEmpty
            && ledger.backups.isEmpty) || ledger.customers.contains { $0.isErased }
    }
}

// What most states have none of: each kind under a mark of its own, above any number of devices, and
// closed by a zero.
extension StateCoder {
    mutating func writeRest(_ side: UnsafePointer<SearchedSide>, _ naming: Naming, _ ids: Int) {
        var indices: [PurchaseHandle: Int] = [:]
        var inOrder: [PurchaseHandle] = []
        forEachPurchase(side) { purchase, index in
            indices[purchase] = index
            inOrder.append(purchase)
        }
        write(0xF1, side.pointee.ledger.waiting, inOrder, naming)
        write(0xF2, side.pointee.ledger.outdated, inOrder, naming)
        put(0xF3)
        for share in inOrder {
            guard let purchase = side.pointee.ledger.sharedFrom[share] else { continue }
            put(indices[share] ?? 0)
            let follows = side.pointee.ledger.shares[purchase]?.contains(share) ?? false
            put(follows ? indices[purchase] ?? 0 : 0)
        }
        put(0)
        put(0xF4)
        for number in 0..<customerCount
        where side.pointee.ledger.customers[Int(customers[number])].isErased {
            put(number + 1)
        }
        put(0)
        put(0xF5)
        for number in 0..<side.pointee.ledger.installations.count {
            let installation = InstallationHandle(Int(naming.devices[number]))
            guard let user = side.pointee.ledger.backups[installation] else { continue }
            put(number + 1)
            putUser(user, side, naming, ids)
        }
        put(0)
    }

    private mutating func write(
        _ mark: UInt8, _ products: [PurchaseHandle: ProductHandle], _ inOrder: [PurchaseHandle],
        _ naming: Naming
    ) {
        put(mark)
        for (index, purchase) in inOrder.enumerated() {
            guard let product = products[purchase] else { continue }
            put(index + 1)
            put(1 + naming.products[Int(product.index)])
        }
        put(0)
    }
}
