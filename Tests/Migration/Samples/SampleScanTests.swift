// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Testing

import AllonymMigration
import AllonymSamples

/// How sampled purchases can stand.
private let everyState: Set<NeutralState> = [
    .active, .cancelled, .expired, .grace, .billingRetry, .paused, .refunded,
]

/// Every kind of file that has purchases, with the states in which a sample of it has some.
let sampledReaders: [(key: String, reader: String, states: Set<NeutralState>)] = [
    ("nami", "nami.webhooks", [.active, .cancelled, .expired, .grace, .billingRetry]),
    (
        "purchasely", "purchasely.webhook-v3",
        [.active, .cancelled, .expired, .grace, .onHold, .paused, .refunded]
    ),
    (
        "purchasely", "purchasely.webhook-v2", [.active, .cancelled, .expired, .refunded]
    ),
    ("purchasely", "purchasely.subscribers-storekit-1", [.active]),
    ("purchasely", "purchasely.subscribers-storekit-2", [.active]),
    ("purchasely", "purchasely.subscribers-google", [.active]),
    ("purchasely", "purchasely.subscribers-apple-v4", [.active]),
    ("purchasely", "purchasely.subscribers-google-v4", [.active]),
    ("qonversion", "qonversion.customers-api", [.active, .cancelled, .billingRetry]),
    ("qonversion", "qonversion.customers-items", [.active, .cancelled, .billingRetry]),
    (
        "qonversion", "qonversion.rest-v3-entitlements",
        [.active, .cancelled, .expired, .grace, .billingRetry]
    ),
    (
        "qonversion", "qonversion.rest-v4-entitlements",
        [.active, .cancelled, .expired, .grace, .billingRetry]
    ),
    ("qonversion", "qonversion.rest-v4-purchases", [.active, .cancelled, .expired]),
    (
        "qonversion", "qonversion.webhooks",
        [.active, .cancelled, .expired, .grace, .billingRetry, .refunded]
    ),
    ("revenuecat", "revenuecat.export-v5", everyState),
    ("revenuecat", "revenuecat.rest-v2-pages", everyState),
    ("revenuecat", "revenuecat.rest-v2", everyState),
    ("revenuecat", "revenuecat.rest-v1", everyState),
    ("revenuecat", "revenuecat.webhooks", everyState),
    ("revenuecat", "revenuecat.webhooks-bare", everyState),
    ("neutral", "neutral.lines", everyState),
]

/// A sample's lines.
func sample(
    _ key: String, _ reader: String, customers: Int, seed: UInt64 = 1, threads: Int = 1
) throws -> String {
    let side = try side(key)
    let form = try #require(try mappings().provider(side.rules == nil ? "revenuecat" : key))
    let found = try #require(side.formats.readers.first { $0.id == reader })
    var bytes: [UInt8] = []
    try Sample(
        of: found, anonymous: form.anonymous, customers: customers, seed: seed, now: testMoment
    ).write(threads: threads) { bytes += $0.array }
    return String(decoding: bytes, as: UTF8.self)
}

/// Samples that are scanned.
@Suite struct SampleScanTests {
    /// Whose population it is, and what is in it.
    private func population(_ key: String, _ text: String) throws -> Population {
        let side = try side(key)
        let readers = side.formats.readers
        // One thread takes batches at a time.
        nonisolated(unsafe) let intake = Intake(
            rules: side.rules, readers: readers, at: Instant(milliseconds: testMoment))
        _ = try Scan(readers, threads: 1).run([.bytes(Array(text.utf8), name: "sample")]) {
            intake.add($0)
        }
        return intake.finish()
    }

    @Test(arguments: sampledReaders)
    func `A sample is read whole, as what it is`(
        row: (key: String, reader: String, states: Set<NeutralState>)
    ) throws {
        let scanned = Scanned.of(
            try sample(row.key, row.reader, customers: 300), try side(row.key).formats.readers)
        #expect(scanned.error == nil)
        #expect(scanned.files.map(\.reader) == [row.reader])
        #expect(scanned.rejections.isEmpty)
        #expect(scanned.remarks.isEmpty)
        #expect(scanned.latest.milliseconds <= testMoment)
    }

    @Test(arguments: sampledReaders)
    func `A sample holds as many customers as asked for, and purchases`(
        row: (key: String, reader: String, states: Set<NeutralState>)
    ) throws {
        let population = try population(
            row.key, sample(row.key, row.reader, customers: 1_000))
        #expect(population.customerCount == 1_000)
        #expect(population.purchaseCount > 800)
        var states: Set<NeutralState> = []
        population.forEachCustomer { customer in
            for number in customer.purchases { states.insert(population.purchase(number).state) }
        }
        #expect(states == row.states)
    }

    @Test func `Every kind of file with purchases is sampled, the scheduled export first`() throws {
        var ids: [String] = []
        for key in everySide {
            let readers = Sample.readers(of: try side(key).formats)
            ids += readers.map(\.id)
        }
        #expect(Set(ids) == Set(sampledReaders.map(\.reader)))
        let usual = Sample.readers(of: try side("revenuecat").formats)
        #expect(usual.first?.id == "revenuecat.export-v5")
    }
}
