// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST2 {
    /// A customer to create.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Create a customer, read 2026-11-22.
    package struct CreateCustomer: Hashable, Codable, Sendable {
        package var id: String
        package var attributes: [AttributeInput]?

        package init(id: String, attributes: [AttributeInput]? = nil) {
            self.id = id
            self.attributes = attributes
        }
    }

    /// Attributes to set.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Set a customer's attributes, read 2026-11-22.
    package struct SetAttributes: Hashable, Codable, Sendable {
        package var attributes: [AttributeInput]

        package init(attributes: [AttributeInput]) {
            self.attributes = attributes
        }
    }

    /// An attribute to set; null deletes it, but it has to be there.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Set a customer's attributes, read 2026-11-22.
    package struct AttributeInput: Hashable, Codable, Sendable {
        package var name: String
        @Nullable package var value: String?

        package init(name: String, value: String?) {
            self.name = name
            self.value = value
        }

        /// Reads one.
        ///
        /// - Throws: `DecodingError` where one of both is missing, or no text.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            value = try container.decode(String?.self, forKey: .value)
        }

        private enum CodingKeys: String, CodingKey { case name, value }
    }

    /// An entitlement to grant, and until when.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Grant an entitlement, read 2026-11-22.
    package struct GrantEntitlement: Hashable, Codable, Sendable {
        package var entitlementID: String
        package var expiresAt: Int64

        package init(entitlementID: String, expiresAt: Int64) {
            self.entitlementID = entitlementID
            self.expiresAt = expiresAt
        }

        private enum CodingKeys: String, CodingKey {
            case entitlementID = "entitlement_id"
            case expiresAt = "expires_at"
        }
    }

    /// An entitlement whose grant is to end.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Revoke a granted entitlement, read 2026-11-22.
    package struct RevokeGrantedEntitlement: Hashable, Codable, Sendable {
        package var entitlementID: String

        package init(entitlementID: String) {
            self.entitlementID = entitlementID
        }

        private enum CodingKeys: String, CodingKey {
            case entitlementID = "entitlement_id"
        }
    }

    /// Whom purchases go to, and those of which apps; of all, where none is named.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Transfer customer data, read 2026-11-22.
    package struct TransferCustomer: Hashable, Codable, Sendable {
        package var targetCustomerID: String
        package var appIDs: [String]?

        package init(targetCustomerID: String, appIDs: [String]? = nil) {
            self.targetCustomerID = targetCustomerID
            self.appIDs = appIDs
        }

        private enum CodingKeys: String, CodingKey {
            case targetCustomerID = "target_customer_id"
            case appIDs = "app_ids"
        }
    }

    /// The offering that a customer is to see; null for the current one, but it has to be there.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Assign or clear an offering override, read 2026-11-22.
    package struct AssignOffering: Hashable, Codable, Sendable {
        @Nullable package var offeringID: String?

        package init(offeringID: String?) { self.offeringID = offeringID }

        /// Reads one.
        ///
        /// - Throws: `DecodingError` where the member is missing, or neither text nor null.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            offeringID = try container.decode(String?.self, forKey: .offeringID)
        }

        private enum CodingKeys: String, CodingKey { case offeringID = "offering_id" }
    }
}
