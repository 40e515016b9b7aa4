// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What REST v4 sends and takes: each object has its kind and its path, and what is missing is null.
///
/// Source: https://documentation.qonversion.io/reference/v4/overview and its siblings, read
/// 2026-11-24.
package enum REST4 {
    package enum ObjectName: String, Codable, Sendable {
        case list, user, identity, purchase, entitlement, product, customer
        case userEntitlement = "user_entitlement"
        case propertiesResult = "user_properties_set_result"
        case customerPermission = "customer_permission"
        case customerMetrics = "customer_metrics"
    }

    /// A page of a list.
    package struct ListPage<Item: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
        package var object = ObjectName.list
        package var url: String
        package var data: [Item]
        package var hasMore: Bool
        /// Null on the last page.
        package var nextCursor: String?

        package init(url: String, _ data: [Item], nextCursor: String? = nil) {
            self.url = url
            self.data = data
            hasMore = nextCursor != nil
            self.nextCursor = nextCursor
        }

        private enum CodingKeys: String, CodingKey {
            case object, url, data
            case hasMore = "has_more"
            case nextCursor = "next_cursor"
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(object, forKey: .object)
            try container.encode(url, forKey: .url)
            try container.encode(data, forKey: .data)
            try container.encode(hasMore, forKey: .hasMore)
            try container.encode(nextCursor, forKey: .nextCursor)
        }
    }

    package struct User: Hashable, Codable, Sendable {
        package var object = ObjectName.user
        package var id: String
        package var url: String
        package var environment: Environment
        /// Null where there is none.
        package var identityID: String?
        /// ISO 8601.
        package var createdAt: String

        package init(id: String, environment: Environment, identityID: String?, created: Date) {
            self.id = id
            url = REST4.path("users", id)
            self.environment = environment
            self.identityID = identityID
            createdAt = created.wireText
        }

        private enum CodingKeys: String, CodingKey {
            case object, id, url, environment
            case identityID = "identity_id"
            case createdAt = "created_at"
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(object, forKey: .object)
            try container.encode(id, forKey: .id)
            try container.encode(url, forKey: .url)
            try container.encode(environment, forKey: .environment)
            try container.encode(identityID, forKey: .identityID)
            try container.encode(createdAt, forKey: .createdAt)
        }
    }

    package struct UserRequest: Hashable, Codable, Sendable {
        /// The unreleased SDK names its own; the page lets the server choose.
        package var id: String?
        package var environment: Environment?

        package init(id: String? = nil, environment: Environment? = nil) {
            self.id = id
            self.environment = environment
        }
    }

    package struct Identity: Hashable, Codable, Sendable {
        package var object = ObjectName.identity
        package var id: String
        package var url: String
        package var userID: String

        package init(id: String, userID: String) {
            self.id = id
            url = REST4.path("identities", id)
            self.userID = userID
        }

        private enum CodingKeys: String, CodingKey {
            case object, id, url
            case userID = "user_id"
        }
    }

    package struct IdentityRequest: Hashable, Codable, Sendable {
        package var identityID: String?
        /// Without one a new user is made.
        package var userID: String?

        package init(identityID: String?, userID: String? = nil) {
            self.identityID = identityID
            self.userID = userID
        }

        private enum CodingKeys: String, CodingKey {
            case identityID = "identity_id"
            case userID = "user_id"
        }
    }

    package struct PropertiesRequest: Hashable, Codable, Sendable {
        package var properties: [REST3.Property]?

        package init(_ properties: [REST3.Property]?) { self.properties = properties }
    }

    package struct PropertiesResult: Hashable, Codable, Sendable {
        package var object = ObjectName.propertiesResult
        package var url: String
        package var savedProperties: [REST3.Property]
        package var propertyErrors: [REST3.PropertyError]

        package init(
            url: String, _ saved: [REST3.Property], errors: [REST3.PropertyError]
        ) {
            self.url = url
            savedProperties = saved
            propertyErrors = errors
        }

        private enum CodingKeys: String, CodingKey {
            case object, url
            case savedProperties = "saved_properties"
            case propertyErrors = "property_errors"
        }
    }

    /// The path of an object, from the version on.
    package static func path(_ segments: String...) -> String {
        "/v4/"
            + segments.map {
                $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? $0
            }.joined(separator: "/")
    }

    /// RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
