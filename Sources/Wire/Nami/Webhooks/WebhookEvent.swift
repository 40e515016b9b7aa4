// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The body of a webhook about a user.
///
/// Every event has the first four members; a user event has the others. The documents announce a
/// JSON Schema that is in no stored copy, so members may be missing here.
/// Source: https://docs.namiml.com/integrations/other-integrations/webhooks/event-types, read
/// 2026-11-22.
package struct WebhookEvent: Hashable, Codable, Sendable {
    package var createdDate: EventDate
    package var eventType: EventType
    package var id: String
    /// Nami's own ID of the user, logged in or not.
    package var userID: String
    package var activeEntitlements: [ActiveEntitlement]?
    package var customerJourneyState: JourneyState?
    package var devices: [Device]?
    /// `apple`; the other values are in no page that was found.
    package var eventPlatform: String?
    package var externalIDs: [ExternalID]?

    package init(
        _ type: EventType, id: String, date: EventDate, userID: String,
        activeEntitlements: [ActiveEntitlement]? = nil, journeyState: JourneyState? = nil,
        devices: [Device]? = nil, platform: String? = nil, externalIDs: [ExternalID]? = nil
    ) {
        createdDate = date
        eventType = type
        self.id = id
        self.userID = userID
        self.activeEntitlements = activeEntitlements
        customerJourneyState = journeyState
        self.devices = devices
        eventPlatform = platform
        self.externalIDs = externalIDs
    }

    private enum CodingKeys: String, CodingKey {
        case id, devices
        case createdDate = "created_date"
        case eventType = "event_type"
        case userID = "user_id"
        case activeEntitlements = "active_entitlements"
        case customerJourneyState = "customer_journey_state"
        case eventPlatform = "event_platform"
        case externalIDs = "external_ids"
    }
}

/// What an event tells of, as a path of names.
///
/// The list that was found may not be whole, so that any text is one.
/// Source: https://docs.mparticle.com/integrations/nami-ml/feed/ and the page on event types, read
/// 2026-11-22.
package struct EventType: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let transferredFrom = EventType(
        rawValue: "user.subscription.transferred.from")
    package static let transferredTo = EventType(rawValue: "user.subscription.transferred.to")
    package static let purchaseUpdated = EventType(rawValue: "purchase.updated")
}

/// A date as events write it: ISO 8601, kept as it came.
///
/// `created_date` has microseconds and an offset, dates of entitlements end in `Z`.
/// Source: https://docs.namiml.com/integrations/other-integrations/webhooks/event-types, read
/// 2026-11-22.
package struct EventDate: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}
