// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// Who is who: log-in and log-out.

extension Ledger {
    /// Refuses an ID that the provider does not take.
    func check(_ id: UserID, _ draft: inout Draft) throws(Refusal) {
        guard !draft.rules.accepts(id) else { return }
        draft.decision.identifierRules =
            draft.rules.identifiers.findings(against: id).map(\.rule)
        throw .invalidIdentifier
    }

    /// A log-in.
    ///
    /// Returns whether a session with the provider followed, which can claim purchases.
    func logIn(_ given: UserID, _ draft: inout Draft) throws(Refusal) -> Bool {
        guard let record = draft.record else { throw .notInstalled }
        let id = draft.rules.normalized(given)
        try check(id, &draft)
        if isTaken(record.current, draft) { try comeBack(&draft) }
        let target = try living(id, &draft) ?? actingAnew(as: id, draft)
        let before = customer(of: record.current, draft)
        var situation = Situation(kind(of: record, draft))
        situation.insert(
            target == nil ? .targetNew : target == record.current ? .targetSame : .targetKnown)
        situation.insert(
            target.map { hasAnonymous(customer(of: $0, draft)) } == true
                ? .targetHasAnonymous : .targetHasNoAnonymous)
        situation.insert(isIdentified(before, draft) ? .linked : .notLinked)
        let row = draft.row(.identify, situation)
        if !backups.isEmpty, let installation = draft.installation, target != record.current,
            backups[installation] != nil
        {
            draft.change(.backup(installation, nil))
        }
        switch row.effect {
        case .refuse: throw row.refusal ?? .unsupported
        case .switch: goOver(to: id, &draft)
        case .switchAndCarry:
            goOver(to: id, &draft)
            carry(from: before, by: record.current, &draft)
        case .alias: alias(id, target, row.original, &draft)
        case .newCustomer:
            let minted = try mint(&draft)
            draft.setCurrent(join(id, to: customer(of: minted, draft), &draft))
            draft.happened(.created)
        default:
            draft.happened(.kept)
            return false
        }
        return true
    }

    /// The ID that acts without an installation, if this action made it and has this text.
    private func actingAnew(as id: UserID, _ draft: borrowing Draft) -> UserHandle? {
        guard draft.newActor == id, let user = draft.record?.current, user.index >= users.count
        else { return nil }
        return user
    }

    private func hasAnonymous(_ customer: CustomerHandle) -> Bool {
        customer.index < customers.count && customers[customer].hasAnonymous
    }

    /// Which kind of ID an installation uses.
    func kind(of record: InstallationRecord, _ draft: borrowing Draft) -> FactValue {
        if record.own.handle == record.current { return .currentOwn }
        return isAnonymous(record.current, draft) ? .currentAnonymous : .currentCustom
    }

    /// An ID that nobody has, with a customer of its own.
    func add(_ id: UserID, _ draft: inout Draft) -> UserHandle {
        if let nobody = given(id) {
            draft.giveBack(nobody, in: self)
            return nobody
        }
        let isAnonymous = draft.rules.recognises(id)
        return draft.addCustomer(id, isAnonymous ? .anonymous : .custom, in: self)
    }

    /// An ID that nobody has as a further one of a customer.
    private func join(
        _ id: UserID, to customer: CustomerHandle, _ draft: inout Draft
    ) -> UserHandle {
        if let nobody = given(id) {
            draft.giveBack(nobody, in: self)
            draft.merge(self.customer(of: nobody, draft), into: customer)
            return nobody
        }
        let isAnonymous = draft.rules.recognises(id)
        return draft.addUser(id, isAnonymous ? .anonymous : .custom, to: customer, in: self)
    }

    /// The device uses this ID from now on, and nothing else becomes of it.
    func goOver(to id: UserID, _ draft: inout Draft) {
        if let target = given(id), !isNobody(target, draft) {
            guard target != draft.record?.current else { return draft.happened(.kept) }
            draft.setCurrent(target)
            draft.happened(.switched)
        } else if actingAnew(as: id, draft) != nil {
            draft.happened(.kept)
        } else {
            draft.setCurrent(add(id, &draft))
            draft.happened(.created)
        }
    }

    /// The ID given and the one in use share a customer from now on.
    private func alias(
        _ id: UserID, _ target: UserHandle?, _ rule: OriginalRule, _ draft: inout Draft
    ) {
        guard let record = draft.record else { return }
        let mine = customer(of: record.current, draft)
        guard target != record.current else { return draft.happened(.kept) }
        guard let target else {
            let user = join(id, to: mine, &draft)
            if rule == .target { draft.change(.original(user, mine)) }
            list(known(mine), from: record.current, to: user, &draft)
            draft.setCurrent(user)
            return draft.happened(.aliased)
        }
        let theirs = customer(of: target, draft)
        if mine != theirs {
            list(known(mine), from: record.current, to: target, &draft)
            merge(mine, theirs, rule, &draft)
            draft.happened(.aliased)
        }
        draft.happened(.switched)
        draft.setCurrent(target)
    }

    /// Joins two customers; the one whose original ID stays survives.
    func merge(
        _ mine: CustomerHandle, _ theirs: CustomerHandle, _ rule: OriginalRule,
        _ draft: inout Draft
    ) {
        let survivor =
            switch rule {
            case .current: mine
            case .target: theirs
            case .oldest: min(mine, theirs)
            }
        draft.merge(survivor == mine ? theirs : mine, into: survivor)
    }

    /// Takes purchases of the customer left behind along to the one in use.
    private func carry(
        from before: CustomerHandle, by user: UserHandle, _ draft: inout Draft
    ) {
        guard let record = draft.record else { return }
        let after = customer(of: record.current, draft)
        guard after != before else { return }
        for purchase in known(before) {
            let held = purchases[purchase]
            let row = draft.row(
                .carry,
                Situation(
                    held.kind.fact, held.known.isActive ? .active : .notActive,
                    held.isFirstHand ? .made : .notMade, accounts[held.account].store.fact))
            guard row.effect == .move else { continue }
            draft.setOwner(of: purchase, to: after)
            draft.decision.moves.append(Move(purchase: purchase, from: user, to: record.current))
            draft.happened(.moved)
        }
    }

    /// What a customer held before this action; one that the action made held nothing.
    func known(_ customer: CustomerHandle) -> [PurchaseHandle] {
        customer.index < customers.count ? purchases(of: customer) : []
    }

    func list(
        _ purchases: [PurchaseHandle], from: UserHandle, to: UserHandle, _ draft: inout Draft
    ) {
        for purchase in purchases {
            draft.decision.moves.append(Move(purchase: purchase, from: from, to: to))
        }
    }

    func logOut(_ draft: inout Draft) throws(Refusal) {
        try comeBack(&draft)
        guard let record = draft.record else { throw .notInstalled }
        let row = draft.row(.logout, Situation(kind(of: record, draft)))
        switch row.effect {
        case .refuse: throw row.refusal ?? .alreadyAnonymous
        case .keep:
            draft.happened(.kept)
            return
        case .return where !record.own.isNone:
            if let own = record.own.handle { draft.setCurrent(own) }
        default:
            let minted = try mint(&draft)
            draft.setOwn(minted)
            draft.setCurrent(minted)
        }
        draft.happened(.loggedOut)
        try claim(.viaLogOut, &draft)
    }
}

extension ProductKind {
    /// The kind as a fact.
    var fact: FactValue {
        switch self {
        case .subscription: .subscription
        case .nonRenewing: .nonRenewing
        case .nonConsumable: .nonConsumable
        case .consumable: .consumable
        }
    }
}
