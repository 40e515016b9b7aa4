// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A place in one of the ledger's lists.
///
/// Cheap, and of use only with the ledger it came from.
public struct Handle<Element>: Hashable, Comparable, Sendable {
    package let index: Int32

    package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

    /// Order of coming into being.
    public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

/// A user ID in the ledger.
public typealias UserHandle = Handle<UserRecord>
/// A customer in the ledger; what was absorbed by a merge keeps its number.
public typealias CustomerHandle = Handle<CustomerRecord>
/// A purchase in the ledger.
public typealias PurchaseHandle = Handle<PurchaseRecord>
/// A product in the ledger.
public typealias ProductHandle = Handle<ProductRecord>
/// A store account in the ledger.
public typealias AccountHandle = Handle<AccountRecord>
/// An installation in the ledger: one for each device.
public typealias InstallationHandle = Handle<InstallationRecord>
/// An entitlement in the ledger.
public typealias EntitlementHandle = Handle<EntitlementID>

/// A handle or nothing, in four bytes where `Optional` would take eight.
package struct Link<Element>: Hashable, Sendable {
    private let raw: Int32

    static var none: Link { Link(raw: -1) }

    private init(raw: Int32) { self.raw = raw }

    init(_ handle: Handle<Element>) { raw = handle.index }

    init(_ handle: Handle<Element>?) { raw = handle?.index ?? -1 }

    package var handle: Handle<Element>? { raw < 0 ? nil : Handle(Int(raw)) }

    package var isNone: Bool { raw < 0 }
}

extension Array {
    /// Appends, and grows by an eighth where the array would grow by as much again.
    mutating func appendTightly(_ element: Element) {
        if count == capacity { reserveCapacity(count + count / 8 + 4) }
        append(element)
    }

    /// Becomes again what it was when it was a copy of an earlier array, in the memory that it has.
    mutating func goBack(to earlier: borrowing [Element]) {
        let count = earlier.count
        let isShared = withUnsafeBufferPointer { mine in
            earlier.withUnsafeBufferPointer { $0.baseAddress == mine.baseAddress }
        }
        if isShared { return }
        if self.count != count {
            removeAll(keepingCapacity: true)
            append(contentsOf: copy earlier)
            return
        }
        withUnsafeMutableBufferPointer { mine in
            earlier.withUnsafeBufferPointer { theirs in
                guard let start = theirs.baseAddress else { return }
                mine.baseAddress?.update(from: start, count: count)
            }
        }
    }

    subscript<T>(handle: Handle<T>) -> Element {
        get { self[Int(handle.index)] }
        set { self[Int(handle.index)] = newValue }
        _modify { yield &self[Int(handle.index)] }
    }
}
