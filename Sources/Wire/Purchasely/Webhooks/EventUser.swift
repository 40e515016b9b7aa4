// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Whom an event is about: a user by the app's ID, or one by the anonymous ID of an installation.
///
/// Source: https://docs.purchasely.com/docs/server-events-attributes, read 2026-11-22.
package struct EventUser: Hashable, Sendable {
    /// An ID in one of the two namespaces.
    package enum ID: Hashable, Sendable {
        case user(String)
        case anonymous(String)

        /// The ID itself.
        package var text: String {
            switch self {
            case .user(let id), .anonymous(let id): id
            }
        }
    }

    /// Exactly one of `user_id` and `anonymous_user_id` stands in the documented samples.
    package var id: ID?
    /// Of `…_RECEIVED`: who had the purchase before.
    package var transferredFrom: ID?
    /// Of `…_TRANSFERRED`: who has it now.
    package var transferredTo: ID?
    /// Made by the SDK, as an anonymous ID is.
    package var deviceID: String?
    /// `COMPUTER`, `PAD`, `PHONE` or `TV`.
    package var deviceType: String?

    package init(_ id: ID?, transferredFrom: ID? = nil, transferredTo: ID? = nil) {
        self.id = id
        self.transferredFrom = transferredFrom
        self.transferredTo = transferredTo
    }

    init(_ container: KeyedDecodingContainer<AnyName>) throws {
        id = try EventUser.id(container, "")
        transferredFrom = try EventUser.id(container, "transferred_from_")
        transferredTo = try EventUser.id(container, "transferred_to_")
        deviceID = try container.value("device_id")
        deviceType = try container.value("device_type")
    }

    func write(into container: inout KeyedEncodingContainer<AnyName>) throws {
        try EventUser.put(id, "", &container)
        try EventUser.put(transferredFrom, "transferred_from_", &container)
        try EventUser.put(transferredTo, "transferred_to_", &container)
        try container.put(deviceID, "device_id")
        try container.put(deviceType, "device_type")
    }

    /// Where both stand there, the app's own ID counts.
    private static func id(
        _ container: KeyedDecodingContainer<AnyName>, _ prefix: String
    ) throws -> ID? {
        if let id: String = try container.value(prefix + "user_id") { return .user(id) }
        return try container.value(prefix + "anonymous_user_id").map(ID.anonymous)
    }

    private static func put(
        _ id: ID?, _ prefix: String, _ container: inout KeyedEncodingContainer<AnyName>
    ) throws {
        switch id {
        case .user(let id)?: try container.put(id, prefix + "user_id")
        case .anonymous(let id)?: try container.put(id, prefix + "anonymous_user_id")
        case nil: break
        }
    }
}

/// Where in the app a purchase came from.
///
/// Source: https://docs.purchasely.com/docs/server-events-attributes, read 2026-11-22.
package struct EventAttribution: Hashable, Sendable {
    package var presentation: String?
    package var placement: String?
    package var abTest: String?
    package var abTestVariant: String?
    package var audience: String?

    /// From nowhere that is known.
    package init() {}

    init(_ container: KeyedDecodingContainer<AnyName>) throws {
        presentation = try container.value("presentation")
        placement = try container.value("placement")
        abTest = try container.value("ab_test")
        abTestVariant = try container.value("ab_test_variant")
        audience = try container.value("audience")
    }

    func write(into container: inout KeyedEncodingContainer<AnyName>) throws {
        try container.put(presentation, "presentation")
        try container.put(placement, "placement")
        try container.put(abTest, "ab_test")
        try container.put(abTestVariant, "ab_test_variant")
        try container.put(audience, "audience")
    }
}
