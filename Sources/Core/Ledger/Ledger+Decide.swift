// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Ledger {
    /// What an action comes to under a provider's rules, and everything that it changes.
    ///
    /// The ledger stays as it is; pass each change to ``evolve(_:)``. A refusal is a normal answer:
    /// its changes are what the store did all the same, and what the provider's documents say
    /// becomes of that.
    public func decide(_ request: Request, under rules: Rules) -> Decision {
        var decision = Decision()
        decide(request, under: rules, into: &decision)
        return decision
    }

    /// The same in the memory of an earlier decision, for those who make a million a second.
    package func decide(_ request: Request, under rules: Rules, into decision: inout Decision) {
        decision.clear()
        var draft = Draft(request, rules)
        swap(&draft.decision, &decision)
        if let place = deviceNames.place(of: request.device.text) {
            draft.installation = InstallationHandle(place)
            draft.record = installations[place]
        }
        do throws(Refusal) {
            try decide(&draft)
            draft.decision.outcome = draft.outcome
        } catch {
            draft.refuse(error)
        }
        swap(&draft.decision, &decision)
    }

    private func decide(_ draft: inout Draft) throws(Refusal) {
        switch draft.request.action {
        case .install(let account): try install(account, .firstLaunch, &draft)
        case .configure(let id, let account): try configure(id, account, &draft)
        case .reinstall, .logIn, .logOut, .open, .buy, .restore, .sync, .store, .own, .notify,
            .grant, .revoke, .check:
            guard draft.record != nil else { throw .notInstalled }
            try decideInstalled(&draft)
        }
    }

    private func decideInstalled(_ draft: inout Draft) throws(Refusal) {
        switch draft.request.action {
        case .reinstall: try install(nil, .reinstall, &draft)
        case .logIn(let id):
            if try logIn(id, &draft) { try claim(.viaLogIn, &draft) }
        case .logOut: try logOut(&draft)
        case .open: try claim(.viaOpen, &draft)
        case .restore: try claim(.viaRestore, &draft)
        case .sync: try claim(.viaSync, &draft)
        case .buy(let product):
            let purchase = buy(product, &draft)
            draft.storeChanges = draft.decision.changes.count
            try claim(.viaBuy, bought: purchase, &draft)
        case .own(let product): own(product, &draft)
        case .store(let event, let product): try store(event, product, &draft)
        case .notify(let product): try notify(product, &draft)
        case .grant(let entitlement): try grant(.grant, entitlement, &draft)
        case .revoke(let entitlement): try grant(.revoke, entitlement, &draft)
        case .check, .install, .configure: break
        }
    }
}

// MARK: - Installing, launching

extension Ledger {
    func install(
        _ account: StoreAccount?, _ launch: FactValue, _ draft: inout Draft
    ) throws(Refusal) {
        let row = draft.row(.launch, Situation(launch))
        let own: UserHandle
        if row.effect == .return, let before = draft.record?.own.handle {
            own = before
        } else {
            own = try mint(&draft)
        }
        place(account, own: own, current: own, &draft)
        draft.happened(.installed)
        try claim(.viaLaunch, launch: launch, &draft)
    }

    func configure(
        _ id: UserID, _ account: StoreAccount?, _ draft: inout Draft
    ) throws(Refusal) {
        let isFirst = draft.record == nil
        let isBlank = id.text.unicodeScalars.allSatisfy {
            $0 == " " || ($0.value < 0x21 || $0.value > 0x7e) && $0.properties.isWhitespace
        }
        let row = draft.row(
            .configure,
            Situation(
                isFirst ? .firstLaunch : .laterLaunch,
                isBlank ? .identifierBlank : .identifierGiven))
        switch row.effect {
        case .refuse: throw row.refusal ?? .unsupported
        case .keep where !isFirst:
            draft.happened(.kept)
            try claim(.viaLaunch, &draft)
        case .logIn:
            if isFirst {
                let own = try mint(&draft)
                place(account, own: own, current: own, &draft)
                draft.happened(.installed)
            }
            _ = try logIn(id, &draft)
            try claim(.viaLaunch, launch: isFirst ? .firstLaunch : .laterLaunch, &draft)
        case .switch:
            try check(id, &draft)
            if isFirst {
                let user = given(id) ?? add(id, &draft)
                place(account, own: nil, current: user, &draft)
                draft.happened(.installed)
            } else {
                goOver(to: id, &draft)
            }
            try claim(.viaLaunch, launch: isFirst ? .firstLaunch : .laterLaunch, &draft)
        default: try install(account, .firstLaunch, &draft)
        }
    }

    /// A fresh anonymous ID with a customer of its own.
    func mint(_ draft: inout Draft) throws(Refusal) -> UserHandle {
        let id = draft.mint()
        guard user(id) == nil else { throw .mintedTwice }
        let isApart = draft.rules.mintsApart
        return draft.addCustomer(id, isApart ? .anonymousApart : .anonymous, in: self)
    }

    /// Writes the installation down, with its store account.
    private func place(
        _ given: StoreAccount?, own: UserHandle?, current: UserHandle, _ draft: inout Draft
    ) {
        let device = draft.request.device
        let account: AccountHandle
        if let given {
            account = handle(of: given, &draft)
        } else if case .reinstall = draft.request.action, let before = draft.record {
            account = before.account
        } else {
            account = handle(of: StoreAccount(.appStore, device.text), &draft)
        }
        let place = draft.installation ?? InstallationHandle(installations.count)
        draft.installation = place
        var record = InstallationRecord(account: account, own: Link(own), current: current)
        if account.index < accounts.count {
            record.seenTransactions = accounts[account].transactions
        }
        draft.record = record
        draft.change(.install(device, account, own: own, current: current))
    }

    private func handle(of account: StoreAccount, _ draft: inout Draft) -> AccountHandle {
        if let place = accountNames.place(of: account.text) { return AccountHandle(place) }
        draft.change(.account(account))
        draft.newStore = account.store
        return AccountHandle(accounts.count)
    }
}
