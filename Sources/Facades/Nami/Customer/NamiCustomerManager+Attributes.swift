// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Where a tag is to be known.
///
/// `device` is the one taken when none is given.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiTagPolicy), read 2026-11-21.
public enum NamiTagPolicy: Int, Hashable, Sendable, CaseIterable {
    /// On this device.
    case local = 0
    /// With the platform too.
    case device = 1
}

/// Notes on the customer: attributes and tags.
///
/// They are kept on the device, through a log-in and a log-out, until they are cleared, the SDK is
/// reset or the app deleted. Whether the SDK keeps them through a log-out is not documented. They
/// work before the SDK is configured, and without a network.
extension NamiCustomerManager {
    // MARK: Attributes

    /// Sets an attribute, with which paywalls can be personalised.
    ///
    /// - Parameters:
    ///   - key: Its name.
    ///   - value: Its value.
    public static func setCustomerAttribute(_ key: String, _ value: String) {
        storage.setValue("attribute", key, value)
    }

    /// Reads an attribute.
    ///
    /// - Parameter key: Its name.
    /// - Returns: Its value; nil where none was set.
    public static func getCustomerAttribute(key: String) -> String? {
        storage.value("attribute", key)
    }

    /// Takes an attribute away.
    ///
    /// - Parameter key: Its name.
    public static func clearCustomerAttribute(_ key: String) {
        storage.setValue("attribute", key, nil)
    }

    /// Takes every attribute away.
    public static func clearAllCustomerAttributes() {
        for key in storage.names("attribute") { storage.setValue("attribute", key, nil) }
    }

    // MARK: Tags

    /// Sets tags, for the platform too.
    ///
    /// - Parameter tags: Values by name; see ``addTags(_:policy:)``.
    public static func addTags(_ tags: [String: Any]) { addTags(tags, policy: .device) }

    /// Sets tags.
    ///
    /// A value is a `String`, `Bool`, `Int`, `Float` or `Double`; others are left out. Both policies
    /// come to the same here, as no other device reads the tags of this one.
    ///
    /// - Parameters:
    ///   - tags: Values by name.
    ///   - policy: Where they are to be known.
    public static func addTags(_ tags: [String: Any], policy: NamiTagPolicy) {
        for (key, value) in tags { addTag(key: key, value: value, policy: policy) }
    }

    /// Sets a tag, for the platform too.
    ///
    /// - Parameters:
    ///   - key: Its name.
    ///   - value: Its value; see ``addTags(_:policy:)``.
    public static func addTag(_ key: String, _ value: Any) {
        addTag(key: key, value: value, policy: .device)
    }

    /// Sets a tag.
    ///
    /// - Parameters:
    ///   - key: Its name.
    ///   - value: Its value; see ``addTags(_:policy:)``.
    ///   - policy: Where it is to be known.
    public static func addTag(key: String, value: Any, policy: NamiTagPolicy) {
        guard let tag = NamiTagValue(value) else { return }
        storage.setValue("tag", key, tag.stored)
    }

    /// Takes a tag away, from the device and the platform.
    ///
    /// - Parameter key: Its name.
    public static func removeTag(_ key: String) { storage.setValue("tag", key, nil) }

    /// Takes every tag away, from the device and the platform.
    public static func removeAllTags() {
        for key in storage.names("tag") { storage.setValue("tag", key, nil) }
    }

    /// Reads a tag.
    ///
    /// - Parameter key: Its name.
    /// - Returns: Its value, of the type that was set; nil where none was set.
    public static func tagForKey(_ key: String) -> Any? {
        storage.value("tag", key).flatMap(NamiTagValue.init(stored:))?.value
    }

    /// Every tag, by name.
    public static func allTags() -> [String: Any] {
        var tags: [String: Any] = [:]
        for key in storage.names("tag") { tags[key] = tagForKey(key) }
        return tags
    }

    private static var storage: NamiStorage { NamiSession.current().look(\.storage) }
}

/// A tag's value, as the SDK takes it.
private enum NamiTagValue {
    case string(String)
    case bool(Bool)
    case int(Int)
    case float(Float)
    case double(Double)

    init?(_ value: Any) {
        switch value {
        case let value as String: self = .string(value)
        case let value as Bool: self = .bool(value)
        case let value as Int: self = .int(value)
        case let value as Float: self = .float(value)
        case let value as Double: self = .double(value)
        default: return nil
        }
    }

    /// Reads what was stored: a letter for the type, and the value.
    init?(stored: String) {
        let text = String(stored.dropFirst())
        switch stored.first {
        case "s": self = .string(text)
        case "b": self = .bool(text == "true")
        case "i": if let int = Int(text) { self = .int(int) } else { return nil }
        case "f": if let float = Float(text) { self = .float(float) } else { return nil }
        case "d": if let double = Double(text) { self = .double(double) } else { return nil }
        default: return nil
        }
    }

    var stored: String {
        switch self {
        case .string(let value): "s" + value
        case .bool(let value): "b\(value)"
        case .int(let value): "i\(value)"
        case .float(let value): "f\(value)"
        case .double(let value): "d\(value)"
        }
    }

    var value: Any {
        switch self {
        case .string(let value): value
        case .bool(let value): value
        case .int(let value): value
        case .float(let value): value
        case .double(let value): value
        }
    }
}
