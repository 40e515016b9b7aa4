// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// What an entitlement says, and how long it is good.
@Suite struct QonversionEntitlementTests {
    private func entitlement(
        _ id: String, on phone: Installation
    ) async throws -> Qonversion.Entitlement {
        phone.world.clock.advance(by: 301)
        return try #require(try await phone.qonversion.checkEntitlements()[id])
    }

    @Test func `A subscription says who sold it, when it began and when it ends`() async throws {
        let phone = try QonversionTrial.started()
        let now = phone.world.clock.now
        try await phone.buy("X")
        let entitlement = try await entitlement("X", on: phone)
        #expect(entitlement.entitlementID == "X")
        #expect(entitlement.productID == "X")
        #expect(entitlement.isActive)
        #expect(entitlement.renewState == .willRenew)
        #expect(entitlement.source == .appStore)
        #expect(entitlement.grantType == .purchase)
        #expect(entitlement.startedDate == now)
        #expect(entitlement.expirationDate == BillingPeriod.month.end(from: now))
        #expect(entitlement.renewsCount == 0)
        #expect(entitlement.trialStartDate == nil)
        #expect(entitlement.firstPurchaseDate == now)
        #expect(entitlement.lastPurchaseDate == now)
        #expect(entitlement.lastActivatedOfferCode == nil)
        #expect(entitlement.autoRenewDisableDate == nil)
        let transaction = try #require(entitlement.transactions.first)
        #expect(entitlement.transactions.count == 1)
        #expect(transaction.transactionId == transaction.originalTransactionId)
        #expect(transaction.transactionDate == now)
        #expect(transaction.expirationDate == entitlement.expirationDate)
        #expect(transaction.transactionRevocationDate == nil)
        #expect(transaction.offerCode == nil)
        #expect(transaction.promoOfferId == nil)
        #expect(transaction.environment == .production)
        #expect(transaction.ownershipType == .owner)
        #expect(transaction.type == .subscriptionStarted)
    }

    @Test func `The states of a subscription are told as renew states`() async throws {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        func state() async throws -> String {
            phone.open()
            let entitlement = try await entitlement("X", on: phone)
            return "\(entitlement.renewState) \(entitlement.isActive)"
        }
        #expect(try await state() == "willRenew true")
        phone.store.cancel("X")
        #expect(try await state() == "cancelled true")
        #expect(try await entitlement("X", on: phone).autoRenewDisableDate != nil)
        phone.store.renew("X")
        #expect(try await state() == "willRenew true")
        phone.store.fail("X")
        #expect(try await state() == "billingIssue true")
        phone.store.expire("X")
        #expect(try await state() == "billingIssue false")
        phone.store.renew("X")
        #expect(try await state() == "willRenew true")
        phone.store.pause("X")
        #expect(try await state() == "unknown false")
        phone.store.resume("X")
        phone.store.cancel("X")
        phone.store.expire("X")
        #expect(try await state() == "cancelled false")
    }

