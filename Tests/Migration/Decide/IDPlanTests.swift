// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation
import Testing

/// What becomes of IDs.
@Suite struct IDPlanTests {
    /// An ID, the settings of the target, and what becomes of it.
    struct Row: CustomTestStringConvertible, Sendable {
        var id: String
        var target: String
        var disposition: Disposition
        var becomes: String?
        var code: String?
        var settings: [String: String] = [:]

        var testDescription: String { "\(id) at \(target)" }
    }

    @Test(arguments: [
        Row(id: "user_42", target: "revenuecat", disposition: .kept, becomes: "user_42"),
        Row(
            id: "guest", target: "revenuecat", disposition: .needsDecision,
            code: "blocked-value"),
        Row(
            id: "a/b", target: "revenuecat", disposition: .needsDecision,
            code: "forbidden-character"),
        Row(
            id: String(repeating: "x", count: 101), target: "revenuecat",
            disposition: .needsDecision,
            code: "too-long"),
        Row(
            id: "bob ", target: "revenuecat", disposition: .changed, becomes: "bob",
            code: "trimmed",
            settings: ["whitespace": "trimmed"]),
        Row(
            id: "user_42", target: "nami", disposition: .changed,
            becomes: "573baabb5ca42a23f3a118d027eadd8dc9bed70e40708a1b1ed9410b00feed0e",
            code: "hashed"),
        Row(id: "20071", target: "nami", disposition: .kept, becomes: "20071"),
        Row(
            id: "4f1c1f0e-9f0b-4c55-8a62-2f0f6c1d9b01", target: "nami", disposition: .kept,
            becomes: "4f1c1f0e-9f0b-4c55-8a62-2f0f6c1d9b01"),
        Row(id: "guest", target: "nami", disposition: .needsDecision, code: "wrong-format"),
        Row(
            id: "guest", target: "purchasely", disposition: .kept, becomes: "guest",
            code: "blocked-elsewhere"),
        Row(
            id: "null", target: "qonversion", disposition: .kept, becomes: "null",
            code: "blocked-elsewhere"),
        Row(
            id: "Undefined", target: "qonversion", disposition: .kept, becomes: "Undefined",
            code: "blocked-elsewhere"),
        Row(
            id: "000-000", target: "qonversion", disposition: .kept, becomes: "000-000",
            code: "blocked-elsewhere"),
        Row(id: "guests", target: "qonversion", disposition: .kept, becomes: "guests"),
        Row(
            id: " bob@mail.example", target: "qonversion", disposition: .kept,
            becomes: " bob@mail.example", code: "surrounding-whitespace"),
        Row(
            id: "bob\u{A0}", target: "qonversion", disposition: .kept, becomes: "bob\u{A0}",
            code: "surrounding-whitespace"),
        Row(id: "Zo\u{EB}", target: "qonversion", disposition: .kept, becomes: "Zo\u{EB}"),
        Row(id: "guest", target: "neutral", disposition: .kept, becomes: "guest"),
    ])
    func `A custom ID is kept, trimmed, hashed, or waits for a decision`(row: Row) throws {
        let people = People([.init(ids: [.init(text: row.id)])])
        let (result, recorder) = try decide(
            people, from: side("neutral"), to: side(row.target, row.settings))
        #expect(recorder.ids.map(\.disposition) == [row.disposition])
        #expect(recorder.ids.map(\.target) == [row.becomes])
        let codes = result.findings.filter { $0.subjects == [row.id] }.map(\.code.rawValue)
        #expect(codes == (row.code.map { [$0] } ?? []))
    }

    private let anonymous = "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a"

    @Test func `An anonymous ID keeps the target's own form, and is minted anew from another`()
        throws
    {
        let same = People([.init(ids: [.init(text: anonymous, isAnonymous: true)])])
        let (_, kept) = try decide(same, from: side("neutral"), to: side("revenuecat"))
        #expect(kept.ids.map(\.target) == [anonymous])
        let (result, minted) = try decide(same, from: side("revenuecat"), to: side("qonversion"))
        let target = try #require(minted.ids.first?.target)
        #expect(minted.ids.map(\.disposition) == [.changed])
        #expect(target.hasPrefix("QON_") && target.count == 36)
        #expect(result.findings.contains { $0.code == "re-minted" })
        let (_, again) = try decide(same, from: side("revenuecat"), to: side("qonversion"))
        #expect(again.ids == minted.ids)
        let (_, other) = try decide(same, from: side("neutral"), to: side("qonversion"))
        #expect(other.ids.first?.target != target)
    }

