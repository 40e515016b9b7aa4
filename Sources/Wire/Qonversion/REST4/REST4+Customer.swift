// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
package import Foundation

extension REST4 {
    /// A customer: all that is known of a user, as dashboards show it.
    ///
    /// Source: https://documentation.qonversion.io/api-reference/customers/get-a-customer, read
    /// 2026-11-25. Members of its sample that describe devices and attribution are left out.
    package struct Customer: Hashable, Codable, Sendable {
        /// The environment as a number, as the SDKs' configuration has it.
        package enum EnvironmentNumber: Int, Hashable, Codable, Sendable, CaseIterable {
            case production = 1
            case sandbox = 2
        }

        package struct Summary: Hashable, Codable, Sendable {
            package var clientID: String
            package var externalIdentity: String?
            package var environment: EnvironmentNumber
            /// ISO 8601.
            package var since: String

            package init(
                clientID: String, externalIdentity: String?, environment: EnvironmentNumber,
                since: Date
            ) {
                self.clientID = clientID
                self.externalIdentity = externalIdentity
                self.environment = environment
                self.since = since.wireText
            }

            private enum CodingKeys: String, CodingKey {
                case environment, since
                case clientID = "client_id"
                case externalIdentity = "external_identity"
            }
        }

        package struct Content: Hashable, Codable, Sendable {
            package var customer: Summary
            package var attributionData: [REST3.Property] = []
            package var userProperties: [REST3.Property]
            package var canRemoveCustomer = true
            package var canEditEntitlements = true
        }

        package var object = ObjectName.customer
        package var url: String
        package var data: Content

        package init(_ summary: Summary, properties: [REST3.Property]) {
            url = REST4.path("customers", summary.clientID)
            data = Content(customer: summary, userProperties: properties)
        }
    }

    /// A permission of a customer, with dates in seconds since 1970.
    ///
    /// Source: https://documentation.qonversion.io/api-reference/customers/list-customer-permissions,
    /// read 2026-11-25.
    package struct Permission: Hashable, Codable, Sendable {
        package var id: String
        package var source: String
        package var active: Bool
        package var startedAt: Int64
        package var expiresAt: Int64?
        package var productID: String?

        package init(_ entitlement: HeldEntitlement) {
            id = entitlement.id
            source = entitlement.purchase.map { Permission.source(of: $0.store) } ?? "manual"
            active = entitlement.isActive
            startedAt = entitlement.started.wireSeconds
            expiresAt = entitlement.ends?.wireSeconds
            productID = entitlement.purchase?.product.id
        }

        /// Of the stores the sample has `apple` alone; the others keep their usual words.
        private static func source(of store: Store) -> String {
            let source = EntitlementSource(store)
            return source == .appStore ? "apple" : source.rawValue
        }

        private enum CodingKeys: String, CodingKey {
            case id, source, active
            case startedAt = "started_at"
            case expiresAt = "expires_at"
            case productID = "product_id"
        }
    }

    package struct PermissionRequest: Hashable, Codable, Sendable {
        package var permissionID: String?
        /// ISO 8601; nothing for no end.
        package var expiresAt: String?

        package init(permissionID: String?, expiresAt: String? = nil) {
            self.permissionID = permissionID
            self.expiresAt = expiresAt
        }

        private enum CodingKeys: String, CodingKey {
            case permissionID = "permission_id"
            case expiresAt = "expires_at"
        }
    }

    /// A permission that was given.
    package struct GrantedPermission: Hashable, Codable, Sendable {
        package var object = ObjectName.customerPermission
        package var url: String
        package var permissionID: String
        package var expiresAt: String?

        package init(_ id: String, of customer: String, expiresAt: String?) {
            url = REST4.path("customers", customer, "permissions", id)
            permissionID = id
            self.expiresAt = expiresAt
        }

        private enum CodingKeys: String, CodingKey {
            case object, url
            case permissionID = "permission_id"
            case expiresAt = "expires_at"
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(object, forKey: .object)
            try container.encode(url, forKey: .url)
            try container.encode(permissionID, forKey: .permissionID)
            try container.encode(expiresAt, forKey: .expiresAt)
        }
    }

    /// Counters over all customers, none of which is computed here.
    ///
    /// Source: https://documentation.qonversion.io/reference/v4/customers, read 2026-11-25, which
    /// names these three without their members.
    package struct CustomerMetrics: Hashable, Codable, Sendable {
        package struct Counters: Hashable, Codable, Sendable {
            package var totalCustomers = 0
            package var activeSubscriptions = 0
            package var churn = 0

            private enum CodingKeys: String, CodingKey {
                case churn
                case totalCustomers = "total_customers"
                case activeSubscriptions = "active_subscriptions"
            }
        }

        package var object = ObjectName.customerMetrics
        package var url = REST4.path("customers", "metrics")
        package var data = Counters()

        package init() {}
    }
}
