// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// Who has access at Nami.
    ///
    /// | rule | document |
    /// |---|---|
    /// | A `user.…` event lists all that is active for its user: what the newest one lacks is over. | Event Types, user, `active_entitlements` |
    /// | Newer is what was created later, to the microsecond; lines stand in any order. | Webhooks, Nami Best Practice |
    /// | An entitlement that is listed is active until its `expiration`, and beyond where the event is younger than that; without one for good. | Event Types, user; CustomerJourneyState, inGracePeriod |
    /// | An entitlement has one user: it goes to whoever a newer event lists it for with the same original transaction. Of events of one moment nothing says whose it is. | Accounts, Combating fraud and account sharing |
    /// | The user's own ID is the item of `external_ids` with the key `external_id`; transactions and devices join nobody. | Event Types, `external_ids`; Accounts, Uniquely identifying accounts |
    /// | A user has one external ID: one that was seen with two is none of them. | the same |
    /// | `device.…` events say nothing of access; a purchase on a device of which no later event tells leaves it open. | Event Types, device |
    /// | `purchase.updated` tells of one purchase, not of all that a user has. | Purchase Status Updates, `entitlements` |
    struct NamiReading: Reading {
        var ids = IDs()
        let document = "Nami, Event Types (user) and Accounts, Login, and Logout"
        private let moment: Moment
        private var states: [State] = []
        private var sales: [Sale] = []
        /// The external IDs that each of Nami's own was seen with.
        private var externals: [Int: Set<Int>] = [:]

        /// What a user event lists.
        private struct State {
            let time: Int64
            let user: Int
            let external: Int?
            let entries: [Entry]
            let transactions: [String]
        }

        private struct Entry: Hashable {
            let name: String
            let product: String?
            let end: Int64?
        }

        /// A purchase that an event tells of without saying what the user has.
        private struct Sale {
            let time: Int64
            let user: Int
            /// Whether it unlocks nothing, as it says.
            let isNothing: Bool
        }

        init(_ moment: Moment) { self.moment = moment }

        /// Nami's files are JSON only.
        mutating func take(_ row: Table.Row) {}

        mutating func take(_ record: JSONView) {
            guard let type = record["event_type"]?.text, record["id"] != nil,
                let time = Instants.text(record["created_date"]?.text)
            else { return }
            let own = record["external_ids"]?.elements ?? []
            let external = ids.number(
                own.first { $0["key"]?.text == "external_id" }?["value"]?.spelling)
            let nami = ids.number(record["user_id"]?.spelling, isAnonymous: true)
            if let nami, let external { externals[nami, default: []].insert(external) }
            guard let user = nami ?? external, !moment.isLater(time) else { return }
            if type.hasPrefix("user."), let listed = record["active_entitlements"], listed.isArray {
                states.append(
                    State(
                        time: time, user: user, external: external,
                        entries: listed.elements.compactMap(entry),
                        transactions: own.filter { $0["key"]?.text == "original_transaction_id" }
                            .compactMap { $0["value"]?.spelling }))
            } else if type == "device.transaction" {
                sales.append(Sale(time: time, user: user, isNothing: false))
            } else if type == "purchase.updated" {
                let unlocked = record["entitlements"]?.elements ?? []
                let isActive = record["is_active"]?.flag == true
                sales.append(Sale(time: time, user: user, isNothing: unlocked.isEmpty || !isActive))
            }
        }

        private func entry(_ json: JSONView) -> Entry? {
            guard let name = json["entitlement_ref_id"]?.text else { return nil }
            return Entry(
                name: name, product: json["sku_ref_id"]?.text,
                end: Instants.text(json["expiration"]?.text))
        }
    }
}

// MARK: - Deciding

extension SecondOpinion.NamiReading {
    /// A user, and the one external ID.
    var pairs: [(Int, Int)] {
        externals.compactMap { user, all in
            all.count == 1 ? all.first.map { (user, $0) } : nil
        }
    }

    func access() -> [SecondOpinion.Access] {
        let newest = newest()
        let takers = takers()
        var access = [SecondOpinion.Access](repeating: .init(), count: ids.indices.count)
        var contested: Set<Int> = []
        for number in ids.indices {
            guard let state = newest[owner(of: number)] else { continue }
            for entry in state.entries where isActive(entry, in: state) {
                if isListed(entry, of: state, by: takers, when: >) { continue }
                if isListed(entry, of: state, by: takers, when: ==) {
                    contested.insert(number)
                    continue
                }
                access[number].holdings.insert(
                    .init(product: entry.product, entitlement: entry.name))
            }
        }
        // Of what is younger than that, the last word decides whether there may be more.
        var isOpen: [Int: Bool] = [:]
        for sale in sales.sorted(by: { $0.time < $1.time }) {
            let owner = owner(of: sale.user)
            if newest[owner].map({ $0.time < sale.time }) ?? true {
                isOpen[owner] = !sale.isNothing
            }
        }
        for number in ids.indices {
            access[number].isOpen = contested.contains(number) || isOpen[owner(of: number)] ?? false
        }
        return access
    }

    /// Whose state an ID has: that of its one external ID, or its own.
    private func owner(of id: Int) -> Int {
        guard let known = externals[id], known.count == 1, let external = known.first else {
            return id
        }
        return external
    }

    /// The newest state of each owner.
    private func newest() -> [Int: State] {
        var newest: [Int: State] = [:]
        for state in states {
            for owner in Set([
                owner(of: state.user), state.external ?? owner(of: state.user), state.user,
            ])
            where newest[owner].map({ $0.time <= state.time }) ?? true {
                newest[owner] = state
            }
        }
        return newest
    }

    private func isActive(_ entry: Entry, in state: State) -> Bool {
        !moment.isOver(entry.end) || entry.end.map { $0 <= state.time } ?? true
    }

    /// The states that list an entitlement with a transaction.
    private func takers() -> [String: [State]] {
        var takers: [String: [State]] = [:]
        for state in states where !state.entries.isEmpty {
            for transaction in state.transactions { takers[transaction, default: []].append(state) }
        }
        return takers
    }

    /// Whether an event of another time, or of the same, lists it for somebody else.
    private func isListed(
        _ entry: Entry, of state: State, by takers: [String: [State]],
        when isThen: (Int64, Int64) -> Bool
    ) -> Bool {
        let isOnly = state.entries.count { $0.name == entry.name } == 1
        return state.transactions.contains { transaction in
            (takers[transaction] ?? []).contains { taker in
                isThen(taker.time, state.time) && holder(of: taker) != holder(of: state)
                    && taker.entries.contains {
                        $0.name == entry.name && (isOnly || $0.product == entry.product)
                    }
            }
        }
    }

    private func holder(of state: State) -> Int { state.external ?? owner(of: state.user) }
}
