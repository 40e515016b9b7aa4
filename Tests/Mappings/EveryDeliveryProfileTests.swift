// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

/// How the four providers deliver their webhooks, held against what their pages say.
@Suite struct EveryDeliveryProfileTests {
    private static let mappings = EveryProvider.mappings

    private func profile(_ key: String) throws -> DeliveryProfile {
        try #require(Self.mappings.deliveryProfiles[key])
    }

    @Test func `Every provider has a profile, whose facts all have a source`() throws {
        #expect(Self.mappings.deliveryProfiles.keys.sorted() == EveryProvider.keys)
        for key in EveryProvider.keys {
            let profile = try profile(key)
            for fact in DeliveryProfile.Fact.allCases {
                let citation = try #require(profile.citation(of: fact))
                #expect(citation.address.hasPrefix("https://"))
            }
            #expect(!profile.pausesSeconds.isEmpty && profile.headers.count > 1)
        }
    }

    @Test(arguments: [
        ("nami", 86_400), ("purchasely", nil), ("qonversion", nil), ("revenuecat", nil),
    ])
    func `Nami alone holds events until a log-in, and looks once a day`(
        key: String, seconds: Int?
    ) throws {
        let filter = try profile(key).logInFilter
        #expect(filter?.checkSeconds == seconds)
        #expect(filter.map { $0.citation.authority == .documented } ?? true)
    }

    @Test func `A provider without the file has no profile`() throws {
        let copy = try TemporaryMappings()
        try copy.remove("nami/webhooks.json")
        let mappings = try Mappings.load(from: copy.directory.path)
        #expect(
            mappings.deliveryProfiles.keys.sorted() == ["purchasely", "qonversion", "revenuecat"])
    }

    @Test(
        arguments: [
            ("nami", .every2xx, nil, .none, ["id"]),
            ("purchasely", .statuses([200]), 10, .user, ["event_id"]),
            (
                "qonversion", .statuses([200]), nil, .none,
                ["event_name", "user_id", "created_at", "transaction.transaction_id"]
            ),
            ("revenuecat", .statuses([200]), 60, .none, ["event.id"]),
        ] as [(String, DeliveryProfile.Successes, Int?, DeliveryProfile.Order, [String])])
    func `Success, time-out, order and what tells a repeated event`(
        key: String, successes: DeliveryProfile.Successes, timeout: Int?,
        order: DeliveryProfile.Order, dedupe: [String]
    ) throws {
        let profile = try profile(key)
        #expect(profile.successes == successes)
        #expect(profile.timeoutSeconds == timeout)
        #expect(profile.order == order)
        #expect(profile.dedupe == dedupe)
    }

    @Test(
        arguments: [
            ("nami", 24, 24 * 3600, Authority.inferred),
            ("purchasely", 25, (20 * 24 + 10) * 3600 + 17 * 60, .documented),
            ("qonversion", 6, 17 * 3600 + 36 * 60, .inferred),
            ("revenuecat", 5, (5 + 10 + 20 + 40 + 80) * 60, .documented),
        ])
    func `As many retries as the page says, in as much time`(
        key: String, retries: Int, seconds: Int, authority: Authority
    ) throws {
        let profile = try profile(key)
        #expect(profile.pausesSeconds.count == retries)
        #expect(profile.pausesSeconds.reduce(0, +) == seconds)
        #expect(zip(profile.pausesSeconds, profile.pausesSeconds.dropFirst()).allSatisfy(<=))
        #expect(profile.citation(of: .pauses)?.authority == authority)
    }

    @Test func `Purchasely's waits are the formula that its table follows`() throws {
        let waits = (1...25).map { number in
            let square = (number - 1) * (number - 1)
            return square * square + 15 + 5 * number
        }
        #expect(try profile("purchasely").pausesSeconds == waits)
        // The first and the last row of the table, and those for an hour and for a day.
        #expect(waits[0] == 20 && waits[24] == 3 * 86_400 + 20 * 3600 + 11 * 60 + 56)
        #expect(waits[8] == 3600 + 9 * 60 + 16 && waits[18] == 86_400 + 5 * 3600 + 11 * 60 + 26)
    }

    @Test(
        arguments: [
            ("nami", "nami-signature", "nami-signature"),
            ("purchasely", "X-PURCHASELY-REQUEST-SIGNATURE", "purchasely-hmac"),
            ("purchasely", "X-PURCHASELY-SIGNATURE", "purchasely-hmac-v1"),
            ("revenuecat", "X-RevenueCat-Webhook-Signature", "revenuecat-hmac"),
        ])
    func `A signature stands in the provider's header`(
        key: String, name: String, scheme: String
    ) throws {
        let header = try #require(try profile(key).headers.first { $0.name == name })
        #expect(header.content == .signature(scheme: scheme))
    }

    @Test func `RevenueCat and Qonversion send the endpoint's authorization, Qonversion as Basic`()
        throws
    {
        let prefixes = try EveryProvider.keys.map { key in
            try profile(key).headers.compactMap { header -> String? in
                if case .authorization(let prefix) = header.content { prefix } else { nil }
            }
        }
        #expect(prefixes == [[], [], ["Basic "], [""]])
    }

    @Test func `Nami's signature is not published, so nothing can be signed`() throws {
        let scheme = try #require(try profile("nami").signature("nami-signature"))
        #expect(scheme.recipe == nil && scheme.vectors.isEmpty)
        #expect(scheme.citation.authority == .inferred)
    }

    @Test(
        arguments: [
            ("purchasely", "purchasely-hmac", "17{\"a\":1}", "ab"),
            ("purchasely", "purchasely-hmac-v1", "key17", "ab"),
            ("revenuecat", "revenuecat-hmac", "17.{\"a\":1}", "t=17,v1=ab"),
        ])
    func `What is signed and what the header says`(
        key: String, id: String, message: String, value: String
    ) throws {
        let recipe = try #require(try profile(key).signature(id)?.recipe)
        #expect(recipe.algorithm == .hmacSHA256)
        let values: [SignatureTemplate.Name: [UInt8]] = [
            .timestamp: Array("17".utf8), .body: Array("{\"a\":1}".utf8),
            .secret: Array("key".utf8), .hex: Array("ab".utf8),
        ]
        #expect(recipe.message.bytes(values) == Array(message.utf8))
        #expect(recipe.value.bytes(values) == Array(value.utf8))
    }

    @Test func `Purchasely publishes an example, whose body is kept to the byte`() throws {
        let vectors = try #require(try profile("purchasely").signature("purchasely-hmac")).vectors
        #expect(vectors.map(\.secret) == ["foobar"] && vectors.map(\.timestamp) == ["1698322022"])
        #expect(vectors.map(\.body) == [#"{"a_random_key":"a_random_value_ad"}"#])
        #expect(
            vectors.map(\.value) == [
                "f3c2a452e9ea72f41107321aeaf7999f1054148866a710c9b23f9f501785e2a4"
            ])
    }
}
