// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

@Suite struct UndoTests {
    private func world(_ provider: String, _ settings: [String: String] = [:]) throws -> World {
        World(rules: try #require(EveryProvider.mappings.provider(provider)).rules(settings))
    }

    private func access(_ world: World, _ device: DeviceID) -> [EntitlementID] {
        world.access(on: device).entitlements
    }

    /// A buys X anonymously; u1 exists from elsewhere and holds Y; A logs in to u1 and both merge.
    private func merged() throws -> World {
        var world = try world("revenuecat")
        world.perform(.configure("u1", nil), on: "B")
        world.perform(.buy(Product("Y")), on: "B")
        world.perform(.install(nil), on: "A")
        world.perform(.buy(Product("X")), on: "A")
        #expect(world.perform(.logIn("u1"), on: "A").outcome == .aliased)
        #expect(access(world, "B") == ["X", "Y"])
        return world
    }

    @Test func `A merge undone gives both customers back what they held`() throws {
        var world = try merged()
        try world.undoMerge(of: 4)
        #expect(world.ledger.violations(under: world.rules) == [])
        #expect(access(world, "B") == ["Y"])
        // The device keeps its ID, which is u1.
        #expect(access(world, "A") == ["Y"])
        let anonymous = try #require(world.ledger.liveCustomers.last)
        #expect(world.ledger.purchases(of: anonymous).map(world.ledger.product(of:)) == ["X"])
        #expect(world.replayed() == world.ledger)
    }

    @Test func `What was bought since goes with the ID that was in use`() throws {
        var world = try merged()
        world.perform(.buy(Product("Z")), on: "B")
        try world.undoMerge(of: 4)
        #expect(access(world, "B") == ["Y", "Z"])
        let anonymous = try #require(world.ledger.liveCustomers.last)
        #expect(world.ledger.purchases(of: anonymous).map(world.ledger.product(of:)) == ["X"])
    }

    @Test func `What was bought since under an absorbed ID goes with it`() throws {
        // An anonymous restore makes one customer of two anonymous ones; the younger is absorbed.
        var world = try world("revenuecat")
        world.perform(.install("app_store:alice"), on: "A")
        world.perform(.buy(Product("X")), on: "A")
        world.perform(.install("app_store:alice"), on: "B")
        #expect(world.perform(.restore, on: "B").outcome == .aliased)
        world.perform(.grant("gift"), on: "B")
        world.perform(.buy(Product("C", .consumable)), on: "B")
        #expect(access(world, "A") == ["C", "X", "gift"])
        try world.undoMerge(of: 3)
        #expect(access(world, "A") == ["X"])
        #expect(access(world, "B") == ["C", "gift"])
    }

    @Test func `Each has its own original ID again`() throws {
        var world = try merged()
        let user = try #require(world.ledger.user("u1"))
        try world.undoMerge(of: 4)
        for customer in world.ledger.liveCustomers {
            #expect(
                world.ledger.aliases(of: customer).contains(world.ledger.original(of: customer)))
        }
        let owner = world.ledger.customer(of: user)
        #expect(world.ledger.aliases(of: owner) == [user])
    }

    @Test func `Only a merge can be undone, and only once`() throws {
        var world = try merged()
        #expect(throws: UndoError.noMerge(0)) { try world.undoMerge(of: 0) }
        #expect(throws: UndoError.noMerge(99)) { try world.undoMerge(of: 99) }
        #expect(throws: UndoError.noMerge(-1)) { try world.undoMerge(of: -1) }
        try world.undoMerge(of: 4)
        let before = world.ledger
        #expect(throws: UndoError.alreadyUndone(4)) { try world.undoMerge(of: 4) }
        #expect(world.ledger == before)
    }

    @Test func `A grant to somebody else since does not hold back one that goes back`() throws {
        var world = try world("revenuecat")
        world.perform(.configure("u1", nil), on: "B")
        world.perform(.install(nil), on: "A")
        world.perform(.grant("pro"), on: "A")
        world.perform(.logIn("u1"), on: "A")
        world.perform(.install(nil), on: "C")
        world.perform(.grant("pro"), on: "C")
        try world.undoMerge(of: 3)
        #expect(access(world, "A") == [])
        let anonymous = try #require(world.ledger.liveCustomers.dropFirst().first)
        #expect(world.ledger.grants[anonymous]?.count == 1)
    }

    @Test func `What the merging action itself gained goes with the ID that was in use`() throws {
        var world = try world("revenuecat")
        world.perform(.install("app_store:alice"), on: "A")
        world.perform(.buy(Product("X")), on: "A")
        world.perform(.install("app_store:alice"), on: "B")
        world.perform(.own(Product("Y")), on: "B")
        #expect(world.perform(.restore, on: "B").outcome == .aliased)
        #expect(access(world, "A") == ["X", "Y"])
        try world.undoMerge(of: 4)
        #expect(access(world, "A") == ["X"])
        #expect(access(world, "B") == ["Y"])
    }

    @Test func `A merge that followed an undoing is another merge`() throws {
        var world = try merged()
        try world.undoMerge(of: 4)
        world.perform(.install("app_store:A"), on: "C")
        world.perform(.configure("u1", nil), on: "C")
        #expect(world.perform(.restore, on: "C").outcome == .aliased)
        #expect(throws: UndoError.alreadyUndone(4)) { try world.undoMerge(of: 4) }
        try world.undoMerge(of: 8)
        #expect(world.ledger.violations(under: world.rules) == [])
        #expect(access(world, "B") == ["Y"])
    }

    @Test func `A merge inside a later merge can be undone by itself`() throws {
        var world = try merged()
        // The customer of both is absorbed in its turn when its purchases are shared.
        var shared = try self.world("revenuecat", ["restore": "share"])
        for entry in world.log {
            if case .request(let request) = entry.cause { shared.perform(request) }
        }
        shared.perform(.install("app_store:B"), on: "C")
        shared.perform(.logIn("u2"), on: "C")
        #expect(shared.perform(.restore, on: "C").outcome == .aliased)
        #expect(access(shared, "C") == ["X", "Y"])
        try shared.undoMerge(of: 4)
        #expect(shared.ledger.violations(under: shared.rules) == [])
        #expect(access(shared, "C") == ["Y"])
        world = shared
    }
}
