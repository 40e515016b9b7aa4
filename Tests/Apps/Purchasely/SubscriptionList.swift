// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Purchasely

/// What the user pays for, as the account screen lists it.
final class SubscriptionList {
    struct Row: Equatable {
        let plan: String
        let status: String
        let store: String
    }

    func load(completion: @escaping (Result<[Row], Error>) -> Void) {
        Purchasely.userSubscriptions(
            true,
            success: { subscriptions in
                completion(.success((subscriptions ?? []).map(Self.row)))
            },
            failure: { error in
                completion(.failure(error))
            })
    }

    func buy(_ planID: String, completion: @escaping (Error?) -> Void) {
        Purchasely.plan(
            with: planID,
            success: { plan in
                Purchasely.purchase(
                    plan: plan, contentId: nil, success: { completion(nil) },
                    failure: { completion($0) })
            },
            failure: { completion($0) })
    }

    private static func row(_ subscription: PLYSubscription) -> Row {
        let store: String
        switch subscription.subscriptionSource {
        case .appleAppStore: store = "App Store"
        case .googlePlayStore: store = "Google Play"
        default: store = "elsewhere"
        }
        let status: String
        switch subscription.status {
        case .autoRenewing: status = "renews"
        case .autoRenewingCanceled: status = "ends"
        case .inGracePeriod, .onHold: status = "payment failed"
        default: status = "ended"
        }
        return Row(
            plan: subscription.plan.name ?? subscription.plan.vendorId, status: status,
            store: store)
    }
}
