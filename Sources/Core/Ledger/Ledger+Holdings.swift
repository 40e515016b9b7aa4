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

/// What an installation sees, with and without access.
package struct Holdings: Sendable {
    /// In order of purchase, each once.
    package let purchases: [Holding]
    /// What was given by hand, and to whom.
    package let grants: [(entitlement: EntitlementID, customer: CustomerHandle)]
}

extension Ledger {
    /// What the customers hold whose purchases an installation sees, in order of purchase and each
    /// once: also what gives no access any more.
    ///
    /// Those that give access, and the grants, unlock what ``access(of:under:)`` lists.
    package func holdings(
        of installation: InstallationHandle, under rules: Rules
    ) -> Holdings {
        holdings(of: installations[installation], under: rules)
    }

    /// What an ID sees that acts without an installation.
    package func holdings(of user: UserHandle, under rules: Rules) -> Holdings {
        holdings(
            of: InstallationRecord(
                account: .absent, own: isAnonymous(user) ? Link(user) : .none, current: user),
            under: rules)
    }

    private func holdings(of record: InstallationRecord, under rules: Rules) -> Holdings {
        var holdings: [Holding] = []
        var granted: [(entitlement: EntitlementID, customer: CustomerHandle)] = []
        func add(_ purchase: PurchaseHandle) {
            let givesAccess = rules.givesAccess(purchases[purchase].known)
            holdings.append(Holding(purchase: purchase, givesAccess: givesAccess))
        }
        forEachVisibility(from: record, under: rules) { visibility in
            guard visibility.isVisible else { return }
            switch visibility.subject {
            case .customer(let customer):
                forEachHeld(by: customer, add)
                for entitlement in grants[customer] ?? [] {
                    let name = entitlementNames[Int(entitlement.index)]
                    granted.append(
                        (entitlement: EntitlementID(unchecked: name), customer: customer))
                }
            case .purchase(let purchase): add(purchase)
            }
        }
        if holdings.count > 1 {
            holdings = Set(holdings).sorted { $0.purchase < $1.purchase }
        }
        return Holdings(purchases: holdings, grants: granted)
    }

    /// The ID that an installation has of its own, if any.
    package func own(of installation: InstallationHandle) -> UserHandle? {
        installations[installation].own.handle
    }

    /// The state of a purchase as the provider knows it.
    package func known(of purchase: PurchaseHandle) -> PurchaseState { purchases[purchase].known }

    /// What a purchase unlocks.
    package func entitlements(of purchase: PurchaseHandle) -> [EntitlementID] {
        products[knownProduct(of: purchase)].entitlements.map {
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
