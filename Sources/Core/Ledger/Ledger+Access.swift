// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What an installation sees, and why.
public struct Access: Hashable, Sendable {
    /// The entitlements that are active now, each once, in byte order.
    public internal(set) var entitlements: [EntitlementID] = []
    /// The rows through which it sees them, or does not see what a customer of its IDs holds.
    public internal(set) var rows: [RowNumber] = []
    /// Every row that was asked, seen through or not.
    package var asked: [RowNumber] = []
}

extension Ledger {
    /// The entitlements that an installation sees as active: a function of the ledger and the rules
    /// alone.
    public func access(of installation: InstallationHandle, under rules: Rules) -> Access {
        var access = Access()
        forEachVisibility(from: installation, under: rules) { visibility in
            access.asked.append(visibility.row.number)
            let before = access.entitlements.count
            switch visibility.subject {
            case .customer(let customer):
                guard visibility.isVisible else {
                    if holdsSomething(customer, under: rules) {
                        access.rows.append(visibility.row.number)
                    }
                    return
                }
                forEachHeld(by: customer) { look(at: $0, under: rules, &access) }
                for entitlement in grants[customer] ?? [] {
                    access.entitlements.append(id(of: entitlement))
                }
            case .purchase(let purchase):
                guard visibility.isVisible else { return }
                look(at: purchase, under: rules, &access)
                // Several purchases may be seen by one row.
                if access.rows.contains(visibility.row.number) { return }
            }
            if access.entitlements.count > before { access.rows.append(visibility.row.number) }
        }
        if access.entitlements.count > 1 {
            access.entitlements = Set(access.entitlements).sorted()
        }
        return access
    }

    /// The same as bits, one for each of the first 64 entitlements by its index in the ledger, and
    /// without the rows: for a search that asks a million times a second.
    package func active(on installation: InstallationHandle, under rules: Rules) -> UInt64 {
        var active: UInt64 = 0
        forEachVisibility(from: installation, under: rules) { visibility in
            guard visibility.isVisible else { return }
            switch visibility.subject {
            case .customer(let customer): active |= bits(heldBy: customer, under: rules)
            case .purchase(let purchase): active |= bits(of: purchase, under: rules)
            }
        }
        return active
    }

    private func bits(heldBy customer: CustomerHandle, under rules: Rules) -> UInt64 {
        var active: UInt64 = 0
        forEachHeld(by: customer) { active |= bits(of: $0, under: rules) }
        guard !grants.isEmpty else { return active }
        for entitlement in grants[customer] ?? [] {
            active |= 1 << UInt64(entitlement.index)
        }
        return active
    }

    private func bits(of purchase: PurchaseHandle, under rules: Rules) -> UInt64 {
        guard rules.givesAccess(purchases[purchase].known) else { return 0 }
        var bits: UInt64 = 0
        for entitlement in products[knownProduct(of: purchase)].entitlements {
            bits |= 1 << UInt64(entitlement.index)
        }
        return bits
    }

    /// What one purchase unlocks, or the row by which it unlocks nothing.
    private func look(
        at purchase: PurchaseHandle, under rules: Rules, _ access: inout Access
    ) {
        let row = rules.activeRow(purchases[purchase].known)
        access.asked.append(row)
        guard rules.givesAccess(purchases[purchase].known) else {
            if !access.rows.contains(row) { access.rows.append(row) }
            return
        }
        for entitlement in products[knownProduct(of: purchase)].entitlements {
            access.entitlements.append(id(of: entitlement))
        }
    }

    private func holdsSomething(_ customer: CustomerHandle, under rules: Rules) -> Bool {
        grants[customer] != nil
            || purchases(of: customer).contains { rules.givesAccess(purchases[$0].known) }
    }

    private func id(of entitlement: EntitlementHandle) -> EntitlementID {
        EntitlementID(unchecked: entitlementNames[Int(entitlement.index)])
    }
}
