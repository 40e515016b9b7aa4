// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

/// What a webhook event means is stated once: in the vocabulary, where readers find it.
@Suite struct WebhookEventsTests {
    private static let mappings = Result { try Mappings.load() }

    private func entry(
        _ key: String, _ name: String, means word: String
    ) throws -> Vocabulary.Entry {
        let vocabulary = try #require(try Self.mappings.get().vocabularies[key])
        return try #require(
            vocabulary.entries.first {
                $0.list == "events" && $0.name == name && $0.word == word && !$0.isAside
            }, "\(name) is not \(word)")
    }

    @Test(arguments: EveryProvider.keysWithFormats)
    func `Every event that a reader knows has an entry of the same meaning`(key: String) throws {
        let readers = try #require(try Self.mappings.get().formats[key]).readers
        let telling = readers.filter { $0.order == .events }
        for reader in telling {
            #expect(!reader.events.isEmpty)
            for event in reader.events {
                let entry = try entry(key, event.name, means: event.event.rawValue)
                #expect(!entry.formats.isEmpty)
                #expect(entry.conditions.map(\.path) == event.conditions.map(\.path.description))
                #expect(entry.conditions.map(\.values) == event.conditions.map(\.values))
            }
        }
        #expect(readers.allSatisfy { ($0.order == .events) == !$0.events.isEmpty })
    }

    @Test func `The number of names and meanings that readers know`() throws {
        let mappings = try Self.mappings.get()
        let counts = mappings.formats.mapValues { $0.readers.map(\.events.count).filter { $0 > 0 } }
        let expected = [
            "nami": [19], "purchasely": [43, 13], "qonversion": [19], "revenuecat": [29, 29],
        ]
        for (key, count) in expected { #expect(counts[key] == count, "\(key)") }
    }

    @Test(
        arguments: [
            ("CANCELLATION", [.revoked, .refunded, .billingProblem, .cancelled]),
            ("EXPIRATION", [.paused, .trialExpired, .expired]),
            ("INITIAL_PURCHASE", [.trialStarted, .purchased]), ("TRANSFER", [.transferredTo]),
            ("RENEWAL", [.trialConverted, .renewed]), ("BILLING_ISSUE", [.billingProblem]),
        ] as [(String, [NeutralEvent])])
    func `Conditions are asked in their order, and a name without one comes last`(
        name: String, events: [NeutralEvent]
    ) throws {
        for id in ["revenuecat.webhooks", "revenuecat.webhooks-bare"] {
            let readers = try #require(try Self.mappings.get().formats["revenuecat"]).readers
            let reader = try #require(readers.first { $0.id == id })
            let rules = reader.events.filter { $0.name == name }
            #expect(rules.map(\.event) == events)
            #expect(rules.dropLast().allSatisfy { !$0.conditions.isEmpty })
            #expect(rules.last?.conditions.isEmpty == true)
        }
    }

    @Test(
        arguments: [
            ("purchasely", "PURCHASE_TRANSFERRED", "transferred-to", "inferred"),
            ("nami", "device.transaction", "ignored", "documented"),
            ("purchasely", "SUBSCRIPTION_TRANSFERRED", "transferred-from", "documented"),
        ])
    func `A name that two tables read differently has one meaning`(
        key: String, name: String, word: String, authority: String
    ) throws {
        #expect(try entry(key, name, means: word).authority == authority)
        let entries = try #require(try Self.mappings.get().vocabularies[key]).entries
        #expect(entries.count { $0.name == name } == 1)
    }

    @Test(
        arguments: [
            ("revenuecat", "TRANSFER", true), ("revenuecat", "transfer", false),
            ("nami", "login", false), ("nami", "purchase.updated", true),
            ("purchasely", "IN_APP_PURCHASED", false), ("qonversion", "trialStarted", false),
            ("qonversion", "trial_started", true), ("nami", "no.such", false),
        ])
    func `Webhook events are told from events in the app and from filters`(
        key: String, name: String, isWebhook: Bool
    ) throws {
        let vocabulary = try #require(try Self.mappings.get().vocabularies[key])
        #expect(vocabulary.isWebhookEvent(name) == isWebhook)
    }

    @Test func `A note says when a name has a meaning`() throws {
        let entry = try entry("revenuecat", "CANCELLATION", means: "refunded")
        #expect(
            entry.note
                == "when cancel_reason is CUSTOMER_SUPPORT; a refund of the latest period; the price "
                + "is negative")
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        var file = "revenuecat/vocabulary.json"
        let entry: String
        let text: String
        let replacement: String
        let reason: String

        var testDescription: String { reason }
    }

    private static let webhooks = "\"formats\": [\"revenuecat.webhooks\"]"
    private static func id(_ entry: String) -> String { "revenuecat.events.\(entry)" }

    @Test(
        arguments: [
            Damage(
                entry: id("test.1"), text: "\"name\": \"TEST\", \(webhooks)",
                replacement: "\"name\": \"TEST\", \"formats\": [\"revenuecat.hooks\"]",
                reason:
                    "\"formats\" names no reader with events of its own: \"revenuecat.hooks\"; there "
                    + "are: revenuecat.webhooks"),
            Damage(
                entry: id("test.1"), text: "\"name\": \"TEST\", \(webhooks)",
                replacement: "\"name\": \"TEST\", \"formats\": [\"revenuecat.webhooks-bare\"]",
                reason: "names no reader with events of its own: \"revenuecat.webhooks-bare\""),
            Damage(
                entry: id("test.1"), text: "\"name\": \"TEST\", \(webhooks)",
                replacement: "\"name\": \"TEST\", \"formats\": [\"revenuecat.export-v5\"]",
                reason: "names no reader with events of its own: \"revenuecat.export-v5\""),
            Damage(
                entry: id("uncancelled.1"), text: "\"UNCANCELLATION\"",
                replacement: "\"EXPIRATION\"",
                reason:
                    "never asks it: \"revenuecat.events.expired.1\" of the same name has no \"when\""
            ),
            Damage(
                entry: id("revoked.1"),
                text: "\"priority\": 2, \"authority\": \"documented\", "
                    + "\"source\": \"webhooks\", \"note\": \"a refund",
                replacement: "\"priority\": 1, \"authority\": \"documented\", "
                    + "\"source\": \"webhooks\", \"note\": \"a refund",
                reason: "both have a \"when\"; give each a \"priority\""),
            Damage(
                entry: id("access-ended.1"), text: "\"name\": \"EXPIRATION\", \(webhooks), ",
                replacement: "\"name\": \"EXPIRED\", \(webhooks), ",
                reason: "\"also\" needs an entry of this name that \"revenuecat.webhooks\" takes"),
            Damage(
                entry: id("access-ended.1"), text: "\"EXPIRATION\", \(webhooks), \"also\"",
                replacement: "\"EXPIRATION\", \"also\"", reason: "\"also\" needs \"formats\""),
            Damage(
                entry: id("access-ended.1"), text: "\"also\": true",
                replacement: "\"also\": true, \"priority\": 1",
                reason: "no reader asks an entry with \"also\" for \"priority\""),
            Damage(
                entry: id("paused.1"), text: "\"from\": \"expiry-date\"",
                replacement: "\"from\": \"product\"",
                reason: "\"from\" is not a field with a moment: \"product\""),
            Damage(
                entry: id("granted.1"), text: "\"when\": {\"store\"",
                replacement: "\"when\": {\"a..b\"",
                reason: "this is not a path: \"a..b\""),
            Damage(
                entry: id("test.1"), text: "\"word\": \"test\"",
                replacement: "\"word\": \"tested\"",
                reason: "there is no neutral word \"tested\" in \"events\""),
            Damage(
                entry: "revenuecat.actions.buy.1",
                text: "\"list\": \"actions\", \"word\": \"buy\",",
                replacement: "\"list\": \"actions\", \"word\": \"buy\", \(webhooks),",
                reason: "\"formats\" belongs to the list \"events\""),
            Damage(
                file: "revenuecat/formats.json", entry: "revenuecat.webhooks",
                text: "\"events\": \"vocabulary\"", replacement: "\"events\": []",
                reason: "\"events\" can only be \"vocabulary\""),
            Damage(
                file: "revenuecat/formats.json", entry: "revenuecat.rest-v1",
                text: "\"id\": \"revenuecat.rest-v1\",",
                replacement: "\"id\": \"revenuecat.rest-v1\", \"events\": \"vocabulary\",",
                reason: "no entry of vocabulary.json names it under \"formats\""),
        ])
    func `A wrong reference is refused with the file, the entry and the reason`(
        damage: Damage
    ) throws {
        let mappings = try TemporaryMappings()
        try mappings.replace(damage.text, with: damage.replacement, in: damage.file)
        let path = mappings.directory.path
        let error = try #require(throws: MappingsError.self) { try Mappings.load(from: path) }
        #expect(error.file == damage.file)
        #expect(error.entry == damage.entry, "\(error)")
        #expect(error.reason.contains(damage.reason), "\(error)")
    }

    @Test func `A meaning that is changed in the vocabulary is what the reader reads`() throws {
        let mappings = try TemporaryMappings()
        try mappings.replace(
            "\"word\": \"uncancelled\", \"name\": \"UNCANCELLATION\"",
            with: "\"word\": \"resumed\", \"name\": \"UNCANCELLATION\"",
            in: "revenuecat/vocabulary.json")
        let formats = try Mappings.load(from: mappings.directory.path).formats["revenuecat"]
        let reader = try #require(formats?.readers.first { $0.id == "revenuecat.webhooks" })
        let events = reader.events.filter { $0.name == "UNCANCELLATION" }
        #expect(events.map(\.event) == [.resumed])
    }
}
