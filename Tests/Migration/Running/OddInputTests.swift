// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration
import AllonymTestSupport
import Foundation
import Testing

/// Input that another program has spoilt: members of the wrong kind, or twice, and files that change.
@Suite struct OddInputTests {
    private static let event =
        #"{"event":{"event_timestamp_ms":1794477600000,"type":"INITIAL_PURCHASE","id":"e1","#
        + #""app_user_id":"ada_1234","original_app_user_id":"ada_1234","aliases":["ada_1234"],"#
        + #""product_id":"pro","purchased_at_ms":1794477600000,"expiration_at_ms":1799000000000,"#
        + #""environment":"PRODUCTION","entitlement_ids":["pro"],"store":"APP_STORE","#
        + #""transaction_id":"1","original_transaction_id":"1"},"api_version":"1.0"}"#
    private static let purchase =
        #"{"allonym":1,"type":"purchase","user-id":"ada_1","product":"p","store":"stripe","#
        + #""state":"active","price":9.99,"currency":"USD"}"#
    private static let customer =
        #"{"allonym":1,"type":"customer","ids":[{"id":"ada_1234","kind":"custom","original":true}]}"#

    private func plan(
        _ text: String, from source: String, isStrict: Bool = false
    ) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var migration = try migration(from: source, to: "neutral")
        migration.isStrict = isStrict
        _ = try migration.plan([input(text)], into: folder.path)
        return folder
    }

    // MARK: - Kinds

    @Test(
        arguments: [
            (
                event, "revenuecat", #""aliases":["ada_1234"]"#, #""aliases":"x""#, "aliases",
                "a text"
            ),
            (
                event, "revenuecat", #""aliases":["ada_1234"]"#, #""aliases":5"#, "aliases",
                "a number"
            ),
            (
                event, "revenuecat", #""entitlement_ids":["pro"]"#, #""entitlement_ids":"pro""#,
                "entitlement_ids", "a text"
            ),
            (
                customer + "\n" + customer, "neutral",
                #""ids":[{"id":"ada_1234","kind":"custom","original":true}]"#, #""ids":5"#, "ids",
                "a number"
            ),
            (
                customer + "\n" + customer, "neutral",
                #""ids":[{"id":"ada_1234","kind":"custom","original":true}]"#, #""ids":"ada""#,
                "ids",
                "a text"
            ),
        ])
    func `A member of the wrong kind is a rejected record, and no empty list`(
        text: String, source: String, right: String, wrong: String, member: String, kind: String
    ) throws {
        let good = try plan(text, from: source)
        #expect(try good.findings()["rejected-kind"] == nil)
        #expect(try good.text("rejected.jsonl").isEmpty)
        #expect(text.contains(right))
        let bad = try plan(text.replacing(right, with: wrong) + "\n" + text, from: source)
        #expect(try bad.findings()["rejected-kind"] == text.split(separator: "\n").count)
        let rejected = try bad.text("rejected.jsonl")
        #expect(rejected.contains(#"\"\#(member)\" holds \#(kind); expected"#), "\(rejected)")
    }

    // MARK: - Twice

    @Test(
        arguments: [
            (purchase, "neutral", #""product":"p""#, #""product":"p","product":"q""#, "product"),
            (
                purchase, "neutral", #""product":"p""#, #""product":"p","pro\u0064uct":"q""#,
                "product"
            ),
            (
                event, "revenuecat", #""aliases":["ada_1234"]"#, #""aliases":[],"aliases":[]"#,
                "aliases"
            ),
        ])
    func `A member that is there twice is ambiguous, and its record is taken`(
        text: String, source: String, once: String, twice: String, member: String
    ) throws {
        #expect(try plan(text, from: source).findings()["member-twice"] == nil)
        #expect(text.contains(once))
        let text = text.replacing(once, with: twice)
        let folder = try plan(text, from: source)
        #expect(try folder.findings()["member-twice"] == 1)
        #expect(try folder.text("report.json").contains("has \\\"\(member)\\\" twice"))
        #expect(try folder.text("purchases.csv").split(separator: "\n").count == 2)
        let refused = error { _ = try plan(text, from: source, isStrict: true) }
        #expect(refused?.input?.reason == "the object has \"\(member)\" twice")
    }

    // MARK: - Other names

    @Test(
        arguments: [
            (purchase, #""product":"p""#, #""product":"p","receit":"MIIT""#, "receit", "receipt"),
            (purchase, #""product":"p""#, #""product":"p","expires":"2026-12-01""#, "expires", nil),
            (
                purchase, #""product":"p""#, #""product":"p","expires-date":"2026-12-01""#,
                "expires-date", "expiry-date"
            ),
            (customer, #""kind":"custom""#, #""kind":"custom","kynd":1"#, "kynd", "kind"),
        ] as [(String, String, String, String, String?)])
    func `A member that the neutral format does not have waits for a decision, and is named`(
        text: String, right: String, wrong: String, member: String, near: String?
    ) throws {
        #expect(try plan(text, from: "neutral").findings()["unknown-member"] == nil)
        #expect(text.contains(right))
        let text = text.replacing(right, with: wrong)
        let folder = try plan(text, from: "neutral")
        #expect(try folder.findings()["unknown-member"] == 1)
        #expect(try folder.text("rejected.jsonl").isEmpty)
        let row = try #require(
            folder.text("findings.csv").split(separator: "\n").first {
                $0.hasPrefix("unknown-member,needs-decision,")
            })
        #expect(row.contains(near.map { "scan.member.\($0)" } ?? "scan.member"))
        let question = near.map { "did you mean \\\"\($0)\\\"?" }
        let report = try folder.text("report.json")
        #expect(report.contains("\\\"\(member)\\\" in "))
        #expect(question.map { report.contains($0) } ?? !report.contains("did you mean"))
        let refused = error { _ = try plan(text, from: "neutral", isStrict: true) }
        let advice = near.map { "did you mean \"\($0)\"?" } ?? "rename it or remove it"
        #expect(refused?.input?.reason == "the format has no member \"\(member)\"; \(advice)")
    }

    @Test(arguments: [
        (
            #""type":"purchase""#, #""type":"purchse""#,
            #""type" does not allow "purchse"; did you mean "purchase"?"#
        ),
        (
            #""type":"purchase""#, #""type":"x""#,
            #""type" does not allow "x"; expected customer, grant or purchase"#
        ),
        (#""allonym":1"#, #""allonym":2"#, #""allonym" is 2, which is not supported; expected 1"#),
        (#""allonym":1,"#, "", #""allonym" is missing; expected 1"#),
    ])
    func `A line of another version or type is refused, with what is wrong with it`(
        right: String, wrong: String, reason: String
    ) throws {
        #expect(Self.purchase.contains(right))
        let lines = [Self.customer, Self.purchase.replacing(right, with: wrong)]
        let folder = try plan(lines.joined(separator: "\n"), from: "neutral")
        let rejected = try folder.objects("rejected.jsonl")
        #expect(rejected.map { $0["reason"] as? String } == [reason])
        #expect(try folder.findings()["rejected-unmatched"] == 1)
    }

    @Test func `A kind of ID that is none is reported, and the two that there are are not`() throws
    {
        #expect(Self.customer.contains(#""kind":"custom""#))
        for (kind, count) in [("costum", 1), ("custom", nil), ("anonymous", nil)]
            as [(String, Int?)]
        {
            let text = Self.customer.replacing(#""kind":"custom""#, with: #""kind":"\#(kind)""#)
            let folder = try plan(text, from: "neutral")
            #expect(try folder.findings()["unknown-value"] == count, "\(kind)")
            #expect(try folder.text("rejected.jsonl").isEmpty)
        }
    }

    @Test func `Of two IDs of a customer that are said to be original none is`() throws {
        let two = Self.customer.replacing(
            "}]}", with: #"},{"id":"ada_2","kind":"custom","original":true}]}"#)
        let findings = try plan(two, from: "neutral").findings()
        #expect(findings["several-values"] == 1)
        #expect(try plan(Self.customer, from: "neutral").findings()["several-values"] == nil)
    }

    @Test func `Members that the formats of providers do not list are ignored`() throws {
        let text = Self.event.replacing(#""product_id""#, with: #""productid":1,"product_id""#)
        #expect(try plan(text, from: "revenuecat").findings()["unknown-member"] == nil)
    }

    @Test(arguments: [
        (purchase, #""state" does not allow "activ"; did you mean "active"?"#),
        (
            #"{"allonym":1,"type":"grant","user-id":"ada_1","entitlement":["pro"],"#
                + #""state":"active"}"#,
            #""state" does not allow "activ"; did you mean "active"?"#
        ),
    ])
    func `A neutral state that is none gives no access`(text: String, reason: String) throws {
        #expect(try plan(text, from: "neutral").text("rejected.jsonl").isEmpty)
        let folder = try plan(text.replacing("\"active\"", with: "\"activ\""), from: "neutral")
        #expect(try folder.findings()["rejected-word"] == 1)
        #expect(try folder.objects("rejected.jsonl").map { $0["reason"] as? String } == [reason])
        #expect(try folder.text("access.csv").split(separator: "\n").count == 1)
    }

    // MARK: - Numbers

    @Test(
        arguments: [
            ("9.99", nil), ("0.000000000000000001", nil), ("999999999999999999", nil),
            ("1e17", nil),
            ("1e400", 1), ("1e-400", 1), ("1000000000000000000", 1), ("0.1234567890123456789", 1),
            (String(repeating: "9", count: 400), 1),
        ] as [(String, Int?)])
    func `A price that no number holds is a finding`(price: String, findings: Int?) throws {
        let text = Self.purchase.replacing("9.99", with: price)
        let folder = try plan(text, from: "neutral")
        #expect(try folder.findings()["wrong-value"] == findings)
        #expect(try folder.text("neutral.jsonl").contains("\"price\"") == (findings == nil))
        if findings != nil {
            let refused = error { _ = try plan(text, from: "neutral", isStrict: true) }
            #expect(refused?.input?.reason == "the price has more digits than a number holds")
        }
    }

    // MARK: - Files that change

    @Test(arguments: [-1, 0, 1])
    func `A file that is written to while it is read is a finding`(change: Int) throws {
        let (folder, inputs) = (TemporaryFolder(), TemporaryFolder())
        try FileManager.default.createDirectory(
            atPath: inputs.path, withIntermediateDirectories: true)
        let path = "\(inputs.path)/people.jsonl"
        let lines = (0..<8_000).map { number in
            Self.purchase.replacing("ada_1", with: "ada_\(number)") + "\n"
        }
        try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
        let length = lines.joined().utf8.count
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        var migration = try Migration(
            from: "neutral", to: "nami", hashing: Unhashed(), mappings: mappings())
        migration.threads = 1
        let end = change < 0 ? UInt64(lines[..<7_500].joined().utf8.count) : UInt64(length)
        migration.progress = { progress in
            guard case .reading(let bytes) = progress, change != 0, bytes <= length else { return }
            try? handle.truncate(atOffset: end)
            if change > 0 {
                _ = try? handle.seekToEnd()
                try? handle.write(contentsOf: Data((Self.purchase + "\n").utf8))
            }
        }
        _ = try migration.plan([.file(path)], into: folder.path)
        let findings = try folder.findings()
        #expect(findings["input-changed"] == (change == 0 ? nil : 1))
    }

    /// Hashes nothing, since that takes long here.
    struct Unhashed: Hashing {
        struct Digest: ByteDigest {
            mutating func update(_ bytes: Span<UInt8>) {}
            func finish() -> [UInt8] { [UInt8](repeating: 0, count: 32) }
        }

        func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }
        func makeDigest() -> any ByteDigest { Digest() }
    }
}
