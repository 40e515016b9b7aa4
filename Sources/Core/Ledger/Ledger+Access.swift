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
        look(from: installation, under: rules) { row, customer in
            look(at: customer, through: row, under: rules, &access)
        }
        if access.entitlements.count > 1 {
            access.entitlements = Set(access.entitlements).sorted()
        }
        return access
    }

    /// The same as bits, one for each of the first 64 entitlements by its place in the ledger, and
    /// without the rows: for a search that asks a million times a second.
    package func active(on installation: InstallationHandle, under rules: Rules) -> UInt64 {
        var active: UInt64 = 0
        look(from: installation, under: rules) { row, customer in
            guard row.effect == .see else { return }
            forEachHeld(by: customer) { purchase in
                guard rules.givesAccess(purchases[purchase].known) else { return }
                for entitlement in products[purchases[purchase].product].entitlements {
                    active |= 1 << UInt64(entitlement.index)
                }
            }
            guard !grants.isEmpty else { return }
            for entitlement in grants[customer] ?? [] { active |= 1 << UInt64(entitlement.index) }
        }
        return active
    }

    /// The customers through whom an installation may see purchases: the one in use, and its own
    /// where that is another; with the row that says whether it does.
    private func look(
        from installation: InstallationHandle, under rules: Rules,
        _ see: (Ruling, CustomerHandle) -> Void
    ) {
        let record = installations[installation]
        let current = users[record.current].customer
        see(row(for: current, as: .holderCurrent, rules), current)
        if let own = record.own.handle, users[own].customer != current {
            see(row(for: users[own].customer, as: .holderOwn, rules), users[own].customer)
        }
    }

    private func row(
        for customer: CustomerHandle, as holder: FactValue, _ rules: Rules
    ) -> Ruling {
        let linked = customers[customer].isIdentified ? FactValue.linked : .notLinked
        return rules.ruling(.access, Situation(holder, linked))
    }

    private func look(
        at customer: CustomerHandle, through row: Ruling, under rules: Rules,
        _ access: inout Access
    ) {
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
