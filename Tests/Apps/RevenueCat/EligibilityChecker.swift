// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

/// Whether a trial may be promised.
final class EligibilityChecker {
    func eligible(_ packages: [Package]) async -> Set<String> {
        let found = await Purchases.shared.checkTrialOrIntroDiscountEligibility(packages: packages)
        return Set(found.filter { $0.value.status == .eligible }.map(\.key.identifier))
    }

    func isEligible(_ product: StoreProduct) async -> Bool {
        await Purchases.shared.checkTrialOrIntroDiscountEligibility(product: product) == .eligible
    }

    func statuses(
        of productIDs: [String], completion: @escaping ([String: IntroEligibilityStatus]) -> Void
    ) {
        Purchases.shared.checkTrialOrIntroDiscountEligibility(productIdentifiers: productIDs) {
            completion($0.mapValues(\.status))
        }
    }
}
