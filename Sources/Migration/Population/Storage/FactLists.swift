// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What few elements of a table have: a list of facts for each, twelve bytes a fact.
///
/// The element keeps the head of its list. A fact is a kind and at most 56 bits.
package struct FactLists<Kind: RawRepresentable<UInt8>>: Sendable {
    /// Where a list begins: the index of its first fact + 1, or 0.
    package typealias Head = UInt32

    private struct Link: BitwiseCopyable {
        var low: UInt32
        /// The upper 24 bits of the fact, and above them its kind.
        var high: UInt32
        var next: Head

        init(_ kind: Kind, _ value: UInt64, next: Head) {
            low = UInt32(truncatingIfNeeded: value)
            high =
                UInt32(truncatingIfNeeded: value &>> 32) & 0xFF_FFFF | UInt32(kind.rawValue) &<< 24
            self.next = next
        }

        @inline(__always)
        func isOf(_ kind: Kind) -> Bool {
            UInt8(truncatingIfNeeded: high &>> 24) == kind.rawValue
        }

        var value: UInt64 { UInt64(high & 0xFF_FFFF) &<< 32 | UInt64(low) }
    }

    private var links: [Link] = []
    /// Links that are not in use any more.
    private var free: Head = 0

    package init() {}

    package var allocatedBytes: Int { links.capacity * MemoryLayout<Link>.stride }

    /// The fact of a kind; nil when there is none.
    @inline(__always)
    package func value(_ kind: Kind, _ head: Head) -> UInt64? {
        var next = head
        while next != 0 {
            let link = links[Int(next) &- 1]
            if link.isOf(kind) { return link.value }
            next = link.next
        }
        return nil
    }

    /// Sets the fact of a kind, or takes it away.
    @inline(__always)
    package mutating func set(_ kind: Kind, _ value: UInt64?, _ head: inout Head) {
        if head == 0, value == nil { return }
        var before: Head = 0
        var next = head
        while next != 0 {
            let link = links[Int(next) &- 1]
            if link.isOf(kind) {
                if let value {
                    links[Int(next) &- 1] = Link(kind, value, next: link.next)
                } else {
                    if before == 0 { head = link.next }
                    if before != 0 { links[Int(before) &- 1].next = link.next }
                    links[Int(next) &- 1].next = free
                    free = next
                }
                return
            }
            before = next
            next = link.next
        }
        if let value { head = add(kind, value, before: head) }
    }

    private mutating func add(_ kind: Kind, _ value: UInt64, before next: Head) -> Head {
        let link = Link(kind, value, next: next)
        if free == 0 {
            links.growByHalf()
            links.append(link)
            return Head(links.count)
        }
        let head = free
        free = links[Int(head) - 1].next
        links[Int(head) - 1] = link
        return head
    }
}

// MARK: - Instants

extension FactLists {
    /// What instants are counted from, so that none is below 0.
    private static var epoch: Int64 { 1 << 55 }

    /// The moment of a kind, or none.
    @inline(__always)
    package func instant(_ kind: Kind, _ head: Head) -> Instant {
        guard let value = value(kind, head) else { return .none }
        return Instant(milliseconds: Int64(value) &- FactLists.epoch)
    }

    /// Sets the moment of a kind, or takes it away.
    @inline(__always)
    package mutating func set(_ kind: Kind, _ instant: Instant, _ head: inout Head) {
        let bits = UInt64(bitPattern: instant.milliseconds &+ FactLists.epoch)
        set(kind, instant.isPresent ? bits : nil, &head)
    }
}
