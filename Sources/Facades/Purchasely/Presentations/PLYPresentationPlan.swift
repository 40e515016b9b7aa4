// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A plan as a screen offers it.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationPlan), read 2026-11-21.
public final class PLYPresentationPlan: NSObject, Sendable {
    /// The plan's ID.
    public let planVendorId: String?
    /// Its ID at the store.
    public let storeProductId: String?
    /// The offer's ID at the store.
    public let offerId: String?
    /// The offer's ID.
    public let offerVendorId: String?
    /// Whether it is chosen at first.
    public let `default`: Bool
    /// How a commitment is paid (SDK 6).
    public let billingPlanType: PLYBillingPlanType

    init(
        _ plan: PLYPlan, isDefault: Bool, offer: String? = nil,
        _ billingPlanType: PLYBillingPlanType = .unspecified
    ) {
        planVendorId = plan.vendorId
        storeProductId = plan.appleProductId
        offerId = offer
        offerVendorId = offer
        `default` = isDefault
        self.billingPlanType = billingPlanType
    }
}

/// What the console says beside a screen: values by key.
///
/// A test gives them with ``SimulatedScreen/metadata``.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationMetadata), read 2026-11-21.
public final class PLYPresentationMetadata: NSObject, Sendable {
    private let values: [String: any Sendable]

    init(_ values: [String: any Sendable]) { self.values = values }

    /// The text of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - completion: Called once, on the main actor; with nil where there is no text.
    public func getString(with key: String, completion: @escaping (String?) -> Void) {
        PurchaselySession.current().deliver(values[key] as? String, to: completion)
    }

    /// Every key, in the order of their letters.
    public func getKeys() -> [String] { values.keys.sorted() }

    /// Every value.
    public func getRawMetadata() -> [String: Any] { values }

    /// The value of a key.
    public func get(with key: String) -> Any? { values[key] }

    /// The value of a key, where it is true or false.
    public func getBool(with key: String) -> Bool? { values[key] as? Bool }

    /// The value of a key, where it is a whole number.
    public func getInt(with key: String) -> Int? { values[key] as? Int }

    /// The value of a key, where it is a number.
    public func getDouble(with key: String) -> Double? {
        values[key] as? Double ?? getInt(with: key).map(Double.init)
    }

    /// The value of a key, where it is a number.
    public func getFloat(with key: String) -> Float? {
        values[key] as? Float ?? getDouble(with: key).map(Float.init)
    }

    /// The address of a picture.
    public func getImage(with key: String) -> String? { values[key] as? String }

    /// The text of a key, with its tags as they stand.
    public func getStringWithoutTag(with key: String) -> String? { values[key] as? String }

    /// The value of a key, read as JSON where it is text.
    ///
    /// - Throws: An error of `JSONSerialization` where the text is no JSON.
    public func getJsonObject(with key: String) throws -> Any? {
        guard let text = values[key] as? String else { return values[key] }
        return try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    /// The value of a key, where it is values by key; read as JSON where it is text.
    ///
    /// - Throws: An error of `JSONSerialization` where the text is no JSON.
    public func getDictionary(with key: String) throws -> [String: Any]? {
        try getJsonObject(with: key) as? [String: Any]
    }
}
