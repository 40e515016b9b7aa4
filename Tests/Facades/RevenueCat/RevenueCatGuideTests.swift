// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// The page "Identifying Customers": its code blocks, word for word, and its tables.
///
/// Source: https://www.revenuecat.com/docs/customers/user-ids, read 2026-11-21.
@Suite struct RevenueCatGuideTests {
    private let alice = "alice-035b30e2"
    private let bob = "bob-faf4462d"
    private let mixed = "gUEST"
    // The page writes its placeholders in this way.
    private let my_api_key = "appl_key"
    private let my_app_user_id = "3f2c8a5e-6d0f-4d7e-9f52-7b1f0d1a9c11"

    private func world(_ settings: [String: String] = [:]) throws -> SharedWorld {
        try SharedWorld(
            "revenuecat", settings: settings,
            catalogue: [
                .subscription("monthly", unlocks: ["pro"]), .subscription("X"), .subscription("Y"),
            ])
    }

    // MARK: Code blocks

    @Test func `Without an ID the SDK makes an anonymous one and remembers it`() async throws {
        let phone = try world().installation("phone")
        try await phone.use {
            Purchases.configure(withAPIKey: my_api_key)

            #expect(Purchases.shared.isAnonymous)
            let id = Purchases.shared.appUserID
            #expect(id.hasPrefix("$RCAnonymousID:"))
            #expect(id.utf8.count == 47)
            phone.relaunch()
            Purchases.configure(withAPIKey: my_api_key)
            #expect(Purchases.shared.appUserID == id)
            phone.reinstall()
            Purchases.configure(withAPIKey: my_api_key)
            #expect(Purchases.shared.appUserID != id, "a reinstall makes another")
            #expect(Purchases.shared.isAnonymous)
            let info = try await Purchases.shared.customerInfo()
            #expect(info.originalAppUserId == Purchases.shared.appUserID)
        }
    }

    @Test func `An ID that is given at configuration is in use from the start`() async throws {
        let world = try world()
        let phone = try world.installation("phone")
        try await phone.use {
            Purchases.configure(withAPIKey: my_api_key, appUserID: my_app_user_id)

            #expect(Purchases.shared.appUserID == my_app_user_id)
            #expect(!Purchases.shared.isAnonymous)
            let info = try await Purchases.shared.customerInfo()
            #expect(info.originalAppUserId == my_app_user_id)
        }
        #expect(world.world.ledger.users.count == 1, "no anonymous ID is made")
    }

    @Test func `An ID can be given later, by logging in`() throws {
        let phone = try world().installation("phone")
        phone.use {
            // Configure Purchases on app launch
            Purchases.configure(withAPIKey: my_api_key)
            // ...
            // Later log in provided user Id
            Purchases.shared.logIn(my_app_user_id) { (customerInfo, created, error) in
                // customerInfo updated for my_app_user_id
            }

            #expect(Purchases.shared.appUserID == my_app_user_id)
            #expect(!Purchases.shared.isAnonymous)
            #expect(Purchases.shared.cachedCustomerInfo != nil)
        }
    }

    @Test func `The handler of a log-in gets the customer, whether the ID is new, and no error`()
        async throws
    {
        let world = try world()
        for (device, isNew) in [("phone", true), ("tablet", false)] {
            let device = try world.installation(device)
            await device.use {
                Purchases.configure(withAPIKey: my_api_key)
                let said = await withCheckedContinuation { continuation in
                    Purchases.shared.logIn(my_app_user_id) { (customerInfo, created, error) in
                        MainActor.assertIsolated()
                        continuation.resume(
                            returning: (customerInfo?.originalAppUserId, created, error?.code))
                    }
                }
                #expect(said.0?.hasPrefix("$RCAnonymousID:") == true)
                #expect(said.1 == isNew)
                #expect(said.2 == nil)
            }
        }
    }

    // MARK: logIn() method alias behavior

