// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation
import RevenueCatWire

/// One entitlement of a customer, active or not.
///
/// Whether it is active follows from the entitlement's own date; the date of expiration that it
/// shows is that of the subscription behind it.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, EntitlementInfo), read
/// 2026-11-21.
public final class EntitlementInfo: NSObject, Identifiable, Sendable {
    private struct Contents: Hashable, Sendable {
        var identifier: String
        var isActive: Bool
        var willRenew: Bool
        var periodType: PeriodType
        var latestPurchaseDate: Date?
        var originalPurchaseDate: Date?
        var expirationDate: Date?
        var store: Store
        var productIdentifier: String
        var productPlanIdentifier: String?
        var isSandbox: Bool
        var unsubscribeDetectedAt: Date?
        var billingIssueDetectedAt: Date?
        var ownershipType: PurchaseOwnershipType
        var verification: VerificationResult
    }

    private let contents: Contents
    /// The entitlement in the answer.
    let response: SubscriberResponse.Entitlement
    private let raw: CatalogueValue?
    /// Whether the app runs in a sandbox.
    private let isInSandbox: Bool

    /// An entitlement made by hand, for tests and previews.
    public init(
        identifier: String, isActive: Bool, willRenew: Bool, periodType: PeriodType,
        latestPurchaseDate: Date? = nil, originalPurchaseDate: Date? = nil,
        expirationDate: Date? = nil, store: Store, productIdentifier: String,
        productPlanIdentifier: String? = nil, isSandbox: Bool,
        unsubscribeDetectedAt: Date? = nil, billingIssueDetectedAt: Date? = nil,
        ownershipType: PurchaseOwnershipType, verification: VerificationResult = .notRequested
    ) {
        contents = Contents(
            identifier: identifier, isActive: isActive, willRenew: willRenew,
            periodType: periodType, latestPurchaseDate: latestPurchaseDate,
            originalPurchaseDate: originalPurchaseDate, expirationDate: expirationDate,
            store: store, productIdentifier: productIdentifier,
            productPlanIdentifier: productPlanIdentifier, isSandbox: isSandbox,
            unsubscribeDetectedAt: unsubscribeDetectedAt,
            billingIssueDetectedAt: billingIssueDetectedAt, ownershipType: ownershipType,
            verification: verification)
        isInSandbox = false
        response = SubscriberResponse.Entitlement(
            expiresDate: expirationDate, productIdentifier: productIdentifier,
            purchaseDate: latestPurchaseDate)
        raw = nil
        super.init()
    }

    /// An entitlement of an answer, with the purchase behind it.
    init(
        _ identifier: String, _ entitlement: SubscriberResponse.Entitlement,
        _ purchase: SubscriberResponse.Subscription, _ reference: Date, raw: CatalogueValue?,
        inSandbox: Bool
    ) {
        isInSandbox = inSandbox
        contents = Contents(
            identifier: identifier, isActive: entitlement.expiresDate.isActive(at: reference),
            willRenew: purchase.willRenew, periodType: PeriodType(purchase.periodType),
            latestPurchaseDate: entitlement.purchaseDate,
            originalPurchaseDate: purchase.originalPurchaseDate,
            expirationDate: purchase.expiresDate, store: Store(purchase.store),
            productIdentifier: entitlement.productIdentifier,
            productPlanIdentifier: purchase.productPlanIdentifier, isSandbox: purchase.isSandbox,
            unsubscribeDetectedAt: purchase.unsubscribeDetectedAt,
            billingIssueDetectedAt: purchase.billingIssuesDetectedAt,
            ownershipType: PurchaseOwnershipType(purchase.ownershipType),
            verification: .notRequested)
        response = entitlement
        self.raw = raw
        super.init()
    }

    /// The entitlement's ID at RevenueCat.
    public var identifier: String { contents.identifier }
    /// Whether the customer has access, as ``isActiveInAnyEnvironment``.
    public var isActive: Bool { contents.isActive }
    /// Whether the subscription renews when its period ends.
    public var willRenew: Bool { contents.willRenew }
    /// What kind of period runs.
    public var periodType: PeriodType { contents.periodType }
    /// When it was bought or renewed last.
    public var latestPurchaseDate: Date? { contents.latestPurchaseDate }
    /// When it was first bought.
    public var originalPurchaseDate: Date? { contents.originalPurchaseDate }
    /// When the subscription expires or expired; nil for what never ends.
    public var expirationDate: Date? { contents.expirationDate }
    /// Where it was bought.
    public var store: Store { contents.store }
    /// What was bought.
    public var productIdentifier: String { contents.productIdentifier }
    /// The base plan, at Google Play.
    public var productPlanIdentifier: String? { contents.productPlanIdentifier }
    /// Whether it was bought in a sandbox.
    public var isSandbox: Bool { contents.isSandbox }
    /// When it was seen that renewal is switched off; access may go on.
    public var unsubscribeDetectedAt: Date? { contents.unsubscribeDetectedAt }
    /// When it was seen that a payment failed; access may go on.
    public var billingIssueDetectedAt: Date? { contents.billingIssueDetectedAt }
    /// Whether the customer bought it.
    public var ownershipType: PurchaseOwnershipType { contents.ownershipType }
    /// Whether the answer was verified.
    public var verification: VerificationResult { contents.verification }
    /// What tells it from others.
    public typealias ID = String
    /// The identifier.
    public var id: String { identifier }

    /// Whether it is active, bought in production or in a sandbox.
    public var isActiveInAnyEnvironment: Bool { isActive }

    /// Whether it is active and was bought in the environment that the app runs in.
    ///
    /// In the simulation that is production, unless `SharedWorld.isSandbox` was set when the server
    /// answered; for what is made or decoded by hand it is production.
    public var isActiveInCurrentEnvironment: Bool { isActive && isSandbox == isInSandbox }

    /// The entitlement as it came in the answer.
    public var rawData: [String: Any] { raw?.dictionary ?? dictionary(of: response) }

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? EntitlementInfo else { return false }
        return self === other || contents == other.contents
    }

    /// Of what it says.
    public override var hash: Int { contents.hashValue }

    /// The entitlement, in one line for developers.
    public override var description: String {
        let end = expirationDate.map { WireDate($0).text } ?? "nil"
        return "<EntitlementInfo: identifier=\(identifier), isActive=\(isActive), "
            + "willRenew=\(willRenew), productIdentifier=\(productIdentifier), "
            + "store=\(store), expirationDate=\(end)>"
    }
}

extension SubscriberResponse.Subscription {
    /// Whether it renews: not what was granted, never ends, was switched off, has a payment that
    /// failed, or was prepaid.
    var willRenew: Bool {
        store != .promotional && expiresDate != nil && unsubscribeDetectedAt == nil
            && billingIssuesDetectedAt == nil && periodType != .prepaid
    }
}
