// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What few elements of a column have: a list of facts for each, twelve bytes a fact.
///
/// The element keeps the head of its list. A fact is a kind and at most 56 bits.
final class FactLists<Kind: RawRepresentable<UInt8>> {
    /// Where a list begins: the place of its first fact + 1, or 0.
    typealias Head = UInt32

    fileprivate struct Link: BitwiseCopyable {
        var low: UInt32
        /// The upper 24 bits of the fact, and above them its kind.
        var high: UInt32
        var next: Head
    }

    private let links = Column<Link>()
    /// Links that are not in use any more.
    @exclusivity(unchecked) private var free: Head = 0
    /// What instants are counted from, so that none is below 0.
    fileprivate static var epoch: Int64 { 1 << 55 }

    var allocatedBytes: Int { links.allocatedBytes }

    /// The lists for whoever only reads: without a reference to them, because counting references is
    /// slow where several threads do so.
    ///
    /// They are there as long as the lists are, and nobody may set a fact while another thread reads.
    struct Reader: BitwiseCopyable {
        fileprivate let links: Column<Link>.Elements

        /// The fact of a kind; nil when there is none.
        @inline(__always)
        func value(_ kind: Kind, _ head: Head) -> UInt64? {
            var next = head
            while next != 0 {
                let link = links[Int(next) &- 1]
                if UInt8(truncatingIfNeeded: link.high &>> 24) == kind.rawValue {
                    return UInt64(link.high & 0xFF_FFFF) &<< 32 | UInt64(link.low)
                }
                next = link.next
            }
            return nil
        }

        /// The moment of a kind, or none.
        @inline(__always)
        func instant(_ kind: Kind, _ head: Head) -> Instant {
            guard let value = value(kind, head) else { return .none }
            return Instant(milliseconds: Int64(value) &- FactLists.epoch)
        }
    }

    @inline(__always)
    var reader: Reader { Reader(links: links.elements) }

    /// The fact of a kind; nil when there is none.
    @inline(__always)
    func value(_ kind: Kind, _ head: Head) -> UInt64? { reader.value(kind, head) }

    /// Sets the fact of a kind, or takes it away.
    @inline(__always)
    func set(_ kind: Kind, _ value: UInt64?, _ head: inout Head) {
        if head == 0, value == nil { return }
        var before: UnsafeMutablePointer<Link>?
        var next = head
        while next != 0 {
            let link = links.pointer(Int(next) &- 1)
            if UInt8(truncatingIfNeeded: link.pointee.high &>> 24) == kind.rawValue {
                if let value {
                    link.pointee.low = UInt32(truncatingIfNeeded: value)
                    link.pointee.high = FactLists.high(kind, value)
                } else {
                    if let before { before.pointee.next = link.pointee.next }
                    if before == nil { head = link.pointee.next }
                    link.pointee.next = free
                    free = next
                }
                return
            }
            before = link
            next = link.pointee.next
        }
        if let value { head = add(kind, value, before: head) }
    }

    private func add(_ kind: Kind, _ value: UInt64, before next: Head) -> Head {
        let link = Link(
            low: UInt32(truncatingIfNeeded: value), high: FactLists.high(kind, value), next: next)
        if free == 0 { return Head(links.append(link) + 1) }
        let head = free
        free = links[Int(head) - 1].next
        links[Int(head) - 1] = link
        return head
    }

    @inline(__always)
    private static func high(_ kind: Kind, _ value: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: value &>> 32) & 0xFF_FFFF | UInt32(kind.rawValue) &<< 24
    }
}

// MARK: - Instants

extension FactLists {
    /// The moment of a kind, or none.
    @inline(__always)
    func instant(_ kind: Kind, _ head: Head) -> Instant { reader.instant(kind, head) }

    /// Sets the moment of a kind, or takes it away.
    @inline(__always)
    func set(_ kind: Kind, _ instant: Instant, _ head: inout Head) {
        let bits = UInt64(bitPattern: instant.milliseconds &+ FactLists.epoch)
        set(kind, instant.isPresent ? bits : nil, &head)
    }
}