    /// A device that has bought something, with the ID that it used before.
    private func buyer(
        _ device: String, of product: String, as id: String? = nil, in world: SharedWorld
    ) async throws -> Installation {
        let device = try world.installation(device)
        try await device.use {
            Purchases.configure(withAPIKey: my_api_key, appUserID: id)
            let products = await Purchases.shared.products([product])
            _ = try await Purchases.shared.purchase(product: try #require(products.first))
        }
        return device
    }

    @Test func `Row 1: to an ID that does not exist, the anonymous customer is merged`()
        async throws
    {
        let phone = try await buyer("phone", of: "X", in: try world())
        try await phone.use {
            let anonymous = Purchases.shared.appUserID
            let (info, created) = try await Purchases.shared.logIn(my_app_user_id)
            #expect(created)
            #expect(Set(info.entitlements.active.keys) == ["X"])
            #expect(info.originalAppUserId == anonymous, "the customer was first known by it")
        }
    }

    @Test func `Row 2: to an ID without an anonymous alias, the anonymous customer is merged`()
        async throws
    {
        let world = try world()
        _ = try await buyer("phone", of: "X", as: my_app_user_id, in: world)
        let tablet = try await buyer("tablet", of: "Y", in: world)
        try await tablet.use {
            let (info, created) = try await Purchases.shared.logIn(my_app_user_id)
            #expect(!created)
            #expect(Set(info.entitlements.active.keys) == ["X", "Y"])
            #expect(info.originalAppUserId == my_app_user_id)
        }
    }

    @Test func `Row 3: to an ID with an anonymous alias, the device only goes over`() async throws {
        let world = try world()
        let phone = try await buyer("phone", of: "X", in: world)
        _ = try await phone.use { try await Purchases.shared.logIn(my_app_user_id) }
        let tablet = try await buyer("tablet", of: "Y", in: world)
        try await tablet.use {
            let (info, created) = try await Purchases.shared.logIn(my_app_user_id)
            #expect(!created)
            #expect(Set(info.entitlements.active.keys) == ["X"], "Y waits for a restore")
            let restored = try await Purchases.shared.restorePurchases()
            #expect(Set(restored.entitlements.active.keys) == ["X", "Y"])
        }
    }

    @Test func `Row 4: from a custom ID, the device only goes over`() async throws {
        let phone = try await buyer("phone", of: "X", as: my_app_user_id, in: try world())
        try await phone.use {
            let (info, created) = try await Purchases.shared.logIn(bob)
            #expect(created, "it is created automatically")
            #expect(info.entitlements.active.isEmpty)
            #expect(info.originalAppUserId == bob)
        }
    }

    // MARK: Best practice

    @Test func `Logging out makes a new anonymous ID and leaves the entitlements behind`()
        async throws
    {
        let phone = try await buyer("phone", of: "X", in: try world())
        try await phone.use {
            let first = Purchases.shared.appUserID
            _ = try await Purchases.shared.logIn(my_app_user_id)
            let info = try await Purchases.shared.logOut()
            #expect(info.entitlements.active.isEmpty)
            #expect(Purchases.shared.isAnonymous)
            #expect(Purchases.shared.appUserID != first)
            let back = try await Purchases.shared.logIn(my_app_user_id)
            #expect(Set(back.customerInfo.entitlements.active.keys) == ["X"])
        }
    }

    @Test func `Switching accounts takes a log-in and no log-out`() async throws {
        let world = try world()
        let phone = try await buyer("phone", of: "X", in: world)
        try await phone.use {
            let first = try await Purchases.shared.logIn(alice)
            #expect(Set(first.customerInfo.entitlements.active.keys) == ["X"])
            let second = try await Purchases.shared.logIn(bob)
            #expect(second.customerInfo.entitlements.active.isEmpty)
            #expect(Purchases.shared.appUserID == bob)
            let again = try await Purchases.shared.logIn(alice)
            #expect(Set(again.customerInfo.entitlements.active.keys) == ["X"])
            #expect(!again.created)
        }
        #expect(world.world.ledger.users.count == 3, "one anonymous ID, and the two accounts")
    }

    @Test func `With custom IDs only, no anonymous ID is ever seen`() async throws {
        let world = try world()
        let phone = try await buyer("phone", of: "X", as: "alice-035b30e2", in: world)
        let tablet = try world.installation("tablet")
        try await phone.use {
            // The account changes: log in, and never log out.
            _ = try await Purchases.shared.logIn(bob)
            #expect(!Purchases.shared.isAnonymous)
            phone.relaunch()
            Purchases.configure(withAPIKey: my_api_key, appUserID: alice)
            #expect(!Purchases.shared.isAnonymous)
            phone.reinstall()
            Purchases.configure(withAPIKey: my_api_key, appUserID: alice)
            let info = try await Purchases.shared.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(Set(info.entitlements.active.keys) == ["X"], "no restore is needed")
        }
        try await tablet.use {
            Purchases.configure(withAPIKey: my_api_key, appUserID: alice)
            let info = try await Purchases.shared.customerInfo()
            #expect(Set(info.entitlements.active.keys) == ["X"])
        }
        let ledger = world.world.ledger
        let anonymous = ledger.users.indices.filter { number in
            ledger.id(of: UserHandle(number)).text.hasPrefix("$RCAnonymousID:")
        }
        // A reinstall of the simulation is a first launch without an ID; the app never sees that one.
        #expect(anonymous.count <= 1)
    }

    // MARK: Tips for setting App User IDs

    static let blocked = [
        "no_user", "null", "none", "nil", "(null)", "NaN", "\u{0}", "", "unidentified", "undefined",
        "unknown", "anonymous", "guest", "-1", "0", "[]", "{}", "[object Object]", "a/b",
    ]

    @Test(arguments: blocked)
    func `A blocked ID is refused with error 14, and nothing changes`(id: String) async throws {
        let phone = try world().installation("phone")
        await phone.use {
            Purchases.configure(withAPIKey: my_api_key)
            let before = Purchases.shared.appUserID
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await Purchases.shared.logIn(id)
            }
            #expect(Purchases.shared.appUserID == before)
        }
    }

    @Test(arguments: [(100, true), (101, false), (10_000, false)])
    func `An ID may have up to 100 characters`(length: Int, isTaken: Bool) async throws {
        let phone = try world().installation("phone")
        await phone.use {
            Purchases.configure(withAPIKey: my_api_key)
            let id = String(repeating: "x", count: length)
            let result = await Result { try await Purchases.shared.logIn(id) }
            #expect((try? result.get()) != nil || !isTaken)
            #expect((Purchases.shared.appUserID == id) == isTaken)
        }
    }

    @Test func `IDs are case-sensitive`() async throws {
        let phone = try world().installation("phone")
        try await phone.use {
            Purchases.configure(withAPIKey: my_api_key, appUserID: mixed.capitalized)
            let (_, created) = try await Purchases.shared.logIn(mixed)
            #expect(created)
        }
    }
}

extension Result where Failure == any Error {
    /// What a call returned or threw.
    fileprivate init(_ call: () async throws -> Success) async {
        do {
            self = .success(try await call())
        } catch {
            self = .failure(error)
        }
    }
}
