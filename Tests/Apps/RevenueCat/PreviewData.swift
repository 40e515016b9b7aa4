// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

/// Customers for previews.
enum PreviewData {
    static func customer(isPro: Bool, now: Date) -> CustomerInfo {
        let end = now.addingTimeInterval(isPro ? 86_400 : -86_400)
        let entitlement = EntitlementInfo(
            identifier: "pro", isActive: isPro, willRenew: isPro, periodType: .normal,
            latestPurchaseDate: now, originalPurchaseDate: now, expirationDate: end,
            store: .appStore, productIdentifier: "pro_monthly", isSandbox: true,
            ownershipType: .purchased)
        return CustomerInfo(
            entitlements: EntitlementInfos(entitlements: ["pro": entitlement]),
            expirationDatesByProductId: ["pro_monthly": end],
            purchaseDatesByProductId: ["pro_monthly": now],
            allPurchasedProductIds: ["pro_monthly"], requestDate: now, firstSeen: now,
            originalAppUserId: "preview")
    }
}
