// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Reads one JSON document in one pass: checks all of it against RFC 8259, and notes where the
/// values lie that a plan wants.
///
/// Nothing is decoded, and no tree is built. Of members with the same name the first counts, as with
/// Foundation's decoder.
///
/// A frame is a run of captures: the value that it belongs to, linked to the next frame of the same
/// list; that value's key, linked to the frame around it; then the slots. A list or object whose
/// elements have frames is linked to the first of these.
struct JSONScanner: ~Copyable {
    /// As deep as Foundation's decoder goes.
    static let mostDepth = 512

    /// A value of which something is made.
    struct Found {
        var group: Int32
        var frame: UInt32
        var slot: UInt32
    }

    /// A value that is not as its format has it.
    struct Oddity {
        enum What {
            /// It is of another kind than what is looked for in it needs.
            case kind(Capture.Kind)
            /// Its member is there twice.
            case twice
            /// Its object has no member of this name.
            case unknown(Text)
        }

        /// The node of the value; of one that has none, that of its object.
        var node: Int
        /// Where the value begins; of one that has no node, the name of its member.
        var offset: Int
        var what: What
    }

    let plan: JSONPlan
    /// What is odd in the document; of a page's list in the element.
    private(set) var oddities: [Oddity] = []
    private let nodes: UnsafeMutablePointer<JSONPlan.Node>
    private(set) var captures: UnsafeMutablePointer<Capture>
    private var capacity = 256
    private(set) var count = 0
    private(set) var found: UnsafeMutablePointer<Found>
    private var foundCapacity = 64
    private(set) var foundCount = 0
    private var frame = 0
    var text: JSONText

    /// A scanner that has read nothing yet.
    init(_ plan: JSONPlan, _ base: UnsafePointer<UInt8>) {
        self.plan = plan
        nodes = plan.nodes
        captures = .allocate(capacity: capacity)
        found = .allocate(capacity: foundCapacity)
        text = JSONText(base)
    }

    deinit {
        captures.deallocate()
        found.deallocate()
    }

    /// Forgets everything, and opens the frame of a document.
    mutating func begin() {
        (count, foundCount, frame) = (0, 0, 0)
        if !oddities.isEmpty { oddities = [] }
        _ = openFrame(nodes[0].frameSize)
    }

    /// Reads the value at an offset as the document, or as an element of one of its lists.
    ///
    /// The byte at `end` has to be 0. Bytes behind the value are left alone.
    ///
    /// - Parameters:
    ///   - base: The batch's bytes.
    ///   - start: Where the value begins, or white space before it.
    ///   - end: Where the text ends.
    ///   - depth: How many lists and objects lie around it.
    /// - Returns: The offset behind the value.
    /// - Throws: Why it is no JSON.
    mutating func scan(
        _ base: UnsafePointer<UInt8>, from start: Int, to end: Int, depth: Int
    ) throws(JSONFault) -> Int {
        text.begin(base, start, end)
        text.depth = depth
        text.skipSpace()
        try take(0, at: frame + JSONPlan.elementSlot)
        return text.offset
    }

    /// The same for an element of a list, the list lying in a slot of the document.
    mutating func scanElement(
        _ node: Int, of slot: Int, _ base: UnsafePointer<UInt8>, from start: Int, to end: Int,
        depth: Int
    ) throws(JSONFault) -> Int {
        text.begin(base, start, end)
        text.depth = depth
        let element = openFrame(nodes[node].frameSize)
        captures[slot].link = UInt32(truncatingIfNeeded: element)
        frame = element
        try take(node, at: element + JSONPlan.elementSlot)
        frame = 0
        return text.offset
    }

    /// Puts a value into the document's frame that was read before.
    mutating func set(_ capture: Capture, at slot: Int) { captures[slot] = capture }

    /// Forgets all but the document's frame.
    mutating func dropElements() {
        count = Int(nodes[0].frameSize)
        foundCount = 0
        if !oddities.isEmpty { oddities = [] }
    }

    // MARK: - Frames

    private mutating func openFrame(_ size: Int32) -> Int {
        let start = count
        count &+= Int(size)
        if count > capacity { growCaptures(keeping: start) }
        (captures + start).initialize(repeating: Capture(), count: Int(size))
        captures[start &+ JSONPlan.keySlot].link = UInt32(truncatingIfNeeded: frame)
        return start
    }

    @inline(never)
    private mutating func growCaptures(keeping kept: Int) {
        while capacity < count { capacity *= 2 }
        let new = UnsafeMutablePointer<Capture>.allocate(capacity: capacity)
        new.update(from: captures, count: kept)
        captures.deallocate()
        captures = new
    }

