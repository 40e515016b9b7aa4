// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import Foundation
    import RevenueCatWire

    // What is said of customers.

    extension RevenueCatDialect {
        /// An attribute as it is sent.
        struct GivenAttribute: Sendable {
            let name: String
            /// Nil removes it.
            let value: String?
            let milliseconds: Int64?
        }

        /// The member `attributes` of a body.
        func attributes(
            _ body: inout JSONObject
        ) throws(DocumentFault) -> [GivenAttribute] {
            guard var object = try body.object("attributes") else { return [] }
            var given: [GivenAttribute] = []
            for name in object.names {
                guard var attribute = try object.object(name) else {
                    throw object.fault(name, "expected an object with a value")
                }
                let value = try attribute.text("value")
                given.append(
                    GivenAttribute(
                        name: name, value: value?.isEmpty == true ? nil : value,
                        milliseconds: try attribute.number("updated_at_ms").map { Int64($0) }))
            }
            return given
        }

        /// Sets attributes; what is wrong with any is returned, and the others are set.
        ///
        /// Source: https://www.revenuecat.com/docs/customers/customer-attributes, read 2026-11-22.
        func set(
            _ given: [GivenAttribute], of id: String, in state: inout ProjectState, _ now: Date
        ) -> [AttributeError] {
            guard let user = state.ledger.user(UserID(unchecked: id)) else { return [] }
            let customer = state.ledger.customer(of: user)
            var errors: [AttributeError] = []
            for attribute in given {
                if let reason = RevenueCatDialect.fault(of: attribute) {
                    errors.append(AttributeError(keyName: attribute.name, message: reason))
                } else {
                    state.setAttribute(
                        attribute.name, attribute.value, of: customer,
                        milliseconds: attribute.milliseconds ?? now.milliseconds)
                }
            }
            return errors
        }

        /// What is wrong with an attribute; nil where it can be set.
        static func fault(of attribute: GivenAttribute) -> String? {
            let name = attribute.name
            let rest = name.hasPrefix("$") ? name.dropFirst() : name[...]
            let isFormed =
                !rest.isEmpty && name.utf8.count <= 40
                && (rest.utf8.first.map { (65...90).contains($0) || (97...122).contains($0) }
                    ?? false)
                && rest.utf8.allSatisfy {
                    (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                        || $0 == 95 || $0 == 45
                }
            guard isFormed else { return "Key name format is not valid." }
            guard let value = attribute.value else { return nil }
            guard value.count <= 500 else { return "Value is too long." }
            if name == "$email" {
                let parts = value.split(separator: "@", omittingEmptySubsequences: false)
                guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."),
                    !value.contains(" ")
                else { return "Value is not a valid email address." }
            }
            return nil
        }
    }

    extension ProjectState {
        /// What was said of a customer, as v1 and webhooks have it.
        func subscriberAttributes(
            of customer: CustomerHandle
        ) -> [String: SubscriberAttribute] {
            (attributes[customer] ?? [:]).mapValues {
                SubscriberAttribute(value: $0.value, updatedAtMilliseconds: $0.milliseconds)
            }
        }

        /// What v1 says to the bearer of a key of what was said of a customer; nil to an app, which
        /// is not told.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, read 2026-11-27.
        func subscriberAttributes(
            of id: String, for key: KeyClass
        ) -> [String: SubscriberAttribute]? {
            guard key == .secret else { return nil }
            guard let user = ledger.user(UserID(unchecked: id)), !ledger.isNobody(user) else {
                return [:]
            }
            return subscriberAttributes(of: ledger.customer(of: user))
        }
    }
#endif
