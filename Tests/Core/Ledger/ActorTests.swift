// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

/// A user ID without an installation, as a server names it.
@Suite struct ActorTests {
    private func world(_ key: String, _ settings: [String: String] = [:]) throws -> World {
        World(rules: try #require(EveryProvider.mappings.provider(key)).rules(settings))
    }

    private func held(_ world: World, by id: UserID) -> [ProductID] {
        guard let user = world.ledger.user(id) else { return [] }
        let purchases = world.ledger.purchases(of: world.ledger.customer(of: user))
        return purchases.map(world.ledger.product(of:))
    }

    @Test(
        arguments: [
            (Action.open, Outcome.created), (.buy(Product("X")), .created), (.restore, .created),
            (.sync, .created), (.logIn("u2"), .created), (.grant("vip"), .created),
        ])
    func `What presents or gives something makes a customer of an ID that nobody has`(
        action: Action, outcome: Outcome
    ) throws {
        var world = try world("revenuecat")
        let decision = world.perform(action, as: .user("u1", "app_store:alice"))
        #expect(decision.outcome == outcome)
        #expect(world.ledger.user("u1") != nil)
        #expect(world.ledger.installations.isEmpty)
        #expect(world.ledger.violations(under: world.rules) == [])
    }

    @Test(
        arguments: [
            Action.check, .logOut, .install(nil), .reinstall, .configure("u2", nil),
            .use("app_store:bob"), .share("X", with: "A"), .delete("u2"), .store(.renew, "X"),
            .notify("X"), .own(Product("X")), .transfer("u1", to: "u2"), .expireGrant("vip"),
        ])
    func `What only looks, or belongs to an installation, makes none`(action: Action) throws {
        var world = try world("revenuecat")
        let decision = world.perform(action, as: .user("u1", "app_store:alice"))
        #expect(decision.refusal == .notInstalled)
        #expect(world.ledger.users.isEmpty && world.ledger.installations.isEmpty)
    }

    @Test func `An ID that the provider does not take is refused and makes nothing`() throws {
        var world = try world("revenuecat")
        #expect(world.perform(.open, as: .user("guest", nil)).refusal == .invalidIdentifier)
        #expect(world.ledger.users.isEmpty)
    }

    @Test func `A receipt says which store account presents, without one there is nothing`() throws
    {
        var world = try world("revenuecat")
        world.perform(.install("app_store:alice"), on: "A")
        world.perform(.own(Product("X")), on: "A")
        #expect(world.perform(.restore, as: .user("u1", nil)).outcome == .created)
        #expect(held(world, by: "u1") == [])
        #expect(
            world.perform(.restore, as: .user("u1", "app_store:alice")).outcome == .attached)
        #expect(held(world, by: "u1") == ["X"])
        #expect(world.perform(.buy(Product("Y")), as: .user("u1", nil)).refusal == .notInstalled)
    }

    @Test func `A purchase that is refused makes no customer, and the sale stands`() throws {
        var world = try world("revenuecat", ["restore": "keep"])
        world.perform(.buy(Product("X")), as: .user("u1", "app_store:alice"))
        let other = world.perform(.buy(Product("Y")), as: .user("u2", "app_store:alice"))
        #expect(other.refusal == .ownedByAnother)
        #expect(world.ledger.user("u2") == nil)
        #expect(world.ledger.purchases.count == 2)
        #expect(world.ledger.violations(under: world.rules) == [])
    }

    @Test(arguments: [("keep", ["X", "Y"], true), ("keep", ["X"], false)])
    func `Who is refused a purchase and gets another one is a customer`(
        behaviour: String, owned: [ProductID], isThere: Bool
    ) throws {
        var world = try world("revenuecat", ["restore": behaviour])
        world.perform(.install("play_store:al"), on: "A")
        world.perform(.logIn("u1"), on: "A")
        for product in owned.reversed() { world.perform(.own(Product(product)), on: "A") }
        world.perform(.buy(Product("X")), on: "A")
        let restored = world.perform(.restore, as: .user("u2", "play_store:al"))
        #expect(restored.refusal == .ownedByAnother)
        #expect((world.ledger.user("u2") != nil) == isThere)
        #expect(held(world, by: "u2") == (isThere ? ["Y"] : []))
    }

    @Test func `A log-in over the wire aliases as it does on a device, and moves no device`() throws
    {
        var world = try world("revenuecat")
        world.perform(.install(nil), on: "A")
        let installation = try #require(world.ledger.installation(on: "A"))
        let anonymous = world.ledger.current(of: installation)
        let decision = world.perform(
            .logIn("u1"), as: .user(world.ledger.id(of: anonymous), nil))
        #expect(decision.outcome == .aliased)
        #expect(world.ledger.current(of: installation) == anonymous)
        let customer = world.ledger.customer(of: anonymous)
        #expect(world.ledger.user("u1").map(world.ledger.customer(of:)) == customer)
    }

    @Test func `Nothing was seen or synchronised before`() throws {
        var world = try world("qonversion")
        world.perform(.install("app_store:alice"), on: "A")
        world.perform(.own(Product("X")), on: "A")
        for _ in 0..<2 {
            let decision = world.perform(.sync, as: .user("u1", "app_store:alice"))
            #expect(decision.rows.map { world.rules[$0].id }.contains("qonversion.present.2"))
        }
    }

    @Test func `An ID that was erased comes back by its next call, as on a device`() throws {
        var world = try world("revenuecat")
        world.perform(.open, as: .user("u1", nil))
        #expect(world.perform(.delete("u1"), as: .user("u1", nil)).outcome == .applied)
        let user = try #require(world.ledger.user("u1"))
        #expect(world.ledger.isNobody(user))
        #expect(world.perform(.grant("vip"), as: .user("u1", nil)).outcome == .created)
        #expect(!world.ledger.isNobody(user))
    }

    // MARK: - A store account by itself

    @Test func `A store account holds and renews purchases that nobody has shown the provider`()
        throws
    {
        var world = try world("revenuecat")
        let alice: Actor = .account("app_store:alice")
        #expect(world.perform(.own(Product("X")), as: alice).outcome == .applied)
        #expect(world.perform(.own(Product("X")), as: alice).outcome == .unchanged)
        #expect(world.perform(.store(.renew, "X"), as: alice).outcome == .applied)
        #expect(world.perform(.store(.cancel, "Y"), as: alice).outcome == .unchanged)
        #expect(
            world.perform(.change("X", to: Product("Y"), atRenewal: false), as: alice).outcome
                == .applied)
        #expect(world.ledger.users.isEmpty)
        // Whoever presents it gets it, as it is by then.
        world.perform(.restore, as: .user("u1", "app_store:alice"))
        #expect(held(world, by: "u1") == ["Y"])
        #expect(world.ledger.violations(under: world.rules).isEmpty)
    }

    @Test(
        arguments: [
            .open, .restore, .sync, .buy(Product("X")), .logIn("u1"), .logOut, .check,
            .install(nil), .configure("u1", nil), .reinstall, .grant("E"), .revoke("E"),
            .expireGrant("E"), .use("app_store:bob"), .share("X", with: "d"),
            .unshare("X", with: "d"), .transfer("u1", to: "u2"), .delete("u1"),
            .redeem("X", from: "u1"),
        ] as [Action])
    func `What needs an ID in use a store account cannot do`(action: Action) throws {
        for key in EveryProvider.keys {
            var world = try world(key)
            world.perform(.own(Product("X")), as: .account("app_store:alice"))
            let before = world.ledger
            #expect(world.perform(action, as: .account("app_store:alice")).refusal == .notInstalled)
            #expect(world.ledger == before)
        }
    }
}
