// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// Selling.
@Suite struct QonversionPurchaseTests {
    @Test func `A purchase that succeeds has entitlements and a transaction`() async throws {
        let phone = try QonversionTrial.started()
        let result = try await phone.buy("X")
        #expect(result.status == .success)
        #expect(result.isSuccessful && !result.isError)
        #expect(!result.isPending && !result.isCanceledByUser && !result.isFallbackGenerated)
        #expect(result.source == .api)
        #expect(result.error == nil)
        #expect(result.entitlements?["X"]?.isActive == true)
        let id = result.entitlements?["X"]?.transactions.last?.transactionId
        #expect(id != nil)
        #expect(result.transaction?.transactionIdentifier == id)
        #expect(result.transaction?.transactionDate == phone.world.clock.now)
    }

    @Test(arguments: [
        (PurchaseAnswer.isCancelled, Qonversion.PurchaseResultStatus.userCanceled, 1),
        (.isPending, .pending, 18), (.fails, .error, 30),
    ])
    func `What the store answers is told by status and error`(
        answer: PurchaseAnswer, status: Qonversion.PurchaseResultStatus, code: Int
    ) async throws {
        let phone = try QonversionTrial.started()
        phone.store.nextPurchase = answer
        let result = try await phone.buy("X")
        #expect(result.status == status)
        #expect(result.entitlements == nil)
        #expect(result.transaction == nil)
        #expect((try #require(result.error) as NSError).code == code)
        #expect(result.isCanceledByUser == (status == .userCanceled))
        #expect(result.isPending == (status == .pending))
        #expect(result.isError == (status == .error))
        phone.store.nextPurchase = answer
        let old = await phone.qonversion.oldPurchase("X")
        #expect(old.entitlements.isEmpty)
        #expect(old.isCancelled == (answer == .isCancelled))
        #expect((try #require(old.error) as NSError).code == code)
        #expect(try await phone.buy("X").isSuccessful, "the next one is sold")
    }

