// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a user may use, by one entitlement.
///
/// Source of these types: https://docs.namiml.com/integrations/other-integrations/webhooks/event-types,
/// read 2026-11-22.
package struct ActiveEntitlement: Hashable, Codable, Sendable {
    package var description: String?
    package var entitlementRefID: String
    package var expiration: EventDate?
    package var lastVerified: EventDate?
    package var name: String?
    /// `apple`; the other values are in no page that was found.
    package var purchasePlatform: String?
    package var skuRefID: String?

    package init(
        _ entitlementRefID: String, name: String?, description: String?, expiration: EventDate?,
        lastVerified: EventDate?, platform: String?, skuRefID: String?
    ) {
        self.entitlementRefID = entitlementRefID
        self.name = name
        self.description = description
        self.expiration = expiration
        self.lastVerified = lastVerified
        purchasePlatform = platform
        self.skuRefID = skuRefID
    }

    private enum CodingKeys: String, CodingKey {
        case description, expiration, name
        case entitlementRefID = "entitlement_ref_id"
        case lastVerified = "last_verified"
        case purchasePlatform = "purchase_platform"
        case skuRefID = "sku_ref_id"
    }
}

/// Where a user is in the life of a customer.
package struct JourneyState: Hashable, Codable, Sendable {
    package var formerSubscriber = false
    package var inAccountHold = false
    package var inGracePeriod = false
    package var inTrialPeriod = false
    package var inIntroOfferPeriod = false
    package var inPause = false
    package var isCancelled = false

    /// At none of the places.
    package init() {}

    private enum CodingKeys: String, CodingKey {
        case formerSubscriber = "former_subscriber"
        case inAccountHold = "in_account_hold"
        case inGracePeriod = "in_grace_period"
        case inTrialPeriod = "in_trial_period"
        case inIntroOfferPeriod = "in_intro_offer_period"
        case inPause = "in_pause"
        case isCancelled = "is_cancelled"
    }
}

/// A device that a user is on.
package struct Device: Hashable, Codable, Sendable {
    /// The app at a store.
    package struct Platform: Hashable, Codable, Sendable {
        package var id: String?
        package var name: String?
        package var platformType: String?
        package var marketplaceAppID: String?

        package init(
            id: String? = nil, name: String? = nil, platformType: String? = nil,
            marketplaceAppID: String? = nil
        ) {
            self.id = id
            self.name = name
            self.platformType = platformType
            self.marketplaceAppID = marketplaceAppID
        }

        private enum CodingKeys: String, CodingKey {
            case id, name
            case platformType = "platform_type"
            case marketplaceAppID = "marketplace_app_id"
        }
    }

    package var id: String
    package var platform: Platform?

    package init(id: String, platform: Platform? = nil) {
        self.id = id
        self.platform = platform
    }
}

/// An ID that somebody else has for the user: the app's, or a transaction of a store.
package struct ExternalID: Hashable, Codable, Sendable {
    package var key: String
    /// What kind of text it is.
    package var type: String?
    package var value: String

    package init(key: String, type: String?, value: String) {
        self.key = key
        self.type = type
        self.value = value
    }

    /// The first transaction of a purchase at its store.
    package static func originalTransaction(_ id: String) -> ExternalID {
        ExternalID(key: "original_transaction_id", type: "original_transaction_id", value: id)
    }

    /// The app's own ID.
    ///
    /// Of the types only `uuid` stands in a sample; `sha256` is the word of SDK 2, and `numeric`
    /// follows the name of the third form that is taken. An ID of no such form has no type.
    package static func app(_ id: String) -> ExternalID {
        ExternalID(key: "external_id", type: type(of: [UInt8](id.utf8)), value: id)
    }

    private static func type(of id: [UInt8]) -> String? {
        func isHex(_ byte: UInt8) -> Bool {
            (48...57).contains(byte) || (97...102).contains(byte) || (65...70).contains(byte)
        }
        if !id.isEmpty, id.count != 64, id.allSatisfy({ (48...57).contains($0) }) {
            return "numeric"
        }
        if id.count == 64, id.allSatisfy(isHex) { return "sha256" }
        let hyphens = [8, 13, 18, 23]
        let isUUID =
            id.count == 36
            && id.indices.allSatisfy { hyphens.contains($0) ? id[$0] == 45 : isHex(id[$0]) }
        return isUUID ? "uuid" : nil
    }
}
