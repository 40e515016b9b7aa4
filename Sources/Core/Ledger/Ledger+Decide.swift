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
        var draft = Draft(request.fresh, rules)
        swap(&draft.decision, &decision)
        do throws(Refusal) {
            switch request.actor {
            case .device(let device):
                if let index = deviceNames.index(of: device.text) {
                    draft.installation = InstallationHandle(index)
                    draft.record = installations[index]
                }
            case .user(let id, let account):
                try stand(in: id, account, isMinted: false, for: request, &draft)
            case .minted(let id, let account):
                try stand(in: id, account, isMinted: true, for: request, &draft)
            case .account(let account): try stand(at: account, for: request, &draft)
            }
            try decide(request, &draft)
            draft.finish()
        } catch {
            draft.refuse(error)
        }
        swap(&draft.decision, &decision)
    }

    private func decide(_ request: Request, _ draft: inout Draft) throws(Refusal) {
        switch request.action {
        case .install(let account):
            guard let device = request.device else { throw .notInstalled }
            try install(account, on: device, .firstLaunch, &draft)
        case .configure(let id, let account):
            guard let device = request.device else { throw .notInstalled }
            try configure(id, account, on: device, &draft)
        case .reinstall, .logIn, .logOut, .open, .buy, .restore, .sync, .store, .own, .notify,
            .grant, .revoke, .expireGrant, .change, .use, .share, .unshare, .transfer, .redeem,
            .delete, .check:
            guard draft.record != nil else { throw .notInstalled }
            try decideInstalled(request, &draft)
        }
    }

    private func decideInstalled(_ request: Request, _ draft: inout Draft) throws(Refusal) {
        if draft.installation == nil, request.action.isOfInstallation, request.member == nil {
            throw .notInstalled
        }
        switch request.action {
        case .reinstall:
            guard let device = request.device else { throw .notInstalled }
            try install(nil, on: device, .reinstall, &draft)
        case .logIn(let id):
            if try logIn(id, &draft) { try claim(.viaLogIn, &draft) }
        case .logOut: try logOut(&draft)
        case .open: try claim(.viaOpen, &draft)
        case .restore: try claim(.viaRestore, &draft)
        case .sync: try claim(.viaSync, &draft)
        case .buy(let product):
            let before = draft.decision.changes.count
            let purchase = try buy(product, &draft)
            draft.stand(from: before)
            try claim(.viaBuy, about: purchase, &draft)
        case .own(let product): try own(product, &draft)
        case .store(let event, let product):
            try store(event, product, request.purchase, &draft)
        case .notify(let product): try notify(product, &draft)
        case .change(let product, let other, let atRenewal):
            try change(product, to: other, atRenewal: atRenewal, &draft)
        case .use(let account): use(account, &draft)
        case .share(let product, let device): share(product, with: device, request, &draft)
        case .unshare(let product, let device):
            try unshare(product, with: device, request, &draft)
        case .redeem(let product, let id):
            try claim(.viaRedeem, about: bought(product, onWebBy: id), &draft)
        case .grant(let entitlement): try grant(.grant, entitlement, &draft)
        case .revoke(let entitlement): try grant(.revoke, entitlement, &draft)
        case .expireGrant(let entitlement): try grant(.expireGrant, entitlement, &draft)
        case .transfer(let id, let other): try transfer(id, to: other, &draft)
        case .delete(let id): try delete(id, &draft)
        case .check, .install, .configure: break
        }
    }
}

extension Action {
    /// Whether only an installation can do it.
    fileprivate var isOfInstallation: Bool {
        switch self {
        case .install, .reinstall, .configure, .logOut, .use, .share, .unshare: true
        case .logIn, .open, .buy, .restore, .sync, .store, .own, .notify, .grant, .revoke,
            .expireGrant, .change, .transfer, .redeem, .delete, .check:
            false
        }
    }
}

extension Action {
    /// Whether it happens at a store account, whoever uses the app.
    fileprivate var isOfStore: Bool {
        switch self {
        case .store, .own, .notify, .change: true
        case .install, .reinstall, .configure, .logIn, .logOut, .open, .buy, .restore, .sync,
            .grant, .revoke, .expireGrant, .use, .share, .unshare, .transfer, .redeem, .delete,
            .check:
            false
        }
    }
}

// MARK: - Who acts

extension Ledger {
    /// An ID without an installation acts, as a server names it.
    ///
    /// One that nobody has becomes a customer where it presents something, asks for access or is
    /// given something; what only looks or concerns others makes none.
    private func stand(
        in id: UserID, _ account: StoreAccount?, isMinted: Bool, for request: Request,
        _ draft: inout Draft
    ) throws(Refusal) {
        let index = account.map { handle(of: $0, &draft) }
        draft.stand()
        let current: UserHandle
        if let known = isMinted ? minted(id, under: draft.rules) : user(id) {
            current = known
        } else {
            switch request.action {
            case .open, .buy, .restore, .sync, .redeem, .logIn, .grant, .revoke: break
            case .install, .reinstall, .configure, .logOut, .store, .own, .notify, .expireGrant,
                .change, .use, .share, .unshare, .transfer, .delete, .check:
                throw .notInstalled
            }
            if isMinted {
                current = addMinted(id, &draft)
            } else {
                try check(id, &draft)
                current = add(id, &draft)
            }
            // An ID of a namespace of its own is none that a log-in can name.
            draft.newActor = isMinted && draft.rules.mintsApart ? nil : id
            draft.happened(.created)
        }
        draft.record = InstallationRecord(
            account: index ?? .absent,
            own: isAnonymous(current, draft) ? Link(current) : .none, current: current)
    }

    /// A store account acts by itself; nobody is in use, so it can do only what happens at a store.
    private func stand(
        at account: StoreAccount, for request: Request, _ draft: inout Draft
    ) throws(Refusal) {
        guard request.action.isOfStore || request.member != nil else { throw .notInstalled }
        let index = handle(of: account, &draft)
        draft.stand()
        draft.record = InstallationRecord(account: index, current: .absent)
    }

    /// Whether the provider ever took an ID; a launch can have been refused under it.
    func isTaken(_ user: UserHandle, _ draft: borrowing Draft) -> Bool {
        !isNobody(user, draft) || isAnonymous(user, draft) || draft.rules.accepts(id(of: user))
    }

    /// Whether an ID is nobody's, and is nobody's still.
    func isNobody(_ user: UserHandle, _ draft: borrowing Draft) -> Bool {
        user.index < users.count && isNobody(user) && draft.newCustomer(of: user) == nil
    }

    /// The ID in use has a customer again, where its own was erased: a call makes a new one, unless
    /// the provider's rules refuse it.
    func comeBack(_ draft: inout Draft) throws(Refusal) {
        guard let user = draft.record?.current, isNobody(user, draft) else { return }
        if !isAnonymous(user, draft) { try check(id(of: user), &draft) }
        try mayComeBack(&draft)
        draft.giveBack(user, in: self)
        draft.happened(.created)
    }

    /// An ID that some customer has; one that was erased has to be let come back.
    func living(_ id: UserID, _ draft: inout Draft) throws(Refusal) -> UserHandle? {
        guard let user = given(id) else { return nil }
        guard isNobody(user, draft) else { return user }
        try mayComeBack(&draft)
        return nil
    }

    private func mayComeBack(_ draft: inout Draft) throws(Refusal) {
        let row = draft.row(.delete, Situation(.erasureReturn))
        if row.effect == .refuse { throw row.refusal ?? .invalidIdentifier }
    }
}
