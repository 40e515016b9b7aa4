// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Which plan a screen is to offer in a place that the console names.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYOffering), read 2026-11-21.
public final class PLYOffering: NSObject, Codable, Sendable {
    /// The name of the place.
    public let reference: String
    /// The ID of what the place sells.
    public let planId: String
    /// The ID of the promotional offer at which the place sells it.
    public let offerId: String?
    /// How a commitment is paid (SDK 6).
    public let billingPlanType: PLYBillingPlanType

    /// An offering; SDK 5.7 has it without the last parameter.
    ///
    /// - Parameters:
    ///   - reference: The name of the place.
    ///   - planId: The plan.
    ///   - offerId: The offer.
    ///   - billingPlanType: How a commitment is paid.
    public init(
        reference: String, planId: String, offerId: String?,
        billingPlanType: PLYBillingPlanType = .unspecified
    ) {
        self.reference = reference
        self.planId = planId
        self.offerId = offerId
        self.billingPlanType = billingPlanType
    }

    /// Reads what was encoded; the keys are the names of the properties.
    ///
    /// - Throws: A `DecodingError` where the place or the plan is missing.
    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        reference = try values.decode(String.self, forKey: .reference)
        planId = try values.decode(String.self, forKey: .planId)
        offerId = try values.decodeIfPresent(String.self, forKey: .offerId)
        let type = try values.decodeIfPresent(Int.self, forKey: .billingPlanType)
        billingPlanType = type.flatMap(PLYBillingPlanType.init) ?? .unspecified
    }

    /// Writes it; the keys are the names of the properties.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(reference, forKey: .reference)
        try values.encode(planId, forKey: .planId)
        try values.encodeIfPresent(offerId, forKey: .offerId)
        try values.encode(billingPlanType.rawValue, forKey: .billingPlanType)
    }

    private enum CodingKeys: CodingKey {
        case reference, planId, offerId, billingPlanType
    }

    /// Whether the other object says the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PLYOffering else { return false }
        return reference == other.reference && planId == other.planId && offerId == other.offerId
            && billingPlanType == other.billingPlanType
    }

    /// Equal for equal ones.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(reference)
        hasher.combine(planId)
        hasher.combine(offerId)
        hasher.combine(billingPlanType)
        return hasher.finalize()
    }

    /// The JSON of an array of offerings; nil where something else is in it.
    public static func toJsonString(from array: NSArray) -> String? {
        let offerings = (0..<array.count).compactMap { array.object(at: $0) as? PLYOffering }
        return offerings.count == array.count ? offerings.toJsonString() : nil
    }
}

extension Array where Element == PLYOffering {
    /// The JSON of the offerings.
    public func toJsonString() -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Offerings that the app makes as it runs.
///
/// They are stored on the device, and stay until the app removes them or is deleted. A screen that
/// is loaded afterwards offers their plans as well.
/// Source: https://docs.purchasely.com/docs/dynamic-offerings, read 2026-11-24.
extension Purchasely {
    /// Has screens offer a plan in a place; what was there goes.
    ///
    /// SDK 5.7 has it without `billingPlanType`.
    ///
    /// - Parameters:
    ///   - reference: The name of the place.
    ///   - planVendorId: The plan.
    ///   - offerVendorId: The offer.
    ///   - billingPlanType: How a commitment is paid.
    ///   - completion: Called once, on the main actor; with false where there is no such plan, which
    ///     is inferred.
    public static func setDynamicOffering(
        reference: String, planVendorId: String, offerVendorId: String? = nil,
        billingPlanType: PLYBillingPlanType = .unspecified, completion: @escaping (Bool) -> Void
    ) {
        let session = PurchaselySession.current()
        let isKnown = session.plans.plan(planVendorId) != nil
        if isKnown {
            session.change { offerings in
                offerings.removeAll { $0.reference == reference }
                offerings.append(
                    PLYOffering(
                        reference: reference, planId: planVendorId, offerId: offerVendorId,
                        billingPlanType: billingPlanType))
            }
        }
        session.deliver(isKnown, to: completion)
    }

    /// The offerings that were made, oldest first.
    public static func getDynamicOfferings() -> [PLYOffering] {
        PurchaselySession.current().offerings
    }

    /// Hands over the offerings that were made, oldest first.
    ///
    /// - Parameter completion: Called once, on the main actor.
    public static func getDynamicOfferings(completion: @escaping ([PLYOffering]) -> Void) {
        let session = PurchaselySession.current()
        session.deliver(session.offerings, to: completion)
    }

    /// Ends the offering of a place.
    public static func removeDynamicOffering(reference: String) {
        PurchaselySession.current().change { $0.removeAll { $0.reference == reference } }
    }

    /// Ends all offerings.
    public static func clearDynamicOfferings() {
        PurchaselySession.current().change { $0 = [] }
    }
}

extension PurchaselySession {
    private var offeringsKey: String { "purchasely.dynamic-offerings" }

    /// What is stored; nothing where it is damaged.
    var offerings: [PLYOffering] {
        let text = line.defaults.string(offeringsKey)
        let found = text.flatMap {
            try? JSONDecoder().decode([PLYOffering].self, from: Data($0.utf8))
        }
        return found ?? []
    }

    func change(_ body: (inout [PLYOffering]) -> Void) {
        state.withLock { _ in
            var all = offerings
            body(&all)
            line.defaults.set(offeringsKey, all.isEmpty ? nil : all.toJsonString())
        }
    }

    /// Calls a completion handler once, on the main actor.
    func deliver<Value: Sendable>(_ value: Value, to completion: @escaping (Value) -> Void) {
        let completion = Handed(completion)
        line.installation.deliver { completion.value(value) }
    }
}