    @Test(arguments: ["nothing", "", String(repeating: "x", count: 10_000)])
    func `A product that is in no catalogue is not found`(id: String) async throws {
        let phone = try QonversionTrial.started()
        let old = await phone.qonversion.oldPurchase(id)
        #expect((try #require(old.error)) as? Qonversion.ErrorCode == .productNotFound)
        #expect(!old.isCancelled)
        await #expect(throws: Qonversion.ErrorCode.productNotFound) {
            _ = try await phone.qonversion.old.purchase(id)
        }
        #expect(try await phone.sees() == [])
    }

    @Test func `Products are those of the catalogue`() async throws {
        let phone = try QonversionTrial.started()
        let products = try await phone.qonversion.products()
        #expect(products.keys.sorted() == QonversionTrial.catalogue.products.map(\.id).sorted())
        let x = try #require(products["X"])
        #expect(x.qonversionID == "X")
        #expect(x.storeID == "X")
        #expect(x.type == .directSubscription)
        #expect(x.prettyPrice == "$9.99")
        #expect(products["trial"]?.type == .trial)
        #expect(products["skin"]?.type == .oneTime)
        #expect(products["pass"]?.type == .oneTime)
        let log = QonversionLog()
        phone.qonversion.products { products, error in
            log.add("\(products.count) \(error == nil)")
        }
        await phone.settled()
        #expect(log.lines == ["\(products.count) true"])
    }

    @Test func `All spellings of a purchase sell`() async throws {
        let phone = try QonversionTrial.started()
        let products = try await phone.qonversion.products()
        let coins = try #require(products["coins"])
        let options = Qonversion.PurchaseOptions(quantity: 2, contextKeys: ["main"])
        #expect(options.quantity == 2)
        #expect(options.contextKeys == ["main"])
        #expect(Qonversion.PurchaseOptions().quantity == 1)
        let log = QonversionLog()
        phone.qonversion.purchase(coins) { log.add("1 \($0.status)") }
        phone.qonversion.purchase(coins, options: options) { log.add("2 \($0.status)") }
        phone.qonversion.old.purchaseProduct(coins) { all, error, isCancelled in
            log.add("3 \(all.keys.sorted()) \(error == nil) \(isCancelled)")
        }
        phone.qonversion.old.purchaseProduct(coins, options: options) { all, error, isCancelled in
            log.add("4 \(all.keys.sorted()) \(error == nil) \(isCancelled)")
        }
        phone.qonversion.old.purchase("coins") { all, error, isCancelled in
            log.add("5 \(all.keys.sorted()) \(error == nil) \(isCancelled)")
        }
        await phone.settled()
        #expect(
            log.lines == [
                "1 success", "2 success", "3 [\"coins\"] true false", "4 [\"coins\"] true false",
                "5 [\"coins\"] true false",
            ])
        #expect(await phone.qonversion.purchase(coins, options: nil).isSuccessful)
        let sold = try await phone.qonversion.old.purchaseProduct(coins)
        let more = try await phone.qonversion.old.purchaseProduct(coins, options: options)
        let last = try await phone.qonversion.old.purchase("coins")
        for answer in [sold, more, last] {
            #expect(answer.0["coins"]?.isActive == true)
            #expect(!answer.1)
        }
        #expect(phone.world.world.ledger.violations(under: phone.world.rules) == [])
    }

    // MARK: Purchases that wait

    @MainActor
    private final class Listener: Qonversion.DeferredPurchasesListener,
        @preconcurrency Qonversion.EntitlementsUpdateListener
    {
        let log: QonversionLog
        nonisolated init(_ log: QonversionLog) { self.log = log }

        nonisolated func deferredPurchaseCompleted(_ purchaseResult: Qonversion.PurchaseResult) {
            MainActor.assumeIsolated {
                let keys = (purchaseResult.entitlements ?? [:]).keys.sorted()
                log.add("deferred \(purchaseResult.status) \(keys)")
            }
        }

        func didReceiveUpdatedEntitlements(_ entitlements: [String: Qonversion.Entitlement]) {
            log.add(
                "update \(entitlements.values.filter(\.isActive).map(\.entitlementID).sorted())")
        }
    }

    @Test func `A purchase that had to wait is told when a session finds it`() async throws {
        let phone = try QonversionTrial.phone()
        let log = QonversionLog()
        let listener = Listener(log)
        let configuration = QonversionTrial.configuration
        configuration.setDeferredPurchasesListener(listener)
        phone.start(configuration)
        phone.store.nextPurchase = .isPending
        #expect(try await phone.buy("X").isPending)
        phone.open()
        await phone.settled()
        #expect(log.lines == [])
        phone.store.own("X")
        phone.open()
        await phone.settled()
        #expect(log.lines == ["deferred success [\"X\"]"])
        phone.open()
        await phone.settled()
        #expect(log.lines.count == 1, "it is told once")
        #expect(try await phone.active() == ["X"])
        withExtendedLifetime(listener) {}
    }

    @Test func `A session that finds changed entitlements tells the update listener`()
        async throws
    {
        let phone = try QonversionTrial.phone()
        let log = QonversionLog()
        let listener = Listener(log)
        let configuration = QonversionTrial.configuration
        (configuration as any QonversionOldConfiguration).setEntitlementsUpdateListener(listener)
        phone.start(configuration)
        phone.open()
        await phone.settled()
        #expect(log.lines == [], "nothing has changed")
        phone.grant("vip")
        phone.open()
        await phone.settled()
        phone.revoke("vip")
        phone.connection.goOffline()
        phone.open()
        await phone.settled()
        #expect(log.lines == ["update [\"vip\"]"])
        phone.connection.goOnline()
        phone.open()
        await phone.settled()
        #expect(log.lines == ["update [\"vip\"]", "update []"])
        withExtendedLifetime(listener) {}
    }

    @Test func `Listeners are held weakly`() async throws {
        let phone = try QonversionTrial.phone()
        let log = QonversionLog()
        let configuration = QonversionTrial.configuration
        do {
            let listener = Listener(log)
            configuration.setDeferredPurchasesListener(listener)
            phone.start(configuration)
        }
        phone.store.nextPurchase = .isPending
        try await phone.buy("X")
        phone.store.own("X")
        phone.open()
        await phone.settled()
        #expect(log.lines == [])
        #expect(configuration.deferredPurchasesListener == nil)
    }
}

/// The deprecated setter; through a protocol it can be used without a warning.
protocol QonversionOldConfiguration {
    func setEntitlementsUpdateListener(_ listener: any Qonversion.EntitlementsUpdateListener)
}

extension Qonversion.Configuration: QonversionOldConfiguration {}
