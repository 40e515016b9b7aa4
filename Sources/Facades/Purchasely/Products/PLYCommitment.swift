// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a yearly commitment is paid, as Apple offers it (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYBillingPlanType), read 2026-11-21.
public enum PLYBillingPlanType: Int, CaseIterable, Sendable {
    /// As the plan says.
    case unspecified = 0
    /// At once.
    case upFront = 1
    /// Month by month.
    case monthly = 2
}

/// What it costs to commit to a plan (SDK 6).
///
/// The world's catalogue has no commitments, so that there is never one.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYCommitmentInfo), read 2026-11-21.
public final class PLYCommitmentInfo: NSObject, @unchecked Sendable {
    // Unchecked because every property is set once and `NSDecimalNumber` cannot change; that type
    // is not declared Sendable everywhere.
    /// How it is paid.
    public let billingPlanType: PLYBillingPlanType
    /// What is paid each time.
    public let billingPrice: NSDecimalNumber
    /// How often it is paid.
    public let billingPeriod: String
    /// What is paid in all.
    public let totalPrice: NSDecimalNumber
    /// How long it binds.
    public let totalPeriod: String
    /// How many of the period it binds.
    public let totalDuration: Int

    init(
        _ type: PLYBillingPlanType, price: NSDecimalNumber, every billingPeriod: String,
        total: NSDecimalNumber, over totalPeriod: String, times totalDuration: Int
    ) {
        billingPlanType = type
        billingPrice = price
        self.billingPeriod = billingPeriod
        totalPrice = total
        self.totalPeriod = totalPeriod
        self.totalDuration = totalDuration
    }

    /// Whether the other object says the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PLYCommitmentInfo else { return false }
        return billingPlanType == other.billingPlanType && billingPrice == other.billingPrice
            && billingPeriod == other.billingPeriod && totalPrice == other.totalPrice
            && totalPeriod == other.totalPeriod && totalDuration == other.totalDuration
    }

    /// Equal for equal ones.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(billingPlanType)
        hasher.combine(billingPeriod)
        hasher.combine(totalDuration)
        return hasher.finalize()
    }
}

/// How far a commitment has run (SDK 6).
///
/// The world's catalogue has no commitments, so that there is never one.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYCommitmentProgress), read 2026-11-21.
public final class PLYCommitmentProgress: NSObject, @unchecked Sendable {
    // Unchecked because every property is set once and `NSDecimalNumber` cannot change; that type
    // is not declared Sendable everywhere.
    /// Which payment it is, from 1.
    public let billingPeriodNumber: Int
    /// How many there are.
    public let totalBillingPeriods: Int
    /// Until when it binds.
    public let commitmentExpiresDate: Date
    /// What is paid in all.
    public let commitmentPrice: NSDecimalNumber

    init(_ number: Int, of total: Int, until date: Date, for price: NSDecimalNumber) {
        billingPeriodNumber = number
        totalBillingPeriods = total
        commitmentExpiresDate = date
        commitmentPrice = price
    }

    /// Whether the other object says the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PLYCommitmentProgress else { return false }
        return billingPeriodNumber == other.billingPeriodNumber
            && totalBillingPeriods == other.totalBillingPeriods
            && commitmentExpiresDate == other.commitmentExpiresDate
            && commitmentPrice == other.commitmentPrice
    }

    /// Equal for equal ones.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(billingPeriodNumber)
        hasher.combine(totalBillingPeriods)
        hasher.combine(commitmentExpiresDate)
        return hasher.finalize()
    }
}
