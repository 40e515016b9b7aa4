// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Why a merge cannot be undone.
public enum UndoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such entry, or it merged nothing.
    case noMerge(Int)
    /// The customer that was absorbed stands by itself again.
    case alreadyUndone(Int)
    /// The provider has erased the customer since.
    case erased(Int)

    /// A whole sentence.
    public var description: String {
        switch self {
        case .noMerge(let sequence): "Entry \(sequence) of the log merged no customers."
        case .alreadyUndone(let sequence): "The merge of entry \(sequence) is undone already."
        case .erased(let sequence):
            "The customer that entry \(sequence) merged was erased since; nothing of it is left."
        }
    }
}

extension World {
    /// Splits customers that an entry of the log merged, back into those before it.
    ///
    /// No provider offers this. What has happened since is assigned by these rules:
    ///
    /// 1. The IDs that the absorbed customer had go back to it. IDs that joined since stay.
    /// 2. Purchases and grants that it held go back, if the merged customer still holds them.
    /// 3. A purchase or grant gained since goes with the ID that was in use when it was gained.
    /// 4. Each of both has its own original ID again; devices keep their IDs and so follow them.
    ///
    /// - Throws: ``UndoError``; then nothing has changed.
    public mutating func undoMerge(of sequence: Int) throws(UndoError) {
        guard log.indices.contains(sequence) else { throw .noMerge(sequence) }
        let changes = log[sequence].changes
        let merges = changes.indices.filter { index in
            if case .merge = changes[index] { true } else { false }
        }
        guard !merges.isEmpty else { throw .noMerge(sequence) }
        guard !isUndone(merges.map { changes[$0] }, of: sequence) else {
            throw .alreadyUndone(sequence)
        }
        var undone = ledger
        var undoing: [Change] = []
        for index in merges.reversed() {
            guard case .merge(let absorbed, let survivor) = changes[index] else { continue }
            guard !undone.customers[absorbed].absorbedBy.isNone else {
                throw .alreadyUndone(sequence)
            }
            guard !undone.customers[undone.survivor(of: absorbed)].isErased else {
                throw .erased(sequence)
            }
            var before = replayed(upTo: sequence)
            for change in changes[..<index] { before.evolve(change) }
            let since = changes[(index + 1)...]
            let step = split(absorbed, survivor, before, undone, since: sequence, since)
            for change in step { undone.evolve(change) }
            undoing += step
        }
        ledger = undone
        log.append(
            LogEntry(
                sequence: log.count, cause: .undo(of: sequence), outcome: .applied, refusal: nil,
                rows: [], changes: undoing, user: nil))
    }

    /// Whether customers that an entry merged were split again, even if merged once more since.
    private func isUndone(_ merges: [Change], of sequence: Int) -> Bool {
        let absorbed = merges.compactMap { change -> CustomerHandle? in
            guard case .merge(let absorbed, _) = change else { return nil }
            return absorbed
        }
        return log[(sequence + 1)...].contains { entry in
            entry.changes.contains { change in
                guard case .split(let customer, _, _) = change else { return false }
                return absorbed.contains(customer)
            }
        }
    }

    /// The entries that merged what is one customer now and was not split since, the newest first.
    package func merges(of customer: CustomerHandle) -> [Int] {
        log.indices.reversed().filter { sequence in
            let merges = log[sequence].changes.filter { change in
                guard case .merge(_, let survivor) = change else { return false }
                return ledger.survivor(of: survivor) == customer
            }
            return !merges.isEmpty && !isUndone(merges, of: sequence)
        }
    }

    /// The changes that undo one merge.
    private func split(
        _ absorbed: CustomerHandle, _ survivor: CustomerHandle, _ before: Ledger, _ now: Ledger,
        since sequence: Int, _ rest: ArraySlice<Change>
    ) -> [Change] {
        let holder = now.customer(of: before.original(of: absorbed))
        let leaving = before.aliases(of: absorbed).filter { now.customer(of: $0) == holder }
        var changes: [Change] = [.split(absorbed, from: holder, leaving)]
        if leaving.contains(now.original(of: holder)) {
            let staying = now.aliases(of: holder).filter { !leaving.contains($0) }
            let original = before.original(of: survivor)
            if let original = staying.contains(original) ? original : staying.first {
                changes.append(.original(original, holder))
            }
        }
        for purchase in now.purchases(of: holder) {
            let gainer = lastUser(since: sequence, rest) { change in
                switch change {
                case .owner(purchase, let customer), .copy(purchase, let customer):
                    now.survivor(of: customer) == holder
                default: false
                }
            }
            changes += give(purchase, absorbed, holder, before, now, leaving, gainer)
        }
        for entitlement in now.grants[holder] ?? [] {
            let id = EntitlementID(unchecked: now.entitlementNames[Int(entitlement.index)])
            let wasTheirs = before.grants[absorbed]?.contains(entitlement) ?? false
            let wasOurs = before.grants[survivor]?.contains(entitlement) ?? false
            let granter = lastUser(since: sequence, rest) { change in
                guard case .grant(id, let customer) = change else { return false }
                return now.survivor(of: customer) == holder
            }
            let isTheirs = granter.map(leaving.contains) ?? wasTheirs
            guard isTheirs else { continue }
            changes.append(.grant(id, absorbed))
            if !wasOurs { changes.append(.revoke(id, holder)) }
        }
        return changes
    }

    /// What becomes of one purchase of the merged customer.
    private func give(
        _ purchase: PurchaseHandle, _ absorbed: CustomerHandle, _ holder: CustomerHandle,
        _ before: Ledger, _ now: Ledger, _ leaving: [UserHandle], _ gainer: UserHandle?
    ) -> [Change] {
        let isKnown = Int(purchase.index) < before.purchases.count
        let holdersBefore = isKnown ? before.holders(of: purchase) : []
        let owns = now.holders(of: purchase).first == holder
        let wasTheirs = holdersBefore.contains(absorbed)
        guard gainer.map(leaving.contains) ?? wasTheirs else { return [] }
        let keepsCopy =
            gainer == nil
            && holdersBefore.contains { $0 != absorbed && now.survivor(of: $0) == holder }
        if owns {
            let copies = now.holders(of: purchase).dropFirst()
            return [.owner(purchase, absorbed)] + copies.map { .copy(purchase, $0) }
                + (keepsCopy ? [.copy(purchase, holder)] : [])
        }
        return [.copy(purchase, absorbed)] + (keepsCopy ? [] : [.uncopy(purchase, holder)])
    }

    /// The ID in use when something was last done after a merge: in a later entry of the log, or in
    /// the rest of its own.
    private func lastUser(
        since sequence: Int, _ rest: ArraySlice<Change>, _ isIt: (Change) -> Bool
    ) -> UserHandle? {
        for entry in log.dropFirst(sequence + 1).reversed()
        where entry.changes.contains(where: isIt) {
            return entry.user
        }
        return rest.contains(where: isIt) ? log[sequence].user : nil
    }
}

extension Ledger {
    /// The customer that a customer has become by merges.
    func survivor(of customer: CustomerHandle) -> CustomerHandle {
        var customer = customer
        while let next = customers[customer].absorbedBy.handle { customer = next }
        return customer
    }
}
