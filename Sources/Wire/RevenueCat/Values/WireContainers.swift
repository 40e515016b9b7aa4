// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Dates and names, read and written as REST v1 has them.
extension KeyedDecodingContainer {
    func date(_ key: Key) throws -> Date { try decode(WireDate.self, forKey: key).date }

    func dateIfPresent(_ key: Key) throws -> Date? {
        try decodeIfPresent(WireDate.self, forKey: key)?.date
    }

    /// A name; the default where it is missing, not known, or no text.
    func name<Name: WireNamed>(_ key: Key) -> Name {
        Name(wireName: try? decodeIfPresent(String.self, forKey: key))
    }

    /// An address; nil where it is missing or none.
    func address(_ key: Key) -> URL? {
        guard let text = try? decodeIfPresent(String.self, forKey: key), !text.isEmpty,
            text.utf8.allSatisfy(isOfAddress)
        else { return nil }
        return URL(string: text)
    }

    /// Whether a byte may stand in an address; `URL` itself would escape those that may not.
    private func isOfAddress(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
    }
}

extension KeyedEncodingContainer {
    mutating func encode(_ date: Date, _ key: Key) throws {
        try encode(WireDate(date), forKey: key)
    }

    /// A date, or null.
    mutating func encode(_ date: Date?, _ key: Key) throws {
        try encode(date.map(WireDate.init), forKey: key)
    }

    mutating func encode(_ name: some WireNamed, _ key: Key) throws {
        try encode(name.rawValue, forKey: key)
    }
}
