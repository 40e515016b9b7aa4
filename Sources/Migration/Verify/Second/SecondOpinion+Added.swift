// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// What files in the neutral format say beside a provider's own.
    ///
    /// | rule | document |
    /// |---|---|
    /// | A line of the type `customer` says that its `ids` are one customer's. | The neutral format, Customers |
    /// | It counts where the provider's files know one of them at least, over lines that share an ID. | Migrating to another provider, What you have besides |
    /// | Such a customer has whatever any of the IDs has by the provider's files alone. | the same |
    /// | Lines of other types give nobody access. | the same |
    struct Added {
        private struct Line {
            let ids: [(text: String, isAnonymous: Bool)]
        }

        private var lines: [Line] = []

        /// Whether a record is such a line; one that is refused counts for nothing.
        mutating func take(_ record: JSONView, isRefused: Bool) -> Bool {
            guard record["allonym"] != nil, let type = record["type"]?.text else { return false }
            guard type == "customer", !isRefused, let ids = record["ids"]?.elements else {
                return true
            }
            lines.append(
                Line(
                    ids: ids.compactMap { id in
                        id["id"]?.spelling.map { ($0, id["kind"]?.text == "anonymous") }
                    }))
            return true
        }

        /// Adds the IDs of lines that count.
        ///
        /// - Returns: The IDs, by their numbers, that are one customer's by these lines.
        func join(_ ids: inout IDs) -> [[Int]] {
            struct Name: Hashable {
                let id: ID
                let isAnonymous: Bool
            }
            var names: [Name: Int] = [:]
            var all: [Name] = []
            var groups = Groups()
            for line in lines {
                var first: Int?
                for (text, isAnonymous) in line.ids where !text.isEmpty {
                    let name = Name(id: ID(text), isAnonymous: isAnonymous)
                    let number = names[name] ?? all.count
                    if number == all.count {
                        names[name] = number
                        all.append(name)
                        groups.add()
                    }
                    if let first { groups.join(first, number) } else { first = number }
                }
            }
            func known(_ name: Name) -> Int? {
                ids.known(ID(name.id.text, isAnonymous: name.isAnonymous))
                    ?? ids.known(ID(name.id.text, isAnonymous: !name.isAnonymous))
            }
            var members: [Int: [Int]] = [:]
            for number in all.indices { members[groups.root(number), default: []].append(number) }
            return members.sorted { $0.key < $1.key }.compactMap { _, numbers in
                let isKnown = numbers.contains { known(all[$0]) != nil }
                guard isKnown else { return nil }
                return numbers.compactMap { number in
                    known(all[number]) ?? ids.number(all[number].id.text)
                }
            }
        }
    }
}

extension SecondOpinion.Reading {
    mutating func finish() {}

    /// The IDs that are one customer's beside those that were joined: none, unless a provider's
    /// documents say so.
    var pairs: [(Int, Int)] { [] }

    /// What each ID has access to, where some customers are one that the provider's files have apart.
    func access(joining groups: [[Int]]) -> [SecondOpinion.Access] {
        var access = access()
        if groups.isEmpty { return access }
        var customers = SecondOpinion.Groups()
        for _ in ids.indices { customers.add() }
        for id in ids.indices { customers.join(id, ids.customer(id)) }
        for (one, other) in pairs { customers.join(one, other) }
        for group in groups {
            for id in group.dropFirst() { customers.join(group[0], id) }
        }
        let joined = Set(groups.map { customers.root($0[0]) })
        var all: [Int: SecondOpinion.Access] = [:]
        for id in access.indices {
            let customer = customers.root(id)
            guard joined.contains(customer) else { continue }
            all[customer, default: .init()].holdings.formUnion(access[id].holdings)
            if access[id].isOpen { all[customer]?.isOpen = true }
        }
        for id in access.indices {
            if let same = all[customers.root(id)] { access[id] = same }
        }
        return access
    }
}
