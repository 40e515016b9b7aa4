// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Plans that are verified.
@Suite struct VerifiedPlansTests {
    @Test(
        arguments: [
            ("revenuecat", "export-v5.csv"), ("revenuecat", "webhooks.jsonl"),
            ("qonversion", "customers.json"), ("purchasely", "webhook-v3.jsonl"),
            ("nami", "webhooks.jsonl"), ("neutral", "population.jsonl"),
        ], everySide)
    func `Every fixture's plan gives every target's customers what they had, or says why not`(
        source: (key: String, file: String), target: String
    ) throws {
        let from = try side(source.key)
        let readers = from.formats.readers
        // One thread takes batches at a time.
        nonisolated(unsafe) let intake = Intake(rules: from.rules, readers: readers)
        let bytes = Array(try Fixtures.text("\(source.key)/\(source.file)").utf8)
        _ = try Scan(readers, threads: 1).run([.bytes(bytes, name: source.file)]) {
            intake.add($0)
        }
        let population = intake.finish()
        let folder = TemporaryFolder()
        let plan = Migration(
            from: from, to: try side(target), hashing: TestHashing(), mappings: try mappings())
        let people = PlannedPopulation(population) { _, field, values in
            if field == .receipt { "MIIT".withSpan(values) }
        }
        let reading = PlanReading(inputs: [], readers: [], counts: [:], findings: [])
        _ = try plan.write(
            people, reading, PlanOptions(at: population.at.known), to: folder.begin())
        let outcome = try verify(folder, target)
        #expect(outcome.ids == population.idCount)
        #expect(outcome.unexplained == 0, "\(outcome.lines)")
        #expect(outcome.ids == outcome.equal + outcome.explained)
    }

    @Test(arguments: everySide, [nil, FormatWriter.Route.api])
    func `So does the plan of any people, on either route, to every target`(
        target: String, route: FormatWriter.Route?
    ) throws {
        for (round, source) in ["revenuecat", "qonversion"].enumerated() {
            var random = RandomPeople(seed: seedOfRun &+ UInt64(round))
            let people = random.people(customers: 60)
            let folder = TemporaryFolder()
            try plan(
                people, from: side(source), to: side(target),
                PlanOptions(at: testMoment, preferredRoute: route), in: folder)
            let outcome = try verify(folder, target)
            let label = "ALLONYM_SEED=\(seedOfRun), round \(round)"
            #expect(outcome.ids == people.idCount, "\(label)")
            #expect(outcome.unexplained == 0, "\(label): \(outcome.lines)")
        }
    }

    @Test
    func `Customers whose IDs are spelt with other bytes are others when they are verified, too`()
        throws
    {
        let people = People(
            zip(["caf\u{E9}", "cafe\u{301}"], ["gold", "silver"]).map { id, name in
                .init(ids: [.init(text: id)], grants: [["entitlement": [name]]])
            })
        for target in ["revenuecat", "qonversion", "neutral"] {
            let folder = TemporaryFolder()
            try plan(people, from: side("neutral"), to: side(target), in: folder)
            let outcome = try verify(folder, target)
            #expect(outcome.ids == 2 && outcome.holds, "\(target): \(outcome.lines)")
        }
    }

    @Test(arguments: [
        (["brought-by-app"], false), (["brought-by-app", "missing-receipt"], true),
    ])
    func `Where IDs have several reasons the report says so`(codes: [String], isSaid: Bool) {
        var report = VerificationReport(name: "Nami", isToBeReplaced: false)
        report.count(
            "ada_1", "ada_1", before: ["pro"], after: [],
            explained: codes.map { (name: "pro", code: $0) })
        for code in codes { #expect(report.lines.contains("  1 ID: \(code)")) }
        let line = "  An ID can have several reasons, and counts under each of them."
        #expect(report.lines.contains(line) == isSaid)
    }
}

/// Verifies what stands in a folder.
func verify(_ folder: TemporaryFolder, _ target: String) throws -> VerificationReport {
    try Verification(
        folder: folder.path, target: side(target), guide: findingGuide()
    ) { SHA256() }.run()
}
