// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// Configuring the SDK, and the runs of an app.
@Suite struct RevenueCatConfigureTests {
    private let blocked = "guest"
    private let id = "3f2c8a5e-6d0f-4d7e-9f52-7b1f0d1a9c11"

    private func phone(_ storage: InstallationStorage = .memory) throws -> Installation {
        try SharedWorld("revenuecat", catalogue: [.subscription("monthly", unlocks: ["pro"])])
            .installation("phone", storage: storage)
    }

    @Test func `All forms configure the same instance`() throws {
        let none: String? = nil
        let forms: [() -> Purchases] = [
            { Purchases.configure(withAPIKey: "key") },
            { Purchases.configure(withAPIKey: "key", appUserID: none) },
            { Purchases.configure(withAPIKey: "key", appUserID: nil) },
            { Purchases.configure(with: Configuration.Builder(withAPIKey: "key")) },
            { Purchases.configure(with: Configuration.builder(withAPIKey: "key").build()) },
            {
                Purchases.configure(
                    withAPIKey: "key", appUserID: nil, purchasesAreCompletedBy: .revenueCat,
                    storeKitVersion: .default)
            },
        ]
        for form in forms {
            try phone().use {
                #expect(!Purchases.isConfigured)
                let purchases = form()
                #expect(Purchases.isConfigured)
                #expect(Purchases.shared === purchases)
                #expect(purchases.isAnonymous)
                #expect(purchases.purchasesAreCompletedBy == .revenueCat)
            }
        }
    }

    @Test func `A builder takes every documented setting`() throws {
        let builder = Configuration.builder(withAPIKey: "other")
            .with(apiKey: "key").with(appUserID: id)
            .with(purchasesAreCompletedBy: .myApp, storeKitVersion: .storeKit2)
            .with(storeKitVersion: .storeKit1).with(userDefaults: .standard)
            .with(dangerousSettings: DangerousSettings(autoSyncPurchases: false))
            .with(networkTimeout: 5).with(storeKit1Timeout: 5)
            .with(entitlementVerificationMode: .informational)
            .with(showStoreMessagesAutomatically: false)
        try phone().use {
            let purchases = Purchases.configure(with: builder)
            #expect(purchases.appUserID == id)
            #expect(purchases.purchasesAreCompletedBy == .myApp)
            purchases.purchasesAreCompletedBy = .revenueCat
            #expect(purchases.purchasesAreCompletedBy == .revenueCat)
        }
        #expect(builder.build() == builder.build())
    }

    @Test(arguments: [nil, "", "   ", "\n"])
    func `No ID and a blank one mean an anonymous user`(id: String?) throws {
        try phone().use {
            #expect(Purchases.configure(withAPIKey: "key", appUserID: id).isAnonymous)
        }
    }

    @Test func `An ID given at configuration is not trimmed, one given later is`() async throws {
        let phone = try phone()
        try await phone.use {
            Purchases.configure(withAPIKey: "key", appUserID: " \(id) ")
            #expect(Purchases.shared.appUserID == " \(id) ")
            _ = try await Purchases.shared.logIn("\t\(id)\n")
            #expect(Purchases.shared.appUserID == id)
        }
    }

    @Test func `Configured again in the same way, it is the same instance`() throws {
        try phone().use {
            let first = Purchases.configure(withAPIKey: "key", appUserID: id)
            #expect(Purchases.configure(withAPIKey: "key", appUserID: id) === first)
        }
    }

    @Test func `Configured again in another way, there is a new instance`() throws {
        try phone().use {
            let first = Purchases.configure(withAPIKey: "key")
            let anonymous = first.appUserID
            let second = Purchases.configure(withAPIKey: "key", appUserID: id)
            #expect(Purchases.shared === second)
            #expect(second !== first)
            #expect(second.appUserID == id, "nothing is aliased by that")
            let third = Purchases.configure(withAPIKey: "key")
            #expect(third.appUserID == id, "the device goes on with the ID that it remembers")
            #expect(first.appUserID == anonymous)
        }
    }

