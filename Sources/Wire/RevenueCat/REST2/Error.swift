// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST2 {
    /// What kind of refusal it is.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Error, read 2026-11-22.
    package enum ErrorType: String, Codable, Sendable, CaseIterable {
        case authenticationError = "authentication_error"
        case authorizationError = "authorization_error"
        case idempotencyError = "idempotency_error"
        case invalidRequest = "invalid_request"
        case parameterError = "parameter_error"
        case rateLimitError = "rate_limit_error"
        case resourceAlreadyExists = "resource_already_exists"
        case resourceLockedError = "resource_locked_error"
        case resourceMissing = "resource_missing"
        case serverError = "server_error"
        case storeError = "store_error"
        case unprocessableEntityError = "unprocessable_entity_error"
    }

    /// The body of a refusal.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Error, read 2026-11-22.
    package struct Error: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case error
        }

        package var type: ErrorType
        /// The member or parameter that was wrong.
        package var param: String?
        package var docURL: String?
        package var message: String
        package var retryable: Bool
        /// How long to wait before the next try.
        package var backoffMilliseconds: Int?
        package private(set) var object = ObjectName.error

        package init(
            type: ErrorType, param: String? = nil, docURL: String? = nil, message: String,
            retryable: Bool, backoffMilliseconds: Int? = nil
        ) {
            self.type = type
            self.param = param
            self.docURL = docURL
            self.message = message
            self.retryable = retryable
            self.backoffMilliseconds = backoffMilliseconds
        }

        private enum CodingKeys: String, CodingKey {
            case type, param, message, retryable, object
            case docURL = "doc_url"
            case backoffMilliseconds = "backoff_ms"
        }
    }

    /// What was deleted, and when.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, DeletedObject, read 2026-11-22.
    package struct DeletedObject: Hashable, Codable, Sendable {
        /// What it was.
        package enum Kind: String, Codable, Sendable {
            case app, customer, entitlement, offering, package, product
            case webhookIntegration = "webhook_integration"
        }

        package var object: Kind
        package var id: String
        package var deletedAt: Int64

        package init(object: Kind, id: String, deletedAt: Int64) {
            self.object = object
            self.id = id
            self.deletedAt = deletedAt
        }

        private enum CodingKeys: String, CodingKey {
            case object, id
            case deletedAt = "deleted_at"
        }
    }
}
