// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// One line of a history.
public struct HistoryItem: Hashable, Sendable {
    /// The entry of the log.
    public let sequence: Int
    /// Where it happened; nil for an undoing.
    public let device: DeviceID?
    /// The action in neutral words.
    public let action: String
    /// What became different for the subject, in plain sentences.
    public let events: [String]
    /// The IDs of the rows that decided.
    public let rules: [String]
}

extension World {
    /// What happened to a user ID and to the customer that it belonged to at the time.
    public func history(of id: UserID) -> [HistoryItem] {
        history { change, before, after in
            guard let user = after.user(id) else { return nil }
            let customer = after.customer(of: user)
            let earlier = before.user(id).map(before.customer(of:))
            return change.concerns([customer, earlier].compactMap { $0 }, user, before, after)
                ? change.sentence(before, after) : nil
        }
    }

    /// What happened to a purchase.
    public func history(of purchase: PurchaseHandle) -> [HistoryItem] {
        history { change, before, after in
            change.concerns(purchase, before, after) ? change.sentence(before, after) : nil
        }
    }

    /// Replays the log and asks of each change what it was to the subject.
    private func history(
        _ sentence: (Change, _ before: Ledger, _ after: Ledger) -> String?
    ) -> [HistoryItem] {
        var items: [HistoryItem] = []
        // Two ledgers, one a change behind the other: cheaper than a copy for each change.
        var before = Ledger()
        var after = Ledger()
        for entry in log {
            var events: [String] = []
            for change in entry.changes {
                after.evolve(change)
                if let event = sentence(change, before, after) { events.append(event) }
                before.evolve(change)
            }
            guard !events.isEmpty else { continue }
            items.append(item(entry, events))
        }
        return items
    }

    private func item(_ entry: LogEntry, _ events: [String]) -> HistoryItem {
        let device: DeviceID?
        let action: String
        switch entry.cause {
        case .request(let request):
            device = request.device
            action = request.action.word
        case .told(let word):
            device = nil
            action = word
        case .undo(let sequence):
            device = nil
            action = "undo the merge of entry \(sequence)"
        }
        var rules: [String] = []
        for row in entry.rows where self.rules[row].table.decides {
            if !rules.contains(self.rules[row].id) { rules.append(self.rules[row].id) }
        }
        return HistoryItem(
            sequence: entry.sequence, device: device, action: action, events: events, rules: rules)
    }
}

extension Change {
    /// Whether it is about one of these customers, or about the ID itself.
    fileprivate func concerns(
        _ customers: [CustomerHandle], _ user: UserHandle, _ before: Ledger, _ after: Ledger
    ) -> Bool {
        switch self {
        case .customer(let id, _): after.user(id) == user
        case .user(let id, _, let customer):
            after.user(id) == user || customers.contains(customer)
        case .merge(let absorbed, let survivor), .split(let absorbed, let survivor, _):
            customers.contains(absorbed) || customers.contains(survivor)
        case .erase(let customer): customers.contains(customer)
        case .return(let other): other == user
        case .current(_, let current), .own(_, let current): current == user
        case .backup(_, let other): other == user
        case .install(_, _, _, let current): current == user
        case .owner(let purchase, let customer):
            customers.contains(customer)
                || before.holders(of: purchase).contains(where: customers.contains)
        case .original(_, let customer), .copy(_, let customer),
            .uncopy(_, let customer), .grant(_, let customer), .revoke(_, let customer),
            .lapse(_, let customer):
            customers.contains(customer)
        case .productChange(let purchase, _), .waiting(let purchase, _):
            before.holders(of: purchase).contains(where: customers.contains)
        case .account, .product, .purchase, .share, .unshare, .state, .known, .knownProduct,
            .caughtUp, .synced, .use, .posted:
            false
        }
    }

    /// Whether it is about a purchase, or about the customer who owns it.
    fileprivate func concerns(
        _ purchase: PurchaseHandle, _ before: Ledger, _ after: Ledger
    ) -> Bool {
        switch self {
        case .purchase, .share: before.purchases.count == Int(purchase.index)
        case .state(let other, _, _), .known(let other, _), .owner(let other, _),
            .copy(let other, _), .uncopy(let other, _), .productChange(let other, _),
            .waiting(let other, _), .knownProduct(let other), .unshare(let other):
            other == purchase
        case .merge(let absorbed, _), .erase(let absorbed):
            Int(purchase.index) < before.purchases.count
                && before.holders(of: purchase).contains(absorbed)
        case .account, .product, .customer, .user, .original, .return, .split, .install,
            .current, .own, .caughtUp, .synced, .use, .posted, .backup, .grant, .revoke, .lapse:
            false
        }
    }

