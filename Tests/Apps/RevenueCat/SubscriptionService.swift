// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

/// Who is subscribed, for the whole app.
final class SubscriptionService: NSObject {
    static let entitlementID = "pro"

    private(set) var customerInfo: CustomerInfo?
    var onChange: ((Bool) -> Void)?

    var isPro: Bool {
        customerInfo?.entitlements[Self.entitlementID]?.isActive == true
    }

    func start(apiKey: String, userID: String? = nil) {
        Purchases.logLevel = .warn
        Purchases.configure(
            with: Configuration.Builder(withAPIKey: apiKey)
                .with(appUserID: userID)
                .with(storeKitVersion: .storeKit2)
                .with(entitlementVerificationMode: .informational)
                .build())
        Purchases.shared.delegate = self
    }

    func refresh(completion: ((Error?) -> Void)? = nil) {
        Purchases.shared.getCustomerInfo { [weak self] info, error in
            if let info { self?.apply(info) }
            completion?(error)
        }
    }

    func listen() -> Task<Void, Never> {
        Task { @MainActor [weak self] in
            for await info in Purchases.shared.customerInfoStream {
                self?.apply(info)
            }
        }
    }

    private func apply(_ info: CustomerInfo) {
        let wasPro = isPro
        customerInfo = info
        if isPro != wasPro { onChange?(isPro) }
    }
}

extension SubscriptionService: PurchasesDelegate {
    func purchases(_ purchases: Purchases, receivedUpdated customerInfo: CustomerInfo) {
        apply(customerInfo)
    }
}
