// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Testing

import AllonymComparison

/// `allonym explain PROVIDER.operations`.
@Suite struct ExplainingOperationsTests {
    private func subject(_ path: String) throws -> Sheet {
        try Explanation(builtIn.get()).subject(path)
    }

    @Test func `The coverage stands in the title, and in a row for each API`() throws {
        let section = try subject("RevenueCat.operations").sections[0]
        #expect(
            section.title == "RevenueCat: REST operations, 70 of 124 real, "
                + "49 answered without effect, 5 absent")
        #expect(
            section.rows.map { [$0[0], $0[2]] } == [
                ["revenuecat.operations.external", "1 operation, not served as a whole yet"],
                [
                    "revenuecat.operations.sdk",
                    "5 of 20 real, 14 answered without effect, 1 absent",
                ],
                ["revenuecat.operations.v1", "12 of 15 real, 3 answered without effect, 0 absent"],
                [
                    "revenuecat.operations.v2",
                    "53 of 85 real, 32 answered without effect, 0 absent",
                ],
                ["revenuecat.operations.v2-beta", "3 operations, not served as a whole yet"],
            ])
        let checked = ["24", "24", "27", "24", "24"]
        for (row, day) in zip(section.rows, checked) {
            #expect(row[4].contains("2026-11-\(day): "), "\(row[0])")
        }
    }

    @Test func `Every operation is in the table, and each that is not real says why`() throws {
        let mappings = try builtIn.get()
        for (key, operations) in mappings.operations where !operations.operations.isEmpty {
            let sections = try subject("\(key).operations").sections
            #expect(sections[1].heads == ["Operation", "Method", "Path", "Key", "Support"])
            #expect(sections[1].rows.map { $0[0] } == operations.operations.map(\.id))
            let whys = operations.operations.compactMap(\.why)
            let reasons = sections.filter { $0.title.hasSuffix("why operations are not real") }
            #expect(reasons.flatMap(\.rows).map { $0[2] } == whys)
        }
    }

    @Test func `An API alone shows its own operations`() throws {
        let sections = try subject("revenuecat.operations.v1").sections
        #expect(sections.map(\.rows.count) == [1, 15, 3, 1])
        #expect(sections[1].rows.allSatisfy { $0[2].hasPrefix("/v1/") })
    }

    @Test(
        arguments: [
            (
                "purchasely.operations", "deletions",
                "50 calls in 600 seconds, then none for 600 seconds"
            ),
            ("purchasely.operations", "receipts", "no published number"),
            ("revenuecat.operations", "charts", "5 calls in 60 seconds"),
            ("qonversion.operations", "v3-properties", "30 calls in 1 second"),
            ("revenuecat.operations.v1", "v1", "no published number"),
        ])
    func `Limits stand under the operations that they are for`(
        path: String, limit: String, words: String
    ) throws {
        let section = try #require(try subject(path).sections.last)
        #expect(section.title.hasSuffix("how often operations can be called"))
        let key = path.prefix { $0 != "." }
        let row = try #require(
            section.rows.first { $0[0] == "\(key).operations.limits.\(limit)" })
        #expect(row.contains(words), "\(row)")
    }

    @Test func `A provider that publishes no operation says so`() throws {
        let sections = try subject("nami.operations").sections
        #expect(sections.map(\.title) == ["Nami: REST operations, no operation is published"])
        #expect(sections[0].rows[0][3].contains("No operation is published."))
    }

    @Test(
        arguments: [
            "revenuecat.operations.v2.transfer-customer-data",
            "revenuecat.v2.transfer-customer-data",
            "revenuecat.operations.revenuecat.v2.transfer-customer-data",
            "RevenueCat.Operations.V2.Transfer-Customer-Data",
        ])
    func `One operation is shown with scope, limit, authority, date and source`(
        path: String
    ) throws {
        let sections = try subject(path).sections
        #expect(sections.map(\.title) == ["RevenueCat: an operation of v2"])
        let row = Dictionary(uniqueKeysWithValues: zip(sections[0].heads, sections[0].rows[0]))
        #expect(row["Operation"] == "revenuecat.v2.transfer-customer-data")
        #expect(row["Method"] == "POST")
        #expect(
            row["Path"] == "/v2/projects/{project_id}/customers/{customer_id}/actions/transfer")
        #expect(row["Key"] == "secret")
        #expect(row["Scope"]?.contains("customer_information:subscriptions:read_write") == true)
        #expect(row["Limit"] == "customer-information: 480 calls in 60 seconds")
        #expect(row["Support"] == "real")
        #expect(row["From"]?.hasPrefix("documented, 2026-11-24: openapi-v2, transfer") == true)
    }

    @Test(
        arguments: [
            ("qonversion.operations.errors.v3.user-already-converted", "user already converted", 1),
            ("revenuecat.operations.errors.v1.invalid-api-key", "7225", 1),
            ("revenuecat.operations.errors", "7638", 32),
            (
                "purchasely.operations.limits.deletions",
                "50 calls in 600 seconds, then none for 600 seconds", 1
            ),
            ("revenuecat.operations.limits", "no published number", 5),
            ("qonversion.operations.variants", "variant = aegis", 8),
            ("qonversion.operations.variants.aegis", "qonversion.v3.create-user", 8),
            ("qonversion.operations.variants.aegis.key", "v3", 1),
        ])
    func `Limits and errors are shown by their names, and all of them`(
        path: String, text: String, rows: Int
    ) throws {
        let sections = try subject(path).sections
        #expect(sections.map(\.rows.count) == [rows])
        #expect(sections[0].rows.contains { $0.contains(text) })
    }

    @Test func `Operations are shown of each provider, and two side by side`() throws {
        let explanation = Explanation(try builtIn.get())
        #expect(
            try explanation.subject("operations").sections.map { $0.title.prefix { $0 != ":" } }
                == ["Nami", "Purchasely", "Qonversion", "RevenueCat"])
        let pair = try explanation.subjects("qonversion.operations", "revenuecat.operations")
        #expect(pair.sections.map(\.title) == ["operations"])
        #expect(pair.sections[0].rows[0][0].contains("qonversion.operations.analytics"))
        let parts = explanation.overview().sections.flatMap(\.rows).map { $0[0] }
        #expect(parts.contains("operations"))
    }

    @Test(
        arguments: [
            (
                "revenuecat.operations.v2.transfer-customer",
                "revenuecat.operations.v2.transfer-customer-data"
            ),
            ("revenuecat.operations.v3", "revenuecat.operations.v"),
            ("neutral.operations", "operations"), ("nami.operations.errors", "nami.operations"),
        ])
    func `What there is not is refused with the nearest that there is`(
        path: String, near: String
    ) throws {
        let error = try #require(throws: UnknownSubject.self) { try subject(path) }
        #expect(error.description.contains(near), "\(error)")
    }
}
