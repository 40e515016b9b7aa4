// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// An attribute of a customer, as REST v1 and webhooks have it.
///
/// A value that is null or empty deletes the attribute.
/// Source: https://www.revenuecat.com/docs/api-v1, Update Customer Attributes, read 2026-11-22.
package struct SubscriberAttribute: Hashable, Codable, Sendable {
    @Nullable package var value: String?
    package var updatedAtMilliseconds: Int64?

    package init(value: String? = nil, updatedAtMilliseconds: Int64? = nil) {
        self.value = value
        self.updatedAtMilliseconds = updatedAtMilliseconds
    }

    private enum CodingKeys: String, CodingKey {
        case value
        case updatedAtMilliseconds = "updated_at_ms"
    }
}

/// Attributes to set, by their names.
///
/// Source: https://www.revenuecat.com/docs/api-v1, Update Customer Attributes, read 2026-11-22.
package struct AttributesRequest: Hashable, Codable, Sendable {
    package var attributes: [String: SubscriberAttribute]

    package init(attributes: [String: SubscriberAttribute]) {
        self.attributes = attributes
    }
}

/// Why one attribute was refused.
///
/// Source: https://github.com/RevenueCat/purchases-ios (ErrorResponse), read 2026-11-22.
package struct AttributeError: Hashable, Codable, Sendable {
    package var keyName: String
    package var message: String

    package init(keyName: String, message: String) {
        self.keyName = keyName
        self.message = message
    }

    private enum CodingKeys: String, CodingKey {
        case message
        case keyName = "key_name"
    }
}

/// Why attributes of a receipt were refused, inside an answer that is none.
///
/// Source: https://github.com/RevenueCat/purchases-ios (ErrorResponse), read 2026-11-22.
package struct AttributesErrorResponse: Hashable, Codable, Sendable {
    package var attributeErrors: [AttributeError]

    package init(attributeErrors: [AttributeError]) {
        self.attributeErrors = attributeErrors
    }

    private enum CodingKeys: String, CodingKey {
        case attributeErrors = "attribute_errors"
    }
}
