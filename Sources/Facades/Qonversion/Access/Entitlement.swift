// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// What a purchase or a grant by hand unlocks for the user.
    ///
    /// A dictionary of entitlements also holds those that are over; ask ``isActive``.
    public final class Entitlement: NSObject, Sendable {
        let record: StoredEntitlement

        init(_ record: StoredEntitlement) { self.record = record }

        /// Its ID.
        public var entitlementID: String { record.id }
        /// The product that unlocks it; empty for a grant by hand.
        public var productID: String { record.product }
        /// Whether it gives access now.
        public var isActive: Bool { record.isActive }
        /// Whether the product will renew.
        public var renewState: EntitlementRenewState {
            EntitlementRenewState(rawValue: record.renewState) ?? .unknown
        }
        /// Where it was bought.
        public var source: EntitlementSource {
            EntitlementSource(rawValue: record.source) ?? .unknown
        }
        /// When it began.
        public var startedDate: Date { record.started }
        /// When it ends or ended; nil for never.
        public var expirationDate: Date? { record.expires }
        /// How often the product was renewed.
        public var renewsCount: UInt { record.renews }
        /// When the free trial began.
        public var trialStartDate: Date? { record.trialStarted }
        /// When the product was bought first.
        public var firstPurchaseDate: Date? { record.firstPurchase }
        /// When it was paid last.
        public var lastPurchaseDate: Date? { record.lastPurchase }
        /// The offer code used last; always nil, as the simulated store has none.
        public var lastActivatedOfferCode: String? { nil }
        /// Why the user has it.
        public var grantType: EntitlementGrantType {
            EntitlementGrantType(rawValue: record.grantType) ?? .purchase
        }
        /// When renewal was switched off.
        public var autoRenewDisableDate: Date? { record.autoRenewDisabled }
        /// What was paid, oldest first.
        public var transactions: [Transaction] { record.transactions.map(Transaction.init) }
    }

    /// Whether the product behind an entitlement will renew.
    public enum EntitlementRenewState: Int, Sendable, CaseIterable {
        /// Bought once.
        case nonRenewable = -1
        case unknown = 0
        case willRenew = 1
        /// Renewal is switched off; it may still be active.
        case cancelled = 2
        /// A payment failed.
        case billingIssue = 3
    }

    /// Where an entitlement comes from.
    public enum EntitlementSource: Int, Sendable, CaseIterable {
        case unknown = -1
        case appStore = 1
        case playStore = 2
        case stripe = 3
        /// Given by hand.
        case manual = 4
    }

    /// Why a user has an entitlement.
    public enum EntitlementGrantType: Int, Sendable, CaseIterable {
        case purchase = 0
        case familySharing = 1
        case offerCode = 2
        case manual = 3
    }
}
