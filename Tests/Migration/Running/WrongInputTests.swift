// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import AllonymTestSupport
import Foundation
import Testing

@Suite struct WrongInputTests {
    static func text(of name: String) -> String {
        (try? Fixtures.text("revenuecat/\(name)")) ?? ""
    }

    static func lines(_ name: String) -> [String] {
        ((try? Fixtures.text(name)) ?? "").split(separator: "\n").map(String.init)
    }

    static let event = String(
        text(of: "webhooks.jsonl").split(separator: "\n").first ?? "")
    static let export = text(of: "export-v5.csv")
    static let head = export.split(separator: "\n").first.map(String.init) ?? ""
    static let row = export.split(separator: "\n").dropFirst().first.map(String.init) ?? ""

    static func replacing(_ key: String, with value: String) -> String {
        guard
            var object = try? JSONSerialization.jsonObject(with: Data(event.utf8))
                as? [String: Any], var inner = object["event"] as? [String: Any],
            let new = try? JSONSerialization.jsonObject(
                with: Data(value.utf8), options: .fragmentsAllowed)
        else { return "" }
        inner[key] = new
        object["event"] = inner
        let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    static func cell(_ column: String, _ value: String) -> String {
        var cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let names = head.split(separator: ",").map(String.init)
        if let index = names.firstIndex(of: column) { cells[index] = value }
        return cells.joined(separator: ",")
    }

    @Test(arguments: [
        (event + "\n" + String(event.dropLast(30)), 2, "rejected-syntax"),
        (event + "\n" + event + "}", 2, "rejected-syntax"),
        (event + "\n" + replacing("type", with: "\"TELEPORTED\""), 2, "rejected-event"),
        (event + "\n" + replacing("type", with: "7"), 2, "rejected-kind"),
        (event + "\n" + replacing("app_user_id", with: "{}"), 2, "rejected-kind"),
        (event + "\n" + replacing("event_timestamp_ms", with: "\"soon\""), 2, "rejected-"),
        (event + "\n{\"hello\":1}", 2, "rejected-unmatched"),
        ("\(head)\n\(row)\n1,2,3\n", 3, "rejected-field-count"),
        ("\(head)\n\(row)\n\(cell("start_time", "2026-02-30 00:00:00"))\n", 3, "rejected-date"),
        ("\(head)\n\(row)\n\(cell("start_time", "20.11.2026"))\n", 3, "rejected-date"),
    ])
    func `A record that cannot be read stands in rejected.jsonl whole, with the reason`(
        text: String, line: Int, code: String
    ) throws {
        let folder = TemporaryFolder()
        let plan = try migration(from: "revenuecat", to: "neutral")
        _ = try plan.plan([input(text, name: "in/events")], into: folder.path)
        let rejected = try folder.objects("rejected.jsonl")
        #expect(rejected.count == 1)
        let first = try #require(rejected.first)
        #expect(first["file"] as? String == "events")
        #expect(first["line"] as? Int == line)
        #expect((first["reason"] as? String)?.isEmpty == false)
        let lines = text.split(separator: "\n").map(String.init)
        let record = try #require(first["record"] as? String)
        #expect(record.count > 4)
        #expect(lines[line - 1].contains(record))
        let found = try folder.findings().filter { $0.key.hasPrefix(code) }
        #expect(found.values.reduce(0, +) == 1, "\(found)")
        let other = try #require(
            folder.object("report.json")["counts"] as? [String: [String: Int]])
        #expect(other["records"]?["rejected"] == 1)
        #expect(other["records"]?["read"] == 1)
        // The same ends a strict run, with the index.
        var strict = plan
        strict.isStrict = true
        let none = TemporaryFolder()
        #expect {
            _ = try strict.plan([input(text, name: "in/events")], into: none.path)
        } throws: { "\($0)".hasPrefix("in/events:\(line):") }
        #expect(!none.exists("manifest.json"))
    }

    @Test(arguments: [
        ("", "input: the file is empty; expected "),
        ("{\"a\":1}", "input:1: no format recognises this file; its first object has \"a\"; "),
        (head.replacing(",", with: "\t") + "\n", "input:"),
        ("[\(event),\n\(event.dropLast(20))", "input:2:"),
        ("PK\u{03}\u{04}", "input: the file is a ZIP archive"),
        ("PAR1\u{15}\u{04}", "input: the file is Parquet; export again as CSV"),
    ])
    func `Input that is of no kind, or cut off, is an error with its index`(
        text: String, message: String
    ) throws {
        let folder = TemporaryFolder()
        let plan = try migration(from: "revenuecat", to: "neutral")
        let refused = error { _ = try plan.plan([input(text)], into: folder.path) }
        #expect(refused?.input?.description.hasPrefix(message) == true)
        #expect(!folder.exists("manifest.json"))
    }

    @Test(arguments: [
        (
            "\(head)\n\(cell("start_time", "5/17/2025 18:10"))\n\(cell("start_time", ""))\n",
            "input:2:", "; all 2 records are rejected, of which this is the first"
        ),
        (
            "\(head)\n\(cell("product_identifier", ""))\n", "input:2:1: ",
            "; it is the only record, so there is nothing to read"
        ),
        ("\(head)\n", "input: the file has no records; ", "give an export that has some"),
        (
            #"{"object":"list","items":[],"next_page":null,"url":"/v2/projects/p/customers"}"#,
            "input: the file has no records; ", "give an export that has some"
        ),
    ])
    func `Files of which no record can be read make no plan and no table`(
        text: String, begins: String, ends: String
    ) throws {
        let folder = TemporaryFolder()
        let plan = try migration(from: "revenuecat", to: "neutral")
        let added = NeutralLine.added(["user-id": "ada", "product": "pro", "store": "stripe"])
        for inputs in [[input(text)], [input(text), input(added, name: "added.jsonl")]] {
            let refused = error { _ = try plan.plan(inputs, into: folder.path) }
            let says = refused?.input?.description ?? ""
            #expect(says.hasPrefix(begins) && says.hasSuffix(ends), "\(says)")
            #expect(!folder.exists("manifest.json"))
        }
        let table = error { _ = try plan.productTable([input(text)]) }
        #expect(table?.input?.description.hasPrefix(begins) == true)
    }

    @Test func `A wrong delimiter is named`() throws {
        let plan = try migration(from: "revenuecat", to: "neutral")
        let text = WrongInputTests.export.replacing(",", with: ";")
        #expect {
            _ = try plan.plan([input(text)], into: TemporaryFolder().path)
        } throws: { "\($0)".contains("are separated by semicolons; expected commas") }
    }

    @Test func `Lines that end with a carriage return alone are named`() throws {
        let text = WrongInputTests.export.replacing("\n", with: "\r")
        #expect {
            _ = try migration(from: "revenuecat", to: "neutral")
                .plan([input(text)], into: TemporaryFolder().path)
        } throws: { "\($0)".contains("carriage return") }
    }

    @Test(arguments: [
        ("MOON_STORE", "MOON_STORE"), ("2026-02-30 00:00:00", "2026-02-30 00:00:00"),
        ("SECRETsecret0123456789", "SECRET…"), ("a1", "a1"), ("", ""),
        (String(repeating: "x", count: 31), "xxxxxx…"),
        ("2026-W53-4T10:00:00Z", "2026-W53-4T10:00:00Z"),
        ("2026-12-31t23:59:00z", "2026-12-31t23:59:00z"),
        ("2026-12-31T23:59:00\u{2212}01:00", "2026-12-31T23:59:00\u{2212}01:00"),
        ("2026-12-31T23:59:00.123456789+24:00", "2026-12-31T23:59:00.123456789+24:00"),
        ("2026-11-21 08:00:00 UTC", "2026-11-21 08:00:00 UTC"),
        ("Sat, 21 Nov 2026 08:00:00 GMT", "Sat, 21 Nov 2026 08:00:00 GMT"),
        (String(repeating: "1", count: 40), String(repeating: "1", count: 40)),
        (String(repeating: "1", count: 41), "111111…"), ("tok-1234-secret", "tok-12…"),
        ("a1b2-c3d4-e5f6", "a1b2-c…"),
    ])
    func `A value where it does not belong is shown whole only where it can be no secret`(
        value: String, shown: String
    ) {
        #expect(ShownValue.text(of: value) == shown)
    }

    @Test func `A hundred megabytes on one line are read, or refused with their index`() throws {
        let value = String(repeating: "x", count: 100 << 20)
        let folder = TemporaryFolder()
        let text =
            "{\"allonym\":1,\"type\":\"customer\",\"ids\":[{\"id\":\"\(value)\",\"kind\":"
            + "\"custom\",\"original\":true}]}\n"
        let plan = Migration(
            from: try side("neutral"), to: try side("revenuecat"), hashing: QuickHashing(),
            mappings: try mappings())
        _ = try plan.plan([input(text)], into: folder.path)
        #expect(try folder.findings()["too-long"] == 1)
        #expect(try folder.text("report.md").count < 100_000)
        let garbage = String(repeating: "x", count: 100 << 20)
        let refused = error {
            _ = try plan.plan([input(garbage)], into: TemporaryFolder().path)
        }
        #expect(refused?.input != nil)
    }

    /// Counts the bytes of files instead of hashing them.
    private struct QuickHashing: Hashing {
        func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }
        func makeDigest() -> any ByteDigest { ByteSum() }
    }

    /// Stands for SHA-256 where a hundred megabytes would take it too long.
    private struct ByteSum: ByteDigest {
        private var sum: UInt64 = 0

        mutating func update(_ bytes: Span<UInt8>) { sum &+= UInt64(bytes.count) }

        func finish() -> [UInt8] { withUnsafeBytes(of: sum) { Array($0) } }
    }
}
