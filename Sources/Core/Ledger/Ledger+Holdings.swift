// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A purchase that an installation looks at.
package struct Holding: Hashable, Sendable {
    /// The purchase.
    package let purchase: PurchaseHandle
    /// Whether it gives access, in the state that the provider knows.
    package let givesAccess: Bool
}

extension Ledger {
    /// What the customers hold whose purchases an installation sees, in order of purchase and each
    /// once: also what gives no access any more.
    ///
    /// Those that give access, and the grants, unlock what ``access(of:under:)`` lists.
    package func holdings(
        of installation: InstallationHandle, under rules: Rules
    ) -> (purchases: [Holding], grants: [(entitlement: EntitlementID, customer: CustomerHandle)]) {
        var holdings: [Holding] = []
        var granted: [(entitlement: EntitlementID, customer: CustomerHandle)] = []
        for customer in visibleCustomers(of: installation, under: rules) {
            for purchase in purchases(of: customer) {
                let known = purchases[purchase].known
                holdings.append(
                    Holding(purchase: purchase, givesAccess: rules.givesAccess(known)))
            }
            for entitlement in grants[customer] ?? [] {
                let name = entitlementNames[Int(entitlement.index)]
                granted.append((entitlement: EntitlementID(unchecked: name), customer: customer))
            }
        }
        if holdings.count > 1 {
            holdings = Set(holdings).sorted { $0.purchase < $1.purchase }
        }
        return (purchases: holdings, grants: granted)
    }

    private func visibleCustomers(
        of installation: InstallationHandle, under rules: Rules
    ) -> [CustomerHandle] {
        let record = installations[installation]
        let current = users[record.current].customer
        var customers: [CustomerHandle] = []
        if isVisible(current, through: .holderCurrent, under: rules) { customers.append(current) }
        if let own = record.own.handle {
            let customer = users[own].customer
            if customer != current, isVisible(customer, through: .holderOwn, under: rules) {
                customers.append(customer)
            }
        }
        return customers
    }

    private func isVisible(
        _ customer: CustomerHandle, through holder: FactValue, under rules: Rules
    ) -> Bool {
        let linked = customers[customer].isIdentified ? FactValue.linked : .notLinked
        return rules.ruling(.access, Situation(holder, linked)).effect == .see
    }

    /// The ID that an installation has of its own, if any.
    package func own(of installation: InstallationHandle) -> UserHandle? {
        installations[installation].own.handle
    }

    /// The state of a purchase as the provider knows it.
    package func known(of purchase: PurchaseHandle) -> PurchaseState { purchases[purchase].known }

    /// What a purchase unlocks.
    package func entitlements(of purchase: PurchaseHandle) -> [EntitlementID] {
        products[purchases[purchase].product].entitlements.map {
            EntitlementID(unchecked: entitlementNames[Int($0.index)])
        }
    }

    /// The store account on a device.
    package func account(of installation: InstallationHandle) -> StoreAccount {
        StoreAccount(unchecked: accountNames[Int(installations[installation].account.index)])
    }

    /// The store account of a purchase.
    package func account(of purchase: PurchaseHandle) -> StoreAccount {
        StoreAccount(unchecked: accountNames[Int(purchases[purchase].account.index)])
    }
}
