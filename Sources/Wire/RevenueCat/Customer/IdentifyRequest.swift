// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation

/// The ID in use, and the one that is to be used.
///
/// The answer is a ``SubscriberResponse``, with status 201 where the new ID was created. The same
/// body makes an alias at `/subscribers/{id}/alias`.
/// Source: https://github.com/RevenueCat/purchases-android (4980371c, Backend), read 2026-11-22.
package struct IdentifyRequest: Hashable, Codable, Sendable {
    package var appUserID: String
    package var newAppUserID: String

    package init(appUserID: String, newAppUserID: String) {
        self.appUserID = appUserID
        self.newAppUserID = newAppUserID
    }

    private enum CodingKeys: String, CodingKey {
        case appUserID = "app_user_id"
        case newAppUserID = "new_app_user_id"
    }
}

/// What an attribution network said; deprecated.
///
/// Source: https://www.revenuecat.com/docs/api-v1, Add User Attribution Data, read 2026-11-22.
package struct AttributionRequest: Hashable, Codable, Sendable {
    package var data: [String: CatalogueValue]
    /// 0 to 5, documented as text.
    package var network: WireNumber

    package init(data: [String: CatalogueValue], network: WireNumber) {
        self.data = data
        self.network = network
    }
}

/// A customer who was deleted, under the ID that was asked for.
///
/// Source: https://www.revenuecat.com/docs/api-v1, Delete Customer, read 2026-11-22.
package struct DeletedSubscriber: Hashable, Codable, Sendable {
    package var appUserID: String
    package var deleted: Bool

    package init(appUserID: String, deleted: Bool) {
        self.appUserID = appUserID
        self.deleted = deleted
    }

    private enum CodingKeys: String, CodingKey {
        case deleted
        case appUserID = "app_user_id"
    }
}

/// An entitlement to grant, until a moment or for a named time.
///
/// Source: https://www.revenuecat.com/docs/api-v1, Grant a Promotional Entitlement, read 2026-11-22.
package struct GrantRequest: Hashable, Codable, Sendable {
    /// How long, in the provider's words.
    package enum Duration: String, Codable, Sendable, CaseIterable {
        case daily, lifetime, monthly, weekly, yearly
        case threeDay = "three_day"
        case twoWeek = "two_week"
        case twoMonth = "two_month"
        case threeMonth = "three_month"
        case sixMonth = "six_month"
    }

    package var endTimeMilliseconds: Int64?
    package var duration: Duration?
    /// What the duration is counted from; access begins at once all the same.
    package var startTimeMilliseconds: Int64?

    package init(endTimeMilliseconds: Int64) { self.endTimeMilliseconds = endTimeMilliseconds }

    package init(duration: Duration, startTimeMilliseconds: Int64? = nil) {
        self.duration = duration
        self.startTimeMilliseconds = startTimeMilliseconds
    }

    /// Reads one.
    ///
    /// - Throws: `DecodingError` for an unknown duration, and where there is neither a duration nor
    ///   an end.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        endTimeMilliseconds = try container.decodeIfPresent(
            Int64.self, forKey: .endTimeMilliseconds)
        duration = try container.decodeIfPresent(Duration.self, forKey: .duration)
        startTimeMilliseconds = try container.decodeIfPresent(
            Int64.self, forKey: .startTimeMilliseconds)
        if endTimeMilliseconds == nil, duration == nil {
            throw DecodingError.keyNotFound(
                CodingKeys.endTimeMilliseconds,
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "A grant needs end_time_ms or duration."))
        }
    }

    private enum CodingKeys: String, CodingKey {
        case duration
        case endTimeMilliseconds = "end_time_ms"
        case startTimeMilliseconds = "start_time_ms"
    }
}

extension GrantRequest.Duration {
    /// How long that is; nil for good.
    package var period: BillingPeriod? {
        switch self {
        case .daily: .days(1)
        case .threeDay: .days(3)
        case .weekly: .week
        case .twoWeek: BillingPeriod(2, .week)
        case .monthly: .month
        case .twoMonth: BillingPeriod(2, .month)
        case .threeMonth: BillingPeriod(3, .month)
        case .sixMonth: BillingPeriod(6, .month)
        case .yearly: .year
        case .lifetime: nil
        }
    }
}
