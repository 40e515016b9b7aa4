// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation
import RevenueCatWire

/// The entitlements of a customer, by their identifiers.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, EntitlementInfos), read
/// 2026-11-21.
public final class EntitlementInfos: NSObject, Sendable {
    /// All of them, active or not.
    public let all: [String: EntitlementInfo]
    /// Whether the answer was verified.
    public let verification: VerificationResult

    /// Entitlements made by hand, for tests and previews.
    public init(
        entitlements: [String: EntitlementInfo] = [:],
        verification: VerificationResult = .notRequested
    ) {
        all = entitlements
        self.verification = verification
        super.init()
    }

    /// Those of an answer; one whose product the answer does not have is left out.
    convenience init(
        _ subscriber: SubscriberResponse.Subscriber, _ reference: Date, _ raw: CatalogueValue?,
        inSandbox: Bool
    ) {
        guard !subscriber.entitlements.isEmpty else {
            self.init(entitlements: [:])
            return
        }
        var all: [String: EntitlementInfo] = [:]
        for (identifier, entitlement) in subscriber.entitlements {
            guard let purchase = subscriber.purchase(of: entitlement.productIdentifier) else {
                continue
            }
            all[identifier] = EntitlementInfo(
                identifier, entitlement, purchase, reference, raw: raw?[identifier],
                inSandbox: inSandbox)
        }
        self.init(entitlements: all)
    }

    /// An entitlement, active or not.
    public subscript(key: String) -> EntitlementInfo? { all[key] }

    /// Those that are active, as ``activeInAnyEnvironment``.
    public var active: [String: EntitlementInfo] { activeInAnyEnvironment }

    /// Those that are active, bought in production or in a sandbox.
    public var activeInAnyEnvironment: [String: EntitlementInfo] {
        all.filter(\.value.isActiveInAnyEnvironment)
    }

    /// Those that are active and were bought in the environment that the app runs in.
    public var activeInCurrentEnvironment: [String: EntitlementInfo] {
        all.filter(\.value.isActiveInCurrentEnvironment)
    }

    /// Whether both hold the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? EntitlementInfos else { return false }
        return all == other.all && verification == other.verification
    }

    /// Of the entitlements.
    public override var hash: Int { all.hashValue }

    /// The entitlements, for developers.
    public override var description: String {
        let all = all.keys.sorted().joined(separator: ", ")
        let active = active.keys.sorted().joined(separator: ", ")
        return "<EntitlementInfos: all=[\(all)], active=[\(active)]>"
    }
}

extension SubscriberResponse.Subscriber {
    /// The purchase behind an entitlement: of what is no subscription the latest one, in the shape
    /// of a subscription without an end.
    fileprivate func purchase(of product: String) -> SubscriberResponse.Subscription? {
        guard let transaction = nonSubscriptions[product]?.last else {
            return subscriptions[product]
        }
        return SubscriberResponse.Subscription(
            isSandbox: transaction.isSandbox,
            originalPurchaseDate: transaction.originalPurchaseDate,
            purchaseDate: transaction.purchaseDate, store: transaction.store)
    }
}
