// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The body with which REST v1 refuses.
///
/// Some refusals have only a message. A code is read as a number or as its digits.
/// Source: https://www.revenuecat.com/docs/api-v1, Error, read 2026-11-22;
/// https://github.com/RevenueCat/purchases-ios (ErrorResponse), read 2026-11-22.
package struct ErrorBody: Hashable, Codable, Sendable {
    package var code: WireNumber?
    package var message: String
    package var attributeErrors: [AttributeError]?

    package init(
        code: WireNumber? = nil, message: String, attributeErrors: [AttributeError]? = nil
    ) {
        self.code = code
        self.message = message
        self.attributeErrors = attributeErrors
    }

    private enum CodingKeys: String, CodingKey {
        case code, message
        case attributeErrors = "attribute_errors"
    }
}