    @Test
    func `Where no anonymous ID can be given it is dropped, and the finding names a way back`()
        throws
    {
        let people = People([.init(ids: [.init(text: anonymous, isAnonymous: true)])])
        for target in ["nami", "purchasely"] {
            let (result, recorder) = try decide(
                people, from: side("revenuecat"), to: side(target))
            #expect(recorder.ids.map(\.disposition) == [.dropped])
            let finding = try #require(result.findings.first)
            #expect(finding.code == "anonymous-not-imported")
            #expect(finding.message.contains("(\(target)."))
        }
    }

    @Test func `Beside a custom ID that goes over, an anonymous ID of another form needs no index`()
        throws
    {
        let people = People([
            .init(ids: [.init(text: anonymous, isAnonymous: true), .init(text: "bob")])
        ])
        let (result, recorder) = try decide(
            people, from: side("revenuecat"), to: side("qonversion"))
        #expect(recorder.ids.map(\.disposition) == [.dropped, .kept])
        #expect(result.findings.filter { $0.code == "anonymous-of-identified" }.count == 1)
        #expect(result.findings.allSatisfy { $0.severity != .needsDecision })
    }

    /// What is known of three custom IDs, and which of them stands for the customer.
    @Test(
        arguments: [
            (0, 1, "a"), (nil, 1, "b"), (nil, nil, "a"), (2, nil, "c"),
        ] as [(Int?, Int?, String)])
    func `Of several custom IDs the original one stands for the customer, else the last seen`(
        original: Int?, lastSeen: Int?, chosen: String
    ) throws {
        let people = People([
            .init(
                ids: ["a", "b", "c"].map { .init(text: $0) }, original: original,
                lastSeen: lastSeen)
        ])
        let (result, recorder) = try decide(
            people, from: side("revenuecat"), to: side("purchasely"))
        #expect(recorder.ids.map(\.target) == [chosen, chosen, chosen])
        #expect(result.ids[.kept] == 1 && result.ids[.needsDecision] == 2)
        let finding = try #require(result.findings.first)
        #expect(finding.code == "alias-not-held" && finding.count == 2)
        #expect(finding.rule == "purchasely.identify.3")
    }

    @Test func `Two custom IDs that no documented call joins wait for a decision`() throws {
        let people = People([.init(ids: [.init(text: "a"), .init(text: "b")], original: 0)])
        let (result, recorder) = try decide(people, from: side("neutral"), to: side("revenuecat"))
        #expect(recorder.ids.map(\.disposition) == [.kept, .needsDecision])
        #expect(recorder.writers.contains("revenuecat.alias"))
        #expect(result.findings.first?.code == "alias-not-joined")
        let (_, neutral) = try decide(people, from: side("neutral"), to: side("neutral"))
        #expect(neutral.ids.map(\.disposition) == [.kept, .kept])
    }

    @Test func `IDs of two customers that become one are ambiguous, whoever comes first`() throws {
        let hash = "573baabb5ca42a23f3a118d027eadd8dc9bed70e40708a1b1ed9410b00feed0e"
        for ids in [["user_42", hash], [hash, "user_42"]] {
            let people = People(ids.map { .init(ids: [.init(text: $0)]) })
            let (result, recorder) = try decide(
                people, from: side("neutral"), to: side("nami"))
            #expect(recorder.ids.map(\.disposition) == [.ambiguous, .ambiguous])
            #expect(recorder.ids.map(\.target) == [hash, hash])
            let finding = try #require(result.findings.first { $0.code == "collision" })
            #expect(finding.count == 2)
            #expect(finding.subjects == ids)
        }
    }

