// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
// Foundation is not imported: the SDK's module shows it, and so does the façade's.
import QonversionFacade
import Testing

/// Who is told and asked, and what the façade's module shows with itself.
@Suite struct QonversionListenerTests {
    private final class Listener: Qonversion.DeferredPurchasesListener,
        Qonversion.EntitlementsUpdateListener, Qonversion.PromoPurchasesDelegate
    {
        let log = QonversionLog()
        /// Whether a purchase that began in the App Store is to go on.
        let buys: Bool
        init(buys: Bool = true) { self.buys = buys }

        func deferredPurchaseCompleted(_ purchaseResult: Qonversion.PurchaseResult) {
            log.add("deferred \(purchaseResult.status)")
        }

        func didReceiveUpdatedEntitlements(_ entitlements: [String: Qonversion.Entitlement]) {
            log.add("update \(entitlements.keys.sorted())")
        }

        func shouldPurchasePromoProduct(
            withIdentifier productID: String,
            executionBlock: @escaping Qonversion.PromoPurchaseCompletionHandler
        ) {
            log.add("asked \(productID)")
            guard buys else { return }
            executionBlock { [log] entitlements, error, isCancelled in
                let code = (error as NSError?)?.code ?? 0
                log.add("done \(entitlements.keys.sorted()) \(code) \(isCancelled)")
            }
        }
    }

    @Test func `Listeners can be set on the instance`() async throws {
        let phone = try QonversionTrial.started()
        let listener = Listener()
        phone.qonversion.setDeferredPurchasesListener(listener)
        (phone.qonversion as any QonversionOldListening).setEntitlementsUpdateListener(listener)
        phone.store.nextPurchase = .isPending
        try await phone.buy("X")
        phone.store.approve("X")
        phone.open()
        await phone.settled()
        #expect(listener.log.lines == ["update [\"X\"]", "deferred success"])
    }

    @Test(
        arguments: [
            (PurchaseAnswer.succeeds, "done [\"X\"] 0 false"),
            (.isCancelled, "done [] 1 true"), (.fails, "done [] 30 false"),
        ])
    func `The delegate is asked about a purchase that begins in the App Store`(
        answer: PurchaseAnswer, line: String
    ) async throws {
        let phone = try QonversionTrial.started()
        let delegate = Listener()
        phone.qonversion.setPromoPurchasesDelegate(delegate)
        phone.store.nextPurchase = answer
        await phone.use { #expect(await SimulatedPromoPurchase.begin("X")) }
        await phone.settled()
        #expect(delegate.log.lines == ["asked X", line])
    }

    @Test func `A delegate that does not go on keeps the purchase from being made`() async throws {
        let phone = try QonversionTrial.phone()
        let delegate = Listener(buys: false)
        let configuration = QonversionTrial.configuration
        configuration.setPromoPurchasesDelegate(delegate)
        phone.start(configuration)
        await phone.use { #expect(await SimulatedPromoPurchase.begin("X")) }
        #expect(try await phone.sees() == [])
        withExtendedLifetime(delegate) {}
    }

    @Test func `Without a delegate the purchase is made, and without the SDK it is not`()
        async throws
    {
        let phone = try QonversionTrial.phone()
        await phone.use { #expect(await !SimulatedPromoPurchase.begin("X")) }
        phone.start()
        #expect(try await phone.sees() == [])
        await phone.use { #expect(await !SimulatedPromoPurchase.begin("X")) }
        #expect(try await phone.sees() == ["X"])
    }

    @Test func `The domains and the code of an error have the SDK's names`() {
        #expect(QonversionErrorDomain == "com.qonversion.io")
        #expect(Qonversion.ErrorDomain == QonversionErrorDomain)
        #expect(QonversionApiErrorDomain == "com.qonversion.io.api")
        let error: any Error = NSError(domain: QonversionErrorDomain, code: 2)
        #expect((error as? Qonversion.ErrorCode)?.code == .productNotFound)
        #expect(Qonversion.ErrorCode(_nsError: error as NSError).code == .productNotFound)
        let code: Qonversion.ErrorCode.Code = .productNotFound
        #expect(code.rawValue == 2)
    }

    @Test func `Purchases that the app made itself are presented`() async throws {
        let phone = try QonversionTrial.started()
        phone.store.own("X")
        let model = Qonversion.StoreKit2PurchaseModel()
        model.productId = "X"
        model.promoOfferId = nil
        #expect(try await phone.qonversion.handlePurchases([model]))
        #expect(try await phone.active() == ["X"])
        phone.store.own("Y")
        phone.use { QonversionSwift.shared.syncStoreKit2Purchases() }
        #expect(try await phone.active() == ["X", "Y"])
        phone.store.own("skin")
        await phone.use { await QonversionSwift.shared.syncStoreKit2Transactions() }
        #expect(try await phone.active() == ["X", "Y", "dark", "gold"])
        phone.connection.goOffline()
        await #expect(throws: Qonversion.ErrorCode.networkConnectionFailed) {
            try await phone.qonversion.handlePurchases([])
        }
    }

    @Test func `What the store account first loaded, and a sandbox, are told`() async throws {
        let phone = try QonversionTrial.phone()
        phone.world.isSandbox = true
        phone.store.firstDownload = AppDownload(phone.world.clock.now, version: "42")
        phone.start()
        #expect(try await phone.qonversion.userInfo().originalAppVersion == "42")
        try await phone.buy("X")
        let entitlement = try #require(try await phone.qonversion.checkEntitlements()["X"])
        #expect(entitlement.transactions.map(\.environment) == [.sandbox])
    }

    @Test func `What does nothing can be called`() async throws {
        let phone = try QonversionTrial.started()
        phone.qonversion.presentCodeRedemptionSheet()
        phone.qonversion.collectAdvertisingId()
        phone.qonversion.collectAppleSearchAdsAttribution()
        (phone.qonversion as any QonversionOldListening).attribution([:], from: .appsFlyer)
        #expect(!phone.qonversion.isFallbackFileAccessible())
        let answer = try await phone.qonversion.reissueRedemption(email: "ada@example.com")
        #expect(answer.0 && answer.1 == 200)
        phone.connection.goOffline()
        let log = QonversionLog()
        phone.qonversion.reissueRedemption(email: "") { success, status, error in
            log.add("\(success) \(status) \((error as NSError?)?.code ?? 0)")
        }
        await phone.settled()
        #expect(log.lines == ["false 0 14"])
    }
}
