// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore

    // Who had a purchase first, which the ledger does not need to know.

    extension ProjectState {
        /// The ID of the customer who had a purchase before all others; nil where nobody had it, where
        /// that customer is deleted, and where it was not written down.
        package func firstOwner(of purchase: PurchaseHandle) -> String? {
            let number = Int(purchase.index)
            guard number < firstOwners.count, firstOwners[number] >= 0,
                Int(firstOwners[number]) < ledger.customers.count
            else { return nil }
            var customer = CustomerHandle(Int(firstOwners[number]))
            while let other = ledger.customers[Int(customer.index)].absorbedBy.handle {
                customer = other
            }
            guard !ledger.customers[Int(customer.index)].isErased else { return nil }
            return ledger.id(of: ledger.original(of: customer)).text
        }

        /// Notes who has a purchase, where nobody had it before.
        mutating func note(owner customer: CustomerHandle, of purchase: PurchaseHandle) {
            let number = Int(purchase.index)
            while firstOwners.count <= number { firstOwners.append(-1) }
            if firstOwners[number] < 0 { firstOwners[number] = customer.index }
        }
    }
#endif
