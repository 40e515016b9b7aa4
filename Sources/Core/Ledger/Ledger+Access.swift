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

/// A customer through whom an installation may see purchases, and the row that says whether it does.
struct Sight {
    let row: Ruling
    let customer: CustomerHandle
}

extension Ledger {
    /// The entitlements that an installation sees as active: a function of the ledger and the rules
    /// alone.
    public func access(of installation: InstallationHandle, under rules: Rules) -> Access {
        var access = Access()
        let sights = sights(from: installation, under: rules)
        look(through: sights.current, under: rules, &access)
        if let own = sights.own { look(through: own, under: rules, &access) }
        for sight in accountSights(from: installation, under: rules) {
            access.asked.append(sight.row.number)
            guard sight.row.effect == .see else { continue }
            let before = access.entitlements.count
            look(at: sight.purchase, under: rules, &access)
            if access.entitlements.count > before, !access.rows.contains(sight.row.number) {
                access.rows.append(sight.row.number)
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
        let sights = sights(from: installation, under: rules)
        var active = bits(seenThrough: sights.current, under: rules)
        if let own = sights.own { active |= bits(seenThrough: own, under: rules) }
        if rules.seesThroughAccount {
            for sight in accountSights(from: installation, under: rules)
            where sight.row.effect == .see {
                active |= bits(of: sight.purchase, under: rules)
            }
        }
        return active
    }

    private func bits(seenThrough sight: Sight, under rules: Rules) -> UInt64 {
        guard sight.row.effect == .see else { return 0 }
        var active: UInt64 = 0
        forEachHeld(by: sight.customer) { active |= bits(of: $0, under: rules) }
        guard !grants.isEmpty else { return active }
        for entitlement in grants[sight.customer] ?? [] {
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

    /// The customers through whom an installation may see purchases: the one in use, and its own
    /// where that is another.
    func sights(
        from installation: InstallationHandle, under rules: Rules
    ) -> (current: Sight, own: Sight?) {
        let record = installations[installation]
        let kind = kindOfCurrent(record)
        let current = users[record.current].customer
        let seen = Sight(row: row(for: current, as: .holderCurrent, kind, rules), customer: current)
        guard let own = record.own.handle, users[own].customer != current else {
            return (current: seen, own: nil)
        }
        let customer = users[own].customer
        let row = row(for: customer, as: .holderOwn, kind, rules)
        return (current: seen, own: Sight(row: row, customer: customer))
    }

    /// The purchases of the store account on the device that the provider knows, with the row that
    /// says whether the device sees them through the account; none where no rule does.
    func accountSights(
        from installation: InstallationHandle, under rules: Rules
    ) -> [(row: Ruling, purchase: PurchaseHandle)] {
        let record = installations[installation]
        guard rules.seesThroughAccount, !accounts[record.account].store.isOnWeb else { return [] }
        let kind = kindOfCurrent(record)
        return purchases(of: record.account).compactMap { purchase in
            purchases[purchase].owner.handle.map {
                (row: row(for: $0, as: .holderAccount, kind, rules), purchase: purchase)
            }
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

    private func look(through sight: Sight, under rules: Rules, _ access: inout Access) {
        access.asked.append(sight.row.number)
        guard sight.row.effect == .see else {
            if holdsSomething(sight.customer, under: rules) {
                access.rows.append(sight.row.number)
            }
            return
        }
        let before = access.entitlements.count
        for purchase in purchases(of: sight.customer) { look(at: purchase, under: rules, &access) }
        for entitlement in grants[sight.customer] ?? [] {
            access.entitlements.append(id(of: entitlement))
        }
        if access.entitlements.count > before { access.rows.append(sight.row.number) }
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
