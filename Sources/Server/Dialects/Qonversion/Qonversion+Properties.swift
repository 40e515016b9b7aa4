// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import Foundation
    import HTTPTypes
    import QonversionWire

    // What is said of users.

    extension QonversionDialect {
        var propertyHandlers: [String: Handler] {
            [
                "qonversion.v3.list-user-properties": { _, visit in
                    try await visit.project.perform { state, _ in
                        let user = try known(
                            visit["user_id"], in: state, orElse: "v3.user-not-found")
                        return try Answer(
                            json: state.qonversionProperties(of: state.ledger.customer(of: user)))
                    }
                },
                "qonversion.v3.set-user-properties": { call, visit in
                    try await visit.project.perform { state, now in
                        let user = try known(
                            visit["user_id"], in: state, orElse: "v3.user-not-found")
                        let given = try body(
                            call, as: [REST3.Property].self, orElse: "v3.invalid-data")
                        let (saved, errors) = set(
                            given, of: state.ledger.customer(of: user), in: &state, now,
                            checkedBy: PropertyRule.fault(of:))
                        return try Answer(json: REST3.SavedProperties(saved, errors: errors))
                    }
                },
            ]
        }

        /// Sets properties; what is wrong with any is returned, and the others are set.
        func set(
            _ given: [REST3.Property], of customer: CustomerHandle, in state: inout ProjectState,
            _ now: Date, checkedBy fault: (REST3.Property) -> String?
        ) -> (saved: [REST3.Property], errors: [REST3.PropertyError]) {
            var saved: [REST3.Property] = []
            var errors: [REST3.PropertyError] = []
            for property in given {
                if let reason = fault(property) {
                    errors.append(REST3.PropertyError(key: property.key, error: reason))
                } else {
                    state.setAttribute(
                        property.key, property.value, of: customer,
                        milliseconds: now.milliseconds)
                    saved.append(property)
                }
            }
            return (saved: saved, errors: errors)
        }
    }

    /// What keys and values of properties have to be.
    enum PropertyRule {
        /// What v3 says of a property; nil where it is taken.
        ///
        /// Source: https://github.com/qonversion/web-sdk (1.2.0, 2026-06-09), tests of properties, for
        /// the text; the SDKs have the same pattern.
        static func fault(of property: REST3.Property) -> String? {
            if !PropertyKey.isFormed(property.key) {
                return "Property key: \(property.key). Error: invalid key format."
            }
            return property.value.isEmpty
                ? "Property key: \(property.key). Error: the value is empty." : nil
        }

        /// What v4 says of a property; nil where it is taken.
        ///
        /// Source: https://documentation.qonversion.io/reference/v4/user-properties, read 2026-11-25.
        /// Which keys with the prefix are registered, the page does not say: those of the SDKs are.
        static func faultInV4(of property: REST3.Property) -> String? {
            let key = property.key
            guard PropertyKey.isFormed(key), key.utf8.count <= 80 else {
                return "Property key: \(key). Error: invalid key format."
            }
            guard !key.hasPrefix("_") || PropertyKey(rawValue: key) != nil else {
                return "Property key: \(key). Error: the key is reserved."
            }
            let isValue =
                property.value.utf8.count <= 120
                && property.value.utf8.allSatisfy { ![10, 13, 34, 39].contains($0) }
            return isValue ? nil : "Property key: \(key). Error: invalid value."
        }
    }
#endif
