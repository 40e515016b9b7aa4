// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A name given from outside: a user ID, a device, a product.
///
/// Two are equal when their UTF-8 bytes are equal. Swift's `String` compares by canonical
/// equivalence, which would make one customer of `é` and `e` + U+0301; no provider does that.
public protocol TextIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    /// The name as it was given, untouched.
    var text: String { get }

    /// Takes any text. Whether a provider accepts it is for its ``IdentifierRules`` to say.
    init(unchecked text: String)
}

extension TextIdentifier {
    /// Byte equality.
    public static func == (left: Self, right: Self) -> Bool {
        let (left, right) = (left.text.utf8, right.text.utf8)
        return left.count == right.count && left.elementsEqual(right)
    }

    /// Order of the UTF-8 bytes, which is the order of the Unicode scalars.
    public static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Feeds the bytes and their number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes: text.utf8)
    }

    /// The name itself.
    public var description: String { text }

    /// Takes a literal as it is.
    public init(stringLiteral text: String) { self.init(unchecked: text) }
}

extension Hasher {
    /// Feeds bytes, eight at a time, and their number.
    mutating func combine(bytes: some Sequence<UInt8>) {
        var word: UInt64 = 0
        var count = 0
        for byte in bytes {
            word = word << 8 | UInt64(byte)
            count += 1
            if count % 8 == 0 { combine(word) }
        }
        if count % 8 > 0 { combine(word) }
        combine(count)
    }
}

/// An ID of a customer: anonymous (minted by the provider) or custom (given by the app).
public struct UserID: TextIdentifier {
    /// The name as it was given.
    public let text: String
    /// Nothing is checked: the providers' rules decide about an ID when it is used.
    public init(unchecked text: String) { self.text = text }
}

/// A device on which the app is installed.
public struct DeviceID: TextIdentifier {
    /// The name as it was given.
    public let text: String
    /// Nothing is checked.
    public init(unchecked text: String) { self.text = text }
}

/// A product at the store.
public struct ProductID: TextIdentifier {
    /// The name as it was given.
    public let text: String
    /// Nothing is checked.
    public init(unchecked text: String) { self.text = text }
}

/// What a purchase or a manual grant unlocks.
public struct EntitlementID: TextIdentifier {
    /// The name as it was given.
    public let text: String
    /// Nothing is checked.
    public init(unchecked text: String) { self.text = text }
}
