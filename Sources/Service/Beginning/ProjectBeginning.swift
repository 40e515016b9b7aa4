// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    package import Foundation

    /// What a new project has before anybody calls it: purchases at its stores, and customers.
    package struct ProjectBeginning: Sendable {
        /// A purchase at a store.
        package struct Purchase: Sendable {
            package let account: StoreAccount
            /// The product's ID at the store.
            package let product: String
            package let state: PurchaseState
            /// When it was made; nil where that is not known.
            package var began: Date?
            /// When what was paid for ends; nil for what does not end, or where that is not known.
            package var ends: Date?
            /// Of one in the grace period: when that ends.
            package var graceEnds: Date?
            /// The store's ID of its first transaction; nil for a new one.
            package var transaction: String?
            /// Whether it was made in the store's sandbox.
            package var isSandbox = false
            /// Whether what runs, or ran last, is a free trial.
            package var isTrial = false
            /// Of a family member's share: the number of the purchase that it is a share of, which
            /// comes before it and is of the same product and in the same state.
            package var sharedFrom: Int?
            /// What is presented of it.
            package var tokens: [String] = []
            /// The customers who have it, by their numbers, the owner first.
            package var holders: [Int] = []

            /// A purchase that nobody has claimed yet.
            package init(_ product: String, of account: StoreAccount, _ state: PurchaseState) {
                self.product = product
                self.account = account
                self.state = state
            }
        }

        /// Somebody whom the provider knows.
        package struct Customer: Sendable {
            /// All IDs, the original one first.
            package let ids: [UserID]
            /// Those of them that the provider has minted.
            package var anonymous: Set<UserID> = []
            package var attributes: [String: String] = [:]
            package var grants: [Grant] = []
            /// When the customer was first seen; nil where that is not known.
            package var born: Date?
            /// The store accounts on whose devices the app is installed, each on a device of its own.
            package var devices: [(device: DeviceID, account: StoreAccount)] = []

            /// A customer of one or several IDs.
            package init(_ ids: [UserID]) { self.ids = ids }
        }

        /// An entitlement that was given by hand.
        package struct Grant: Sendable {
            package let entitlement: EntitlementID
            package let since: Date?
            package let until: Date?

            package init(_ entitlement: EntitlementID, since: Date?, until: Date?) {
                self.entitlement = entitlement
                self.since = since
                self.until = until
            }
        }

        package var customers: [Customer] = []
        package var purchases: [Purchase] = []

        /// Nobody and nothing.
        package init() {}
    }
#endif
