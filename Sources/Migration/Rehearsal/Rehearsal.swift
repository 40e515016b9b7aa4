// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymMappings

/// What a simulated provider begins with, so that a plan can be carried out there, or so that it
/// stands as an export says.
package struct Rehearsal: Sendable {
    /// An amount in a currency.
    package struct Price: Hashable, Sendable {
        /// A decimal number, such as `9.99`.
        package let amount: String
        /// The ISO 4217 code.
        package let currency: String

        /// Nil for what is no amount that was paid, or is in no currency.
        init?(_ amount: String?, _ currency: String?) {
            guard let amount, let currency, currency.utf8.count == 3,
                currency.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
                amount.wholeMatch(of: /[0-9]{1,9}(\.[0-9]{1,6})?/) != nil,
                amount.contains(where: { ("1"..."9").contains($0) })
            else { return nil }
            (self.amount, self.currency) = (amount, currency)
        }
    }

    /// Something that the stores sell.
    package struct Product: Hashable, Sendable {
        /// Its ID at the store.
        package let id: String
        /// Nil where no file says it.
        package var kind: ProductKind?
        package var entitlements: [String]
        /// The most common whole period of its purchases; nil where no file says it.
        package var period: String?
        /// What was paid for it most often; nil where no file says it.
        package var price: Price?
    }

    /// A purchase at a store; instants are in milliseconds since 1970.
    package struct Purchase: Sendable {
        package let store: Store
        /// The name of the store account.
        package var account: String
        package var product: String
        package let state: PurchaseState
        package var began: Int64?
        package var ends: Int64?
        package var graceEnds: Int64?
        package var transaction: String?
        /// Whether it was made in the store's sandbox.
        package var isSandbox = false
        /// Whether its newest period is a free trial.
        package var isTrial = false
        /// Of a family member's share: the number of the purchase that it is a share of, which comes
        /// before it.
        package var sharedFrom: Int?
        /// What calls present of it.
        package var tokens: [String] = []
        /// The customers who have it, by their numbers, the owner first.
        package var holders: [Int] = []
    }

    /// Somebody whom the provider knows.
    package struct Customer: Sendable {
        /// All IDs, the original one first.
        package var ids: [String]
        /// Those of them that the provider has minted.
        package var anonymous: Set<String> = []
        /// JSON objects.
        package var attributes: [String] = []
        package var grants: [Grant] = []
        package var firstSeen: Int64?
    }

    /// An entitlement that was given by hand.
    package struct Grant: Hashable, Sendable {
        package let entitlement: String
        package var since: Int64?
        package var until: Int64?
    }

    /// A row that a plan hands over for the provider to import: what is presented, and for whom.
    package struct Handover: Hashable, Sendable {
        /// The user ID at the target.
        package let user: String
        /// Whether it is an anonymous one.
        package let isAnonymous: Bool
        /// The number of the purchase.
        package let purchase: Int
    }

    /// The provider's key.
    package let provider: String
    /// Its settings, without the provider's name.
    package let settings: [String: String]
    /// The instant at which everything stands like this; nil where none is known.
    package let at: Int64?
    package internal(set) var products: [Product] = []
    /// Of a plan: what its grants name, sorted.
    package internal(set) var entitlements: [String] = []
    package internal(set) var purchases: [Purchase] = []
    package internal(set) var customers: [Customer] = []
    /// Of a plan: by the row of `purchases.csv` the number of its purchase; nil for one left out.
    package internal(set) var rows: [Int?] = []
    /// Of a plan: the rows of `purchases.csv` whose purchase stays with another holder.
    package internal(set) var rowsOfOthers: Set<Int> = []
    /// Of a plan: the rows of files that the provider imports.
    package internal(set) var handovers: [Handover] = []
    /// What could not be taken over, as a whole sentence with the number in it.
    package internal(set) var notes: [String] = []

    init(provider: String, settings: [String: String], at: Int64?) {
        self.provider = provider
        self.settings = settings
        self.at = at
    }
}

/// What is left out of a rehearsal, counted by the reason.
struct LeftOut {
    private var counts: [String: Int] = [:]

    mutating func count(_ reason: String) { counts[reason, default: 0] += 1 }

    /// A line for each reason.
    var notes: [String] { counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" } }
}

extension PurchaseState {
    /// The state of a purchase as the neutral format has it; nil for one that is not paid.
    init?(_ state: NeutralState) {
        switch state {
        case .active: self = .active
        case .cancelled: self = .cancelled
        case .grace: self = .grace
        case .paused: self = .paused
        case .expired: self = .expired
        case .refunded: self = .refunded
        case .billingRetry, .onHold: self = .billingRetry
        case .pending: return nil
        }
    }
}