    /// What it is, in one plain sentence.
    fileprivate func sentence(_ before: Ledger, _ after: Ledger) -> String {
        func name(_ customer: CustomerHandle) -> String {
            let ledger = Int(customer.index) < before.customers.count ? before : after
            return ledger.id(of: ledger.displayID(for: customer)).text
        }
        func name(_ user: UserHandle) -> String { after.id(of: user).text }
        func name(_ purchase: PurchaseHandle) -> String { after.product(of: purchase).text }
        switch self {
        case .account(let account): return "The store account \(account) is known."
        case .product(let product): return "The product \(product.id) is known."
        case .purchase(let product, let account, _):
            let product = after.productNames[Int(product.index)]
            return "\(after.accountNames[Int(account.index)]) holds \(product)."
        case .state(let purchase, let state, _):
            return "At the store \(name(purchase)) is \(state.word)."
        case .share(let purchase, let account):
            return "\(after.accountNames[Int(account.index)]) has a share of \(name(purchase))."
        case .unshare(let purchase): return "The share of \(name(purchase)) was ended."
        case .productChange(let purchase, _):
            return "\(before.product(of: purchase)) went over to \(name(purchase))."
        case .waiting(let purchase, let product):
            guard let product else { return "No other product waits for \(name(purchase))." }
            let other = after.productNames[Int(product.index)]
            return "\(name(purchase)) changes to \(other) at its next renewal."
        case .knownProduct(let purchase):
            return "The provider knows that it is \(name(purchase)) now."
        case .known(let purchase, let state):
            return "The provider knows that \(name(purchase)) is \(state.word)."
        case .customer(let id, _): return "\(id) is a new customer."
        case .user(let id, _, let customer): return "\(id) joined the customer \(name(customer))."
        case .merge(let absorbed, let survivor):
            return "The customer \(name(absorbed)) was merged into \(name(survivor))."
        case .original(let user, let customer):
            return "The original ID of \(name(customer)) is \(name(user))."
        case .erase(let customer): return "The customer \(name(customer)) was erased."
        case .return(let user): return "\(name(user)) is a new customer once more."
        case .split(_, let survivor, let users):
            let ids = users.map(name).joined(separator: ", ")
            return "A merge was undone: \(ids) left the customer \(name(survivor))."
        case .install(let device, _, _, let current):
            return "\(device) was installed as \(name(current))."
        case .current(let installation, let user):
            return "\(after.deviceNames[Int(installation.index)]) uses \(name(user))."
        case .own(let installation, let user):
            let device = after.deviceNames[Int(installation.index)]
            return "The own ID of \(device) is \(name(user))."
        case .caughtUp(let installation):
            return "\(after.deviceNames[Int(installation.index)]) has seen all transactions."
        case .synced(let installation):
            return "\(after.deviceNames[Int(installation.index)]) has synchronised."
        case .use(let installation, let account):
            return "\(after.deviceNames[Int(installation.index)]) is signed in to "
                + "\(after.accountNames[Int(account.index)])."
        case .posted(let installation, let purchase, let renews):
            let device = after.deviceNames[Int(installation.index)]
            let verb = renews == nil ? "has forgotten" : "has posted"
            return "\(device) \(verb) the token of \(name(purchase))."
        case .backup(let installation, let user):
            let device = after.deviceNames[Int(installation.index)]
            guard let user else { return "The backup of \(device) is empty." }
            return "The backup of \(device) keeps \(name(user))."
        case .owner(let purchase, let customer):
            if let owner = before.holders(of: purchase).first {
                return "\(name(purchase)) went from \(name(owner)) to \(name(customer))."
            }
            return "\(name(purchase)) got its first owner, \(name(customer))."
        case .copy(let purchase, let customer):
            return "\(name(customer)) holds \(name(purchase)) too."
        case .uncopy(let purchase, let customer):
            return "\(name(customer)) holds \(name(purchase)) no more."
        case .grant(let entitlement, let customer):
            return "\(name(customer)) was granted \(entitlement)."
        case .revoke(let entitlement, let customer):
            return "\(entitlement) was revoked from \(name(customer))."
        case .lapse(let entitlement, let customer):
            return "\(entitlement) of \(name(customer)) ended by its date."
        }
    }
}
