// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymSamples
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Plans for a part of all customers.
@Suite struct CohortTests {
    private func export(of key: String) throws -> Input {
        let reader = try #require(try Sample.readers(of: side(key).formats).first)
        return input(
            try sample(key, reader.id, customers: 60 * foldOfRun), name: reader.id)
    }

    private func plan(
        _ input: Input, from source: String, to target: String,
        _ choose: (inout Migration) -> Void = { _ in }
    ) throws -> (folder: TemporaryFolder, report: MigrationReport) {
        let folder = TemporaryFolder()
        var migration = try migration(from: source, to: target)
        migration.at = testMoment
        choose(&migration)
        return (folder, try migration.plan([input], into: folder.path))
    }

    /// The files that tell of customers, one row or call a line, in any order.
    private func lines(_ folders: TemporaryFolder...) throws -> [String: [String]] {
        var all: [String: [String]] = [:]
        let whole = [
            "manifest.json", "report.json", "customers.csv", "products.csv", "calls.json",
            "stores.csv",
        ]
        for folder in folders {
            for (name, data) in try folder.contents()
            where !whole.contains(name) && !name.hasSuffix(".md") && !name.hasSuffix(".html") {
                var lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
                if name.hasSuffix(".csv"), all[name] != nil { lines.removeFirst() }
                all[name, default: []] += lines.map(String.init)
            }
        }
        return all.mapValues { $0.sorted() }.filter { !$0.value.isEmpty }
    }