    @Test
    func `A custom ID that is what another customer's anonymous one is minted to is ambiguous`()
        throws
    {
        let anonymous = People.Customer(ids: [.init(text: "device-1", isAnonymous: true)])
        for target in ["revenuecat", "neutral"] {
            let (_, alone) = try decide(
                People([anonymous]), from: side("purchasely"), to: side(target))
            let minted = try #require(alone.ids.first?.target)
            for other in [minted, "ada_1"] {
                let people = People([anonymous, .init(ids: [.init(text: other)])])
                let (_, recorder) = try decide(people, from: side("purchasely"), to: side(target))
                let isSame = other == minted && target == "revenuecat"
                let dispositions: [Disposition] =
                    isSame
                    ? [.ambiguous, .ambiguous] : [target == "neutral" ? .kept : .changed, .kept]
                #expect(recorder.ids.map(\.disposition) == dispositions, "\(other) to \(target)")
            }
        }
    }

    @Test func `An ID that only a hand could join to its customer is no other customer's either`()
        throws
    {
        for isReversed in [false, true] {
            let customers: [People.Customer] = [
                .init(ids: [.init(text: "ada_1"), .init(text: "bob")], original: 0),
                .init(ids: [.init(text: " bob")]),
            ]
            let people = People(isReversed ? customers.reversed() : customers)
            let (result, recorder) = try decide(
                people, from: side("neutral"), to: side("revenuecat"))
            let dispositions = Dictionary(
                uniqueKeysWithValues: recorder.ids.map { ($0.id, $0.disposition) })
            #expect(dispositions == ["ada_1": .kept, "bob": .ambiguous, " bob": .ambiguous])
            #expect(result.findings.first { $0.code == "collision" }?.count == 2)
            #expect(!recorder.writers.contains("revenuecat.alias"))
        }
    }

    @Test
    func `An anonymous ID waits with the ambiguous one that it would join, where it needs that`()
        throws
    {
        let anonymous = People.ID(
            text: "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a", isAnonymous: true)
        let people = People([
            .init(ids: [.init(text: "bob"), anonymous]), .init(ids: [.init(text: " bob")]),
        ])
        let (result, recorder) = try decide(people, from: side("neutral"), to: side("revenuecat"))
        #expect(recorder.ids.map(\.disposition) == [.ambiguous, .ambiguous, .ambiguous])
        #expect(recorder.writers.isEmpty)
        #expect(result.findings.first { $0.code == "alias-ambiguous" }?.count == 1)
        #expect(result.findings.first { $0.code == "collision" }?.count == 2)
    }

    @Test
    func `Two people of one text, anonymous and given by the app, stay two where IDs are minted`()
        throws
    {
        let text = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
        let purchase: Fields = [
            "product": "pro", "store": "app_store", "kind": "subscription", "state": "active",
            "receipt": "MIIT123456", "original-transaction-id": "1",
            "expiry-date": "2026-12-01T00:00:00Z",
        ]
        let people = People([
            .init(ids: [.init(text: text, isAnonymous: true)], purchases: [purchase]),
            .init(ids: [.init(text: text)], purchases: [purchase]),
        ])
        let folder = TemporaryFolder()
        try plan(
            people, from: side("purchasely"), to: side("qonversion"),
            PlanOptions(at: testMoment, preferredRoute: .api), in: folder)
        let files = try folder.contents().filter { $0.key.hasPrefix("qonversion") }.values
        let minted = files.flatMap { file in
            String(decoding: file, as: UTF8.self).matches(of: /QON_[0-9a-f]{32}/).map { $0.output }
        }
        #expect(Set(minted).count == 2)
        #expect(try verify(folder, "qonversion").holds)
    }

    @Test func `Twins but for case are ambiguous only where their difference is not documented`()
        throws
    {
        let people = People(["Bob", "bob", "BOB", "bo"].map { .init(ids: [.init(text: $0)]) })
        let (result, recorder) = try decide(
            people, from: side("neutral"), to: side("purchasely"))
        #expect(recorder.ids.map(\.disposition) == [.ambiguous, .ambiguous, .ambiguous, .kept])
        #expect(result.findings.first { $0.code == "case-twins" }?.count == 3)
        let (_, exact) = try decide(people, from: side("neutral"), to: side("revenuecat"))
        #expect(exact.ids.allSatisfy { $0.disposition == .kept })
        let one = People([.init(ids: [.init(text: "Bob"), .init(text: "bob")])])
        let (_, same) = try decide(one, from: side("neutral"), to: side("purchasely"))
        #expect(!same.ids.contains { $0.disposition == .ambiguous })
    }
}
