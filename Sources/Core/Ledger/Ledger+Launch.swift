// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// Installing and launching.

extension Ledger {
    func install(
        _ account: StoreAccount?, on device: DeviceID, _ launch: FactValue, _ draft: inout Draft
    ) throws(Refusal) {
        let before = draft.record?.own.handle
        let user = draft.record?.current
        let store = account?.store ?? self.store(of: draft.record) ?? .appStore
        let row = draft.row(.launch, Situation(launch, store.fact))
        let own: UserHandle
        if row.effect == .return, let before {
            own = before
        } else {
            own = try mint(&draft)
        }
        index(account, on: device, own: own, current: own, keeping: launch == .reinstall, &draft)
        backUp(user, keeping: row.effect == .freshWithBackup, &draft)
        draft.happened(.installed)
        try claim(.viaLaunch, launch: launch, &draft)
    }

    /// What the device's backup keeps: the first anonymous ID on it that had bought something.
    private func backUp(_ user: UserHandle?, keeping isKept: Bool, _ draft: inout Draft) {
        guard let installation = draft.installation else { return }
        if !isKept {
            if backups[installation] != nil { draft.change(.backup(installation, nil)) }
        } else if let user, backups[installation] == nil, isAnonymous(user), !isNobody(user),
            !purchases(of: users[user].customer).isEmpty
        {
            draft.change(.backup(installation, user))
        }
    }

    func configure(
        _ id: UserID, _ account: StoreAccount?, on device: DeviceID, _ draft: inout Draft
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
                index(account, on: device, own: own, current: own, &draft)
                draft.happened(.installed)
            }
            _ = try logIn(id, &draft)
            try claim(.viaLaunch, launch: isFirst ? .firstLaunch : .laterLaunch, &draft)
        case .switch:
            do throws(Refusal) {
                try check(id, &draft)
            } catch {
                if isFirst { giveUntaken(id, account, on: device, &draft) }
                throw error
            }
            if isFirst {
                let user = try living(id, &draft) ?? add(id, &draft)
                index(account, on: device, own: nil, current: user, &draft)
                draft.happened(.installed)
            } else {
                _ = try living(id, &draft)
                goOver(to: id, &draft)
            }
            try claim(.viaLaunch, launch: isFirst ? .firstLaunch : .laterLaunch, &draft)
        default: try install(account, on: device, .firstLaunch, &draft)
        }
    }

    /// A fresh anonymous ID with a customer of its own.
    func mint(_ draft: inout Draft) throws(Refusal) -> UserHandle {
        let id = draft.mint()
        guard user(id) == nil else { throw .mintedTwice }
        return addMinted(id, &draft)
    }

    /// An anonymous ID that nobody has, with a customer of its own.
    func addMinted(_ id: UserID, _ draft: inout Draft) -> UserHandle {
        draft.addCustomer(id, draft.rules.mintsApart ? .anonymousApart : .anonymous, in: self)
    }

    /// A first launch with an ID that the provider does not take: the app is there all the same.
    private func giveUntaken(
        _ id: UserID, _ account: StoreAccount?, on device: DeviceID, _ draft: inout Draft
    ) {
        let user: UserHandle
        if let known = given(id) {
            user = known
        } else {
            user = draft.addCustomer(id, .custom, in: self)
            draft.change(.erase(customer(of: user, draft)))
        }
        index(account, on: device, own: nil, current: user, &draft)
        draft.stand()
    }

    /// Writes the installation down, with its store account: without one given, the one that is there
    /// where that is kept, or one of the device's name.
    private func index(
        _ given: StoreAccount?, on device: DeviceID, own: UserHandle?, current: UserHandle,
        keeping keepsAccount: Bool = false, _ draft: inout Draft
    ) {
        forgetPosts(&draft)
        let account: AccountHandle
        if let given {
            account = handle(of: given, &draft)
        } else if keepsAccount, let before = draft.record {
            account = before.account
        } else {
            account = handle(of: StoreAccount(.appStore, device.text), &draft)
        }
        let index = draft.installation ?? InstallationHandle(installations.count)
        draft.installation = index
        var record = InstallationRecord(account: account, own: Link(own), current: current)
        if account.index < accounts.count {
            record.seenTransactions = accounts[account].transactions
        }
        draft.record = record
        draft.change(.install(device, account, own: own, current: current))
    }

    func handle(of account: StoreAccount, _ draft: inout Draft) -> AccountHandle {
        if let index = accountNames.index(of: account.text) { return AccountHandle(index) }
        draft.change(.account(account))
        draft.newStore = account.store
        return AccountHandle(accounts.count)
    }
}
