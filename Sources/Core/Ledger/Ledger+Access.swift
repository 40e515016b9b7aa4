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
        if rules.seesThroughAccount {
            lookThroughAccount(of: installation, under: rules) { row, purchase in
                access.asked.append(row.number)
                guard row.effect == .see else { return }
                let before = access.entitlements.count
                look(at: purchase, under: rules, &access)
                if access.entitlements.count > before, !access.rows.contains(row.number) {
                    access.rows.append(row.number)
                }
            }
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
            forEachHeld(by: customer) { active |= bits(of: $0, under: rules) }
            guard !grants.isEmpty else { return }
            for entitlement in grants[customer] ?? [] { active |= 1 << UInt64(entitlement.index) }
        }
        if rules.seesThroughAccount {
            lookThroughAccount(of: installation, under: rules) { row, purchase in
                if row.effect == .see { active |= bits(of: purchase, under: rules) }
            }
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

    /// The customers through whom an installation may see purchases: the one in use, and its own
    /// where that is another; with the row that says whether it does.
    func look(
        from installation: InstallationHandle, under rules: Rules,
        _ see: (Ruling, CustomerHandle) -> Void
    ) {
        let record = installations[installation]
        let current = users[record.current].customer
        let kind = kindOfCurrent(record)
        see(row(for: current, as: .holderCurrent, kind, rules), current)
        if let own = record.own.handle, users[own].customer != current {
            let customer = users[own].customer
            see(row(for: customer, as: .holderOwn, kind, rules), customer)
        }
    }

    /// The purchases of the store account on the device that the provider knows, with the row that
    /// says whether the device sees them through the account.
    func lookThroughAccount(
        of installation: InstallationHandle, under rules: Rules,
        _ see: (Ruling, PurchaseHandle) -> Void
    ) {
        let record = installations[installation]
        guard !accounts[record.account].store.isOnWeb else { return }
        let kind = kindOfCurrent(record)
        var next = accounts[record.account].firstPurchase
        while let purchase = next.handle {
            if let owner = purchases[purchase].owner.handle {
                see(row(for: owner, as: .holderAccount, kind, rules), purchase)
            }
            next = purchases[purchase].nextOfAccount
        }
    }

    /// Which kind of ID an installation uses.
    private func kindOfCurrent(_ record: InstallationRecord) -> FactValue {
        if record.own.handle == record.current { return .currentOwn }
        return users[record.current].isAnonymous ? .currentAnonymous : .currentCustom
    }

    private func row(
        for customer: CustomerHandle, as holder: FactValue, _ current: FactValue, _ rules: Rules
    ) -> Ruling {
        let linked = customers[customer].isIdentified ? FactValue.linked : .notLinked
        return rules.ruling(.access, Situation(holder, linked, current))
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
        for purchase in purchases(of: customer) { look(at: purchase, under: rules, &access) }
        for entitlement in grants[customer] ?? [] {
            access.entitlements.append(id(of: entitlement))
        }
        if access.entitlements.count > before { access.rows.append(row.number) }
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