    @Test func `A trial, its first payment and a renewal are three kinds of transaction`()
        async throws
    {
        let phone = try QonversionTrial.started()
        let start = phone.world.clock.now
        try await phone.buy("trial")
        #expect(try await entitlement("trial", on: phone).trialStartDate == start)
        phone.world.clock.advance(by: .week)
        phone.world.clock.advance(by: .year)
        let entitlement = try await entitlement("trial", on: phone)
        #expect(
            entitlement.transactions.map(\.type) == [
                .trialStarted, .subscriptionStarted, .subscriptionRenewed,
            ])
        #expect(entitlement.renewsCount == 1)
        #expect(entitlement.firstPurchaseDate == start)
        #expect(try #require(entitlement.lastPurchaseDate) > start)
        #expect(Set(entitlement.transactions.map(\.originalTransactionId)).count == 1)
        #expect(Set(entitlement.transactions.map(\.transactionId)).count == 3)
    }

    @Test func `What is bought once does not renew and unlocks all that it should`()
        async throws
    {
        let phone = try QonversionTrial.started()
        try await phone.buy("skin")
        try await phone.buy("coins")
        let gold = try await entitlement("gold", on: phone)
        let dark = try await entitlement("dark", on: phone)
        let coins = try await entitlement("coins", on: phone)
        for entitlement in [gold, dark, coins] {
            #expect(entitlement.renewState == .nonRenewable)
            #expect(entitlement.expirationDate == nil)
            #expect(entitlement.isActive)
        }
        #expect([gold.productID, dark.productID, coins.productID] == ["skin", "skin", "coins"])
        #expect(gold.transactions.map(\.type) == [.nonConsumablePurchase])
        #expect(coins.transactions.map(\.type) == [.unknown])
    }

    @Test func `A refund takes access and dates the newest transaction`() async throws {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        phone.store.refund("X")
        phone.open()
        let refunded = try await entitlement("X", on: phone)
        #expect(!refunded.isActive)
        #expect(refunded.transactions.last?.transactionRevocationDate != nil)
        #expect(try #require(refunded.expirationDate) < phone.world.clock.now)
    }

    @Test func `A grant by hand has a source and a kind of its own, and no product`()
        async throws
    {
        let phone = try QonversionTrial.started()
        phone.grant("vip")
        let vip = try await entitlement("vip", on: phone)
        #expect(vip.source == .manual)
        #expect(vip.grantType == .manual)
        #expect(vip.renewState == .unknown)
        #expect(vip.productID == "")
        #expect(vip.transactions.isEmpty)
        #expect(vip.isActive)
        phone.revoke("vip")
        #expect(try await phone.sees() == [])
    }

    @Test func `A family member's share is told as such`() async throws {
        let world = try QonversionTrial.world()
        let parent = try world.installation("parent")
        let child = try world.installation("child")
        parent.start()
        child.start()
        try await parent.buy("X")
        #expect(parent.store.share("X", with: child))
        child.open()
        let shared = try await entitlement("X", on: child)
        #expect(shared.isActive)
        #expect(shared.grantType == .familySharing)
        #expect(shared.transactions.first?.ownershipType == .familySharing)
        #expect(try await entitlement("X", on: parent).grantType == .purchase)
    }

    @Test(arguments: [
        ("app_store:a", Qonversion.EntitlementSource.appStore),
        ("mac_app_store:a", .appStore), ("play_store:a", .playStore), ("stripe:a", .stripe),
        ("amazon:a", .unknown),
    ])
    func `The store is told as the source`(
        account: String, source: Qonversion.EntitlementSource
    ) async throws {
        let world = try QonversionTrial.world()
        let phone = try world.installation("phone", account: StoreAccount(unchecked: account))
        phone.start()
        try await phone.buy("X")
        #expect(try await entitlement("X", on: phone).source == source)
    }

    @Test func `In the sandbox transactions are the sandbox's`() async throws {
        let phone = try QonversionTrial.phone()
        let configuration = QonversionTrial.configuration
        configuration.setEnvironment(.sandbox)
        phone.start(configuration)
        try await phone.buy("X")
        #expect(try await entitlement("X", on: phone).transactions.first?.environment == .sandbox)
    }

    @Test func `Of two purchases of one entitlement the one that runs longer speaks`()
        async throws
    {
        let phone = try QonversionTrial.started()
        try await phone.buy("also X")
        phone.world.clock.advance(by: .days(3))
        try await phone.buy("X")
        #expect(try await entitlement("X", on: phone).productID == "X")
        phone.store.expire("X")
        phone.open()
        #expect(try await entitlement("X", on: phone).productID == "also X")
        phone.store.expire("also X")
        phone.open()
        let over = try await entitlement("X", on: phone)
        #expect(!over.isActive)
        #expect(over.productID == "X", "of two that are over, the newest")
    }

    // MARK: How long they are good

    @Test func `For five minutes a check asks nobody`() async throws {
        let phone = try QonversionTrial.started()
        #expect(try await phone.active() == [])
        phone.grant("vip")
        phone.world.clock.advance(by: 299)
        #expect(try await phone.active() == [])
        phone.connection.hold()
        #expect(try await phone.active() == [])
        phone.connection.release()
        phone.world.clock.advance(by: 1)
        #expect(try await phone.active() == ["vip"])
    }

    @Test(arguments: [
        (Qonversion.EntitlementsCacheLifetime.week, 7), (.twoWeeks, 14), (.month, 30),
        (.twoMonths, 60), (.threeMonths, 90), (.sixMonths, 180), (.year, 365),
    ])
    func `Without the provider they are good for the configured time`(
        lifetime: Qonversion.EntitlementsCacheLifetime, days: Double
    ) async throws {
        let phone = try QonversionTrial.phone()
        let configuration = QonversionTrial.configuration
        configuration.setEntitlementsCacheLifetime(lifetime)
        phone.start(configuration)
        try await phone.buy("skin")
        phone.connection.goOffline()
        phone.world.clock.advance(by: days * 86_400)
        #expect(try await phone.active() == ["dark", "gold"])
        phone.relaunch()
        phone.start(configuration)
        #expect(try await phone.active() == ["dark", "gold"], "they lie on the device")
        phone.world.clock.advance(by: 1)
        let log = QonversionLog()
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        await phone.settled()
        #expect(log.lines == ["check: [] 14"])
        await #expect(throws: Qonversion.ErrorCode.networkConnectionFailed) {
            try await phone.qonversion.checkEntitlements()
        }
    }

    @Test func `An unlimited lifetime has no end`() async throws {
        let phone = try QonversionTrial.phone()
        let configuration = QonversionTrial.configuration
        configuration.setEntitlementsCacheLifetime(.unlimited)
        phone.start(configuration)
        try await phone.buy("skin")
        phone.connection.goOffline()
        phone.world.clock.advance(by: 20 * 365 * 86_400)
        #expect(try await phone.active() == ["dark", "gold"])
    }

    @Test func `A switch of the user forgets what was loaded for the one before`() async throws {
        let world = try QonversionTrial.world()
        let other = try world.installation("other")
        let phone = try world.installation("phone")
        other.start()
        phone.start()
        try await other.buy("X")
        try await other.identify("u1")
        try await phone.identify("u1")
        #expect(try await phone.active() == ["X"])
        phone.connection.goOffline()
        phone.logOut()
        let log = QonversionLog()
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        await phone.settled()
        phone.relaunch()
        phone.start()
        phone.qonversion.checkEntitlements(log.entitlements("relaunched"))
        await phone.settled()
        #expect(log.lines == ["check: [] 14", "relaunched: [] 14"], "X was the other user's")
        phone.connection.goOnline()
        #expect(try await phone.active() == [])
    }
}
