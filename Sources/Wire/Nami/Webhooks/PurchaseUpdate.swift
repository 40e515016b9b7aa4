// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The body of a webhook about one purchase, `purchase.updated`: how it is, after all changes of
/// some minutes.
///
/// That the members of the envelope stand here as well, and those of the lists, is inferred; the
/// product's member is in no page that was found.
/// Source: https://docs.namiml.com/integrations/other-integrations/webhooks/event-types/purchase-status-updates,
/// read 2026-11-21.
package struct PurchaseUpdate: Hashable, Codable, Sendable {
    package var createdDate: EventDate
    package var eventType: EventType
    package var id: String
    package var userID: String?
    package var externalIDs: [ExternalID]?
    /// The same in all updates of a purchase; the newest of them holds.
    package var collapseKey: String?
    /// With one l; null while the renewal is on.
    package var canceledAt: EventDate?
    package var expiresAt: EventDate?
    package var isActive: Bool?
    package var isAutoRenewable: Bool?
    package var billingCycles: Int?
    package var entitlements: [ActiveEntitlement]?
    package var devicesWithAccess: [Device]?

    package init(id: String, date: EventDate) {
        createdDate = date
        eventType = .purchaseUpdated
        self.id = id
    }

    private enum CodingKeys: String, CodingKey {
        case id, entitlements
        case createdDate = "created_date"
        case eventType = "event_type"
        case userID = "user_id"
        case externalIDs = "external_ids"
        case collapseKey = "collapse_key"
        case canceledAt = "canceled_at"
        case expiresAt = "expires_at"
        case isActive = "is_active"
        case isAutoRenewable = "is_auto_renewable"
        case billingCycles = "billing_cycles"
        case devicesWithAccess = "devices_with_access"
    }
}
