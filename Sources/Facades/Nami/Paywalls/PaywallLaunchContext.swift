// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the app tells a paywall when it launches a campaign.
///
/// Nothing here draws it; ``NamiPaywallEvent/paywallLaunchContext`` gives it back, and the groups
/// of products limit what the paywall sells.
/// Source: https://github.com/namiml/nami-apple (3.3.7, PaywallLaunchContext), read 2026-11-21.
public final class PaywallLaunchContext: NSObject, Codable {
    /// The groups of products to show; nil for all.
    public var productGroups: [String]?
    /// What texts on the paywall are filled in with.
    public var customAttributes: [String: Any]
    /// More of that, in any depth.
    public var customObject: [String: Any]

    private enum CodingKeys: String, CodingKey {
        case productGroups, customAttributes, customObject
    }

    /// A context.
    ///
    /// - Parameters:
    ///   - productGroups: The groups of products to show.
    ///   - customAttributes: What texts on the paywall are filled in with.
    ///   - customObject: More of that, in any depth.
    public init(
        productGroups: [String]? = .none, customAttributes: [String: Any]? = .none,
        customObject: [String: Any]? = .none
    ) {
        self.productGroups = productGroups
        self.customAttributes = customAttributes ?? [:]
        self.customObject = customObject ?? [:]
    }

    /// Reads what the façade has encoded.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        productGroups = try values.decodeIfPresent([String].self, forKey: .productGroups)
        let attributes = try values.decodeIfPresent(
            [String: NamiJSON].self, forKey: .customAttributes)
        let object = try values.decodeIfPresent([String: NamiJSON].self, forKey: .customObject)
        customAttributes = (attributes ?? [:]).mapValues(\.value)
        customObject = (object ?? [:]).mapValues(\.value)
    }

    /// Writes everything that JSON has a form for.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(productGroups, forKey: .productGroups)
        try values.encode(
            customAttributes.compactMapValues(NamiJSON.init), forKey: .customAttributes)
        try values.encode(customObject.compactMapValues(NamiJSON.init), forKey: .customObject)
    }

    /// The groups, and the names of the attributes.
    public override var description: String {
        "groups \(productGroups ?? []), attributes \(customAttributes.keys.sorted())"
    }
}

/// A value as JSON has it.
enum NamiJSON: Codable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([NamiJSON])
    case object([String: NamiJSON])

    /// Nil for what JSON has no form for.
    init?(_ value: Any) {
        switch value {
        case let value as Bool: self = .bool(value)
        case let value as Int: self = .int(value)
        case let value as Double: self = .double(value)
        case let value as String: self = .string(value)
        case let value as [Any]: self = .array(value.compactMap(NamiJSON.init))
        case let value as [String: Any]: self = .object(value.compactMapValues(NamiJSON.init))
        default: return nil
        }
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let int = try? value.decode(Int.self) {
            self = .int(int)
        } else if let double = try? value.decode(Double.self) {
            self = .double(double)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([NamiJSON].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: NamiJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    var value: Any {
        switch self {
        case .bool(let value): value
        case .int(let value): value
        case .double(let value): value
        case .string(let value): value
        case .array(let value): value.map(\.value)
        case .object(let value): value.mapValues(\.value)
        }
    }
}
