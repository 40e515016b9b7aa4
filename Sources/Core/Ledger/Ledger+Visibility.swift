// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Something that an installation sees, or does not see, by a row of the table `access`.
struct Visibility {
    enum Subject {
        /// Everything that a customer holds.
        case customer(CustomerHandle)
        /// One purchase, through the store account on the device.
        case purchase(PurchaseHandle)
    }

    let row: Ruling
    let subject: Subject

    var isVisible: Bool { row.effect == .see }
}

extension Ledger {
    /// Decides what an installation sees: the customer in use, its own where that is another, and,
    /// where rules speak of it, each purchase of the store account on the device that the provider
    /// knows.
    ///
    /// What it does not see comes as well, with the row that says so. Nothing is allocated: a search
    /// asks a million times a second.
    @inline(__always)
    func forEachVisibility(
        from installation: InstallationHandle, under rules: Rules, _ body: (Visibility) -> Void
    ) {
        forEachVisibility(from: installations[installation], under: rules, body)
    }

    /// The same of an installation that need not be in the ledger.
    @inline(__always)
    func forEachVisibility(
        from record: InstallationRecord, under rules: Rules, _ body: (Visibility) -> Void
    ) {
        let kind = kindOfCurrent(record)
        let current = users[record.current].customer
        body(
            Visibility(
                row: row(for: current, as: .holderCurrent, kind, rules), subject: .customer(current)
            ))
        if let own = record.own.handle, users[own].customer != current {
            let customer = users[own].customer
            body(
                Visibility(
                    row: row(for: customer, as: .holderOwn, kind, rules),
                    subject: .customer(customer)))
        }
        guard rules.seesThroughAccount, record.account.index < accounts.count,
            !accounts[record.account].store.isOnWeb
        else { return }
        forEachPurchase(of: record.account) { purchase in
            guard let owner = purchases[purchase].owner.handle else { return }
            body(
                Visibility(
                    row: row(for: owner, as: .holderAccount, kind, rules),
                    subject: .purchase(purchase)))
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
}
