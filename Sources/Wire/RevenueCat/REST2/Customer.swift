// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST2 {
    /// A customer.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Customer, read 2026-11-22.
    package struct Customer: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case customer
        }

        package var id: String
        package var projectID: String
        package var firstSeenAt: Int64
        @Nullable package var lastSeenAt: Int64?
        @Nullable package var lastSeenAppVersion: String?
        @Nullable package var lastSeenCountry: String?
        @Nullable package var lastSeenPlatform: String?
        @Nullable package var lastSeenPlatformVersion: String?
        /// Only where one customer is asked for.
        package var activeEntitlements: ListPage<CustomerEntitlement>?
        package var experiment: ExperimentEnrollment?
        /// Only where they are asked for.
        package var attributes: ListPage<CustomerAttribute>?
        package private(set) var object = ObjectName.customer

        package init(
            id: String, projectID: String, firstSeenAt: Int64, lastSeenAt: Int64? = nil,
            lastSeenAppVersion: String? = nil, lastSeenCountry: String? = nil,
            lastSeenPlatform: String? = nil, lastSeenPlatformVersion: String? = nil,
            activeEntitlements: ListPage<CustomerEntitlement>? = nil,
            experiment: ExperimentEnrollment? = nil, attributes: ListPage<CustomerAttribute>? = nil
        ) {
            self.id = id
            self.projectID = projectID
            self.firstSeenAt = firstSeenAt
            self.lastSeenAt = lastSeenAt
            self.lastSeenAppVersion = lastSeenAppVersion
            self.lastSeenCountry = lastSeenCountry
            self.lastSeenPlatform = lastSeenPlatform
            self.lastSeenPlatformVersion = lastSeenPlatformVersion
            self.activeEntitlements = activeEntitlements
            self.experiment = experiment
            self.attributes = attributes
        }

        private enum CodingKeys: String, CodingKey {
            case id, experiment, attributes, object
            case projectID = "project_id"
            case firstSeenAt = "first_seen_at"
            case lastSeenAt = "last_seen_at"
            case lastSeenAppVersion = "last_seen_app_version"
            case lastSeenCountry = "last_seen_country"
            case lastSeenPlatform = "last_seen_platform"
            case lastSeenPlatformVersion = "last_seen_platform_version"
            case activeEntitlements = "active_entitlements"
        }
    }

    /// One ID of a customer.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, CustomerAlias, read 2026-11-22.
    package struct CustomerAlias: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case alias = "customer.alias"
        }

        package var id: String
        package var createdAt: Int64
        package private(set) var object = ObjectName.alias

        package init(id: String, createdAt: Int64) {
            self.id = id
            self.createdAt = createdAt
        }

        private enum CodingKeys: String, CodingKey {
            case id, object
            case createdAt = "created_at"
        }
    }

    /// An entitlement that is active, under its own ID at RevenueCat.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, CustomerEntitlement, read 2026-11-22.
    package struct CustomerEntitlement: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case activeEntitlement = "customer.active_entitlement"
        }

        package var entitlementID: String
        /// Null for never.
        @Nullable package var expiresAt: Int64?
        package private(set) var object = ObjectName.activeEntitlement

        package init(entitlementID: String, expiresAt: Int64? = nil) {
            self.entitlementID = entitlementID
            self.expiresAt = expiresAt
        }

        private enum CodingKeys: String, CodingKey {
            case object
            case entitlementID = "entitlement_id"
            case expiresAt = "expires_at"
        }
    }

    /// An attribute.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, CustomerAttribute, read 2026-11-22.
    package struct CustomerAttribute: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case attribute = "customer.attribute"
        }

        package var name: String
        @Nullable package var value: String?
        package var updatedAt: Int64
        package private(set) var object = ObjectName.attribute

        package init(name: String, value: String? = nil, updatedAt: Int64) {
            self.name = name
            self.value = value
            self.updatedAt = updatedAt
        }

        private enum CodingKeys: String, CodingKey {
            case name, value, object
            case updatedAt = "updated_at"
        }
    }

    /// The experiment that a customer is in.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, ExperimentEnrollment, read 2026-11-22.
    package struct ExperimentEnrollment: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case experimentEnrollment = "experiment_enrollment"
        }

        package var id: String
        package var name: String
        package var variant: String
        package private(set) var object = ObjectName.experimentEnrollment

        package init(id: String, name: String, variant: String) {
            self.id = id
            self.name = name
            self.variant = variant
        }
    }

    /// Both customers after a transfer.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Transfer, read 2026-11-22.
    package struct Transfer: Hashable, Codable, Sendable {
        package var sourceCustomer: Customer
        package var targetCustomer: Customer

        package init(sourceCustomer: Customer, targetCustomer: Customer) {
            self.sourceCustomer = sourceCustomer
            self.targetCustomer = targetCustomer
        }

        private enum CodingKeys: String, CodingKey {
            case sourceCustomer = "source_customer"
            case targetCustomer = "target_customer"
        }
    }
}
