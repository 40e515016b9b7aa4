// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What is refused or failed, as REST v3 and v4 say it.
///
/// Source: https://documentation.qonversion.io/reference/handling-api-errors, read 2026-11-24.
package struct ErrorBody: Hashable, Codable, Sendable {
    package var error: Failure
    /// Of REST v3: which fields are wrong.
    package var meta: Meta?

    package struct Failure: Hashable, Codable, Sendable {
        package var type: ErrorType
        package var code: String
        package var message: String
        /// Of REST v4: which fields are wrong.
        package var details: [Detail]?

        package init(
            _ type: ErrorType, code: String, message: String, details: [Detail]? = nil
        ) {
            self.type = type
            self.code = code
            self.message = message
            self.details = details
        }
    }

    /// A field of REST v4, and what is wrong with it.
    package struct Detail: Hashable, Codable, Sendable {
        package var field: String
        package var message: String

        package init(_ field: String, _ message: String) {
            self.field = field
            self.message = message
        }
    }

    package struct Meta: Hashable, Codable, Sendable {
        package var reference: String?
        package var fields: [Field]

        package init(_ fields: [Field], reference: String? = nil) {
            self.fields = fields
            self.reference = reference
        }
    }

    /// A field of REST v3, and all that is wrong with it.
    package struct Field: Hashable, Codable, Sendable {
        package var name: String
        package var messages: [String]

        package init(_ name: String, _ messages: [String]) {
            self.name = name
            self.messages = messages
        }
    }

    package init(_ error: Failure, meta: Meta? = nil) {
        self.error = error
        self.meta = meta
    }

    private enum CodingKeys: String, CodingKey {
        case error
        case meta = "_meta"
    }
}

/// What kind of failure it is.
package enum ErrorType: String, Hashable, Codable, Sendable, CaseIterable {
    case request, resource, logical
    case `internal`

    /// The kind that a documented code belongs to.
    ///
    /// Source: https://documentation.qonversion.io/reference/handling-api-errors and its page of v4,
    /// read 2026-11-24; `invalid_entitlement_data` was seen with the first kind.
    package init?(of code: String) {
        switch code {
        case "invalid_data", "invalid_request", "invalid_content", "invalid_entitlement_data",
            "control_unauthorized", "control_forbidden", "not_implemented", "too_many_requests":
            self = .request
        case "not_found", "already_exists": self = .resource
        case "purchase_fraud", "relation_not_found", "paid_entitlement": self = .logical
        case "storage_error", "network_error", "unknown_error": self = .internal
        default: return nil
        }
    }
}
