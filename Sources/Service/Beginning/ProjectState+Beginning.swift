// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymSimulation
    import Foundation

    // A project that does not begin with nothing. No rule is asked: this has happened elsewhere.

    extension ProjectState {
        /// How the journal calls what a project began with.
        private static let word = "begin"

        /// Takes over what a project begins with, and writes it down.
        mutating func begin(with beginning: ProjectBeginning, now: Date) {
            var customers: [CustomerHandle?] = []
            for customer in beginning.customers {
                customers.append(begin(with: customer, now: now))
            }
            var accounts: [StoreAccount: AccountHandle] = [:]
            var products: [String: ProductHandle] = [:]
            var taken: Set<String> = []
            var handles: [PurchaseHandle] = []
            for purchase in beginning.purchases {
                var changes: [Change] = []
                let account =
                    accounts[purchase.account] ?? AccountHandle(ledger.accounts.count)
                if accounts.updateValue(account, forKey: purchase.account) == nil {
                    changes.append(.account(purchase.account))
                }
                let item = world.product(ProductID(unchecked: purchase.product))
                let product = products[item.id] ?? ProductHandle(ledger.productNames.count)
                if products.updateValue(product, forKey: item.id) == nil {
                    changes.append(.product(item.product))
                }
                let handle = PurchaseHandle(ledger.purchases.count)
                handles.append(handle)
                let shared = purchase.sharedFrom.map { handles[$0] }
                if let shared {
                    changes.append(.share(shared, account))
                } else {
                    changes.append(.purchase(product, account, inApp: false))
                    if purchase.state != .active {
                        changes.append(.state(handle, purchase.state, isTransaction: false))
                    }
                }
                let holders = purchase.holders.compactMap { customers[$0] }
                if let owner = holders.first {
                    changes.append(.owner(handle, owner))
                    changes.append(.known(handle, purchase.state))
                    for holder in holders.dropFirst() where holder != owner {
                        changes.append(.copy(handle, holder))
                    }
                }
                happen(changes, by: actor(purchase, holders.first), at: purchase.began ?? now)
                let record = StoreRecord(
                    purchase, of: item, sharedFrom: shared.map { Int($0.index) }, now: now,
                    number: world.transactions + 1)
                world.restore(transactions: world.transactions + 1)
                world.restore(record, at: Int(handle.index))
                draft.put(record, number: Int(handle.index), from: 0)
                for token in purchase.tokens where taken.insert(token).inserted {
                    setToken(token, for: handle)
                }
            }
            draft.put(transactions: world.transactions)
            for (customer, handle) in zip(beginning.customers, customers) {
                guard let handle else { continue }
                install(customer.devices, of: handle, &accounts, now: now)
            }
        }

        /// Installs the app on a customer's devices, where a custom ID is in use if there is one.
        private mutating func install(
            _ devices: [(device: DeviceID, account: StoreAccount)], of customer: CustomerHandle,
            _ accounts: inout [StoreAccount: AccountHandle], now: Date
        ) {
            for (device, account) in devices {
                var changes: [Change] = []
                let known = accounts[account] ?? AccountHandle(ledger.accounts.count)
                if accounts.updateValue(known, forKey: account) == nil {
                    changes.append(.account(account))
                }
                let users = ledger.aliases(of: customer)
                let own = users.first(where: ledger.isAnonymous)
                guard let current = users.first(where: { !ledger.isAnonymous($0) }) ?? own else {
                    continue
                }
                changes.append(.install(device, known, own: own, current: current))
                happen(changes, by: .device(device), at: now)
            }
        }

        /// Through whom the ledger hears of a purchase: its owner, else its account.
        private func actor(
            _ purchase: ProjectBeginning.Purchase, _ owner: CustomerHandle?
        ) -> Actor {
            guard let owner else { return .account(purchase.account) }
            return ledger.actor(ledger.original(of: owner), purchase.account)
        }

        /// Takes over a customer; nil where all of its IDs are somebody's already.
        private mutating func begin(
            with customer: ProjectBeginning.Customer, now: Date
        ) -> CustomerHandle? {
            var seen: Set<UserID> = []
            let ids = customer.ids.map { (id: $0, kind: kind(of: $0, customer)) }
                .filter { !ledger.knows($0.id, as: $0.kind) && seen.insert($0.id).inserted }
            guard let first = ids.first else { return nil }
            let handle = CustomerHandle(ledger.customers.count)
            let changes =
                [Change.customer(first.id, first.kind)]
                + ids.dropFirst().map { .user($0.id, $0.kind, handle) }
            let born = customer.born ?? now
            let actor: Actor =
                first.kind == .anonymousApart ? .minted(first.id, nil) : .user(first.id, nil)
            happen(changes, by: actor, at: born)
            for grant in customer.grants where grant.until.map({ $0 > now }) ?? true {
                happen(
                    [.grant(grant.entitlement, handle)], by: actor,
                    at: grant.since ?? born, until: grant.until)
            }
            for (name, value) in customer.attributes.sorted(by: { $0.key < $1.key }) {
                setAttribute(name, value, of: handle, milliseconds: now.milliseconds)
            }
            return handle
        }

        /// What kind of ID a text is: by its form, and where no form tells, by what is known of it.
        private func kind(of id: UserID, _ customer: ProjectBeginning.Customer) -> UserIDKind {
            let form = rules.identifiers.anonymous
            if form.isApart {
                return customer.anonymous.contains(id) || form.recognises(id)
                    ? .anonymousApart : .custom
            }
            return form.recognises(id) ? .anonymous : .custom
        }

        private mutating func happen(
            _ changes: [Change], by actor: Actor, at date: Date, until end: Date? = nil
        ) {
            for change in changes {
                world.replay([change], by: actor, at: date, until: end)
                apply(change)
            }
            draft.put(changes, of: ProjectState.word, by: actor, at: date, until: end)
        }
    }
#endif
