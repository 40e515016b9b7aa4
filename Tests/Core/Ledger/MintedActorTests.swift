// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

/// An anonymous ID without an installation, as a server names it.
@Suite struct MintedActorTests {
    private func world(_ key: String) throws -> World {
        World(rules: try #require(EveryProvider.mappings.provider(key)).rules())
    }

    private func customer(_ world: World, _ id: UserID) throws -> CustomerHandle {
        world.ledger.customer(of: try #require(world.ledger.minted(id, under: world.rules)))
    }

    @Test(arguments: EveryProvider.keys)
    func `An ID of any form becomes an anonymous user where it asks or presents something`(
        provider: String
    ) throws {
        var world = try world(provider)
        for id in ["testProd1", "guest", "QON_0123456789abcdef0123456789abcdef"] as [UserID] {
            #expect(world.perform(.open, as: .minted(id, nil)).outcome == .created)
            let user = try #require(world.ledger.minted(id, under: world.rules))
            #expect(world.ledger.isAnonymous(user) && world.ledger.id(of: user) == id)
            #expect(world.perform(.open, as: .minted(id, nil)).outcome != .created)
        }
        #expect(world.ledger.installations.isEmpty)
        #expect(world.ledger.violations(under: world.rules) == [])
    }

    @Test(arguments: [Action.check, .logOut, .delete("u1"), .install(nil), .expireGrant("vip")])
    func `What only looks, or belongs to an installation, makes no user`(action: Action) throws {
        var world = try world("qonversion")
        #expect(world.perform(action, as: .minted("u1", nil)).refusal == .notInstalled)
        #expect(world.ledger.users.isEmpty)
    }

    @Test func `A user and an identity of the same text are two, where anonymous IDs stand apart`()
        throws
    {
        var world = try world("qonversion")
        world.perform(.open, as: .minted("ann", nil))
        world.perform(.open, as: .minted("bob", nil))
        #expect(world.perform(.logIn("ann"), as: .minted("bob", nil)).outcome == .aliased)
        let (ann, bob) = (try customer(world, "ann"), try customer(world, "bob"))
        #expect(ann != bob)
        #expect(world.ledger.user("ann").map(world.ledger.customer(of:)) == bob)
        #expect(world.ledger.violations(under: world.rules) == [])
        // Each is erased by its own name.
        world.perform(.delete("ann"), as: .minted("ann", nil))
        #expect(world.ledger.liveCustomers == [bob])
    }

    @Test(arguments: EveryProvider.keys)
    func `A log-in of a user that the same call makes is what it is for a known one`(
        provider: String
    ) throws {
        var (fresh, known) = (try world(provider), try world(provider))
        known.perform(.open, as: .minted("u1", nil))
        let first = fresh.perform(
            .logIn("035b30e2-faf4-462d-aec3-caa0fbe26c49"), as: .minted("u1", nil))
        let later = known.perform(
            .logIn("035b30e2-faf4-462d-aec3-caa0fbe26c49"), as: .minted("u1", nil))
        #expect(first.refusal == later.refusal)
        #expect(first.rows == later.rows)
        #expect(fresh.ledger.liveCustomers.count == known.ledger.liveCustomers.count)
    }

    @Test(arguments: EveryProvider.keys, EveryProvider.keys)
    func `An anonymous ID that any provider's SDK made logs in under any rules as their own would`(
        provider: String, maker: String
    ) throws {
        let form = try #require(EveryProvider.mappings.provider(maker)).anonymous
        var own = try world(provider)
        var borrowed = World(rules: own.rules.minting(form).copied())
        #expect(borrowed.rules.identifiers.anonymous == form)
        let bits = FreshBits(high: 7, low: 8)
        let native = Actor.minted(own.rules.identifiers.anonymous.render(bits), nil)
        let id = form.render(bits)
        // A server names it as its provider does.
        let actor = form.isApart ? Actor.minted(id, nil) : .user(id, nil)
        let ann: UserID = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
        for action in [Action.open, .logIn(ann)] {
            let expected = own.perform(action, as: native)
            let decision = borrowed.perform(action, as: actor)
            #expect(decision.refusal == nil && decision.outcome == expected.outcome)
            #expect(decision.rows == expected.rows)
        }
        #expect(borrowed.ledger.user(id).map(borrowed.ledger.isAnonymous) == true)
        #expect(borrowed.ledger.user(ann).map(borrowed.ledger.isAnonymous) == false)
        #expect(borrowed.ledger.violations(under: borrowed.rules) == [])
    }

    @Test(arguments: EveryProvider.keys)
    func `What the rules mint is of the form that they are over`(maker: String) throws {
        let form = try #require(EveryProvider.mappings.provider(maker)).anonymous
        var borrowed = World(rules: try world("purchasely").rules.minting(form))
        borrowed.perform(.own(Product("X")), as: .account("app_store:s"))
        borrowed.perform(.notify("X"), as: .account("app_store:s"))
        let customer = try #require(borrowed.ledger.liveCustomers.first)
        let user = borrowed.ledger.original(of: customer)
        let text = borrowed.ledger.id(of: user).text
        #expect(form.pattern?.matches(text.utf8) == true, "\(text)")
        #expect(borrowed.ledger.isAnonymous(user))
        #expect(borrowed.ledger.isApart(user) == form.isApart)
    }

    @Test func `Rules about user IDs judge what an app gives, and no ID that an SDK made`() throws {
        let form = try #require(EveryProvider.mappings.provider("revenuecat")).anonymous
        let id = form.render(FreshBits(high: 7, low: 8))
        var own = try world("nami")
        var borrowed = World(rules: own.rules.minting(form))
        #expect(own.perform(.open, as: .user(id, nil)).refusal == .invalidIdentifier)
        #expect(borrowed.perform(.open, as: .user(id, nil)).outcome == .created)
        for other in ["guest", "$RCAnonymousID:1"] as [UserID] {
            let decision = borrowed.perform(.open, as: .user(other, nil))
            #expect(decision.refusal == .invalidIdentifier)
            #expect(decision.identifierRules == ["nami.id.2"])
        }
    }

    @Test func `An anonymous ID is known by its text, also where later ones stand apart`() throws {
        let form = try #require(EveryProvider.mappings.provider("qonversion")).anonymous
        var world = try world("revenuecat")
        world.perform(.open, as: .minted("u1", nil))
        world.perform(.open, as: .user("ann", nil))
        let later = world.rules.minting(form)
        #expect(world.ledger.minted("u1", under: later) == world.ledger.user("u1"))
        #expect(world.ledger.minted("ann", under: later) == nil)
    }

    @Test(arguments: [("stripe:s", 1), ("app_store:s", 1)] as [(StoreAccount, Int)])
    func `A sale that nobody has told of goes to the user that a server names, and once`(
        account: StoreAccount, count: Int
    ) throws {
        var world = try world("qonversion")
        world.perform(.own(Product("X")), as: .account(account))
        for id in ["u1", "u2"] as [UserID] {
            world.perform(.buy(Product("X")), as: .minted(id, account))
        }
        #expect(world.ledger.purchases.count == 1)
        #expect(world.ledger.purchases(of: try customer(world, "u1")).count == count)
        #expect(world.ledger.purchases(of: try customer(world, "u2")).isEmpty)
    }
}
