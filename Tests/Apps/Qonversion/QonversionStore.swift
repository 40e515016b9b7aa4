// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Qonversion

/// The shop of an app that sells by Qonversion.
final class QonversionStore: NSObject {
    private(set) var products: [Qonversion.Product] = []
    private(set) var isPremium = false
    private(set) var deferred: [String] = []

    func start(projectKey: String) {
        let configuration = Qonversion.Configuration(
            projectKey: projectKey, launchMode: .subscriptionManagement)
        configuration.setEntitlementsCacheLifetime(.month)
        Qonversion.initWithConfig(configuration)
        Qonversion.shared().setDeferredPurchasesListener(self)
        Qonversion.shared().setUserProperty(.email, value: "ann@example.com")
        Qonversion.shared().setCustomUserProperty("theme", value: "dark")
    }

    func load(completion: @escaping (Error?) -> Void) {
        Qonversion.shared().products { [weak self] products, error in
            self?.products = products.values.sorted { $0.qonversionID < $1.qonversionID }
            completion(error)
        }
    }

    func subtitle(of product: Qonversion.Product) -> String {
        switch product.type {
        case .trial: return "\(product.prettyPrice), with a trial"
        case .directSubscription: return "\(product.prettyPrice) each \(unit(of: product))"
        case .oneTime: return product.prettyPrice
        default: return product.qonversionID
        }
    }

    private func unit(of product: Qonversion.Product) -> String {
        guard let period = product.subscriptionPeriod else { return "time" }
        switch period.unit {
        case .day: return "day"
        case .week: return "week"
        case .month: return period.unitCount == 1 ? "month" : "\(period.unitCount) months"
        case .year: return "year"
        @unknown default: return "time"
        }
    }

    func buy(_ product: Qonversion.Product, completion: @escaping (Bool, Error?) -> Void) {
        Qonversion.shared().purchase(product) { [weak self] result in
            switch result.status {
            case .success: self?.take(result.entitlements ?? [:])
            case .userCanceled, .pending: break
            case .error: break
            @unknown default: break
            }
            completion(result.isSuccessful, result.error)
        }
    }

    func refresh(completion: @escaping (Error?) -> Void) {
        Qonversion.shared().checkEntitlements { [weak self] entitlements, error in
            self?.take(entitlements)
            completion(error)
        }
    }

    private func take(_ entitlements: [String: Qonversion.Entitlement]) {
        isPremium = entitlements["premium"]?.isActive == true
    }

    /// Whether to show the renewal notice.
    func needsNotice(_ entitlement: Qonversion.Entitlement) -> Bool {
        switch entitlement.renewState {
        case .billingIssue, .cancelled: return true
        case .nonRenewable, .willRenew, .unknown: return false
        @unknown default: return false
        }
    }
}

extension QonversionStore: Qonversion.DeferredPurchasesListener {
    func deferredPurchaseCompleted(_ purchaseResult: Qonversion.PurchaseResult) {
        let entitlements = purchaseResult.entitlements ?? [:]
        deferred += entitlements.keys.sorted()
        take(entitlements)
    }
}
