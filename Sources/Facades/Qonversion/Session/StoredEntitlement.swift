// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// An entitlement as the server says it and the device keeps it.
struct StoredEntitlement: Codable, Hashable, Sendable {
    var id: String
    var product = ""
    var isActive: Bool
    var renewState: Int
    var source: Int
    var started: Date
    var expires: Date?
    var renews: UInt = 0
    var trialStarted: Date?
    var firstPurchase: Date?
    var lastPurchase: Date?
    var grantType: Int
    var autoRenewDisabled: Date?
    var transactions: [StoredTransaction] = []

    /// What a grant by hand gives.
    init(grant: AllonymSimulation.Grant) {
        id = grant.entitlement
        isActive = true
        renewState = Qonversion.EntitlementRenewState.unknown.rawValue
        source = Qonversion.EntitlementSource.manual.rawValue
        started = grant.date
        expires = grant.expirationDate
        grantType = Qonversion.EntitlementGrantType.manual.rawValue
    }

    /// What a purchase gives.
    init(
        _ id: String, _ purchase: HeldPurchase, in environment: Qonversion.TransactionEnvironment
    ) {
        self.id = id
        product = purchase.product.id
        isActive = purchase.givesAccess
        renewState = Qonversion.EntitlementRenewState(purchase).rawValue
        source = Qonversion.EntitlementSource(purchase.store).rawValue
        started = purchase.originalPurchaseDate
        expires = purchase.accessEnd
        renews = UInt(purchase.renewals)
        trialStarted = purchase.transactions.first { $0.isTrial }?.date
        firstPurchase = purchase.originalPurchaseDate
        lastPurchase = purchase.purchaseDate
        grantType =
            (purchase.isFamilyShared
            ? Qonversion.EntitlementGrantType.familySharing : .purchase).rawValue
        autoRenewDisabled = purchase.cancellationDate
        transactions = StoredTransaction.all(of: purchase, in: environment)
    }

    /// Everything that a view unlocks or unlocked, one record for each entitlement.
    ///
    /// Where several purchases unlock one, the running one that ends last speaks for it, and before
    /// those that do not end; without a running one, the newest.
    static func all(
        of view: CustomerView, in environment: Qonversion.TransactionEnvironment
    ) -> [String: StoredEntitlement] {
        var records: [String: StoredEntitlement] = [:]
        for purchase in view.purchases {
            for id in purchase.product.entitlements {
                let record = StoredEntitlement(id, purchase, in: environment)
                if let other = records[id], other.speaks(before: record) { continue }
                records[id] = record
            }
        }
        for grant in view.grants where records[grant.entitlement]?.isActive != true {
            records[grant.entitlement] = StoredEntitlement(grant: grant)
        }
        return records
    }

    private func speaks(before newer: StoredEntitlement) -> Bool {
        guard isActive == newer.isActive else { return isActive }
        guard isActive else { return false }
        guard let end = expires else { return true }
        return newer.expires.map { end > $0 } ?? false
    }
}

extension Qonversion.EntitlementRenewState {
    init(_ purchase: HeldPurchase) {
        guard purchase.product.kind == .subscription else {
            self = .nonRenewable
            return
        }
        switch purchase.state {
        case .active: self = .willRenew
        case .cancelled: self = .cancelled
        case .grace, .billingRetry: self = .billingIssue
        case .paused: self = .unknown
        case .expired, .refunded:
            self = purchase.billingIssueDate == nil ? .cancelled : .billingIssue
        }
    }
}

extension Qonversion.EntitlementSource {
    init(_ store: Store) {
        switch store {
        case .appStore, .macAppStore: self = .appStore
        case .playStore: self = .playStore
        case .stripe: self = .stripe
        case .amazon, .paddle, .webBilling, .testStore: self = .unknown
        }
    }
}