    @Test(arguments: everySide)
    func `A sample and the rest of it are together what a plan of everybody is`(
        source: String
    ) throws {
        let input = try export(of: source)
        for target in everySide where target != source {
            let whole = try plan(input, from: source, to: target)
            let part = try plan(input, from: source, to: target) {
                $0.sample = CohortShare("20%")
            }
            let rest = try plan(input, from: source, to: target) {
                $0.except = [part.folder.path]
            }
            let customers = [part, rest].map(\.report.counts.customers.read)
            #expect(customers.reduce(0, +) == whole.report.counts.customers.read)
            #expect((8...60).contains(customers[0]), "\(customers)")
            let outcomes = try [whole, part, rest].map { plan in
                let outcome = try Verification(
                    folder: plan.folder.path, target: side(target), guide: findingGuide()
                ) { SHA256() }.run()
                #expect(outcome.unexplained == 0, "\(source) to \(target): \(outcome.lines)")
                return outcome.customers
            }
            for word in AccessOutcome.allCases {
                #expect(outcomes[0][word] == outcomes[1][word] + outcomes[2][word])
            }
            let (all, parts) = (try lines(whole.folder), try lines(part.folder, rest.folder))
            for (name, rows) in all {
                // What is about a file, and not about a customer, stands in both plans.
                let isAboutFiles = { (row: String) in row.contains("too-many-rows") }
                #expect(
                    Set(rows.filter { !isAboutFiles($0) })
                        == Set(parts[name, default: []].filter { !isAboutFiles($0) }),
                    "\(source) to \(target): \(name)")
            }
        }
    }

    @Test func `A smaller sample is a part of a larger one, in a newer export as well`() throws {
        let input = try export(of: "revenuecat")
        var former: Set<String> = []
        for share in ["2%", "10%", "50%", "100%"] {
            let plan = try plan(input, from: "revenuecat", to: "nami") {
                $0.sample = CohortShare(share)
            }
            let ids = Set(try plan.folder.rows("ids.csv").map { $0[0] })
            #expect(ids.isSuperset(of: former) && ids.count > former.count, "\(share)")
            former = ids
        }
    }

    @Test func `A list chooses whole customers, and what it names in vain is a finding`() throws {
        let file = try export(of: "revenuecat")
        let export = try plan(file, from: "revenuecat", to: "nami")
        let customer = try #require(try export.folder.customers().first { $0.count > 1 })
        let lists = [
            "\(customer[1])\r\n\nnobody\n", "\u{FEFF}x,source_id\n1,\(customer[1])\n2,nobody\n",
        ]
        for list in lists {
            let plan = try plan(file, from: "revenuecat", to: "nami") {
                $0.only = input(list, name: "some/list.txt")
            }
            #expect(plan.report.counts.customers.read == 1)
            #expect(try plan.folder.rows("ids.csv").map { $0[0] } == customer)
            let rows = try plan.folder.rows("findings.csv")
            let row = try #require(rows.first { $0[0] == "not-in-inputs" })
            #expect(row[2] == "nobody" && row[4].isEmpty)
            #expect(plan.report.part?.only == "list.txt")
        }
    }

    private static let missing =
        "list:1: the column source_id is missing; give CSV that has it, or a file with one ID a line"

    @Test(arguments: [
        ("", "it names nobody"), ("\n\r\n", "it names nobody"),
        ("source_id,x\n", "it names nobody"),
        ("source_id,x\na\n", "list:2: expected 2 cells, as in the header; found 1"),
        ("source_id\n\"a\n", "list:2: a quote is not closed"),
        ("user_id,x\nnull,1\n", missing), ("\u{FEFF}\"user_id\",\"x\"\r\nnull,1\r\n", missing),
        ("a,b\n", missing), ("nobody\n", ""),
        ("nobody\na,b\n", "list: none of its 2 IDs is in the inputs"),
    ])
    func `A list that is none is refused before anything is read`(
        text: String, message: String
    ) throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "revenuecat", to: "nami")
        migration.only = input(text, name: "list")
        let error = try #require(
            error { _ = try migration.plan([try export(of: "revenuecat")], into: folder.path) })
        if message.isEmpty {
            #expect(
                error.description.hasPrefix(
                    "list: its ID is not in the inputs; check it: IDs are compared exactly"))
        } else {
            #expect(error.description.contains(message))
        }
        #expect(!folder.exists("manifest.json"))
    }

    @Test func `A plan is not written over one whose customers it leaves out`() throws {
        let file = try export(of: "revenuecat")
        let pilot = try plan(file, from: "revenuecat", to: "nami") {
            $0.sample = CohortShare("20%")
        }
        let before = try pilot.folder.contents()
        let refusal = error {
            var migration = try migration(from: "revenuecat", to: "nami")
            migration.isForced = true
            migration.except = ["\(pilot.folder.path)/."]
            _ = try migration.plan([file], into: pilot.folder.path)
        }
        #expect(refusal?.output?.reason.contains("one whose customers are left out") == true)
        #expect(try pilot.folder.contents() == before)
    }

    @Test func `Plans of other providers have no customers to leave out`() throws {
        let input = try export(of: "revenuecat")
        let other = try plan(input, from: "revenuecat", to: "nami")
        let error = error {
            _ = try plan(input, from: "revenuecat", to: "qonversion") {
                $0.except = [other.folder.path]
            }
        }
        #expect(error?.description.contains("the plan is from revenuecat to nami") == true)
        let again = failure(in: other.folder, input)
        #expect(again?.description.hasPrefix("--except: nobody is left to plan for") == true)
    }

    private func failure(in done: TemporaryFolder, _ input: Input) -> MigrationError? {
        error {
            _ = try plan(input, from: "revenuecat", to: "nami") { $0.except = [done.path] }
        }
    }

    @Test(arguments: [
        ("1%", 10_000, "1%"), ("0.5%", 5_000, "0.5%"), ("0.0001 %", 1, "0.0001%"),
        ("100%", 1_000_000, "100%"), ("12.50%", 125_000, "12.5%"),
    ])
    func `Shares are percentages`(text: String, millionths: Int, shown: String) throws {
        let share = try #require(CohortShare(text))
        #expect(share.millionths == millionths && share.description == shown)
    }

    @Test(arguments: [
        "", "%", "1", "0%", "0.0%", "100.1%", "101%", "-1%", "1.00001%", "1.%", ".5%", "1,5%",
        "1e1%", "1.2.3%", "99999999999999999999%", "\u{661}%",
    ])
    func `What is no share is refused`(text: String) {
        #expect(CohortShare(text) == nil)
    }
}
