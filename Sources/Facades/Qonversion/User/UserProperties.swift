// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// The properties of a user, as the server has them.
    ///
    /// Where a key stands twice, the lists keep both, the dictionaries the last, and
    /// ``property(for:)`` gives the first.
    public final class UserProperties: NSObject, Sendable {
        /// All of them.
        public let properties: [UserProperty]

        init(_ properties: [UserProperty]) { self.properties = properties }

        /// Those that Qonversion gives a meaning.
        public var definedProperties: [UserProperty] {
            properties.filter { $0.definedKey != .custom }
        }

        /// The app's own.
        public var customProperties: [UserProperty] {
            properties.filter { $0.definedKey == .custom }
        }

        /// All values by key.
        public var flatPropertiesMap: [String: String] {
            Dictionary(properties.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        }

        /// The values of those that Qonversion gives a meaning, by that meaning.
        ///
        /// The keys are the raw values of ``UserPropertyKey``.
        public var flatDefinedPropertiesMap: [NSNumber: String] {
            Dictionary(
                definedProperties.map { (NSNumber(value: $0.definedKey.rawValue), $0.value) },
                uniquingKeysWith: { $1 })
        }

        /// The values of the app's own, by key.
        public var flatCustomPropertiesMap: [String: String] {
            Dictionary(customProperties.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        }

        /// The property with this key.
        public func property(for key: String) -> UserProperty? {
            properties.first { $0.key == key }
        }

        /// The property with this meaning.
        public func definedProperty(for key: UserPropertyKey) -> UserProperty? {
            definedProperties.first { $0.definedKey == key }
        }
    }
}
