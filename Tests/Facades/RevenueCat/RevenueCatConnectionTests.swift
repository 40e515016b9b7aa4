// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import Foundation
import RevenueCatFacade
import Testing

/// Calls on their way, and over other providers' rules.
@Suite struct RevenueCatConnectionTests {
    private let alice = "alice-035b30e2"
    private let bob = "bob-faf4462d"
    private let id = "3f2c8a5e-6d0f-4d7e-9f52-7b1f0d1a9c11"
    private let world: SharedWorld
    private let phone: Installation

    init() throws {
        world = try SharedWorld(
            "revenuecat", catalogue: [.subscription("monthly", unlocks: ["pro"])])
        phone = try world.installation("phone")
        phone.asksWhileConfiguring = true
    }

    // MARK: Held

    @Test func `Calls that are held change nothing, and are answered in their order`()
        async throws
    {
        let answers = Locked<[String]>([])
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let before = purchases.appUserID
            phone.connection.hold()
            purchases.logIn(alice) { info, created, _ in
                answers.withLock { $0.append("alice \(created) \(info != nil)") }
            }
            purchases.getCustomerInfo(fetchPolicy: .fetchCurrent) { info, _ in
                answers.withLock { $0.append("info of \(info?.originalAppUserId == before)") }
            }
            purchases.logIn(bob) { _, created, _ in
                answers.withLock { $0.append("bob \(created)") }
            }
            purchases.logOut { _, error in
                answers.withLock { $0.append("out \(error == nil)") }
            }
            purchases.logOut { _, error in
                answers.withLock { $0.append("out again \(error?.code ?? 0)") }
            }
            #expect(phone.connection.waiting == 5)
            #expect(purchases.appUserID == before)
            phone.connection.release()
            #expect(purchases.isAnonymous)
            #expect(purchases.appUserID != before)
            await withCheckedContinuation { continuation in
                purchases.getCustomerInfo { _, _ in continuation.resume() }
            }
        }
        #expect(
            answers.withLock { $0 } == [
                "alice true true", "info of true", "bob true", "out true", "out again 22",
            ])
    }

    @Test func `Of two log-ins on their way the later one stays`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.connection.hold()
            async let first = purchases.logIn(alice)
            while phone.connection.waiting < 1 { await Task.yield() }
            async let second = purchases.logIn(bob)
            while phone.connection.waiting < 2 { await Task.yield() }
            phone.connection.release()
            let (one, two) = try await (first, second)
            #expect(one.created)
            #expect(two.created)
            #expect(purchases.appUserID == bob)
            #expect(purchases.cachedCustomerInfo == two.customerInfo)
        }
    }

    @Test func `A purchase that was on its way goes to who is logged in when it arrives`()
        async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: alice)
            let product = try #require(await purchases.products(["monthly"]).first)
            phone.connection.hold()
            async let switched = purchases.logIn(bob)
            while phone.connection.waiting < 1 { await Task.yield() }
            async let bought = purchases.purchase(product: product)
            while phone.connection.waiting < 2 { await Task.yield() }
            phone.connection.release()
            let before = try await switched.customerInfo
            #expect(before.entitlements.active.isEmpty)
            let info = try await bought.customerInfo
            #expect(info.originalAppUserId == bob)
            #expect(info.entitlements.active.keys.sorted() == ["pro"])
        }
    }

    @Test func `A relaunch forgets the calls that wait`() async throws {
        let answered = Locked(0)
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.connection.hold()
            purchases.logIn(alice) { _, _, _ in answered.withLock { $0 += 1 } }
            phone.relaunch()
            phone.connection.release()
            Purchases.configure(withAPIKey: "key")
            #expect(Purchases.shared.isAnonymous)
            _ = try await Purchases.shared.customerInfo()
            await withCheckedContinuation { continuation in
                Purchases.shared.getCustomerInfo { _, _ in continuation.resume() }
            }
        }
        #expect(answered.withLock { $0 } == 0)
    }

    @Test func `An async call that waits at a relaunch does not return`() async throws {
        let answered = Locked(0)
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.connection.hold()
            Task {
                _ = try? await purchases.logIn(alice)
                answered.withLock { $0 += 1 }
            }
            while phone.connection.waiting == 0 { await Task.yield() }
            phone.relaunch()
            phone.connection.release()
            Purchases.configure(withAPIKey: "key")
            _ = try await Purchases.shared.customerInfo()
        }
        #expect(answered.withLock { $0 } == 0)
    }

    @Test func `Configuring needs no network and answers at once`() async throws {
        phone.connection.hold()
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: alice)
            #expect(purchases.appUserID == alice)
            #expect(purchases.cachedCustomerInfo == nil)
            phone.connection.release()
            #expect(purchases.cachedCustomerInfo != nil)
            let info = try await purchases.customerInfo(fetchPolicy: .fromCacheOnly)
            #expect(info.id == alice)
        }
    }

    // MARK: Logging in and out

    @Test func `The ID in use costs no request and is not new`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            _ = try await purchases.logIn(alice)
            phone.grant("pro")
            let (info, created) = try await purchases.logIn(alice)
            #expect(!created)
            #expect(info.entitlements.active.isEmpty, "the answer comes from the cache")
        }
    }

    @Test func `A log-out in the style of handlers may have none`() {
        phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: alice)
            purchases.logOut(completion: nil)
            #expect(purchases.isAnonymous)
            purchases.restorePurchases()
            purchases.syncPurchases(completion: nil)
        }
    }

    @Test func `IDs of every shape do no harm`() async throws {
        let odd = [
            "é", "e\u{301}", "\u{1F600}", "a b", "\"", "\\", "%00",
            String(repeating: "ü", count: 100),
            "$RCAnonymousID:1df42e73e8ff4c36a19bc5b4d8ed7a1f", "\u{202E}abc",
        ]
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            for id in odd {
                let info = try? await purchases.logIn(id).customerInfo
                #expect(info != nil, "\(id)")
                #expect(purchases.appUserID.utf8.elementsEqual(id.utf8))
                #expect(purchases.isAnonymous == id.hasPrefix("$RCAnonymousID:"))
            }
        }
    }

    // MARK: Two devices, and other rules

    @Test func `Two devices of one user see the same`() async throws {
        let tablet = try world.installation("tablet")
        try await phone.use {
            Purchases.configure(withAPIKey: "key", appUserID: alice)
            let product = try #require(await Purchases.shared.products(["monthly"]).first)
            _ = try await Purchases.shared.purchase(product: product)
        }
        try await tablet.use {
            Purchases.configure(withAPIKey: "key")
            let (info, created) = try await Purchases.shared.logIn(alice)
            #expect(!created)
            #expect(info.entitlements.active.keys.sorted() == ["pro"])
        }
    }

    @Test(arguments: EveryProvider.keys(but: "revenuecat"))
    func `The façade runs over another provider's rules`(provider: String) async throws {
        let world = try SharedWorld(
            provider, catalogue: [.subscription("monthly", unlocks: ["pro"])])
        let phone = try world.installation("phone")
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            #expect(purchases.isAnonymous)
            let product = try #require(await purchases.products(["monthly"]).first)
            let (_, bought, _) = try await purchases.purchase(product: product)
            #expect(bought.entitlements.active.keys.sorted() == ["pro"])
            _ = try await purchases.logIn(id)
            #expect(purchases.appUserID == id)
            let line = Line(phone, facade: "revenuecat")
            let info = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(info.entitlements.active.keys.sorted() == line.view()?.entitlements)
            _ = try await purchases.logOut()
            #expect(purchases.isAnonymous)
            #expect(purchases.appUserID != id)
        }
    }

    @Test func `A refusal that only another provider knows is an unknown error of the server`()
        async throws
    {
        let world = try SharedWorld("nami", settings: ["switch": "refused"])
        let phone = try world.installation("phone")
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            _ = try await purchases.logIn(id)
            await #expect(throws: ErrorCode.unknownBackendError) {
                try await purchases.logIn("4" + id.dropFirst())
            }
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.logIn(id + " is none of Nami's")
            }
        }
    }
}
