// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// An index in one of the ledger's lists.
///
/// Cheap, and of use only with the ledger it came from. What it is named after keeps handles of one
/// list from being taken for those of another.
public struct Handle<Named>: Hashable, Comparable, Sendable {
    package let index: Int32

    package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

    /// Stands for what is not there: beyond every list.
    static var absent: Self { Self(Int(Int32.max)) }

    /// Order of coming into being.
    public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

/// A user ID in the ledger.
public typealias UserHandle = Handle<UserID>
/// A customer in the ledger, named after its IDs; what a merge absorbed keeps its number.
public typealias CustomerHandle = Handle<[UserID]>
/// A purchase in the ledger.
public typealias PurchaseHandle = Handle<Product>
/// A product in the ledger.
public typealias ProductHandle = Handle<ProductID>
/// A store account in the ledger.
public typealias AccountHandle = Handle<StoreAccount>
/// An installation in the ledger: one for each device.
public typealias InstallationHandle = Handle<DeviceID>
/// An entitlement in the ledger.
package typealias EntitlementHandle = Handle<EntitlementID>

/// A handle or nothing, in four bytes where `Optional` would take eight.
package struct Link<Named>: Hashable, Sendable {
    private let raw: Int32

    static var none: Link { Link(raw: -1) }

    private init(raw: Int32) { self.raw = raw }

    init(_ handle: Handle<Named>) { raw = handle.index }

    init(_ handle: Handle<Named>?) { raw = handle?.index ?? -1 }

    package var handle: Handle<Named>? { raw < 0 ? nil : Handle(Int(raw)) }

    package var isNone: Bool { raw < 0 }
}

package typealias UserLink = Link<UserID>
package typealias CustomerLink = Link<[UserID]>
package typealias PurchaseLink = Link<Product>

extension Array {
    /// Appends, and grows by an eighth where the array would grow by as much again.
    mutating func appendTightly(_ element: Element) {
        if count == capacity { reserveCapacity(count + count / 8 + 4) }
        append(element)
    }

    /// Becomes again what it was when it was a copy of an earlier array, in the memory that it has.
    mutating func goBack(to earlier: borrowing [Element]) {
        if span.isIdentical(to: earlier.span) { return }
        guard count == earlier.count else {
            removeAll(keepingCapacity: true)
            append(contentsOf: copy earlier)
            return
        }
        // In place, which is quicker for the few that there are.
        var mine = mutableSpan
        let theirs = earlier.span
        for index in theirs.indices { mine[index] = theirs[index] }
    }

    subscript<T>(handle: Handle<T>) -> Element {
        get { self[Int(handle.index)] }
        set { self[Int(handle.index)] = newValue }
        _modify { yield &self[Int(handle.index)] }
    }
}
