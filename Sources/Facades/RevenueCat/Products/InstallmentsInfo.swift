// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a subscription is paid by instalments.
///
/// The simulated store sells none; apps make one for their own tests.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, InstallmentsInfo), read
/// 2026-11-21.
public final class InstallmentsInfo: NSObject, Sendable {
    private struct Contents: Hashable, Sendable {
        var count: Int
        var period: SubscriptionPeriod
        var price: Decimal
        var displayPrice: String
        var totalPeriod: SubscriptionPeriod
        var totalPrice: Decimal
        var totalDisplayPrice: String
        var plan: BillingPlanType
    }

    private let contents: Contents

    /// What a plan of instalments says.
    public init(
        commitmentInstallmentsCount: Int, commitmentInstallmentPeriod: SubscriptionPeriod,
        installmentBillingPrice: Decimal, installmentBillingDisplayPrice: String,
        commitmentTotalPeriod: SubscriptionPeriod, commitmentTotalPrice: Decimal,
        commitmentTotalDisplayPrice: String, billingPlanType: BillingPlanType
    ) {
        contents = Contents(
            count: commitmentInstallmentsCount, period: commitmentInstallmentPeriod,
            price: installmentBillingPrice, displayPrice: installmentBillingDisplayPrice,
            totalPeriod: commitmentTotalPeriod, totalPrice: commitmentTotalPrice,
            totalDisplayPrice: commitmentTotalDisplayPrice, plan: billingPlanType)
        super.init()
    }

    /// How many payments the customer commits to.
    public var commitmentInstallmentsCount: Int { contents.count }
    /// How far apart they are.
    public var commitmentInstallmentPeriod: SubscriptionPeriod { contents.period }
    /// What each is.
    public var installmentBillingPrice: Decimal { contents.price }
    /// What each is, with its currency.
    public var installmentBillingDisplayPrice: String { contents.displayPrice }
    /// How long the customer commits.
    public var commitmentTotalPeriod: SubscriptionPeriod { contents.totalPeriod }
    /// What all payments come to.
    public var commitmentTotalPrice: Decimal { contents.totalPrice }
    /// What all payments come to, with its currency.
    public var commitmentTotalDisplayPrice: String { contents.totalDisplayPrice }
    /// How the plan is billed.
    public var billingPlanType: BillingPlanType { contents.plan }

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? InstallmentsInfo)?.contents == contents
    }

    /// Of what it says.
    public override var hash: Int { contents.hashValue }
}

/// How a plan is billed.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, BillingPlanType), read
/// 2026-11-21.
public final class BillingPlanType: NSObject, Sendable {
    /// All at once.
    public static let upFront = BillingPlanType("up_front")
    /// Month by month.
    public static let monthly = BillingPlanType("monthly")

    /// Its name; how the SDK spells it is not documented.
    public let rawValue: String

    private init(_ rawValue: String) {
        self.rawValue = rawValue
        super.init()
    }

    /// Whether both are the same, for `switch`.
    public static func ~= (lhs: BillingPlanType, rhs: BillingPlanType) -> Bool {
        lhs.rawValue == rhs.rawValue
    }

    /// Whether both have the same name.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? BillingPlanType)?.rawValue == rawValue
    }

    /// Of the name.
    public override var hash: Int { rawValue.hashValue }
}
