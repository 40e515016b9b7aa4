// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

/// What the target knows after the import: IDs, what is held under each, and which are joined.
package struct Imported {
    /// An ID at the target; other bytes are another ID.
    package struct ID {
        package let text: String
        /// Whether it is an anonymous one in a namespace of its own.
        package let isApart: Bool

        package init(text: String, isApart: Bool = false) {
            (self.text, self.isApart) = (text, isApart)
        }
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
    package struct Link {
        var from: Int
        var to: Int
    }

    /// The IDs; those of a namespace of their own are of the kind 1.
    private var texts = NumberedTexts()
    private var links: [Link] = []
    private var firstHoldings: [Int32] = []
    private var holdings: [Holding] = []
    /// Which IDs belong together.
    private var sets = DisjointSets()
    /// Lists of names that were seen, so that equal ones are kept once.
    private var lists = AccessLists()

    package init() {}

    /// The numbers of all IDs.
    var indices: Range<Int> { 0..<texts.count }

    /// The ID with a number.
    package subscript(number: Int) -> ID {
        ID(text: texts[number], isApart: texts.kind(of: number) == 1)
    }

    /// The number of an ID; nil where the import knows nothing of it.
    package func number(_ id: ID) -> Int? { texts.known(id.text, kind: id.isApart ? 1 : 0) }

    /// The number of an ID, which is known from now on.
    package mutating func add(_ id: ID) -> Int {
        let number = texts.number(of: id.text, kind: id.isApart ? 1 : 0)
        if number == firstHoldings.count {
            sets.add()
            firstHoldings.append(-1)
        }
        return number
    }

    /// Takes down what is held under an ID.
    mutating func hold(_ names: [String], _ state: NeutralState?, by id: Int) {
        let list = lists.number(of: names)
        holdings.append(Holding(names: lists[list], state: state, next: firstHoldings[id]))
        firstHoldings[id] = Int32(holdings.count - 1)
    }

    /// Takes down that one ID logs in as another.
    package mutating func link(_ from: Int, _ to: Int) {
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

    /// Hands over the IDs that belong together, with their links, in the order in which they were read.
    package func forEachGroup(_ body: (_ ids: [Int], _ links: [Link]) -> Void) {
        var sets = sets
        // By the lowest ID of each group: lists through its IDs, and through its links.
        var nextIDs = [Int32](repeating: -1, count: texts.count)
        var lastIDs = Array(nextIDs)
        for id in indices {
            let root = sets.root(id)
            if lastIDs[root] >= 0 { nextIDs[Int(lastIDs[root])] = Int32(id) }
            lastIDs[root] = Int32(id)
        }
        var firstLinks = [Int32](repeating: -1, count: texts.count)
        var nextLinks = [Int32](repeating: -1, count: links.count)
        for link in links.indices.reversed() {
            let root = sets.root(links[link].from)
            (nextLinks[link], firstLinks[root]) = (firstLinks[root], Int32(link))
        }
        for id in indices where sets.root(id) == id {
            body(
                Imported.list(from: Int32(id), nextIDs),
                Imported.list(from: firstLinks[id], nextLinks).map { links[$0] })
        }
    }

    private static func list(from first: Int32, _ next: [Int32]) -> [Int] {
        var list: [Int] = []
        var number = first
        while number >= 0 {
            list.append(Int(number))
            number = next[Int(number)]
        }
        return list
    }
}
