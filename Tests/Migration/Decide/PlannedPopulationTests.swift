// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// Plans of populations that were read.
@Suite struct PlannedPopulationTests {
    /// What the fixtures of a provider tell of, and the moment.
    private func population(_ key: String, _ file: String) throws -> Population {
        let source = try side(key)
        let readers = source.formats.readers
        // One thread takes batches at a time.
        nonisolated(unsafe) let intake = Intake(rules: source.rules, readers: readers)
        let bytes = Array(try Fixtures.text("\(key)/\(file)").utf8)
        _ = try Scan(readers, threads: 1).run([.bytes(bytes, name: file)]) { intake.add($0) }
        return intake.finish()
    }

    private func plan(
        _ population: Population, from source: String, to target: String,
        in folder: TemporaryFolder
    ) throws -> MigrationReport {
        let plan = Migration(
            from: try side(source), to: try side(target), hashing: TestHashing(),
            mappings: try mappings())
        let people = PlannedPopulation(population) { _, _, _ in }
        let reading = PlanReading(inputs: [], readers: [], counts: [:], findings: [])
        return try plan.write(
            people, reading, PlanOptions(at: population.at.known), to: folder.begin())
    }

    @Test(
        arguments: [
            ("revenuecat", "export-v5.csv"), ("revenuecat", "webhooks.jsonl"),
            ("qonversion", "customers.json"), ("purchasely", "webhook-v3.jsonl"),
            ("nami", "webhooks.jsonl"), ("neutral", "population.jsonl"),
        ], everySide)
    func `Every fixture can be planned for every target`(
        source: (key: String, file: String), target: String
    ) throws {
        let population = try population(source.key, source.file)
        let folder = TemporaryFolder()
        let report = try plan(population, from: source.key, to: target, in: folder)
        #expect(report.counts.ids.read == population.idCount)
        #expect(report.counts.purchases.read == population.purchaseCount)
        #expect(report.counts.grants.read == population.grantCount)
        let ids = try folder.text("ids.csv").split(separator: "\n")
        #expect(ids.count == population.idCount + 1)
    }

    @Test func `A neutral population comes back as it was`() throws {
        let population = try population("neutral", "population.jsonl")
        let folder = TemporaryFolder()
        let report = try plan(population, from: "neutral", to: "neutral", in: folder)
        #expect(report.counts.ids.kept == population.idCount)
        #expect(report.counts.purchases.kept == population.purchaseCount)
        #expect(report.counts.grants.kept == population.grantCount)
        let again = TemporaryFolder()
        let source = try side("neutral")
        nonisolated(unsafe) let intake = Intake(rules: nil, readers: source.formats.readers)
        let bytes = Array(try folder.text("neutral.jsonl").utf8)
        _ = try Scan(source.formats.readers, threads: 1).run([.bytes(bytes, name: "again")]) {
            intake.add($0)
        }
        _ = try plan(intake.finish(), from: "neutral", to: "neutral", in: again)
        #expect(try again.text("neutral.jsonl") == folder.text("neutral.jsonl"))
        #expect(try again.text("ids.csv") == folder.text("ids.csv"))
    }

    /// `ALLONYM_PLAN_ROWS` says of how many rows; the time is measured where that is set.
    @Test
    func `A large export is planned in one pass, at some hundred thousand purchases a second`()
        throws
    {
        let asked = ProcessInfo.processInfo.environment["ALLONYM_PLAN_ROWS"].flatMap(Int.init)
        let source = try side("revenuecat")
        let intake = Intake(rules: source.rules, readers: source.formats.readers)
        let batch = RecordBatch(capacity: 1 << 20)
        var rows = ExportRows(rows: asked ?? 4_000)
        while rows.next < asked ?? 4_000 {
            batch.empty()
            batch.take(Instant.hour(3 * 720), line: 0, start: 0)
            rows.fill(batch, count: min(2_000, (asked ?? 4_000) - rows.next))
            intake.add(batch)
        }
        let population = intake.finish()
        for target in everySide {
            let folder = TemporaryFolder()
            let time = try ContinuousClock().measure {
                _ = try plan(population, from: "revenuecat", to: target, in: folder)
            }
            guard asked != nil else { continue }
            let speed = Double(population.purchaseCount) / (time / .seconds(1))
            print("\(target): \(time), \(Int(speed)) purchases a second")
            let verifying = try ContinuousClock().measure {
                let outcome = try verify(folder, target)
                #expect(outcome.holds, "\(outcome.lines)")
            }
            print("\(target): verified in \(verifying)")
        }
    }
}
