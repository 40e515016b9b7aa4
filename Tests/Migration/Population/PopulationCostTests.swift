// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// What a population of an export costs.
///
/// `ALLONYM_POPULATION_ROWS` says of how many rows; the time is measured where that is set.
@Suite struct PopulationCostTests {
    private static let asked =
        ProcessInfo.processInfo.environment["ALLONYM_POPULATION_ROWS"].flatMap(Int.init)
    private static let most = 300

    @Test func `A row of a purchase takes 64 bytes, and one of an ID 24`() {
        #expect(MemoryLayout<PurchaseRow>.stride == 64)
        #expect(MemoryLayout<IDRow>.stride == 24)
    }

    @Test func `An ID with its purchases takes at most 300 bytes`() throws {
        let count = Self.asked ?? 400_000
        let intake = Intake(
            rules: try loadedRules(of: "revenuecat"), readers: [try testReader(.latestPeriod)])
        let batch = RecordBatch(capacity: 1 << 20)
        var rows = ExportRows(rows: count)
        var seconds = Duration.zero
        while rows.next < count {
            batch.empty()
            rows.fill(batch, count: min(2_000, count - rows.next))
            seconds += ContinuousClock().measure { intake.add(batch) }
        }
        let open = intake.allocatedBytes
        let population = intake.finish()
        let ids = population.idCount
        #expect(ids == rows.idCount)
        #expect(population.purchaseCount == count * 33 / 100)
        print(
            "\(count) rows, \(ids) IDs, \(population.purchaseCount) purchases: \(open / ids) bytes "
                + "an ID while open, \(population.allocatedBytes / ids) afterwards")
        #expect(open / ids <= Self.most)
        #expect(population.allocatedBytes / ids <= Self.most)
        if Self.asked != nil {
            print("\(Int(Double(count) / (seconds / .seconds(1)))) rows a second")
        }
    }
}