    @Test func `Many threads that configure at once get one instance`() async throws {
        let phone = try phone()
        let instances = await withTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    phone.use { ObjectIdentifier(Purchases.configure(withAPIKey: "key")) }
                }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(instances.count == 1)
        #expect(phone.world.world.ledger.users.count == 1)
    }

    @Test func `A relaunch ends the instance, and the device remembers the user`() async throws {
        let phone = try phone()
        try await phone.use {
            let first = Purchases.configure(withAPIKey: "key")
            _ = try await first.logIn(id)
            phone.relaunch()
            #expect(!Purchases.isConfigured)
            let second = Purchases.configure(withAPIKey: "key")
            #expect(second !== first)
            #expect(second.appUserID == id)
            #expect(!second.isAnonymous)
            phone.reinstall()
            Purchases.configure(withAPIKey: "key")
            #expect(Purchases.shared.isAnonymous)
        }
    }

    @Test func `IDs and what was heard survive a process, in a folder`() async throws {
        let folder = NSTemporaryDirectory() + "allonym-revenuecat-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let clock = WorldClock()
        let world = try SharedWorld(
            "revenuecat", catalogue: [.subscription("monthly", unlocks: ["pro"])], clock: clock)
        let before = try world.installation("phone", storage: .folder(folder))
        let anonymous = try await before.use {
            Purchases.configure(withAPIKey: "key")
            let product = try #require(await Purchases.shared.products(["monthly"]).first)
            _ = try await Purchases.shared.purchase(product: product)
            return Purchases.shared.appUserID
        }
        // Another process: nothing is left but the folder. It starts without a network.
        let after = try world.installation("phone", storage: .folder(folder))
        after.connection.goOffline()
        try await after.use {
            Purchases.configure(withAPIKey: "key")
            #expect(Purchases.shared.appUserID == anonymous)
            let info = try await Purchases.shared.customerInfo()
            #expect(info.entitlements.active.keys.sorted() == ["pro"])
            clock.advance(by: 40 * 86_400)
            let later = try await Purchases.shared.customerInfo()
            #expect(later.entitlements.active.isEmpty, "after three days the clock counts")
        }
    }

    @Test func `A new world gives a folder its user back`() async throws {
        let folder = NSTemporaryDirectory() + "allonym-revenuecat-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let anonymous = try phone(.folder(folder)).use {
            Purchases.configure(withAPIKey: "key").appUserID
        }
        try phone(.folder(folder)).use {
            #expect(Purchases.configure(withAPIKey: "key").appUserID == anonymous)
        }
        let installation = try phone(.folder(folder))
        try await installation.use {
            Purchases.configure(withAPIKey: "key")
            _ = try await Purchases.shared.logIn(id)
        }
        try phone(.folder(folder)).use {
            #expect(Purchases.configure(withAPIKey: "key").appUserID == id)
        }
    }

    @Test func `An ID that the server does not take shows at the first call`() async throws {
        let phone = try phone()
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: blocked)
            #expect(purchases.appUserID == blocked)
            #expect(!purchases.isAnonymous)
            #expect(purchases.cachedCustomerInfo == nil)
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.customerInfo()
            }
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.restorePurchases()
            }
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.logIn(blocked)
            }
            await #expect(throws: Never.self) {
                let (_, created) = try await purchases.logIn(id)
                #expect(created)
            }
            #expect(purchases.appUserID == id)
        }
    }

    @Test func `Under an ID that the server does not take nothing can be done but log in`()
        async throws
    {
        let phone = try phone()
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: blocked)
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.logOut()
            }
            let product = try #require(await purchases.products(["monthly"]).first)
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.purchase(product: product)
            }
            #expect(phone.notes.contains { $0.contains("\"guest\" is refused") })

            phone.relaunch()
            let again = Purchases.configure(withAPIKey: "key")
            #expect(again.appUserID == blocked, "that is the ID that the device remembers")
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await again.customerInfo()
            }
            _ = try await again.logIn(id)
            // What the store has sold is there, although RevenueCat refused it.
            #expect(try await again.restorePurchases().entitlements.active.keys.sorted() == ["pro"])
        }
    }

    @Test func `An ID that is refused at a later start hides what the device had`() async throws {
        let phone = try phone()
        try await phone.use {
            _ = try await Purchases.configure(withAPIKey: "key", appUserID: id).customerInfo()
            phone.relaunch()
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: blocked)
            #expect(purchases.appUserID == blocked)
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.customerInfo()
            }
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.logOut()
            }
            #expect(try await purchases.logIn(id).created == false)
        }
    }

    // MARK: What is the same for every instance

    @Test func `What there is one of, can be set`() {
        #expect(Purchases.canMakePayments())
        #expect(Purchases.frameworkVersion.hasPrefix("5.86"))
        #expect(Purchases.proxyURL == nil)
        #expect(LogLevel.allCases.contains(Purchases.logLevel))
    }
}
