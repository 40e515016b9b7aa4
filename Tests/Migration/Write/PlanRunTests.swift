// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Rows that are made on several threads.
@Suite struct PlanRunTests {
    /// Customers each of whom has purchases with long receipts.
    private func people(_ count: Int, receipts: Int, bytes: Int) -> People {
        let receipt = String(repeating: "TUlJVA==", count: bytes / 8)
        return People(
            (0..<count).map { customer in
                let purchases: [Fields] = (0..<receipts).map { number in
                    [
                        "product": "pro", "store-product": "com.example.pro",
                        "store": "app_store", "kind": "subscription", "state": "active",
                        "transaction-id": "2000\(customer)\(number)",
                        "original-transaction-id": "1000\(customer)\(number)",
                        "price": "9.99", "currency": "USD",
                        "receipt": "\(customer)\(number)\(receipt)",
                        "expiry-date": Int(testMoment) + 86_400_000,
                    ]
                }
                return .init(ids: [.init(text: "user_\(customer)")], purchases: purchases)
            })
    }

    @Test func `Long rows are written before their customers are through, in the same order`()
        throws
    {
        let people = people(2, receipts: 2, bytes: 2_200_000)
        let folders = try [(1, 1), (2, 2)].map { threads, blockSize in
            let folder = TemporaryFolder()
            try plan(
                people, from: side("neutral"), to: side("qonversion"),
                PlanOptions(at: testMoment, preferredRoute: .api), in: folder,
                threads: threads, blockSize: blockSize)
            return folder
        }
        let first = try folders[0].contents()
        let calls = try #require(first["qonversion-calls.jsonl"])
        #expect(calls.count > 2 * 2 * 2_200_000)
        for folder in folders[1...] { #expect(try folder.contents() == first) }
    }

    @Test(arguments: [1, 2, 8])
    func `What cannot be written ends all threads, and leaves nothing behind`(threads: Int) throws {
        let folder = TemporaryFolder()
        let directory = try folder.begin()
        // Its file is there already, which nobody expects.
        let name = "qonversion-calls.jsonl"
        #expect(
            FileManager.default.createFile(
                atPath: "\(folder.path)/.unfinished/\(name)", contents: nil))
        var plan = Migration(
            from: try side("neutral"), to: try side("qonversion"), hashing: TestHashing(),
            mappings: try mappings())
        (plan.threads, plan.blockSize) = (threads, 2)
        let reading = PlanReading(inputs: [], readers: [], counts: [:], findings: [])
        let error = #expect(throws: OutputError.self) {
            try plan.write(
                people(40, receipts: 1, bytes: 8).population(of: side("neutral"), in: directory),
                reading, PlanOptions(at: testMoment), to: directory)
        }
        #expect(error?.file == name)
        directory.abandon()
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `A finding names the first that it is about, whichever thread meets them`() throws {
        let people = People((0..<300).map { .init(ids: [.init(text: "user \($0)")]) })
        for threads in [1, 2, 8] {
            let folder = TemporaryFolder()
            let outcome = try plan(
                people, from: side("neutral"), to: side("nami"), in: folder,
                threads: threads, blockSize: 3)
            let found = try #require(outcome.findings.first { $0.code == "hashed" })
            #expect(found.count == 300)
            #expect(found.subjects == (0..<5).map { "user \($0)" })
        }
    }

    @Test func `Rows of any file are written when there are many, and none is cut`() throws {
        let target = try side("qonversion")
        let people = People([
            .init(
                ids: (0..<40).map { .init(text: "user_\($0)") },
                purchases: (0..<40).map { number in
                    [
                        "product": "pro", "store-product": "com.example.pro", "store": "app_store",
                        "kind": "subscription", "state": "active", "price": "9.99",
                        "currency": "USD", "receipt": "receipt\(number)",
                        "transaction-id": "2000\(number)",
                        "original-transaction-id": "1000\(number)",
                        "expiry-date": Int(testMoment) + 86_400_000,
                    ]
                })
        ])
        let folder = TemporaryFolder()
        let directory = try folder.begin()
        defer { directory.abandon() }
        let population = try people.population(of: side("neutral"), in: directory)
        func pages(most: Int) throws -> (texts: [String], writes: Int) {
            let planner = Planner(
                population, from: try side("neutral"), to: target,
                PlanOptions(at: testMoment, preferredRoute: .api), try findingGuide(),
                placeholders: try placeholders(), sha256: SHA256.hash)
            var (texts, writes) = ([String](), 0)
            func take(_ rows: TargetRows) {
                writes += 1
                for (index, page) in rows.pages.enumerated() {
                    if texts.count == index { texts.append("") }
                    let text = String(decoding: page.bytes.array, as: UTF8.self)
                    #expect(text.isEmpty || text.hasSuffix("\n"))
                    #expect(text.filter { $0 == "\n" }.count == page.rowCount)
                    // Only the last row goes beyond what may gather.
                    let before = text.dropLast().lastIndex(of: "\n").map { text[...$0].utf8.count }
                    #expect(before ?? 0 <= most)
                    texts[index] += text
                    page.empty()
                }
            }
            let rows = TargetRows(target, try findingGuide(), most: most, write: take)
            _ = try planner.run(rows.take)
            try rows.end()
            take(rows)
            return (texts, writes)
        }
        let (whole, once) = try pages(most: 1 << 22)
        let (pieces, often) = try pages(most: 200)
        #expect(once == 1 && often > once)
        #expect(pieces == whole)
        #expect(whole.count { !$0.isEmpty } >= 4)
    }

    @Test func `Two spellings of a product are two products, on any number of threads`() throws {
        let names = ["caf\u{E9}", "cafe\u{301}"]
        let people = People(
            (0..<60).map { number in
                .init(
                    ids: [.init(text: "user_\(number)")],
                    purchases: [
                        ["product": names[number % 2], "store": "app_store", "state": "active"]
                    ])
            })
        let tables = try [(1, 2_048), (2, 1), (8, 3)].map { threads, blockSize in
            let folder = TemporaryFolder()
            try plan(
                people, from: side("neutral"), to: side("neutral"), in: folder,
                threads: threads, blockSize: blockSize)
            return Array(try folder.text("products.csv").utf8)
        }
        #expect(tables[0].split(separator: 0x0a).count == 3)
        for table in tables[1...] { #expect(table == tables[0]) }
    }
}
