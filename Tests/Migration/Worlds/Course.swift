// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What a store knows of one purchase: its periods, its dates, and how it stands.
struct Course {
    /// One period that was paid for, by one transaction.
    struct Period {
        let transaction: String
        var product: ProductID
        let starts: Int64
        /// Nil where what was bought does not end.
        var ends: Int64?
        /// Counted from 1.
        let number: Int
    }

    let purchase: PurchaseHandle
    let account: StoreAccount
    let kind: ProductKind
    /// The purchase that it is a family member's share of.
    let sharedFrom: PurchaseHandle?
    /// What stays the same over all periods: the original transaction, or the token at Google.
    let original: String
    var product: ProductID
    var periods: [Period]
    var state = PurchaseState.active
    /// The product of the next period, where that is another.
    var waiting: ProductID?
    var cancelled: Int64?
    var problem: Int64?
    var graceEnds: Int64?
    var paused: Int64?
    var resumes: Int64?
    var refunded: Int64?
    var ended: Int64?
    /// When any of this last changed.
    var changed: Int64

    /// The current period.
    var period: Period { periods[periods.count - 1] }

    /// When it was bought.
    var bought: Int64 { periods[0].starts }

    var store: Store { account.store }

    /// When access ends, or has ended, as far as that is known; nil for never.
    var accessEnds: Int64? {
        refunded ?? ended ?? paused ?? (state == .grace ? graceEnds : nil)
            ?? (state == .billingRetry ? [period.ends, graceEnds].compactMap(\.self).max() : nil)
            ?? period.ends
    }

    /// When the store does something next, if it does.
    var due: Int64? {
        guard sharedFrom == nil else { return nil }
        switch (state, kind) {
        case (.active, .subscription), (.cancelled, .subscription), (.active, .nonRenewing):
            return period.ends
        case (.grace, _): return graceEnds
        case (.billingRetry, _): return problem.map { $0 + 40 * Course.day }
        case (.paused, _): return resumes
        default: return nil
        }
    }

    static let hour: Int64 = 3_600_000
    static let day: Int64 = 24 * hour
}

extension Course {
    /// What a transition of state does to the dates.
    ///
    /// - Parameters:
    ///   - next: The state after it.
    ///   - event: What the store did; nil for what is no event of the store, such as the end of a
    ///     share.
    ///   - time: When.
    ///   - transaction: The transaction of a new period, if there is one.
    mutating func become(
        _ next: PurchaseState, by event: StoreEvent?, at time: Int64, transaction: String
    ) {
        let former = state
        state = next
        changed = time
        switch next {
        case .active:
            cancelled = nil
            guard event != .uncancel else { return }
            (problem, graceEnds, paused, resumes, ended) = (nil, nil, nil, nil, nil)
            let starts = former == .active ? period.ends ?? time : time
            addPeriod(of: product, at: starts, transaction: transaction)
        case .cancelled: cancelled = time
        case .grace:
            problem = time
            graceEnds = time + 16 * Course.day
        case .billingRetry:
            problem = problem ?? time
            if former == .grace { endGrace(by: time) }
        case .paused:
            paused = time
            resumes = time + 20 * Course.day
        case .expired:
            ended = time
            // A share may be taken back while it stands in grace.
            if former == .grace { endGrace(by: time) }
        case .refunded: refunded = time
        }
    }

    /// The subscription goes over to another product: with the period that has just begun, or now.
    mutating func goOver(
        to other: ProductID, at time: Int64, withNewPeriod isNew: Bool, transaction: String
    ) {
        (product, waiting, changed) = (other, nil, time)
        if isNew {
            periods[periods.count - 1].product = other
            let starts = period.starts
            periods[periods.count - 1].ends = SourceCatalogue.end(of: other, from: starts)
        } else {
            periods[periods.count - 1].ends = time
            addPeriod(of: other, at: time, transaction: transaction)
        }
    }

    private mutating func endGrace(by time: Int64) { graceEnds = min(graceEnds ?? time, time) }

    private mutating func addPeriod(of product: ProductID, at time: Int64, transaction: String) {
        periods.append(
            Period(
                transaction: transaction, product: product, starts: time,
                ends: SourceCatalogue.end(of: product, from: time), number: period.number + 1))
    }
}

/// An entitlement that was given by hand.
struct GrantCourse {
    let entitlement: EntitlementID
    /// An ID of the customer, whoever that is by now.
    let user: UserHandle
    let transaction: String
    let starts: Int64
    var ends: Int64?
    /// When it was taken back.
    var revoked: Int64?
}

/// What the app sells.
enum SourceCatalogue {
    static let monthly = Product("com.example.pro.monthly", unlocks: ["pro"])
    static let yearly = Product("com.example.plus.yearly", unlocks: ["pro", "plus"])
    static let lifetime = Product("com.example.forever", .nonConsumable, unlocks: ["forever"])
    static let pass = Product("com.example.pass", .nonRenewing, unlocks: ["pass"])
    static let coins = Product("com.example.coins", .consumable, unlocks: [])

    static let all = [monthly, yearly, lifetime, pass, coins]

    /// What the products unlock, and what is given by hand.
    static let entitlements = ["forever", "gift", "pass", "plus", "pro"]

    /// The same products at a provider that knows no entitlements: each unlocks itself.
    static let plain = all.map {
        Product($0.id, $0.kind, unlocks: $0.kind == .consumable ? [] : nil)
    }

    /// When a period of a product ends; nil for never.
    static func end(of product: ProductID, from start: Int64) -> Int64? {
        switch product {
        case monthly.id: start + 30 * Course.day
        case yearly.id: start + 365 * Course.day
        case pass.id: start + 25 * Course.day
        default: nil
        }
    }
}
