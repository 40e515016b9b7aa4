// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

extension REST3 {
    /// An entitlement of a user.
    ///
    /// Source: https://documentation.qonversion.io/reference/user-entitlements, read 2026-11-24.
    package struct Entitlement: Hashable, Codable, Sendable {
        package struct Product: Hashable, Codable, Sendable {
            package var productID: String
            package var subscription: Subscription?

            private enum CodingKeys: String, CodingKey {
                case subscription
                case productID = "product_id"
            }
        }

        package struct Subscription: Hashable, Codable, Sendable {
            package var renewState: RenewState
            package var currentPeriodType: PeriodType

            private enum CodingKeys: String, CodingKey {
                case renewState = "renew_state"
                case currentPeriodType = "current_period_type"
            }
        }

        package var id: String
        package var active: Bool
        /// Seconds since 1970.
        package var started: Int64
        /// Seconds since 1970; missing where it does not end.
        package var expires: Int64?
        package var source: EntitlementSource
        /// Missing where it was given by hand.
        package var product: Product?

        /// An entitlement of the simulation.
        package init(_ entitlement: HeldEntitlement) {
            id = entitlement.id
            active = entitlement.isActive
            started = entitlement.started.wireSeconds
            expires = entitlement.ends?.wireSeconds
            source = entitlement.purchase.map { EntitlementSource($0.store) } ?? .manual
            product = entitlement.purchase.map(Product.init)
        }
    }

    /// The entitlements of a user.
    package struct EntitlementList: Hashable, Codable, Sendable {
        package enum ObjectName: String, Codable, Sendable { case list }

        /// Typed by the web SDK; the page shows `data` alone.
        package var object = ObjectName.list
        package var data: [Entitlement]

        package init(_ data: [Entitlement]) { self.data = data }
    }

    package struct GrantRequest: Hashable, Codable, Sendable {
        package var id: String?
        /// Seconds since 1970.
        package var expires: Int64?

        package init(id: String?, expires: Int64?) {
            self.id = id
            self.expires = expires
        }
    }
}

extension REST3.Entitlement.Product {
    /// What was bought.
    init(_ purchase: HeldPurchase) {
        productID = purchase.product.id
        subscription =
            purchase.product.kind == .subscription
            ? REST3.Entitlement.Subscription(
                renewState: RenewState(purchase.state), currentPeriodType: PeriodType(purchase))
            : nil
    }
}
