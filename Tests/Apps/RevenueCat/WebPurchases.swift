// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

/// Opens links that the web shop sends.
final class WebPurchases {
    enum Outcome: Equatable {
        case notOurs, unlocked, nothing
        case expired(String)
        case failed(String)
    }

    func open(_ url: URL) async -> Outcome {
        guard let redemption = url.asWebPurchaseRedemption else { return .notOurs }
        switch await Purchases.shared.redeemWebPurchase(redemption) {
        case .success(let info):
            return info.entitlements.active.isEmpty ? .nothing : .unlocked
        case .expired(let email): return .expired(email)
        case .invalidToken, .purchaseBelongsToOtherUser: return .nothing
        case .error(let error): return .failed(error.localizedDescription)
        @unknown default: return .nothing
        }
    }
}
