// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What the target knows after the import: IDs, what is held under each, and which are joined.
struct Imported {
    /// An ID at the target.
    struct ID: Hashable {
        /// As it is written; other bytes are another ID.
        let id: UserID
        /// Whether it is an anonymous one in a namespace of its own.
        let isApart: Bool

        init(text: String, isApart: Bool = false) {
            id = UserID(unchecked: text)
            self.isApart = isApart
        }

        var text: String { id.text }
    }

    /// What is held under an ID.
    struct Holding {
        /// What it unlocks.
        var names: [String]
        /// How it stands; nil for a grant.
        var state: NeutralState?
        fileprivate var next: Int32
    }

    /// Two IDs of which the first logs in as the second.
    struct Link {
        var from: Int
        var to: Int
    }

    private(set) var ids: [ID] = []
    private(set) var links: [Link] = []
    private var numbers: [ID: Int32] = [:]
    private var firstHoldings: [Int32] = []
    private var holdings: [Holding] = []
    /// Which IDs belong together.
    private var sets = DisjointSets()
    /// Lists of names that were seen, so that equal ones are kept once.
    private var lists: [[String]: [String]] = [:]

    /// The number of an ID; nil where the import knows nothing of it.
    func number(_ id: ID) -> Int? { numbers[id].map(Int.init) }

    /// The number of an ID, which is known from now on.
    mutating func add(_ id: ID) -> Int {
        if let number = numbers[id] { return Int(number) }
        numbers[id] = Int32(ids.count)
        sets.add()
        firstHoldings.append(-1)
        ids.append(id)
        return ids.count - 1
    }

    /// Takes down what is held under an ID.
    mutating func hold(_ names: [String], _ state: NeutralState?, by id: Int) {
        let known = lists[names] ?? names
        if lists[names] == nil { lists[names] = names }
        holdings.append(Holding(names: known, state: state, next: firstHoldings[id]))
        firstHoldings[id] = Int32(holdings.count - 1)
    }

    /// Takes down that one ID logs in as another.
    mutating func link(_ from: Int, _ to: Int) {
        guard from != to else { return }
        links.append(Link(from: from, to: to))
        sets.join(from, to)
    }

    /// What is held under an ID, in the order in which it was read.
    func holdings(of id: Int) -> [Holding] {
        var held: [Holding] = []
        var next = firstHoldings[id]
        while next >= 0 {
            held.append(holdings[Int(next)])
            next = holdings[Int(next)].next
        }
        return held.reversed()
    }

    /// Whether anything is held under an ID.
    func holdsSomething(_ id: Int) -> Bool { firstHoldings[id] >= 0 }

    /// The IDs that belong together, each with its links, in the order in which they were read.
    mutating func groups() -> [(ids: [Int], links: [Link])] {
        var indices = [Int32](repeating: -1, count: ids.count)
        var groups: [(ids: [Int], links: [Link])] = []
        for id in ids.indices {
            let root = sets.root(id)
            if indices[root] < 0 {
                indices[root] = Int32(groups.count)
                groups.append(([], []))
            }
            groups[Int(indices[root])].ids.append(id)
        }
        for link in links { groups[Int(indices[sets.root(link.from)])].links.append(link) }
        return groups
    }
}
