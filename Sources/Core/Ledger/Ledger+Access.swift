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
        let record = installations[installation]
        var access = Access()
        let current = users[record.current].customer
        look(through: .holderCurrent, at: current, under: rules, &access)
        if let own = record.own.handle {
            let customer = users[own].customer
            if customer != current {
                look(through: .holderOwn, at: customer, under: rules, &access)
            }
        }
        if access.entitlements.count > 1 {
            access.entitlements = Set(access.entitlements).sorted()
        }
        return access
    }

    private func look(
        through holder: FactValue, at customer: CustomerHandle, under rules: Rules,
        _ access: inout Access
    ) {
        let linked = customers[customer].isIdentified ? FactValue.linked : .notLinked
        let row = rules.ruling(.access, Situation(holder, linked))
        access.asked.append(row.number)
        guard row.effect == .see else {
            if holdsSomething(customer, under: rules) { access.rows.append(row.number) }
            return
        }
        let before = access.entitlements.count
        for purchase in purchases(of: customer) {
            let record = purchases[purchase]
            access.asked.append(rules.activeRow(record.known))
            guard rules.givesAccess(record.known) else {
                let denying = rules.activeRow(record.known)
                if !access.rows.contains(denying) { access.rows.append(denying) }
                continue
            }
            for entitlement in products[record.product].entitlements {
                access.entitlements.append(id(of: entitlement))
            }
        }
        for entitlement in grants[customer] ?? [] {
            access.entitlements.append(id(of: entitlement))
        }
        if access.entitlements.count > before { access.rows.append(row.number) }
    }

    private func holdsSomething(_ customer: CustomerHandle, under rules: Rules) -> Bool {
        grants[customer] != nil
            || purchases(of: customer).contains { rules.givesAccess(purchases[$0].known) }
    }

    private func id(of entitlement: EntitlementHandle) -> EntitlementID {
        EntitlementID(unchecked: entitlementNames[Int(entitlement.index)])
    }
}
