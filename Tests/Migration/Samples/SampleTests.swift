// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

import AllonymMigration
import AllonymSamples

@Suite struct SampleTests {
    private func digest(_ text: String) -> String {
        SHA256.hash(Array(text.utf8)).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        .joined()
    }

    @Test(arguments: sampledReaders)
    func `The same seed makes the same bytes, another one others`(
        row: (key: String, reader: String, states: Set<NeutralState>)
    ) throws {
        let first = try sample(row.key, row.reader, customers: 40)
        #expect(try sample(row.key, row.reader, customers: 40) == first)
        #expect(try sample(row.key, row.reader, customers: 40, seed: 2) != first)
    }

    @Test(arguments: sampledReaders)
    func `Any number of threads makes the same bytes`(
        row: (key: String, reader: String, states: Set<NeutralState>)
    ) throws {
        let one = try sample(row.key, row.reader, customers: 1_100)
        #expect(try sample(row.key, row.reader, customers: 1_100, threads: 3) == one)
    }

    @Test func `No two customers share an ID or a transaction across parts`() throws {
        let lines = try sample("revenuecat", "revenuecat.export-v5", customers: 2_000)
            .split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
        let names = lines[0].map(String.init)
        let store = try #require(names.firstIndex(of: "store_transaction_id"))
        var owners: [Substring: Substring] = [:]
        for row in lines.dropFirst() where !row[store].isEmpty {
            #expect(owners.updateValue(row[0], forKey: row[store]) ?? row[0] == row[0])
        }
        #expect(Set(owners.values).count > 1_800)
    }

    @Test(arguments: [
        (
            "revenuecat", "revenuecat.export-v5",
            "ea373fe70e9361be6a10b6a2f417e447d2ec3927fd1941d5f555187a06925dfd"
        ),
        (
            "qonversion", "qonversion.rest-v4-purchases",
            "b78702d51357bfd6746205538fa3a5ef5cf87e99652e3491479dc10ef8e597f4"
        ),
        (
            "neutral", "neutral.lines",
            "c61149f0c62d35b5b37abde1923a7b88c98da1362aed979f82754a4fa9a37a22"
        ),
    ])
    func `Bytes are the same on every machine`(key: String, reader: String, expected: String) throws
    {
        #expect(digest(try sample(key, reader, customers: 100)) == expected)
    }

    @Test func `Rows have all documented columns, and one row is a period`() throws {
        let lines = try sample("revenuecat", "revenuecat.export-v5", customers: 300)
            .split(separator: "\n")
        let names = lines[0].split(separator: ",")
        #expect(names.count == 44)
        #expect(names.first == "rc_original_app_user_id" && names.last == "auto_resume_time")
        #expect(lines.count > 600)
        let short = try sample("purchasely", "purchasely.subscribers-google-v4", customers: 2)
        #expect(short.hasPrefix("user_id;purchase_token;store_product_id;quantity\n"))
    }

    @Test func `Among a thousand customers there is every kind of ID`() throws {
        let lines = try sample("revenuecat", "revenuecat.export-v5", customers: 1_000)
            .split(separator: "\n").dropFirst()
        let rows = lines.map { $0.split(separator: ",", maxSplits: 2) }
        let ids = Set(rows.map { String($0[1]) })
        #expect(ids.contains("null") && ids.contains("guest"))
        #expect(ids.contains { $0.hasSuffix("@mail.example") })
        #expect(ids.contains { $0.count == 64 })
        #expect(ids.contains { $0.count > 100 } && ids.contains { $0.count > 255 })
        #expect(ids.contains { Int($0) ?? 0 > 0 })
        #expect(Set(ids.map { $0.lowercased() }).count < ids.count)
        let anonymous = ids.filter { $0.hasPrefix("$RCAnonymousID:") }
        #expect((200...400).contains(anonymous.count))
        let aliased = Set(rows.filter { $0[0] != $0[1] }.map { $0[1] })
        #expect((150...250).contains(aliased.count))
    }

    @Test(arguments: [
        ("qonversion.rest-v3-user", 10, "\"qonversion.rest-v3-user\" holds no purchases"),
        ("qonversion.rest-v4-identity", 10, "\"qonversion.rest-v4-identity\" holds no purchases"),
        ("qonversion.webhooks", 0, "one customer or more, not of 0"),
    ])
    func `There is no sample of files without purchases, nor of nobody`(
        reader: String, customers: Int, reason: String
    ) throws {
        let refusal = try #require(throws: Sample.Refusal.self) {
            try sample("qonversion", reader, customers: customers)
        }
        #expect(refusal.description.contains(reason))
    }
}
