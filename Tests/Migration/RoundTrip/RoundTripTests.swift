// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// There and back.
@Suite struct RoundTripTests {
    private static func sample(customers: Int, seed: UInt64) throws -> String {
        try MigrationTests.sample(
            "neutral", "neutral.lines", customers: customers, seed: seed)
    }

    @Test(arguments: ExportKind.all)
    func `What a provider exports of what it was given is what left, but for the findings`(
        kind: ExportKind
    ) throws {
        let trip = try RoundTrip(
            Self.sample(customers: 200, seed: 1), by: kind.key, kind.readers)
        let home = try Homecoming(trip)
        #expect(home.differences.isEmpty)
        #expect(home.things > 40 && home.values > home.things * 6)
        let compared = home.compared.sorted { $0.number < $1.number }.map(\.name)
        #expect(Set(compared) == Set(kind.compared.split(separator: " ").map(String.init)))
        #expect(home.unsaid.isSubset(of: kind.unsaid))
        #expect(home.explained.values.reduce(0, +) > 10)
    }

    @Test(arguments: ExportKind.all)
    func `So it is for customers made by hand`(kind: ExportKind) throws {
        let lines = try Fixtures.text("neutral/population.jsonl")
        let home = try Homecoming(RoundTrip(lines, by: kind.key, kind.readers))
        #expect(home.differences.isEmpty)
        #expect(home.things > 0)
    }

    @Test(arguments: ExportKind.all)
    func `So it is for the customers of any seed`(kind: ExportKind) throws {
        let lines = try Self.sample(customers: 60, seed: seedOfRun)
        let home = try Homecoming(RoundTrip(lines, by: kind.key, kind.readers))
        #expect(home.differences.isEmpty, "ALLONYM_SEED=\(seedOfRun)")
        #expect(home.unsaid.isSubset(of: kind.unsaid), "ALLONYM_SEED=\(seedOfRun)")
    }

    /// Of customers whose purchases contradict themselves no events can be told.
    @Test(arguments: ExportKind.all.filter { !$0.testDescription.contains("webhook") })
    func `So it is for customers of all sorts, where files say how things are`(kind: ExportKind)
        throws
    {
        var random = RandomPeople(seed: seedOfRun)
        let folder = TemporaryFolder()
        try plan(
            random.people(customers: 80), from: side("neutral"), to: side("neutral"), in: folder)
        let trip = try RoundTrip(
            try folder.text("neutral.jsonl"), by: kind.key, kind.readers)
        let home = try Homecoming(trip, comparesMadeStates: false)
        #expect(home.differences.isEmpty, "ALLONYM_SEED=\(seedOfRun)")
    }

    @Test func `A purchase of which it is only said that it was cancelled comes back as cancelled`()
        throws
    {
        let lines = """
            {"allonym":1,"type":"customer","ids":[{"id":"user_1","kind":"custom"}]}
            {"allonym":1,"type":"purchase","user-id":"user_1","state":"cancelled","store":"external",\
            "kind":"subscription","product":"pro","store-product":"com.example.pro",\
            "transaction-id":"20001","original-transaction-id":"10001","gives-access":true,\
            "period-type":"normal","expiry-date":"2027-01-04T00:00:00.000Z"}

            """
        let trip = try RoundTrip(lines, by: "revenuecat", ["revenuecat.rest-v2-pages"])
        let home = try Homecoming(trip)
        #expect(home.differences.isEmpty)
        #expect(home.things == 1)
        #expect(trip.after.things.map(\.facts.state) == [.cancelled])
    }

    // MARK: - The check itself

    /// Every fault is put into the exports of some providers; with `ALLONYM_FOLD` into all.
    @Test(arguments: ExportKind.all.indices)
    func `An export with a single fault is not what left`(number: Int) throws {
        let kind = ExportKind.all[number]
        let lines = try Self.sample(customers: 24, seed: 3)
        let whole = try RoundTrip(lines, by: kind.key, kind.readers)
        #expect(try Homecoming(whole).differences.isEmpty)
        // Something that has come back.
        let isBack = { (held: Int) in
            whole.books.held[held].purchase != nil && whole.export.said[held] != nil
                && whole.export.unsaid[held]?[.store] == nil
        }
        for (place, fault) in ExportFault.allCases.enumerated()
        where foldOfRun > 1 || (place + number) % 3 == 0 {
            let trip = try RoundTrip(lines, by: kind.key, kind.readers) { customers in
                let indices = customers.indices.filter { index in
                    customers[index].contains { $0.held.map(isBack) ?? false }
                }
                fault.damage(&customers, indices[0], indices[1], isBack)
            }
            #expect(try !Homecoming(trip).differences.isEmpty, "\(fault.rawValue)")
        }
    }

    /// What is done to the rows of a file for the target, the header not counted.
    private static let rowFaults: [@Sendable ([String]) -> [String]] = [
        { Array($0.dropFirst()) },
        // The first two are under each other's IDs.
        { rows in
            let cells = rows.prefix(2).map {
                $0.split(separator: ",", maxSplits: 1).map(String.init)
            }
            return ["\(cells[1][0]),\(cells[0][1])", "\(cells[0][0]),\(cells[1][1])"]
                + rows.dropFirst(2)
        },
        { rows in rows.map { $0.replacing("com.example", with: "com.example2") } },
    ]

    @Test(arguments: 0..<3)
    func `A plan that writes a row less, or a wrong one, is found out`(fault: Int) throws {
        let lines = try Self.sample(customers: 40, seed: 3)
        let trip = try RoundTrip(
            lines, by: "revenuecat", ["revenuecat.export-v5"],
            damage: { folder in
                try folder.rewrite("revenuecat-import-google.csv") { rows in
                    [rows[0]] + Self.rowFaults[fault](Array(rows.dropFirst()))
                }
            })
        #expect(try !Homecoming(trip).differences.isEmpty)
    }
}
