// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NamiApple

/// Opens features to those who are entitled to them.
final class FeatureGate {
    private(set) var open: Set<String> = []
    private(set) var accountChanges: [AccountStateAction] = []

    func start() {
        NamiEntitlementManager.registerActiveEntitlementsHandler { [weak self] entitlements in
            self?.open = Set(entitlements.map(\.referenceId))
        }
        NamiCustomerManager.registerAccountStateHandler { [weak self] action, success, error in
            guard success, error == nil else { return }
            self?.accountChanges.append(action)
        }
        NamiEntitlementManager.refresh()
    }

    func signIn(_ userID: String, completion: @escaping (Error?) -> Void) {
        NamiCustomerManager.login(withId: userID) { success, error in
            completion(success ? nil : error)
        }
    }

    func signOut() {
        guard NamiCustomerManager.isLoggedIn() else { return }
        NamiCustomerManager.logout()
    }

    func restore(completion: @escaping ([String]) -> Void) {
        NamiPurchaseManager.restorePurchases { state, newPurchases, _, _ in
            if state == .finished { completion(newPurchases.map(\.skuId)) }
        }
    }

    func isOpen(_ feature: String) -> Bool {
        NamiEntitlementManager.isEntitlementActive(feature)
    }
}
