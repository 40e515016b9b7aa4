// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The value of a user attribute.
enum AttributeValue: Codable, Equatable, Sendable {
    case string(String)
    case bool(Bool)
    case int(Int)
    case double(Double)
    case date(Date)
    case strings([String])
    case ints([Int])
    case doubles([Double])
    case bools([Bool])

    /// As the app gets it.
    var value: Any {
        switch self {
        case .string(let value): value
        case .bool(let value): value
        case .int(let value): value
        case .double(let value): value
        case .date(let value): value
        case .strings(let value): value
        case .ints(let value): value
        case .doubles(let value): value
        case .bools(let value): value
        }
    }

    var type: PLYUserAttributeType {
        switch self {
        case .string: .string
        case .bool: .bool
        case .int: .int
        case .double: .double
        case .date: .date
        case .strings: .stringArray
        case .ints: .intArray
        case .doubles: .doubleArray
        case .bools: .boolArray
        }
    }

    /// Nil for what no attribute can be.
    init?(_ value: Any) {
        if let single = AttributeValue(single: value) {
            self = single
            return
        }
        guard let list = value as? [Any] else { return nil }
        let values = list.compactMap(AttributeValue.init(single:))
        guard values.count == list.count else { return nil }
        if let list = AttributeValue.all(values, { if case .string(let v) = $0 { v } else { nil } })
        {
            self = .strings(list)
        } else if let list = AttributeValue.all(
            values, { if case .bool(let v) = $0 { v } else { nil } })
        {
            self = .bools(list)
        } else if let list = AttributeValue.all(
            values, { if case .int(let v) = $0 { v } else { nil } })
        {
            self = .ints(list)
        } else if let list = AttributeValue.all(values, \.number) {
            self = .doubles(list)
        } else {
            return nil
        }
    }

    private init?(single value: Any) {
        switch value {
        case let value as String: self = .string(value)
        case let value as Date: self = .date(value)
        case let truth as Bool where Swift.type(of: value) == Bool.self: self = .bool(truth)
        case let value as any BinaryInteger: self = .int(Int(clamping: value))
        case let value as any BinaryFloatingPoint: self = .double(Double(value))
        case let value as NSNumber: self.init(value)
        default: return nil
        }
    }

    /// What Objective-C has boxed.
    private init(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        case "c", "B": self = .bool(number.boolValue)
        case "f", "d": self = .double(number.doubleValue)
        default: self = .int(number.intValue)
        }
    }

    private var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .string, .bool, .date, .strings, .ints, .doubles, .bools: nil
        }
    }

    /// The list, where everything is of the type.
    private static func all<Value>(
        _ values: [AttributeValue], _ read: (AttributeValue) -> Value?
    ) -> [Value]? {
        let found = values.compactMap(read)
        return found.count == values.count ? found : nil
    }
}
