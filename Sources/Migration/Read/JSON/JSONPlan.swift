// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Which values of a JSON document are wanted, as a tree of keys.
///
/// Values that occur once in a document lie in its frame, each in a slot of its own. Each element of
/// a list, and each member of an object, whose keys are not known beforehand has a further frame.
final class JSONPlan {
    /// Where documents are.
    struct Node {
        /// Where it lies in its frame.
        var slot: Int32
        /// The node of elements, or of members of any name; -1 for none.
        var every: Int32 = -1
        /// How many slots a frame has that begins here; 0 where none does.
        var frameSize: Int32 = 0
        /// What is made of the values that lie here; -1 for nothing.
        var group: Int32 = -1
        /// Whether members are looked for by their names.
        var hasNames = false
        /// Whether any other member is a mistake.
        var isComplete = false
        /// Whether it has to be an object or a list, since something in it is looked for.
        var isContainer = false
        /// The members that are looked for.
        var names: ByteTable
    }

    /// The slots that every frame has.
    static let elementSlot = 0
    static let keySlot = 1

    /// The nodes; the first one is the document.
    let nodes: UnsafeMutablePointer<Node>
    let count: Int
    /// What each is called; empty of an element.
    let names: [String]

    /// The plan of a tree, which may name every member there is.
    init(_ tree: JSONTree, isComplete: Bool = false) {
        count = tree.nodes.count
        nodes = .allocate(capacity: count)
        var called = [String](repeating: "", count: count)
        for node in tree.nodes { for (name, number) in node.names { called[number] = name } }
        names = called
        for (number, node) in tree.nodes.enumerated() {
            let members = node.names.sorted { $0.key < $1.key }.map {
                (Array($0.key.utf8), $0.value)
            }
            (nodes + number).initialize(
                to: Node(
                    slot: Int32(node.slot), every: Int32(node.every),
                    frameSize: Int32(node.frameSize), group: Int32(node.group),
                    hasNames: !members.isEmpty, isComplete: isComplete,
                    isContainer: number > 0 && (!members.isEmpty || node.every >= 0),
                    names: ByteTable(members)))
        }
    }

    deinit {
        for number in 0..<count { nodes[number].names.deallocate() }
        nodes.deinitialize(count: count)
        nodes.deallocate()
    }
}

/// The tree while it grows.
struct JSONTree {
    struct Node {
        /// The node whose frame it lies in.
        var frame: Int
        var slot: Int
        var every = -1
        var frameSize = 0
        var group = -1
        var names: [String: Int] = [:]
    }

    private(set) var nodes = [Node(frame: 0, slot: JSONPlan.elementSlot, frameSize: 2)]

    /// The member of a name, which is added if it is new.
    mutating func member(_ name: String, of parent: Int) -> Int {
        if let known = nodes[parent].names[name] { return known }
        let frame = nodes[parent].frame
        let number = nodes.count
        nodes.append(Node(frame: frame, slot: nodes[frame].frameSize))
        nodes[frame].frameSize += 1
        nodes[parent].names[name] = number
        return number
    }

    /// The node of all elements.
    mutating func every(of parent: Int) -> Int {
        if nodes[parent].every >= 0 { return nodes[parent].every }
        let number = nodes.count
        nodes.append(Node(frame: number, slot: JSONPlan.elementSlot, frameSize: 2))
        nodes[parent].every = number
        return number
    }

    /// Marks a node as one of which something is made.
    mutating func setGroup(_ group: Int, of node: Int) { nodes[node].group = group }
}
