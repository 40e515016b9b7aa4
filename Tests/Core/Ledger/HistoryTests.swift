// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

@Suite struct HistoryTests {
    private func world() throws -> World {
        var world = World(
            rules: try #require(EveryProvider.mappings.provider("revenuecat")).rules())
        world.perform(.install("app_store:alice"), on: "A")
        world.perform(.buy(Product("X")), on: "A")
        world.perform(.logIn("u1"), on: "A")
        world.perform(.check, on: "A")
        world.perform(.install("app_store:alice"), on: "B")
        world.perform(.logIn("u2"), on: "B")
        world.perform(.restore, on: "B")
        world.perform(.store(.expire, "X"), on: "B")
        return world
    }

    @Test func `The history of an ID says what happened, by which rule`() throws {
        let history = try world().history(of: "u1")
        #expect(history.map(\.sequence) == [2, 6])
        #expect(history[0].action == "log in")
        #expect(history[0].rules == ["revenuecat.identify.2"])
        #expect(
            history[0].events == [
                "u1 joined the customer $RCAnonymousID:00000000000000000000000000000001.",
                "A uses u1.",
            ])
    }

    @Test func `The history of a purchase names its owners`() throws {
        let world = try world()
        let purchase = try #require(world.ledger.purchases(of: "app_store:alice").first)
        let history = world.history(of: purchase)
        #expect(history.map(\.action) == ["buy", "restore", "expire"])
        #expect(history[1].events == ["X went from u1 to u2."])
        #expect(history[1].rules == ["revenuecat.claim.5"])
        #expect(
            history[2].events == [
                "At the store X is expired.", "The provider knows that X is expired.",
            ])
    }

    @Test func `An ID that nobody has has no history`() throws {
        #expect(try world().history(of: "u9").isEmpty)
    }

    @Test func `A history tells of an undoing`() throws {
        var world = World(
            rules: try #require(EveryProvider.mappings.provider("revenuecat")).rules())
        world.perform(.configure("u1", nil), on: "B")
        world.perform(.install(nil), on: "A")
        world.perform(.logIn("u1"), on: "A")
        try world.undoMerge(of: 2)
        let last = try #require(world.history(of: "u1").last)
        #expect(last.device == nil)
        #expect(last.action == "undo the merge of entry 2")
        #expect(last.events.first?.contains("A merge was undone") == true)
    }
}
