// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// What a plan says about one customer.
@Suite struct PlanLookupTests {
    private static let export = #"""
        {"allonym":1,"type":"customer","ids":[{"id":"ada@mail.test","kind":"custom","original":true},{"id":"a\"d,a","kind":"custom"}]}
        {"allonym":1,"type":"purchase","user-id":"ada@mail.test","product":"p","store":"app_store","state":"active","entitlement":["pro"],"original-transaction-id":"1001"}
        {"allonym":1,"type":"purchase","user-id":"bob","product":"q","store":"play_store","state":"active","entitlement":["pro"],"original-transaction-id":"GPA.1","expiry-date":"2026-11-20"}
        {"allonym":1,"type":"purchase","user-id":"=cleo","product":"p","store":"stripe","state":"active","entitlement":["gold"],"original-transaction-id":"sub_1"}
        {"allonym":1,"type":"grant","user-id":"=cleo","product":"g","store":"promotional","state":"active","entitlement":["vip"]}

        """#

    private func planned(to target: String = "qonversion") throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: target)
        migration.at = testMoment
        _ = try migration.plan([input(Self.export)], into: folder.path)
        return folder
    }

    @Test(arguments: [
        ("ada@mail.test", ["ada@mail.test", "a\"d,a"]),
        ("a\"d,a", ["ada@mail.test", "a\"d,a"]), ("1001", ["ada@mail.test", "a\"d,a"]),
        ("bob", ["bob"]), ("GPA.1", ["bob"]), ("=cleo", ["=cleo"]), ("sub_1", ["=cleo"]),
    ])
    func `A customer is found by each ID and each transaction`(id: String, ids: [String]) throws {
        let folder = try planned()
        let found = try Migration.customers(id, in: folder.path)
        #expect(found.map { $0.ids.compactMap { $0["source_id"] } } == [ids])
        // Each row of the lists belongs to one of the customer's IDs, and none is missing.
        for customer in found {
            let lists = [
                ("purchases.csv", customer.purchases), ("access.csv", customer.access),
                ("findings.csv", customer.findings),
            ]
            for (name, rows) in lists {
                let column = name == "findings.csv" ? 2 : 0
                let all = try folder.rows(name).filter { ids.contains($0[column]) }
                #expect(rows.count == all.count && !rows.isEmpty, "\(name)")
                #expect(rows.allSatisfy { ids.contains($0["source_id"] ?? "") })
            }
        }
    }

    @Test func `What is written for a customer is found with it, whoever comes before`() throws {
        let folder = try planned()
        let all = try ["ada@mail.test", "bob", "=cleo"].map { id in
            try #require(try Migration.customers(id, in: folder.path).first)
        }
        #expect(all.map(\.number) == [1, 2, 3])
        for file in try folder.contents().keys where file.hasPrefix("qonversion") {
            let lines = all.flatMap { $0.written.filter { $0.file == file }.flatMap(\.lines) }
            let text = try folder.text(file).split(separator: "\n").map(String.init)
            #expect(Array(text.dropFirst(file.hasSuffix(".csv") ? 1 : 0)) == lines, "\(file)")
        }
        let undone = try folder.text("undo.jsonl").split(separator: "\n").map(String.init)
        #expect(undone == all.flatMap(\.undone) && !undone.isEmpty)
        #expect(all[2].text().contains("=cleo has gold, vip"))
        #expect(all[0].text().contains("  \"a\\\"d,a\" "))
    }

    @Test(arguments: [
        ("qonversion-client.csv", "  user_id        bob\n  qonversion_id  QON_", "bob,QON_"),
        (
            "qonversion-calls.jsonl", "  {\n    \"after\" : [],\n    \"body\" : {\n",
            "{\"after\":[],\"body\":{"
        ),
    ])
    func `A row that is longer than a line has its cells or members on lines of their own`(
        file: String, narrow: String, wide: String
    ) throws {
        let folder = try planned()
        let customer = try #require(try Migration.customers("bob", in: folder.path).first)
        let title = "Written to \(file)\n"
        #expect(customer.text(to: 60).contains(title + narrow), "\(customer.text(to: 60))")
        for width in [nil, 400] {
            #expect(customer.text(to: width).contains("\(title)  \(wide)"))
        }
    }

    @Test(arguments: ["qonversion", "neutral"])
    func `Why access is missing is told only where some is`(target: String) throws {
        let folder = try planned(to: target)
        for id in ["ada@mail.test", "bob", "=cleo"] {
            let customer = try #require(try Migration.customers(id, in: folder.path).first)
            let isWhole = customer.access.allSatisfy { $0["explained"] == nil }
            #expect(isWhole || target == "qonversion")
            let title =
                "Access today"
                + (isWhole ? "" : ", and why the import alone does not give all of it")
            #expect(customer.text().contains("\n\(title)\n"), "\(customer.text())")
            #expect(!isWhole || customer.text().contains("; the import gives all of it\n"))
        }
    }

    @Test func `Only a purchase that is migrated goes to anybody`() throws {
        let folder = try planned()
        for (id, change) in [("bob", "changed"), ("=cleo", "needs-decision")] {
            let customer = try #require(try Migration.customers(id, in: folder.path).first)
            #expect(customer.purchases.map { $0["change"] } == [change])
            #expect(customer.text().contains(", goes to \(id)") == (change == "changed"))
        }
    }

    @Test func `What nobody is said to hold is found by its transaction`() throws {
        let folder = TemporaryFolder()
        let people = People(
            [.init(ids: [.init(text: "ada")])],
            ownerless: [
                ["product": "p", "store": "app_store", "state": "active", "transaction-id": "1009"]
            ])
        try plan(people, from: side("neutral"), to: side("qonversion"), in: folder)
        let id = try #require(try folder.rows("purchases.csv").first?[3])
        let found = try Migration.customers(id, in: folder.path)
        #expect(found.map(\.number) == [0])
        #expect(found[0].purchases.map { $0["code"] } == ["without-owner"])
        #expect(found[0].text().hasPrefix("Nobody is said to hold this"))
    }

    @Test(arguments: ["nobody", "ada", "", "p", "app_store", "qonversion.identifiers", "GPA"])
    func `What is no ID and no transaction finds nobody`(id: String) throws {
        let found = try withExtendedLifetime(planned()) { folder in
            try Migration.customers(id, in: folder.path)
        }
        #expect(found.isEmpty)
    }

    @Test(arguments: [
        ("ids.csv\nx\n", 2), ("", 1), ("ids.csv,purchases.csv\n1\n", 2),
        ("ids.csv\n34\n99999999999999999999\n", 3), ("ids.csv,purchases.csv\n1,2\n3,4", 3),
    ])
    func `A damaged index is named with its line`(index: String, line: Int) throws {
        let folder = try planned()
        try index.write(
            toFile: "\(folder.path)/customers.csv", atomically: true, encoding: .utf8)
        let error = #expect(throws: MigrationError.self) {
            _ = try Migration.customers("bob", in: folder.path)
        }
        #expect(error?.description.contains("customers.csv:\(line)") == true)
    }

    @Test func `An index that says more than there is is named`() throws {
        let folder = try planned()
        let names = try folder.text("customers.csv").split(separator: "\n")[0]
        func row(_ number: String) -> String {
            names.split(separator: ",").map { _ in number }.joined(separator: ",")
        }
        try "\(names)\n\(row("0"))\n\(row("100000"))\n".write(
            toFile: "\(folder.path)/customers.csv", atomically: true, encoding: .utf8)
        let error = #expect(throws: MigrationError.self) {
            _ = try Migration.customers("bob", in: folder.path)
        }
        #expect(error?.description.contains("ids.csv is shorter than it says") == true)
    }
}
