// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation

/// The SDK's numbers for states and stores, as the vocabulary has them.
struct StatusNames: Sendable {
    private let statuses: [String: PLYSubscriptionStatus]
    private let sources: [String: PLYSubscriptionSource]

    init(_ vocabulary: Vocabulary) {
        var statuses: [String: PLYSubscriptionStatus] = [:]
        var sources: [String: PLYSubscriptionSource] = [:]
        for entry in vocabulary.entries {
            guard let code = entry.code.flatMap({ Int($0) }) else { continue }
            // Of several numbers for one word the first is the plain one.
            if entry.list == "states", statuses[entry.word] == nil {
                statuses[entry.word] = PLYSubscriptionStatus(rawValue: code)
            } else if entry.list == "stores", sources[entry.word] == nil {
                sources[entry.word] = PLYSubscriptionSource(rawValue: code)
            }
        }
        self.statuses = statuses
        self.sources = sources
    }

    /// The status of a purchase; one-time purchases have none.
    ///
    /// Of a subscription that ended the vocabulary has three statuses. After a payment that failed
    /// and was not made up for it is ``PLYSubscriptionStatus/unpaid``, while the store still tries it
    /// is ``PLYSubscriptionStatus/onHold``, and what the family took back is
    /// ``PLYSubscriptionStatus/revoked``: that is inferred.
    func status(of purchase: HeldPurchase) -> PLYSubscriptionStatus {
        switch (purchase.product.kind, purchase.state) {
        case (.consumable, _), (.nonConsumable, _): .unknown
        case (.subscription, .expired) where purchase.isUnshared: .revoked
        case (.subscription, .expired) where purchase.billingIssueDate != nil: .unpaid
        case (.subscription, .billingRetry): .onHold
        case (.subscription, _), (.nonRenewing, _): statuses[purchase.state.word] ?? .unknown
        }
    }

    /// The store; the Mac App Store counts as Apple's, which is inferred.
    func source(of store: Store) -> PLYSubscriptionSource {
        let known = store == .macAppStore ? .appStore : store
        return sources[known.rawValue] ?? .none
    }
}
