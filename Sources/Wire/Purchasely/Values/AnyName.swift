// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The name of any member; of some the name depends on the event's values.
struct AnyName: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer where Key == AnyName {
    /// A member that may be missing or null.
    func value<Value: Decodable>(_ name: String) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: AnyName(name))
    }

    /// A member that has to be there.
    func needed<Value: Decodable>(_ name: String) throws -> Value {
        try decode(Value.self, forKey: AnyName(name))
    }

    /// A date by either of its members; the one in milliseconds first.
    func date(_ name: String) throws -> EventDate? {
        if let milliseconds: Int64 = try value("\(name)_ms") {
            return EventDate(milliseconds: milliseconds)
        }
        guard let text: String = try value(name) else { return nil }
        guard let date = EventDate(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: AnyName(name), in: self,
                debugDescription: "\"\(text)\" is not a date such as 2026-05-03T10:00:11.000Z.")
        }
        return date
    }

    /// A date that has to be there.
    func neededDate(_ name: String) throws -> EventDate {
        guard let date = try date(name) else {
            throw DecodingError.keyNotFound(
                AnyName(name),
                DecodingError.Context(
                    codingPath: codingPath, debugDescription: "Neither it nor \(name)_ms is there."
                ))
        }
        return date
    }

    /// Amounts by currency: the members that begin so and end in a currency's code.
    func amounts(_ prefix: String) throws -> [String: Double] {
        var amounts: [String: Double] = [:]
        for key in allKeys where key.stringValue.hasPrefix(prefix) {
            let currency = String(key.stringValue.dropFirst(prefix.count))
            guard currency.utf8.count == 3 else { continue }
            amounts[currency] = try decode(Double.self, forKey: key)
        }
        return amounts
    }
}

extension KeyedEncodingContainer where Key == AnyName {
    /// A member, if there is a value.
    mutating func put(_ value: (some Encodable)?, _ name: String) throws {
        try encodeIfPresent(value, forKey: AnyName(name))
    }

    /// Both members of a date.
    mutating func put(date: EventDate?, _ name: String) throws {
        try put(date?.text, name)
        try put(date?.milliseconds, "\(name)_ms")
    }

    /// A member for each currency.
    mutating func put(amounts: [String: Double], _ prefix: String) throws {
        for (currency, amount) in amounts { try put(amount, prefix + currency) }
    }
}
