// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import RevenueCatFacade
import Testing

/// Purchases in the stores' sandboxes; one after the other, since one of them sets what all share.
@Suite(.serialized) struct RevenueCatSandboxTests {
    private let phone: Installation

    init() throws { phone = try RevenueCatShop.phone() }

    @Test func `In the sandbox what is bought there is active in the current environment`()
        async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            #expect(!purchases.isSandbox)
            phone.world.isSandbox = true
            #expect(purchases.isSandbox)
            let monthly = try #require(try await purchases.offerings().current?.monthly)
            let info = try await purchases.purchase(package: monthly).customerInfo
            #expect(info.entitlements["pro"]?.isSandbox == true)
            #expect(info.entitlements.activeInCurrentEnvironment.keys.sorted() == ["pro"])
            phone.world.isSandbox = false
            let later = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(later.entitlements.activeInCurrentEnvironment.isEmpty)
            #expect(later.entitlements.active.keys.sorted() == ["pro"])
        }
    }

    @Test func `In the sandbox a purchase can be made to wait for a parent`() async throws {
        Purchases.simulatesAskToBuyInSandbox = true
        defer { Purchases.simulatesAskToBuyInSandbox = false }
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let monthly = try #require(try await purchases.offerings().current?.monthly)
            phone.world.isSandbox = true
            await #expect(throws: ErrorCode.paymentPendingError) {
                try await purchases.purchase(package: monthly)
            }
            #expect(phone.store.approve("pro_monthly"))
            let info = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(info.entitlements["pro"]?.isActive == true)
        }
    }
}
