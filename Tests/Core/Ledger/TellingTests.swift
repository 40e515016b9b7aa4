// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

/// What providers tell of an action.
@Suite struct TellingTests {
    private func world(_ key: String, _ settings: [String: String] = [:]) throws -> World {
        World(rules: try #require(EveryProvider.mappings.provider(key)).rules(settings))
    }

    /// What the last of these actions makes the provider send.
    private func messages(
        _ world: inout World, _ actions: [(DeviceID, Action)]
    ) -> [Message] {
        var messages: [Message] = []
        for (device, action) in actions {
            let request = world.numbered(action, by: .device(device))
            messages = world.performTelling(request).telling.messages
        }
        return messages
    }

    @Test(arguments: EveryProvider.all)
    func `Every webhook event is told by some row, or listed as one that nothing causes`(
        provider: Provider
    ) throws {
        let mappings = EveryProvider.mappings
        let vocabulary = try #require(mappings.vocabularies[provider.key])
        let webhooks = Set(
            vocabulary.entries.filter { $0.list == "events" && !$0.formats.isEmpty }.map(\.name))
        let told = Set(provider.rulebook.rows.flatMap(\.notices).flatMap(\.names))
        let untold = provider.rulebook.untold.map(\.event)
        #expect(told.union(untold) == webhooks)
        #expect(told.isDisjoint(with: untold))
        #expect(Set(untold).count == untold.count)
        #expect(provider.rulebook.untold.allSatisfy { $0.why.hasSuffix(".") })
        #expect(!told.isEmpty)
    }

    @Test func `A transfer is told once, and names all IDs of both customers`() throws {
        var world = try world("revenuecat")
        let sent = messages(
            &world,
            [
                ("A", .install("app_store:alice")), ("A", .logIn("u1")), ("A", .buy(Product("X"))),
                ("A", .buy(Product("Y"))), ("B", .install("app_store:alice")), ("B", .logIn("u2")),
                ("B", .restore),
            ])
        #expect(sent.map(\.name) == ["TRANSFER"])
        #expect(sent.first?.from.count == 2 && sent.first?.from.last == "u1")
        #expect(sent.first?.to.count == 2 && sent.first?.to.last == "u2")
        #expect(sent.first.map { world.rules[$0.row].table } == .tell)
    }

    @Test func `An alias tells nothing, and a log-in that takes purchases along tells four events`()
        throws
    {
        let actions: [(DeviceID, Action)] = [
            ("A", .install(nil)), ("A", .buy(Product("X"))), ("A", .logIn("u1")),
        ]
        var aliasing = try world("revenuecat")
        #expect(messages(&aliasing, actions) == [])
        var carrying = try world("purchasely")
        let sent = messages(&carrying, actions)
        #expect(
            sent.map(\.name) == [
                "DEACTIVATE", "ACTIVATE", "SUBSCRIPTION_TRANSFERRED", "SUBSCRIPTION_RECEIVED",
            ])
        #expect(sent.map(\.to) == [sent[0].to, ["u1"], sent[0].to, ["u1"]])
        #expect(sent[0].to != ["u1"] && sent.allSatisfy(\.from.isEmpty))
    }

    @Test func `Qonversion's events name the user, whatever identity it has`() throws {
        var world = try world("qonversion")
        let sent = messages(
            &world,
            [("A", .install(nil)), ("A", .logIn("u1")), ("A", .buy(Product("X")))])
        let installation = try #require(world.ledger.installation(on: "A"))
        let own = try #require(world.ledger.own(of: installation))
        #expect(sent.map(\.name) == ["subscription_started"])
        #expect(sent.first?.to == [world.ledger.id(of: own)])
    }

