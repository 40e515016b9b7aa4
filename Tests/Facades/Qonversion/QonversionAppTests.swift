// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import QonversionFacade
import Testing

// The app's own code, in the style of apps that use the SDK: a service behind a protocol, with
// completion handlers wrapped in continuations, and an object that listens.

/// What the app's screens need.
private protocol PurchasesService: Sendable {
    func plans() async throws -> [Plan]
    func buy(_ plan: Plan) async throws -> Bool
    func hasAccess() async -> Bool
}

/// A product as a screen shows it.
private struct Plan: Equatable {
    let id: String
    let price: String
    let perMonth: Decimal
    let trial: String?
}

private enum PurchasesError: Error, Equatable {
    case noPlans
    case failed(code: Int)
}

private final class QonversionPurchasesService: PurchasesService {
    private let offering: String

    init(offering: String) { self.offering = offering }

    private func products() async throws -> [Qonversion.Product] {
        try await withCheckedThrowingContinuation { continuation in
            // Apps call the deprecated method itself.
            Qonversion.shared().oldOfferings { [offering] offerings, error in
                if let error = error as NSError? {
                    continuation.resume(throwing: PurchasesError.failed(code: error.code))
                    return
                }
                let found = offerings?.offering(for: offering) ?? offerings?.main
                guard let products = found?.products, !products.isEmpty else {
                    continuation.resume(throwing: PurchasesError.noPlans)
                    return
                }
                continuation.resume(returning: products)
            }
        }
    }

    func plans() async throws -> [Plan] {
        try await products().map { product in
            let months: Decimal =
                switch product.subscriptionPeriod?.unit {
                case .year: 12
                case .month: Decimal(product.subscriptionPeriod?.unitCount ?? 1)
                case .week, .day, nil: 1
                }
            let trial = product.trialPeriod.map { "\($0.unitCount) \($0.unit)" }
            let price = product.skProduct?.price.decimalValue ?? 0
            return Plan(
                id: product.qonversionID, price: product.prettyPrice, perMonth: price / months,
                trial: trial)
        }
    }

    func buy(_ plan: Plan) async throws -> Bool {
        guard let product = try await products().first(where: { $0.qonversionID == plan.id })
        else { throw PurchasesError.noPlans }
        let result = await Qonversion.shared().purchase(product)
        if result.isCanceledByUser { return false }
        if let error = result.error as NSError? {
            throw PurchasesError.failed(code: error.code)
        }
        return result.entitlements?["pro"]?.isActive == true
    }

    func hasAccess() async -> Bool {
        await withCheckedContinuation { continuation in
            Qonversion.shared().checkEntitlements { entitlements, error in
                guard error == nil, let pro = entitlements["pro"], pro.isActive else {
                    return continuation.resume(returning: false)
                }
                switch pro.renewState {
                case .willRenew, .nonRenewable, .cancelled: continuation.resume(returning: true)
                case .billingIssue: continuation.resume(returning: true)
                default: continuation.resume(returning: false)
                }
            }
        }
    }
}

/// Starts the SDK, and listens.
private final class AppDelegate: NSObject, Qonversion.EntitlementsUpdateListener {
    private(set) var updates: [[String]] = []
    private(set) var paywall = "default"

    func start() {
        let configuration = Qonversion.Configuration(
            projectKey: "projectKey", launchMode: .subscriptionManagement)
        configuration.setEntitlementsCacheLifetime(.year)
        configuration.setEnvironment(.sandbox)
        Qonversion.initWithConfig(configuration)
        (Qonversion.shared() as any QonversionOldListening).setEntitlementsUpdateListener(self)
        Qonversion.shared().collectAppleSearchAdsAttribution()
        Qonversion.shared().setUserProperty(.email, value: "ada@example.com")
        Qonversion.shared().remoteConfig(contextKey: "paywall") { [weak self] config, _ in
            if let id = config?.payload?["paywall"] as? String { self?.paywall = id }
        }
    }

    func didReceiveUpdatedEntitlements(_ entitlements: [String: Qonversion.Entitlement]) {
        updates.append(entitlements.values.filter(\.isActive).map(\.entitlementID).sorted())
    }
}

/// The app, on a device.
@Suite @MainActor struct QonversionAppTests {
    private let catalogue = Catalogue(
        [
            .subscription("monthly", unlocks: ["pro"], trial: .days(3), price: 5),
            .subscription("yearly", unlocks: ["pro"], every: .year, price: 48),
        ],
        offerings: [CatalogueOffering("paywall_1", products: ["yearly", "monthly"])]
    ).with(remoteConfigurations: [
        CatalogueRemoteConfiguration("p", context: "paywall", payload: ["paywall": "paywall_1"])
    ])

    @Test func `The app shows plans, sells one, and knows of the access`() async throws {
        let phone = try SharedWorld("qonversion", catalogue: catalogue).installation("phone")
        try await phone.use {
            let delegate = AppDelegate()
            delegate.start()
            await phone.settled()
            #expect(delegate.paywall == "paywall_1")
            let service = QonversionPurchasesService(offering: delegate.paywall)
            let plans = try await service.plans()
            #expect(
                plans == [
                    Plan(id: "yearly", price: "$48.00", perMonth: 4, trial: nil),
                    Plan(id: "monthly", price: "$5.00", perMonth: 5, trial: "3 day"),
                ])
            #expect(await !service.hasAccess())
            phone.store.nextPurchase = .isCancelled
            #expect(try await !service.buy(plans[1]))
            #expect(try await service.buy(plans[1]))
            #expect(await service.hasAccess())
            phone.store.refund("monthly")
            phone.open()
            await phone.settled()
            #expect(delegate.updates == [[]])
            #expect(await !service.hasAccess())
        }
    }

    @Test func `Without offerings or a network the app has an error to show`() async throws {
        let phone = try SharedWorld("qonversion", catalogue: []).installation("phone")
        await phone.use {
            let delegate = AppDelegate()
            let service = QonversionPurchasesService(offering: "paywall_1")
            phone.connection.goOffline()
            delegate.start()
            await #expect(throws: PurchasesError.failed(code: 14)) { _ = try await service.plans() }
            phone.connection.goOnline()
            await #expect(throws: PurchasesError.failed(code: 36)) { _ = try await service.plans() }
            #expect(delegate.paywall == "default")
        }
    }
}
