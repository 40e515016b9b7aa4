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