    @Test(
        arguments: [
            ("revenuecat", true, ["INITIAL_PURCHASE"]),
            ("qonversion", false, ["subscription_started"]),
            ("qonversion", true, ["trial_started"]),
            (
                "purchasely", false, ["ACTIVATE", "SUBSCRIPTION_STARTED", "TRANSACTION_PROCESSED"]
            ),
            ("purchasely", true, ["ACTIVATE", "SUBSCRIPTION_STARTED", "TRIAL_STARTED"]),
            ("nami", false, ["user.subscription.purchased"]),
            ("nami", true, ["user.subscription.purchased", "user.journey.trial.started"]),
        ] as [(String, Bool, [String])])
    func `A free trial is told in place of an event, beside it, or not at all`(
        key: String, isTrial: Bool, names: [String]
    ) throws {
        var world = try world(key)
        let sent = messages(&world, [("A", .install(nil)), ("A", .buy(Product("X")))])
        let told = sent.flatMap { $0.told(isTrial: isTrial, convertsTrial: false) }
        #expect(told.map(\.name) == names)
        #expect(Set(told.map(\.to)).count == 1 && Set(told.map(\.row)).count == 1)
    }

    @Test(
        arguments: [
            ("revenuecat", true, ["RENEWAL"]), ("qonversion", false, ["subscription_renewed"]),
            ("qonversion", true, ["trial_converted"]),
            ("nami", true, ["user.subscription.renewed", "user.journey.trial.converted"]),
            (
                "purchasely", true,
                ["ACTIVATE", "SUBSCRIPTION_RENEWED", "TRIAL_CONVERTED", "TRANSACTION_PROCESSED"]
            ),
        ] as [(String, Bool, [String])])
    func `The first payment after a free trial is told as the provider tells it`(
        key: String, convertsTrial: Bool, names: [String]
    ) throws {
        var world = try world(key)
        let sent = messages(
            &world,
            [("A", .install(nil)), ("A", .buy(Product("X"))), ("A", .store(.renew, "X"))])
        let told = sent.flatMap { $0.told(isTrial: false, convertsTrial: convertsTrial) }
        #expect(told.map(\.name) == names)
    }

    @Test func `What the provider has not seen, it does not tell of`() throws {
        for key in EveryProvider.keys {
            var world = try world(key)
            let sent = messages(
                &world,
                [
                    ("A", .install("stripe:web")), ("A", .own(Product("X"))),
                    ("A", .store(.renew, "X")),
                ])
            #expect(sent == [], "\(key)")
        }
    }

    @Test(
        arguments: [
            ("revenuecat", ["SUBSCRIPTION_PAUSED"], ["SUBSCRIPTION_PAUSED", "EXPIRATION"]),
            ("purchasely", ["SUBSCRIPTION_WILL_PAUSE"], ["DEACTIVATE", "SUBSCRIPTION_PAUSED"]),
            ("nami", [], ["user.subscription.paused"]), ("qonversion", [], []),
        ] as [(String, [String], [String])])
    func `A pause that is only set is told as the provider announces it, and changes nothing`(
        key: String, ahead: [String], atOnce: [String]
    ) throws {
        var world = try world(key)
        _ = messages(&world, [("A", .install("play_store:p")), ("A", .buy(Product("X")))])
        let before = world.ledger
        let request = world.numbered(.store(.pause, "X"), by: .device("A"))
        let told = world.tellingAhead(of: request, under: [world.rules]).flatMap(\.messages)
        #expect(told.map(\.name) == ahead)
        #expect(world.ledger == before)
        let sent = messages(&world, [("A", .store(.pause, "X"))])
        #expect(sent.map(\.name) == atOnce)
        let again = sent.filter(\.isToldAhead).map(\.name)
        #expect(again == ahead.filter(atOnce.contains))
    }

    @Test func `A change that waits is announced, and what it was is told at the renewal`() throws {
        var world = try world("revenuecat")
        let waiting = Action.change("X", to: Product("Y"), atRenewal: true)
        let announced = messages(
            &world, [("A", .install(nil)), ("A", .buy(Product("X"))), ("A", waiting)])
        #expect(announced.map(\.name) == ["PRODUCT_CHANGE"])
        #expect(messages(&world, [("A", .store(.renew, "X"))]).map(\.name) == ["RENEWAL"])
    }
}
