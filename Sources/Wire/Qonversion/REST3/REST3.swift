// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What REST v3 sends and takes; no member of it is ever null.
///
/// Source: https://documentation.qonversion.io/reference/users and its siblings, read 2026-11-24, and
/// the vendor's web SDK, which fails on a null.
package enum REST3 {
    package struct User: Hashable, Codable, Sendable {
        package var id: String
        /// Seconds since 1970.
        package var created: Int64
        package var environment: Environment
        package var identityID: String?

        package init(
            id: String, created: Int64, environment: Environment, identityID: String? = nil
        ) {
            self.id = id
            self.created = created
            self.environment = environment
            self.identityID = identityID
        }

        private enum CodingKeys: String, CodingKey {
            case id, created, environment
            case identityID = "identity_id"
        }
    }

    package struct UserRequest: Hashable, Codable, Sendable {
        package var environment: Environment?

        package init(environment: Environment? = nil) { self.environment = environment }
    }

    /// Which user an identity belongs to.
    package struct Identity: Hashable, Codable, Sendable {
        package var id: String
        package var userID: String

        package init(id: String, userID: String) {
            self.id = id
            self.userID = userID
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case userID = "user_id"
        }
    }

    package struct IdentityRequest: Hashable, Codable, Sendable {
        /// Without one a new user is made.
        package var userID: String?

        package init(userID: String? = nil) { self.userID = userID }

        private enum CodingKeys: String, CodingKey {
            case userID = "user_id"
        }
    }

    /// What is said of a user, by key.
    package struct Property: Hashable, Codable, Sendable {
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    package struct PropertyError: Hashable, Codable, Sendable {
        package var key: String
        package var error: String

        package init(key: String, error: String) {
            self.key = key
            self.error = error
        }
    }

    /// The one answer of v3 whose members are in camel case.
    package struct SavedProperties: Hashable, Codable, Sendable {
        package var savedProperties: [Property]
        package var propertyErrors: [PropertyError]

        package init(_ saved: [Property], errors: [PropertyError]) {
            savedProperties = saved
            propertyErrors = errors
        }
    }
}