    private mutating func find(_ group: Int32, at slot: Int) {
        if foundCount == foundCapacity {
            foundCapacity *= 2
            let new = UnsafeMutablePointer<Found>.allocate(capacity: foundCapacity)
            new.update(from: found, count: foundCount)
            found.deallocate()
            found = new
        }
        found[foundCount] = Found(
            group: group, frame: UInt32(truncatingIfNeeded: frame),
            slot: UInt32(truncatingIfNeeded: slot))
        foundCount &+= 1
    }
}

// MARK: - Values that are wanted

extension JSONScanner {
    /// Reads the value of a node into its slot.
    private mutating func take(_ number: Int, at slot: Int) throws(JSONFault) {
        if captures[slot].kind != .absent {
            note(Oddity(node: number, offset: text.offset, what: .twice))
            return try text.skipValue()
        }
        let node = nodes + number
        let start = text.offset
        if node.pointee.group >= 0 { find(node.pointee.group, at: slot) }
        let kind: Capture.Kind
        switch text.byte {
        case UInt8(ascii: "\""):
            let isEscaped = try text.skipText()
            captures[slot].start = UInt32(truncatingIfNeeded: start &+ 1)
            captures[slot].count = UInt32(truncatingIfNeeded: text.offset &- start &- 2)
            captures[slot].kind = isEscaped ? .escapedText : .text
            if node.pointee.isContainer { note(number, start, .text) }
            return
        case UInt8(ascii: "{"):
            captures[slot].kind = .object
            if node.pointee.hasNames || node.pointee.every >= 0 {
                try takeMembers(node, slot)
            } else {
                try text.skipContainer()
            }
            kind = .object
        case UInt8(ascii: "["):
            captures[slot].kind = .list
            if node.pointee.every >= 0 {
                try takeElements(node, slot)
            } else {
                if node.pointee.isContainer { note(number, start, .list) }
                try text.skipContainer()
            }
            kind = .list
        case UInt8(ascii: "t"): (kind, _) = (.yes, try text.skipWord())
        case UInt8(ascii: "f"): (kind, _) = (.no, try text.skipWord())
        case UInt8(ascii: "n"): (kind, _) = (.null, try text.skipWord())
        default: (kind, _) = (.number, try text.skipNumber())
        }
        if node.pointee.isContainer, kind == .yes || kind == .no || kind == .number {
            note(number, start, kind)
        }
        captures[slot].start = UInt32(truncatingIfNeeded: start)
        captures[slot].count = UInt32(truncatingIfNeeded: text.offset &- start)
        captures[slot].kind = kind
    }

    private mutating func note(_ node: Int, _ offset: Int, _ kind: Capture.Kind) {
        note(Oddity(node: node, offset: offset, what: .kind(kind)))
    }

    @inline(never)
    private mutating func note(_ oddity: Oddity) { oddities.append(oddity) }

    private mutating func takeMembers(
        _ node: UnsafeMutablePointer<JSONPlan.Node>, _ slot: Int
    ) throws(JSONFault) {
        guard try text.openObject() else { return }
        let (names, every) = (node.pointee.names, Int(node.pointee.every))
        var last = slot
        repeat {
            let start = text.offset &+ 1
            let isEscaped = try text.skipText()
            let length = text.offset &- start &- 1
            try text.skipColon()
            var member = -1
            if node.pointee.hasNames {
                member =
                    isEscaped
                    ? text.withDecoded(start, length) { names.find($0, $1) }
                    : names.find(text.base + start, length)
            }
            if member >= 0 {
                try take(member, at: frame &+ Int(nodes[member].slot))
            } else if every >= 0 {
                let element = openFrame(nodes[every].frameSize)
                let key = element &+ JSONPlan.keySlot
                captures[key].start = UInt32(truncatingIfNeeded: start)
                captures[key].count = UInt32(truncatingIfNeeded: length)
                captures[key].kind = isEscaped ? .escapedText : .text
                try take(every, in: element, behind: &last)
            } else {
                if node.pointee.isComplete {
                    let name = Text(start: start, count: length)
                    note(Oddity(node: node - nodes, offset: start, what: .unknown(name)))
                }
                try text.skipValue()
            }
        } while try text.hasNextMember()
    }

    private mutating func takeElements(
        _ node: UnsafeMutablePointer<JSONPlan.Node>, _ slot: Int
    ) throws(JSONFault) {
        guard try text.openList() else { return }
        let every = Int(node.pointee.every)
        let size = nodes[every].frameSize
        var last = slot
        repeat {
            try take(every, in: openFrame(size), behind: &last)
        } while try text.hasNextElement()
    }

    private mutating func take(
        _ every: Int, in element: Int, behind last: inout Int
    ) throws(JSONFault) {
        captures[last].link = UInt32(truncatingIfNeeded: element)
        last = element
        let outer = frame
        frame = element
        try take(every, at: element &+ JSONPlan.elementSlot)
        frame = outer
    }
}
